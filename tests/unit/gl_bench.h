/* SPDX-License-Identifier: MIT */
/* A GL context with a mistake in it, and texture files with one, for the GL tests. */
#ifndef HEXFOG_TESTS_GL_BENCH_H
#define HEXFOG_TESTS_GL_BENCH_H

#include "board.h"
#include "check/checks.h"
#include "check/gl_hooks.h"
#include "check/verify_gl.h"

/* Opens software GL; hooks may be NULL. Skips the test in a build with GL=0, fails it where
 * there is no GL. Sets hexfog_gl_environment. */
struct hexfog_gl *bench_open(const struct hexfog_gl_hooks *hooks);

/* A board without any symmetry, so that a wrap or a mirror shows; 150 x 131 texels. */
void bench_lopsided(struct board *board, const char *metric);

/* What is done to the field before it is encoded; NULL = nothing. */
typedef void bench_damage(struct picture *picture);

struct bench {
    struct hexfog_encoding encoding;
    struct hexfog_reader *reader;
    char path[512];
};
/* Bakes the board into a file below TMPDIR, and opens it. */
void bench_file(struct bench *bench, const struct board *board, enum hexfog_format format,
                enum hexfog_precision precision, enum hexfog_channels channels,
                bench_damage *damage);
void bench_free(struct bench *bench);

/* Runs hexfog_verify_gl, which must be OK. Free the result with free(). */
struct hexfog_checks *bench_verify(struct hexfog_gl *gl, const struct board *board,
                                   const struct bench *bench,
                                   const struct hexfog_verify_gl_options *options);

/* The check of that id, or NULL. */
const struct hexfog_check *bench_check(const struct hexfog_checks *checks, const char *id);
/* Every check passes; else the test fails with the first that does not. */
void bench_all_pass(const struct hexfog_checks *checks, const char *what);
/* How many checks fail whose id begins so. */
int bench_failed(const struct hexfog_checks *checks, const char *beginning);

#endif
