/* SPDX-License-Identifier: MIT */
/* A test's name is the sentence that it proves: PROVES("ring n has 6n tiles", function). */
#ifndef HEXFOG_TESTS_PROVE_H
#define HEXFOG_TESTS_PROVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#define PROVES(sentence, function) { sentence, function, NULL, NULL, NULL }

#endif
