/* SPDX-License-Identifier: MIT */
/* Baked texture files for the tests of verify: boards, their fields, files, verdicts. */
#ifndef HEXFOG_TESTS_FOGMAPS_H
#define HEXFOG_TESTS_FOGMAPS_H

#include "board.h"
#include "check/diagnose.h"
#include "check/verify_cpu.h"
#include "encode_io.h"
#include "planes.h"

/* A board without any symmetry, 90 x 70 texels, levels to 9, in one of two metrics. */
void fogmap_board(struct board *board, enum hexfog_metric metric, const char *level_scale);

/* What every file of a board is made of. */
enum { FOGMAP_KINDS = 4 };
const char *fogmap_name(int kind); /* "fog.hdr", "half.exr", "float.exr", "fog.png" */
struct hexfog_encoding fogmap_encoding(const struct board *board, int kind);

/* The board's field, as encoders take it. */
struct field fogmap_field(const struct board *board);
/* Encodes a field into the scratch folder; max_level of the encoding is its own. */
void fogmap_write(const struct field *field, const struct hexfog_encoding *encoding,
                  const char *path);

/* What verify says of a file. */
struct fogmap_verdict {
    struct hexfog_cpu_findings findings;
    struct hexfog_checks checks;
    enum hexfog_likely likely;
    char failed[128]; /* ids of the failed checks, a blank between */
};
void fogmap_verify(const struct board *board, const struct hexfog_encoding *expected,
                   const char *path, enum hexfog_rgbe_decoder decoder,
                   struct fogmap_verdict *verdict);

#endif
