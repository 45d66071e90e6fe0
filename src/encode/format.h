/* SPDX-License-Identifier: MIT */
/* The table of file kinds, and the forms in which they store a value. */
#ifndef HEXFOG_ENCODE_FORMAT_H
#define HEXFOG_ENCODE_FORMAT_H

#include "hexfog.h"
#include "encode/encoder.h"

/* The three ways in which .hdr files are read; A is the file's own. */
enum hexfog_rgbe_decoder { HEXFOG_DECODER_A, HEXFOG_DECODER_B, HEXFOG_DECODER_C };

/* How one value is stored. */
struct hexfog_form {
    /* R as the file's own decoder gives it back; `g` counts where the exponent is shared. */
    double (*read_r)(double r, double g);
    /* G as the file's own decoder gives it back, for a row. */
    void (*read_g)(const struct hexfog_encoding *encoding, const int32_t *level, const double *g,
                   int32_t count, float *out);
    /* The bound of |stored G - G|. */
    double (*bound)(const struct hexfog_encoding *encoding);
    /* Levels below this one are known to be read back as themselves at this scale. */
    int32_t (*proven_levels)(double level_scale);
    bool shares_exponent;    /* whether `g` counts in read_r */
};

/* One file kind. Which keys it takes stands in desc/format_keys. */
struct hexfog_format_row {
    const char *suffix;
    bool has_precision;                   /* half where it holds every level, else float */
    enum hexfog_compression compression;  /* the default; 0: it has no such key */
    enum hexfog_channels channels;
    double level_scale;                   /* its own, or 0 for the description's */
    const struct hexfog_writer *stream, *reference; /* NULL: there is none */
    uint64_t (*file_bytes)(const struct hexfog_encoding *encoding);
};

/* Whether a path ends in the suffix of a texture's format, in any case. */
bool hexfog_names_texture(const char *path);
/* NULL outside of the table. */
const struct hexfog_format_row *hexfog_format_row(enum hexfog_format format);
const struct hexfog_form *hexfog_form_of(const struct hexfog_encoding *encoding);
const struct hexfog_writer *hexfog_writer_of(const struct hexfog_encoding *encoding);

/* The encoding of an output whose keys go together, of a kind in the table; whether it can be
 * written is not looked at. */
void hexfog_encoding_settle(const struct hexfog_map *map,
                            const struct hexfog_description *description,
                            const struct hexfog_output *output, struct hexfog_encoding *encoding);

/* floor(255 g + 1/2), g in [0, 1]. */
static inline uint8_t hexfog_byte_from_g(double g)
{
    return (uint8_t)(int32_t)(255.0 * g + 0.5);
}

/* R of an .hdr as one of the three decoders gives it back. */
double hexfog_rgbe_read_r(double r, double g, enum hexfog_rgbe_decoder decoder);

#endif
