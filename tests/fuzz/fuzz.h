/* SPDX-License-Identifier: MIT */
/*
 * Fuzz targets: each takes any bytes, has a part of hexfog read them in this process, and ends
 * the process where what comes out breaks that part's contract. Run by libFuzzer, AFL++ or
 * replay.c; see README.md.
 */
#ifndef HEXFOG_TESTS_FUZZ_H
#define HEXFOG_TESTS_FUZZ_H

#include "hexfog.h"

/* All targets, X(name). Each is a function fuzz_NAME, in a .c file beside this one. */
#define FUZZ_TARGETS(X) \
    X(description) X(bake) X(arguments) X(import) X(hdr) X(exr) X(ktx2) X(png) \
    X(list) X(shard) X(record) X(sums) X(report)

#define FUZZ_DECLARE(name) void fuzz_##name(const uint8_t *data, size_t size);
FUZZ_TARGETS(FUZZ_DECLARE)
#undef FUZZ_DECLARE

/* Ends the process with what did not hold. */
#define FUZZ_HOLDS(condition) \
    ((condition) ? (void)0 : fuzz_broken(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_broken(const char *file, int line, const char *condition);

/* A block of exactly this size, so that a sanitizer sees the first byte past its end; the
 * pointer is never NULL. Free it with free. */
char *fuzz_copy(const void *bytes, size_t size);
/* The same with a NUL behind it. */
char *fuzz_text(const void *bytes, size_t length);

/* An input in sections: what stands in front of the first line that begins with %%, then one
 * for each such line, `%%name text`, up to the next. */
enum { FUZZ_MOST_SECTIONS = 12 };
struct fuzz_section {
    char name[40];   /* of the first one "" */
    char *text;      /* the first one is a fuzz_copy, the others a fuzz_text */
    size_t length;
};
struct fuzz_input {
    struct fuzz_section sections[FUZZ_MOST_SECTIONS];
    size_t count;    /* at least 1 */
};
void fuzz_split(const uint8_t *data, size_t size, struct fuzz_input *input);
/* The next section of that name behind *at; NULL past the last. Start with *at = 0. */
const struct fuzz_section *fuzz_next(const struct fuzz_input *input, const char *name,
                                     size_t *at);
void fuzz_input_free(struct fuzz_input *input);

/* Reads the input's first section as a description, with the sections `set` and `base`. */
hexfog_status fuzz_read_description(const struct fuzz_input *input, bool jsonc,
                                    struct hexfog_description *description,
                                    struct hexfog_diagnostics *diagnostics);
/* Holds what every list of errors has to be. */
void fuzz_check_diagnostics(const struct hexfog_diagnostics *diagnostics);

/* The path of a file in memory with these bytes, until the next call. */
const char *fuzz_file(const void *bytes, size_t size);

/* Bytes that an encoder wrote; zeroed = empty. Free `bytes` with free. */
struct fuzz_bytes { uint8_t *bytes; size_t length, capacity; };
struct hexfog_byte_sink fuzz_bytes_sink(struct fuzz_bytes *bytes, bool is_reserved);

#endif
