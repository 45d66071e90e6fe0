/* SPDX-License-Identifier: MIT */
/* The CPU findings as checks with ids. */
#ifndef HEXFOG_CHECK_CPU_REPORT_H
#define HEXFOG_CHECK_CPU_REPORT_H

#include "check/verify_cpu.h"

void hexfog_cpu_report(const struct hexfog_cpu_findings *findings,
                       const struct hexfog_texture_info *info,
                       const struct hexfog_encoding *expected, struct hexfog_checks *checks);

#endif
