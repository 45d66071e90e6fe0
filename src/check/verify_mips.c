// SPDX-License-Identifier: MIT
// Turns the field's rows and a texture's smaller mip levels into how far these are from its
// means.
#include "check/verify_mips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "encode/mips.h"

struct hexfog_mip_verifier {
    struct hexfog_mips *mips;
    struct hexfog_reader *reader;
    struct hexfog_mip_findings *found;
    double level_scale, f_bound;
    float *r, *g, *b;                    // one row
};

static void keep_worst(struct hexfog_mip_findings *found, int mip, struct hexfog_texel texel,
                       double stored, double expected)
{
    double error = fabs(stored - expected);

    if (found->has_worst && !(error > found->max_f_error) && !isnan(error))
        return;
    if (found->has_worst && isnan(found->worst_stored))
        return;                          // a NaN is the worst, and the first of them stays
    if (!isnan(error))
        found->max_f_error = error;
    found->has_worst = true;
    found->worst_mip = mip;
    found->worst = texel;
    found->worst_stored = stored;
    found->worst_expected = expected;
}

static hexfog_status take(void *context, int mip, const struct hexfog_rows *row,
                          struct hexfog_error *error)
{
    struct hexfog_mip_verifier *v = context;
    hexfog_status status = hexfog_reader_mip_row(v->reader, mip, row->first_row, v->r, v->g, v->b,
                                                 error);

    for (int32_t i = 0; i < row->width_px && status == HEXFOG_OK; i++) {
        double expected = row->level[i] + row->g[i];
        double stored = floor((double)v->r[i] * v->level_scale + 0.5) + (double)v->g[i];
        bool is_right = fabs(stored - expected) <= v->f_bound && fabsf(v->b[i]) <= 0;

        v->found->wrong_count += !is_right;
        keep_worst(v->found, mip, (struct hexfog_texel){ i, row->first_row }, stored, expected);
    }
    v->found->texel_count += (uint64_t)row->width_px;
    return status;
}

static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct hexfog_mip_verifier *v = context;

    (void)worker;
    return hexfog_mips_add(v->mips, rows, error);
}

struct hexfog_sink hexfog_mip_verifier_sink(struct hexfog_mip_verifier *verifier)
{
    return (struct hexfog_sink){ .context = verifier, .commit = commit };
}

hexfog_status hexfog_mip_verifier_make(const struct hexfog_encoding *expected,
                                       struct hexfog_reader *reader, double f_bound,
                                       struct hexfog_mip_findings *findings,
                                       struct hexfog_mip_verifier **verifier,
                                       struct hexfog_error *error)
{
    struct hexfog_mip_verifier *made = hexfog_alloc_zeroed(1, sizeof *made);
    size_t width = (size_t)expected->width_px;
    struct hexfog_mip_rules rules = { expected->width_px, expected->height_px,
                                      expected->max_level, take, made };

    *verifier = NULL;
    if (!made)
        return hexfog_fail_memory(error, "the mip levels' comparison");
    made->reader = reader;
    made->found = findings;
    made->level_scale = expected->level_scale;
    made->f_bound = f_bound;
    made->r = hexfog_alloc(width, sizeof(float));
    made->g = hexfog_alloc(width, sizeof(float));
    made->b = hexfog_alloc(width, sizeof(float));
    hexfog_status status = made->r && made->g && made->b
                               ? hexfog_mips_make(&rules, &made->mips, error)
                               : hexfog_fail_memory(error, "the mip levels' rows");
    if (status == HEXFOG_OK)
        *verifier = made;
    else
        hexfog_mip_verifier_free(made);
    return status;
}

void hexfog_mip_verifier_free(struct hexfog_mip_verifier *verifier)
{
    if (!verifier)
        return;
    hexfog_mips_free(verifier->mips);
    hexfog_free(verifier->r);
    hexfog_free(verifier->g);
    hexfog_free(verifier->b);
    hexfog_free(verifier);
}

void hexfog_mips_report(const struct hexfog_mip_findings *findings, double f_bound,
                        struct hexfog_checks *checks)
{
    static const char what[] = "smaller mip levels: greatest error of F";
    int32_t by = findings->count - findings->expected_count;
    struct hexfog_check *check = hexfog_checks_add(checks, "cpu.mip_count",
                                                   "number of mip levels", abs(by), 0, "levels");

    snprintf(check->detail, sizeof check->detail, "%d, expected %d", (int)findings->count,
             (int)findings->expected_count);
    if (by != 0 && findings->expected_count > 1)
        hexfog_checks_add_unchecked(checks, "cpu.mips", what, "their number is wrong");
    if (by != 0 || findings->expected_count == 1)
        return;
    // What is wrong without a greater error is no number, or has a B.
    bool is_nan = findings->wrong_count > 0 && findings->max_f_error <= f_bound;
    check = hexfog_checks_add(checks, "cpu.mips", what,
                              is_nan ? (double)NAN : findings->max_f_error, f_bound, "tiles");
    snprintf(check->detail, sizeof check->detail,
             "worst in mip level %d at column %d, row %d: %.9g, expected %.9g; %llu of %llu over",
             findings->worst_mip, (int)findings->worst.column, (int)findings->worst.row,
             findings->worst_stored, findings->worst_expected,
             (unsigned long long)findings->wrong_count,
             (unsigned long long)findings->texel_count);
}
