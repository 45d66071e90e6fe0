/* SPDX-License-Identifier: MIT */
/* What verify found: a list of checks, each with a measured figure and its bound. */
#ifndef HEXFOG_CHECK_CHECKS_H
#define HEXFOG_CHECK_CHECKS_H

#include "hexfog.h"

enum hexfog_verdict { HEXFOG_PASS, HEXFOG_FAIL, HEXFOG_NOT_CHECKED };

/* One check. Ids are stable words of the report: "cpu.size", "cpu.level", "cpu.g",
 * "gpu.nearest.float", "gpu.linear.8bit", "field.step", "inversion.exp2", ... */
struct hexfog_check {
    char id[48];
    char what[96];               /* one line for people */
    enum hexfog_verdict verdict;
    double measured, bound;      /* in the unit of `unit`; pass: measured <= bound */
    char unit[16];               /* "tiles", "levels", "1/255", "texels", "share", "" */
    char detail[640];            /* worst place, both values, why not checked */
};

#define HEXFOG_MAX_CHECKS 192
struct hexfog_checks { struct hexfog_check list[HEXFOG_MAX_CHECKS]; size_t count; };

/* Appends a check and returns it, so that `detail` can be filled; a NaN measured fails. */
struct hexfog_check *hexfog_checks_add(struct hexfog_checks *checks, const char *id,
                                       const char *what, double measured, double bound,
                                       const char *unit);
/* Appends one that could not be made; that is never a pass. */
struct hexfog_check *hexfog_checks_add_unchecked(struct hexfog_checks *checks, const char *id,
                                                 const char *what, const char *why);
size_t hexfog_checks_failed(const struct hexfog_checks *checks);
size_t hexfog_checks_not_checked(const struct hexfog_checks *checks);

#endif
