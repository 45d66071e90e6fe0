// SPDX-License-Identifier: MIT
// Turns rows into the hash of what a reader decodes.
#include "base/alloc.h"
#include "base/error.h"
#include "base/sha256.h"
#include "encode/format.h"
#include "encode/texel_digest.h"

enum { TEXEL_BYTES = HEXFOG_DIGEST_TEXEL_BYTES };

struct worker {
    float *g;                // one row as decoded
    uint8_t *texels;         // the band
    size_t length;           // of it so far
};

struct hexfog_hasher {
    struct hexfog_encoding encoding;
    const struct hexfog_form *form;
    struct hexfog_sha256 *hash;
    int threads;
    struct worker workers[];
};

static hexfog_status take_row(void *context, int worker_index, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    (void)error;
    struct hexfog_hasher *hasher = context;
    struct worker *worker = &hasher->workers[worker_index];
    size_t width = (size_t)row->width_px;
    uint8_t *out = worker->texels + worker->length;
    hasher->form->read_g(&hasher->encoding, row->level, row->g, row->width_px, worker->g);
    hexfog_put_digest_texels(out, row->level, worker->g, width);
    worker->length += TEXEL_BYTES * width;
    return HEXFOG_OK;
}

static void start(struct hexfog_hasher *hasher)
{
    hexfog_texel_digest_start(hasher->hash, hasher->encoding.width_px,
                              hasher->encoding.height_px);
}

static hexfog_status commit(void *context, int worker_index, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    (void)rows, (void)error;
    struct hexfog_hasher *hasher = context;
    struct worker *worker = &hasher->workers[worker_index];
    hexfog_sha256_add(hasher->hash, worker->texels, worker->length);
    worker->length = 0;
    return HEXFOG_OK;
}

hexfog_status hexfog_hasher_make(const struct hexfog_encoding *encoding, int threads,
                                 struct hexfog_hasher **hasher, struct hexfog_error *error)
{
    *hasher = NULL;
    if (threads < 1)
        return hexfog_fail(error, HEXFOG_INPUT, "%d threads (allowed: at least 1)", threads);
    size_t width = (size_t)encoding->width_px;
    struct hexfog_hasher *made = hexfog_alloc_zeroed(
        1, sizeof *made + (size_t)threads * sizeof made->workers[0]);
    if (!made)
        return hexfog_fail_memory(error, "a texel hash");
    made->encoding = *encoding;
    made->form = hexfog_form_of(encoding);
    made->threads = threads;
    made->hash = hexfog_sha256_make();
    bool whole = made->hash;
    for (int i = 0; i < threads && whole; i++) {
        struct worker *worker = &made->workers[i];
        worker->g = hexfog_alloc(width, sizeof *worker->g);
        worker->texels = hexfog_alloc(width, TEXEL_BYTES * HEXFOG_BAND_ROWS);
        whole = worker->g && worker->texels;
    }
    if (!whole) {
        hexfog_hasher_free(made);
        return hexfog_fail_memory(error, "a texel hash's rows");
    }
    start(made);
    *hasher = made;
    return HEXFOG_OK;
}

struct hexfog_sink hexfog_hasher_sink(struct hexfog_hasher *hasher)
{
    return (struct hexfog_sink){ hasher, NULL, commit, take_row };
}

void hexfog_hasher_digest(struct hexfog_hasher *hasher, char hex[65])
{
    hexfog_sha256_digest(hasher->hash, hex);
    start(hasher);
}

void hexfog_hasher_free(struct hexfog_hasher *hasher)
{
    if (!hasher)
        return;
    for (int i = 0; i < hasher->threads; i++) {
        hexfog_free(hasher->workers[i].g);
        hexfog_free(hasher->workers[i].texels);
    }
    hexfog_sha256_free(hasher->hash);
    hexfog_free(hasher);
}
