// SPDX-License-Identifier: MIT
// Good texture files of every kind, to be broken.
#include "prove.h"
#include "broken.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t broken_texels(const struct good *good)
{
    return (size_t)good->field.width * (size_t)good->field.height;
}

void broken_for_every(void (*damage)(struct good *good))
{
    static const char *const scales[] = { "\"auto\"", "10" };
    for (int i = 0; i < 2 * 2 * FOGMAP_KINDS; i++) {
        struct good good = { .kind = i % FOGMAP_KINDS };
        fogmap_board(&good.board, i / FOGMAP_KINDS % 2 ? HEXFOG_SWEEP : HEXFOG_SEAMLESS,
                     scales[i / FOGMAP_KINDS / 2]);
        good.field = fogmap_field(&good.board);
        good.encoding = fogmap_encoding(&good.board, good.kind);
        hexfog_metadata(&good.encoding, good.metadata);
        fogmap_write(&good.field, &good.encoding, "texture");
        good.planes = planes_read("texture", HEXFOG_DECODER_A, 16);
        damage(&good);
        planes_free(&good.planes);
        field_free(&good.field);
        board_free(&good.board);
    }
}

void broken_is(const struct good *good, const char *failed, enum hexfog_likely likely)
{
    static struct fogmap_verdict verdict;
    fogmap_verify(&good->board, &good->encoding, "texture", HEXFOG_DECODER_A, &verdict);
    if (strcmp(verdict.failed, failed) != 0 || verdict.likely != likely)
        fail_msg("%s, %s, scale %g: failed \"%s\" (expected \"%s\"), likely %s (expected %s)",
                 fogmap_name(good->kind),
                 good->encoding.metric == HEXFOG_SWEEP ? "sweep" : "seamless",
                 good->encoding.level_scale, verdict.failed, failed,
                 hexfog_likely_word(verdict.likely), hexfog_likely_word(likely));
}

bool broken_is_png(const struct good *good)
{
    return good->encoding.format == HEXFOG_PNG;
}

void broken_write(const struct good *good, const struct planes *planes)
{
    if (good->encoding.format == HEXFOG_HDR) {
        planes_write_hdr(planes, "texture", good->metadata, false);
    } else if (!broken_is_png(good)) {
        planes_write_exr(planes, "texture", good->metadata,
                         good->encoding.precision == HEXFOG_HALF);
    } else {
        struct field field = { planes->width, planes->height, good->field.max_level, NULL, NULL };
        field.level = malloc(broken_texels(good) * sizeof *field.level);
        field.g = malloc(broken_texels(good) * sizeof *field.g);
        assert_true(field.level && field.g);
        for (size_t i = 0; i < broken_texels(good); i++) {
            field.level[i] = (int32_t)lround((double)planes->r[i] * 255);
            field.g[i] = (double)planes->g[i];
        }
        fogmap_write(&field, &good->encoding, "texture");
        field_free(&field);
    }
}
