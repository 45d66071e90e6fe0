/* SPDX-License-Identifier: MIT */
/* Proves the smaller mip levels of a texture against means of the field (encode/mips.h). */
#ifndef HEXFOG_CHECK_VERIFY_MIPS_H
#define HEXFOG_CHECK_VERIFY_MIPS_H

#include "check/checks.h"
#include "check/read.h"

struct hexfog_mip_findings {
    int32_t count, expected_count;       /* of mip levels, the texture itself included */
    uint64_t texel_count, wrong_count;   /* over the bound, not finite, or B not 0 */
    double max_f_error;                  /* of finite values, tiles */
    bool has_worst;
    int worst_mip;
    struct hexfog_texel worst;
    double worst_stored, worst_expected; /* F */
};

/* Compares as the field comes: a sink for hexfog_bake beside others. */
struct hexfog_mip_verifier;
hexfog_status hexfog_mip_verifier_make(const struct hexfog_encoding *expected,
                                       struct hexfog_reader *reader, double f_bound,
                                       struct hexfog_mip_findings *findings,
                                       struct hexfog_mip_verifier **verifier,
                                       struct hexfog_error *error);
struct hexfog_sink hexfog_mip_verifier_sink(struct hexfog_mip_verifier *verifier);
void hexfog_mip_verifier_free(struct hexfog_mip_verifier *verifier); /* accepts NULL */

/* Adds cpu.mip_count, and cpu.mips where there are mip levels to speak of. */
void hexfog_mips_report(const struct hexfog_mip_findings *findings, double f_bound,
                        struct hexfog_checks *checks);

#endif
