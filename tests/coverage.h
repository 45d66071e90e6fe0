/* SPDX-License-Identifier: MIT */
/* Put before every file by scripts/testing.sh: a child ends by _exit, which writes none of
 * gcov's counts. */
#ifndef HEXFOG_TESTS_COVERAGE_H
#define HEXFOG_TESTS_COVERAGE_H

void _exit(int status) __attribute__((noreturn)); /* of unistd.h, whose other names are taken */
void __gcov_dump(void);

static inline _Noreturn void hexfog_dump_and_exit(int status)
{
    __gcov_dump();
    _exit(status);
}
#define _exit hexfog_dump_and_exit

#endif
