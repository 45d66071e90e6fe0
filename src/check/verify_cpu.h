/* SPDX-License-Identifier: MIT */
/* Proves a decoded texture against a fresh evaluation of the field (cli.md, verify 1). */
#ifndef HEXFOG_CHECK_VERIFY_CPU_H
#define HEXFOG_CHECK_VERIFY_CPU_H

#include "check/checks.h"
#include "check/read.h"
#include "check/verify_mips.h"

/* On top of a bound of G, for the comparison's own rounding. */
#define HEXFOG_VERIFY_SLACK 0x1p-40
/* A texel nearer to a border, in cell widths, may have either tile's level and G. */
#define HEXFOG_BORDER_CELL_WIDTHS 1e-9

/* One texel with both values. */
struct hexfog_texel_finding {
    bool is_set;
    struct hexfog_texel texel;
    struct hexfog_value expected;
    float r, g, b;          /* as decoded */
    double level;           /* floor(r * level_scale + 1/2): may be no number */
};

enum {
    HEXFOG_METADATA_MISSING = 1, HEXFOG_METADATA_UNREADABLE = 2, HEXFOG_METADATA_LEVEL_SCALE = 4,
    HEXFOG_METADATA_MAX_LEVEL = 8, HEXFOG_METADATA_METRIC = 16
};

/* What was found. Where is_size_wrong, no texel was looked at. */
struct hexfog_cpu_findings {
    bool is_size_wrong, are_channels_wrong, is_precision_wrong;
    unsigned wrong_metadata;                 /* HEXFOG_METADATA_ bits */
    uint64_t texel_count;
    uint64_t wrong_level_count;              /* also where R is not finite */
    struct hexfog_texel_finding first_level, worst_level;
    uint64_t wrong_g_count;                  /* over the bound, or not finite */
    double g_bound;                          /* with the slack */
    double max_g_error, mean_g_error;        /* of finite values, tiles */
    struct hexfog_texel_finding first_g, worst_g; /* worst_g: also where all is right */
    uint64_t nonfinite_count;                /* texels with such a value in any channel */
    struct hexfog_texel_finding first_nonfinite;
    uint64_t g_outside_count;                /* texels with G < 0 or G > 1 */
    uint64_t wrong_blue_count;
    double max_blue, blue_bound;
    struct hexfog_texel_finding first_blue;
    uint64_t tie_count;                      /* right only as the neighbour tile's texels */
    struct hexfog_mip_findings mips;
};

/*
 * Bakes `map` (options as for hexfog_bake; NULL = defaults) and compares every texel with the
 * reader's rows, which are rewound first. `expected` is what the file should be. Adds the
 * checks cpu.size, cpu.metadata, cpu.channels, cpu.precision, cpu.header, cpu.level, cpu.g,
 * cpu.finite, cpu.blue, and of a .ktx2 cpu.mip_count and cpu.mips; those that a wrong size
 * prevents are not checked. OK says that the comparison was made, not that it came out well.
 * IO: the file is damaged. MEMORY.
 */
hexfog_status hexfog_verify_cpu(const struct hexfog_map *map,
                                const struct hexfog_encoding *expected,
                                struct hexfog_reader *reader,
                                const struct hexfog_bake_options *options,
                                struct hexfog_cpu_findings *findings,
                                struct hexfog_checks *checks, struct hexfog_error *error);

/* What a texture file should be to show this map: its container and precision, the
 * description's level_scale (255 for .png). */
void hexfog_encoding_of_texture(const struct hexfog_map *map,
                                const struct hexfog_description *description,
                                const struct hexfog_texture_info *info,
                                struct hexfog_encoding *encoding);

/* The bound of |decoded G - G|, without slack, as `decoder` reads an .hdr (fogmap.md 5). */
double hexfog_decoded_g_bound(const struct hexfog_encoding *encoding,
                              enum hexfog_rgbe_decoder decoder);

#endif
