/* SPDX-License-Identifier: MIT */
/* What each engine loads, and what it must be told not to do to our numbers. */
#ifndef HEXFOG_CLI_ENGINES_H
#define HEXFOG_CLI_ENGINES_H

#include "check/shader_text.h"
#include "encode/format.h"

/* Words of --advise, in the order of the table. */
#define HEXFOG_ENGINE_WORDS "unity|unreal|godot|three|bevy|raylib|babylon|defold"
enum { HEXFOG_ENGINE_COUNT = 8 };

/* X(symbol, name, format, precision) */
#define HEXFOG_FILE_KINDS(X) \
    X(KTX2_HALF, ".ktx2 half", HEXFOG_KTX2, HEXFOG_HALF) \
    X(KTX2_FLOAT, ".ktx2 float", HEXFOG_KTX2, HEXFOG_FLOAT) \
    X(KTX2_RGB9E5, ".ktx2 rgb9e5", HEXFOG_KTX2, HEXFOG_RGB9E5) \
    X(EXR_HALF, ".exr half", HEXFOG_EXR, HEXFOG_HALF) \
    X(EXR_FLOAT, ".exr float", HEXFOG_EXR, HEXFOG_FLOAT) \
    X(HDR, ".hdr", HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT) \
    X(PNG, ".png", HEXFOG_PNG, HEXFOG_PRECISION_DEFAULT)

enum hexfog_file_kind {
#define HEXFOG_KIND_ENUM(symbol, name, format, precision) HEXFOG_KIND_##symbol,
    HEXFOG_FILE_KINDS(HEXFOG_KIND_ENUM)
#undef HEXFOG_KIND_ENUM
    HEXFOG_KIND_COUNT
};
struct hexfog_file_kind_row {
    const char *name;
    enum hexfog_format format;
    enum hexfog_precision precision;
};
const struct hexfog_file_kind_row *hexfog_file_kind_row(enum hexfog_file_kind kind);

struct hexfog_engine_file {
    enum hexfog_file_kind kind;
    const char *note;            /* what to know of this kind in this engine, or NULL */
};
enum { HEXFOG_ENGINE_SETTINGS = 5 };
struct hexfog_engine {
    const char *name;
    enum hexfog_shader_language language;
    bool reads_hdr_exactly;      /* every version takes a mantissa m for m / 256 */
    const struct hexfog_engine_file *files; /* the best first */
    size_t file_count;
    const char *rows;            /* where v = 0 is */
    const char *filter[2];       /* the setting for point sampling and for linear filtering */
    const char *settings[HEXFOG_ENGINE_SETTINGS]; /* the others; NULL-ended unless full */
};

/* The n-th, counted from 0. */
const struct hexfog_engine *hexfog_engine(int index);

#endif
