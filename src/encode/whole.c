// SPDX-License-Identifier: MIT
// Turns rows into a whole image for the writers that need one.
#include "encode/whole.h"

#include "base/alloc.h"
#include "base/error.h"

// The rows are in the image already.
static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    (void)context, (void)worker, (void)rows, (void)error;
    return HEXFOG_OK;
}

static void release(struct hexfog_encoder *encoder)
{
    hexfog_free(((struct hexfog_whole *)encoder)->image);
}

hexfog_status hexfog_whole_make(const struct hexfog_encoder *head,
                                const struct hexfog_whole_kind *kind,
                                struct hexfog_encoder **encoder, struct hexfog_error *error)
{
    uint64_t texels = hexfog_texel_count(&head->encoding);
    if (texels > HEXFOG_MAX_WHOLE_TEXELS)
        return hexfog_fail(error, HEXFOG_INPUT,
                           "%d x %d texels are too many for %s (allowed: %lld)",
                           (int)head->encoding.width_px, (int)head->encoding.height_px,
                           kind->name, (long long)HEXFOG_MAX_WHOLE_TEXELS);
    struct hexfog_whole *whole = hexfog_alloc_zeroed(1, sizeof *whole);
    if (!whole)
        return hexfog_fail_memory(error, kind->name);
    whole->head = *head;
    whole->head.take_row = kind->take_row;
    whole->head.commit = commit;
    whole->head.finish = kind->finish;
    whole->head.release = release;
    whole->image = hexfog_alloc_zeroed((size_t)texels, kind->texel_bytes);
    if (!whole->image) {
        hexfog_free(whole);
        return hexfog_fail_memory(error, kind->name);
    }
    *encoder = &whole->head;
    return HEXFOG_OK;
}
