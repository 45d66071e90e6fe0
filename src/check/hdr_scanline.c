// SPDX-License-Identifier: MIT
// Turns the bytes of a Radiance scanline into planes of r, g, b and e, as Radiance's own
// reader understands them. Written apart from the encoder, so that the two check each other.
#include "check/hdr_scanline.h"

#include <stdbool.h>
#include <string.h>

// New run lengths are known for these widths alone; the length has 15 bits.
enum { LEAST_WIDTH = 8, GREATEST_WIDTH = 32767 };

static const char cut[] = "the file ends early";
static const char long_run[] = "a run goes past the end of the row";

// One plane: a byte n over 128 repeats the next byte n - 128 times, any other is followed by n.
static const char *read_plane(const uint8_t **at, const uint8_t *end, uint8_t *plane, size_t width)
{
    const uint8_t *in = *at;
    size_t done = 0;

    while (done < width) {
        if (end - in < 2)
            return cut;
        bool repeats = *in > 128;
        size_t count = repeats ? *in & 127U : *in;
        in++;
        if (count == 0)
            return "a run of length 0";
        if (count > width - done)
            return long_run;
        if (!repeats && (size_t)(end - in) < count)
            return cut;
        if (repeats)
            memset(plane + done, *in, count);
        else
            memcpy(plane + done, in, count);
        in += repeats ? 1 : count;
        done += count;
    }
    *at = in;
    return NULL;
}

static const char *read_new(const uint8_t **at, const uint8_t *end, size_t width, uint8_t *planes)
{
    const char *problem = NULL;

    if ((size_t)((*at)[2] << 8 | (*at)[3]) != width)
        return "the row's own length is not the image's width";
    *at += 4;
    for (size_t c = 0; c < 4 && !problem; c++)
        problem = read_plane(at, end, planes + c * width, width);
    return problem;
}

static bool is_old_run(const uint8_t *pixel)
{
    return pixel[0] == 1 && pixel[1] == 1 && pixel[2] == 1;
}

// Markers in a row are digits of one count, the lowest first, to the base 256.
static const char *repeat_last(uint8_t *planes, size_t width, size_t *done, size_t digit,
                               unsigned *shift)
{
    if (*done == 0)
        return "a run without a pixel before it";
    if (*shift > 24)
        return "a run with more than four digits";
    size_t count = digit << *shift;
    if (count > width - *done)
        return long_run;
    for (size_t c = 0; c < 4; c++) {
        uint8_t *plane = planes + c * width;
        memset(plane + *done, plane[*done - 1], count);
    }
    *done += count;
    *shift += 8;
    return NULL;
}

static const char *read_old(const uint8_t **at, const uint8_t *end, size_t width, uint8_t *planes)
{
    const uint8_t *in = *at;
    size_t done = 0;
    unsigned shift = 0;

    while (done < width) {
        if (end - in < 4)
            return cut;
        if (is_old_run(in)) {
            const char *problem = repeat_last(planes, width, &done, in[3], &shift);
            if (problem)
                return problem;
        } else {
            for (size_t c = 0; c < 4; c++)
                planes[c * width + done] = in[c];
            done++;
            shift = 0;
        }
        in += 4;
    }
    *at = in;
    return NULL;
}

const char *hexfog_hdr_scanline(const uint8_t **at, const uint8_t *end, int32_t width_px,
                                uint8_t *planes)
{
    const uint8_t *in = *at;
    bool may_be_new = width_px >= LEAST_WIDTH && width_px <= GREATEST_WIDTH;

    if (end - in < 4)
        return cut;
    if (may_be_new && in[0] == 2 && in[1] == 2 && in[2] < 128)
        return read_new(at, end, (size_t)width_px, planes);
    return read_old(at, end, (size_t)width_px, planes);
}
