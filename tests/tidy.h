/* SPDX-License-Identifier: MIT */
/* What clang-tidy cannot see, as it reads one file at a time: a failure never is HEXFOG_OK.
 * Included before each file by tests/tidy.sh. */
#ifndef HEXFOG_TESTS_TIDY_H
#define HEXFOG_TESTS_TIDY_H

#include "base/error.h"

#ifndef TIDY_ERROR_ITSELF
#define hexfog_fail(error, status, ...) ((void)hexfog_fail(error, status, __VA_ARGS__), (status))
#define hexfog_fail_memory(error, what) ((void)hexfog_fail_memory(error, what), HEXFOG_MEMORY)
#define hexfog_fail_io(error, verb, path, reason) \
    ((void)hexfog_fail_io(error, verb, path, reason), HEXFOG_IO)
#endif

#endif
