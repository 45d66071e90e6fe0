// SPDX-License-Identifier: MIT
// Turns rows into whole channels for tinyexr.
#include "encode/tinyexr.h"

#include <string.h>
#include "base/error.h"
#include "encode/whole.h"

static size_t channel_bytes(const struct hexfog_encoding *encoding)
{
    return encoding->precision == HEXFOG_HALF ? 2 : 4;
}

static int channel_count(const struct hexfog_encoding *encoding)
{
    return encoding->channels == HEXFOG_RG ? 2 : 3;
}

static size_t plane_bytes(const struct hexfog_encoding *encoding)
{
    return (size_t)hexfog_texel_count(encoding) * channel_bytes(encoding);
}

// tinyexr takes numbers of the machine and turns them into bytes of the file itself.
static void to_machine_order(uint8_t *bytes, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *in = bytes + i * size;
        uint16_t half = (uint16_t)(in[0] | in[1] << 8);
        uint32_t word = size == 4 ? half | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24 : 0;
        memcpy(bytes + i * size, size == 4 ? (const void *)&word : (const void *)&half, size);
    }
}

// The image is the planes B (zero as it was made), G and R, or G and R.
static hexfog_status take_row(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    (void)worker, (void)error;
    struct hexfog_whole *whole = context;
    const struct hexfog_encoding *encoding = &whole->head.encoding;
    size_t width = (size_t)row->width_px, size = channel_bytes(encoding);
    size_t at = (size_t)row->first_row * width * size;
    uint8_t *r = whole->image + (size_t)(channel_count(encoding) - 1) * plane_bytes(encoding);
    uint8_t *g = r - plane_bytes(encoding);
    hexfog_exr_channels(encoding, row->level, row->g, r + at, g + at);
    to_machine_order(r + at, width, size);
    to_machine_order(g + at, width, size);
    return HEXFOG_OK;
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    struct hexfog_whole *whole = (struct hexfog_whole *)encoder;
    struct hexfog_tinyexr_image image = { .encoding = &encoder->encoding };
    static const char *const names[] = { "B", "G", "R" };
    int count = channel_count(&encoder->encoding);
    for (int i = 0; i < count; i++) {
        image.names[i] = names[3 - count + i];
        image.planes[i] = whole->image + (size_t)i * plane_bytes(&encoder->encoding);
    }
    image.channel_count = count;
    return hexfog_tinyexr_write(&image, encoder->bytes, error);
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    const uint16_t one = 1;
    bool is_big_endian = *(const uint8_t *)&one == 0;
    if (is_big_endian && head->encoding.compression == HEXFOG_PIZ) // it would write nonsense
        return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                           "tinyexr cannot write PIZ on a big-endian machine");
    struct hexfog_whole_kind kind = { "an .exr encoder (reference)",
                                      hexfog_exr_texel_bytes(&head->encoding), take_row, finish };
    return hexfog_whole_make(head, &kind, encoder, error);
}

static uint64_t memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    (void)threads;
    return sizeof(struct hexfog_whole) +
           hexfog_texel_count(encoding) * hexfog_exr_texel_bytes(encoding) +
           hexfog_tinyexr_bytes(encoding);
}

const struct hexfog_writer hexfog_exr_reference = { make, memory_bytes, true };
