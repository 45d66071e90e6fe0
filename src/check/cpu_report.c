// SPDX-License-Identifier: MIT
// Turns the CPU findings into checks: one line for people, a figure, a bound, the worst place.
#include "check/cpu_report.h"

#include <math.h>
#include <stdio.h>

#include "base/decimal.h"

#define DETAIL(check, ...) \
    ((void)snprintf((check)->detail, sizeof (check)->detail, __VA_ARGS__))

static const char *format_name(enum hexfog_format format)
{
    return format == HEXFOG_HDR    ? ".hdr"
           : format == HEXFOG_EXR  ? ".exr"
           : format == HEXFOG_KTX2 ? ".ktx2"
           : format == HEXFOG_PNG  ? ".png"
                                   : "another file kind";
}

static const char *precision_name(const struct hexfog_texture_info *info)
{
    if (info->format != HEXFOG_EXR && info->format != HEXFOG_KTX2)
        return "";
    return info->precision == HEXFOG_HALF     ? " half"
           : info->precision == HEXFOG_FLOAT  ? " float"
           : info->precision == HEXFOG_RGB9E5 ? " rgb9e5"
                                              : " half and float";
}

static void add_size(const struct hexfog_texture_info *info, const struct hexfog_encoding *expected,
                     struct hexfog_checks *checks)
{
    double by = fabs((double)info->width_px - expected->width_px) +
                fabs((double)info->height_px - expected->height_px);
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.size", "size of the texture", by, 0,
                                                   "texels");

    DETAIL(check, "%d x %d, expected %d x %d", (int)info->width_px, (int)info->height_px,
           (int)expected->width_px, (int)expected->height_px);
}

static void add_metadata(const struct hexfog_cpu_findings *findings,
                         const struct hexfog_texture_info *info,
                         const struct hexfog_encoding *expected, struct hexfog_checks *checks)
{
    char wanted[HEXFOG_METADATA_BYTES];
    unsigned wrong = findings->wrong_metadata;
    int count = 0;

    for (unsigned bits = wrong; bits; bits &= bits - 1)
        count++;
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.metadata",
                                                   "metadata: every key as described", count, 0,
                                                   "keys");
    hexfog_metadata(expected, wanted);
    if (wrong & HEXFOG_METADATA_MISSING)
        DETAIL(check, "no metadata, expected \"%s\"", wanted);
    else if (wrong)
        DETAIL(check, "\"%.84s\", expected \"%.84s\"", info->metadata.text, wanted);
    else
        DETAIL(check, "%.100s", info->metadata.text);
}

static void add_channels(const struct hexfog_cpu_findings *findings,
                         const struct hexfog_texture_info *info,
                         const struct hexfog_encoding *expected, struct hexfog_checks *checks)
{
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.channels", "channels",
                                                   findings->are_channels_wrong, 0, "");

    DETAIL(check, "%s, expected %s", info->channel_names,
           expected->channels == HEXFOG_RG ? "R and G" : "R, G and B");
}

static void add_header(const struct hexfog_texture_info *info, struct hexfog_checks *checks)
{
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.header",
                                                   "header: nothing that changes the texels",
                                                   info->finding_count, 0, "");

    DETAIL(check, "%s", info->findings);
}

static void add_precision(const struct hexfog_cpu_findings *findings,
                          const struct hexfog_texture_info *info,
                          const struct hexfog_encoding *expected, struct hexfog_checks *checks)
{
    struct hexfog_texture_info wanted = { .format = expected->format,
                                          .precision = expected->precision };
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.precision",
                                                   "file kind and precision",
                                                   findings->is_precision_wrong, 0, "");

    DETAIL(check, "%s%s, expected %s%s", format_name(info->format), precision_name(info),
           format_name(wanted.format), precision_name(&wanted));
}

static void add_level(const struct hexfog_cpu_findings *findings, struct hexfog_checks *checks)
{
    const struct hexfog_texel_finding *first = &findings->first_level;
    const struct hexfog_texel_finding *worst = &findings->worst_level;
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.level",
                                                   "level of every texel",
                                                   (double)findings->wrong_level_count, 0,
                                                   "texels");

    if (worst->is_set)
        DETAIL(check, "first at column %d, row %d: %.9g, expected %d; "
               "worst at column %d, row %d: %.9g, expected %d",
               (int)first->texel.column, (int)first->texel.row, first->level,
               (int)first->expected.level, (int)worst->texel.column, (int)worst->texel.row,
               worst->level, (int)worst->expected.level);
    else if (findings->tie_count > 0)
        DETAIL(check, "%llu texels on a border have the neighbour's",
               (unsigned long long)findings->tie_count);
}

static void add_g(const struct hexfog_cpu_findings *findings, struct hexfog_checks *checks)
{
    const struct hexfog_texel_finding *worst = &findings->worst_g;
    bool only_nonfinite = findings->wrong_g_count > 0 && findings->max_g_error <= findings->g_bound;
    struct hexfog_check *check =
        hexfog_checks_add(checks, "cpu.g", "G of every texel: greatest error",
                          only_nonfinite ? (double)NAN : findings->max_g_error, findings->g_bound,
                          "tiles");

    if (only_nonfinite)
        worst = &findings->first_g;
    if (worst->is_set)
        DETAIL(check, "mean %.3g; worst at column %d, row %d: %.9g, expected %.9g; %llu over",
               findings->mean_g_error, (int)worst->texel.column, (int)worst->texel.row,
               (double)worst->g, worst->expected.g, (unsigned long long)findings->wrong_g_count);
}

static void add_place(struct hexfog_check *check, const struct hexfog_texel_finding *first)
{
    if (first->is_set)
        DETAIL(check, "first at column %d, row %d: R %.9g, G %.9g, B %.9g",
               (int)first->texel.column, (int)first->texel.row, (double)first->r, (double)first->g,
               (double)first->b);
}

void hexfog_cpu_report(const struct hexfog_cpu_findings *findings,
                       const struct hexfog_texture_info *info,
                       const struct hexfog_encoding *expected, struct hexfog_checks *checks)
{
    static const char *const texel_checks[][2] = {
        { "cpu.level", "level of every texel" },
        { "cpu.g", "G of every texel: greatest error" },
        { "cpu.finite", "texels with a value that is not finite" },
        { "cpu.blue", "greatest B" } };

    add_size(info, expected, checks);
    add_metadata(findings, info, expected, checks);
    add_channels(findings, info, expected, checks);
    add_precision(findings, info, expected, checks);
    add_header(info, checks);
    for (size_t i = 0; findings->is_size_wrong && i < 4; i++)
        hexfog_checks_add_unchecked(checks, texel_checks[i][0], texel_checks[i][1],
                                    "the size is wrong");
    if (findings->is_size_wrong)
        return;
    add_level(findings, checks);
    add_g(findings, checks);
    add_place(hexfog_checks_add(checks, texel_checks[2][0], texel_checks[2][1],
                                (double)findings->nonfinite_count, 0, "texels"),
              &findings->first_nonfinite);
    bool is_nan = findings->wrong_blue_count > 0 && findings->max_blue <= findings->blue_bound;
    add_place(hexfog_checks_add(checks, texel_checks[3][0], texel_checks[3][1],
                                is_nan ? (double)NAN : findings->max_blue, findings->blue_bound,
                                ""),
              &findings->first_blue);
    if (info->format == HEXFOG_KTX2 || expected->mipmaps)
        hexfog_mips_report(&findings->mips, findings->g_bound, checks);
}
