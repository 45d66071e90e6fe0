/* SPDX-License-Identifier: MIT */
/* Put before every file by scripts/testing.sh: a child ends by _exit, which writes none of
 * gcov's counts; and gcov's own end is spared the faults of tests/faults.c. */
#ifndef HEXFOG_TESTS_COVERAGE_H
#define HEXFOG_TESTS_COVERAGE_H

void _exit(int status) __attribute__((noreturn)); /* of unistd.h, whose other names are taken */
void __gcov_dump(void);
void *dlsym(void *handle, const char *name);

/* Before gcov's own end, which takes memory as given. The program is over then: a fault that
 * tests/faults.c has for it was met before. */
__attribute__((destructor)) static void hexfog_end_faults(void)
{
    void (*end)(void);
    *(void **)&end = dlsym((void *)0, "faults_end"); /* RTLD_DEFAULT */
    if (end)
        end();
}

static inline _Noreturn void hexfog_dump_and_exit(int status)
{
    hexfog_end_faults();
    __gcov_dump();
    _exit(status);
}
#define _exit hexfog_dump_and_exit

#endif
