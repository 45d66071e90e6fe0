// SPDX-License-Identifier: MIT
// Turns rows into a Radiance .hdr file through stb_image_write.
#include <string.h>
#include "encode/bytes.h"
#include "encode/rgbe.h"
#include "encode/stb.h"
#include "encode/whole.h"

// Values that are rounded already: stb's truncation then changes nothing. m * 2^(e - 136)
// is a float; `e` of a texel that is not zero is at least 128 - 105.
static hexfog_status take_row(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    (void)worker, (void)error;
    struct hexfog_whole *whole = context;
    size_t count = (size_t)row->width_px;
    float *out = (float *)(void *)whole->image + 3 * (size_t)row->first_row * count;
    for (size_t i = 0; i < count; i++) {
        double r = (double)row->level[i] / whole->head.encoding.level_scale;
        struct hexfog_rgbe stored = hexfog_rgbe_from_values(r, row->g[i]);
        double unit = hexfog_double_of_bits((uint64_t)(1023 - 136 + stored.e) << 52);
        out[3 * i] = (float)(stored.r * unit);
        out[3 * i + 1] = (float)(stored.g * unit);
    }
    return HEXFOG_OK;
}

// Puts our head in place of stb's, which ends with the line after the first empty one.
struct head_swap {
    struct hexfog_encoder *encoder;
    struct hexfog_error *error;
    hexfog_status status;
    int newlines_in_row;
    bool past_empty_line, past_head;
};

static void send(struct head_swap *swap, const void *bytes, size_t count)
{
    struct hexfog_byte_sink sink = swap->encoder->bytes;
    if (swap->status == HEXFOG_OK && count > 0)
        swap->status = sink.write(sink.context, bytes, count, swap->error);
}

static size_t skip_head(struct head_swap *swap, const char *text, size_t count)
{
    size_t at = 0;
    while (at < count && !swap->past_head) {
        bool is_newline = text[at++] == '\n';
        swap->past_head = is_newline && swap->past_empty_line;
        swap->newlines_in_row = is_newline ? swap->newlines_in_row + 1 : 0;
        swap->past_empty_line = swap->past_empty_line || swap->newlines_in_row == 2;
    }
    return at;
}

static void put(void *context, void *bytes, int count)
{
    struct head_swap *swap = context;
    size_t size = (size_t)count, skipped = 0;
    if (!swap->past_head) {
        skipped = skip_head(swap, bytes, size);
        if (!swap->past_head)
            return;
        char head[HEXFOG_HDR_HEAD_BYTES];
        send(swap, head, hexfog_hdr_head(&swap->encoder->encoding, head));
    }
    send(swap, (const uint8_t *)bytes + skipped, size - skipped);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    struct hexfog_whole *whole = (struct hexfog_whole *)encoder;
    struct head_swap swap = { .encoder = encoder, .error = error };
    hexfog_status status =
        hexfog_stb_write_hdr(put, &swap, encoder->encoding.width_px, encoder->encoding.height_px,
                             (const float *)(void *)whole->image, error);
    return status != HEXFOG_OK ? status : swap.status;
}

static const struct hexfog_whole_kind kind = { "an .hdr encoder (reference)", 3 * sizeof(float),
                                               take_row, finish };

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    return hexfog_whole_make(head, &kind, encoder, error);
}

static uint64_t memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    (void)threads;
    return sizeof(struct hexfog_whole) + hexfog_texel_count(encoding) * kind.texel_bytes +
           4 * (uint64_t)encoding->width_px + 64;
}

const struct hexfog_writer hexfog_hdr_reference = { make, memory_bytes, true };
