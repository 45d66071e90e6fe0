// SPDX-License-Identifier: MIT
// Turns shares of fog into washes of watercolour. All numbers are whole ones, so that the
// picture is the same everywhere.
#include "check/preview_wash.h"

#include "check/preview_paint.h"

// How far noise carries, in texels; how wide its waves are; frames for one wave in time.
enum { REACH_TEXELS = 4, WAVE_TEXELS = 14, WAVE_FRAMES = 8 };

// The noise -------------------------------------------------------------------

static uint32_t scramble(uint32_t x)
{
    x = (x ^ x >> 16) * 0x6a35c7e3U;
    x = (x ^ x >> 15) * 0xb1d94f2bU;
    return x ^ x >> 16;
}

// -32768..32767 at a point of the lattice.
static int32_t lattice_value(uint32_t seed, int32_t x, int32_t y, int32_t t)
{
    uint32_t hash = scramble(seed ^ scramble((uint32_t)x + scramble((uint32_t)y
                             + scramble((uint32_t)t))));
    return (int32_t)(hash >> 16) - 32768;
}

// 0..256 to 0..256, level at both ends.
static int32_t smooth(int32_t part)
{
    return part * part * (768 - 2 * part) / 65536;
}

static int32_t between(int32_t a, int32_t b, int32_t part)
{
    return a + (int32_t)((int64_t)(b - a) * part / 256);
}

// A place in 1/256 of a lattice step.
struct place { int32_t x, y, t; };

static int32_t layer(uint32_t seed, const struct place *place, int32_t t)
{
    int32_t x = place->x >> 8, y = place->y >> 8, part = smooth(place->x & 255);

    return between(between(lattice_value(seed, x, y, t), lattice_value(seed, x + 1, y, t), part),
                   between(lattice_value(seed, x, y + 1, t),
                           lattice_value(seed, x + 1, y + 1, t), part),
                   smooth(place->y & 255));
}

static int32_t wave(uint32_t seed, struct place place)
{
    int32_t t = place.t >> 8;

    return between(layer(seed, &place, t), layer(seed, &place, t + 1), smooth(place.t & 255));
}

// Two sizes of waves, -32768..32767.
static int32_t noise(uint32_t seed, struct place place)
{
    struct place fine = { 2 * place.x, 2 * place.y, place.t };

    return (2 * wave(seed, place) + wave(~seed, fine)) / 3;
}

// The border ------------------------------------------------------------------

static int32_t clamped(int32_t index, int32_t count)
{
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

// The share at a place in 1/256 pixels, between the centres of four pixels.
static int32_t share_at(const struct hexfog_wash_request *of, int32_t x, int32_t y)
{
    int32_t left = clamped(x >> 8, of->width_px), right = clamped((x >> 8) + 1, of->width_px);
    int32_t top = clamped(y >> 8, of->height_px), under = clamped((y >> 8) + 1, of->height_px);
    const uint16_t *upper = of->shares + (size_t)top * (size_t)of->width_px;
    const uint16_t *lower = of->shares + (size_t)under * (size_t)of->width_px;

    return between(between(upper[left], upper[right], x & 255),
                   between(lower[left], lower[right], x & 255), y & 255);
}

static bool is_fog(const struct hexfog_wash_request *of, int32_t x, int32_t y)
{
    int32_t texel = of->texel_px_256, wave_px = (WAVE_TEXELS * texel + 255) / 256;
    struct place place = { 256 * x / wave_px, 256 * y / wave_px, 256 * of->frame / WAVE_FRAMES };
    int64_t reach = (int64_t)REACH_TEXELS * texel;
    int32_t moved_x = 256 * x + (int32_t)(reach * noise(0x51ed270bU, place) / 32768);
    int32_t moved_y = 256 * y + (int32_t)(reach * noise(0x2545f491U, place) / 32768);

    return share_at(of, moved_x, moved_y) <= (int32_t)(HEXFOG_WHOLE_SHARE / 2);
}

// Whether a clear pixel touches one that is not.
static bool is_border(const struct hexfog_wash_request *of, const uint8_t *wash, int32_t x,
                      int32_t y)
{
    size_t width = (size_t)of->width_px, i = (size_t)y * width + (size_t)x;

    return wash[i] == HEXFOG_WASH_CLEAR
        && ((x > 0 && wash[i - 1]) || (x + 1 < of->width_px && wash[i + 1])
            || (y > 0 && wash[i - width]) || (y + 1 < of->height_px && wash[i + width]));
}

// Outlines what is not clear within `reach` pixels.
static void draw_disc(const struct hexfog_wash_request *of, uint8_t *wash, int32_t x, int32_t y,
                      int32_t reach)
{
    for (int32_t v = -reach; v <= reach; v++)
        for (int32_t u = -reach; u <= reach; u++) {
            bool is_inside = x + u >= 0 && x + u < of->width_px && y + v >= 0
                          && y + v < of->height_px && u * u + v * v <= reach * reach;
            size_t i = is_inside ? (size_t)(y + v) * (size_t)of->width_px + (size_t)(x + u) : 0;
            if (is_inside && wash[i] == HEXFOG_WASH_FOG)
                wash[i] = HEXFOG_WASH_OUTLINE;
        }
}

void hexfog_wash_draw(const struct hexfog_wash_request *request, uint8_t *wash)
{
    int32_t width = request->width_px, height = request->height_px;
    int32_t reach = (width > height ? width : height) / 300 + 1;

    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            wash[(size_t)y * (size_t)width + (size_t)x] =
                is_fog(request, x, y) ? HEXFOG_WASH_FOG : HEXFOG_WASH_CLEAR;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (is_border(request, wash, x, y))
                draw_disc(request, wash, x, y, reach);
}
