/* SPDX-License-Identifier: MIT */
/* What hexfog says, held to its form. */
#ifndef HEXFOG_TESTS_FUZZ_SAID_H
#define HEXFOG_TESTS_FUZZ_SAID_H

#include "base/text.h"
#include "fuzz.h"

/* Nothing in it steers a terminal: no control characters but line ends and, where colour is
 * wanted, escapes; all is UTF-8. */
void fuzz_check_visible(const char *text, size_t length, bool is_colored);
/* The strict scanner reads it. Frees the text. */
void fuzz_check_json(struct hexfog_text *text);
/* The importer's XML reader reads it. Frees the text. */
void fuzz_check_xml(struct hexfog_text *text);
/* The first errors, in each of their forms. */
void fuzz_check_messages(const struct hexfog_diagnostics *diagnostics);

#endif
