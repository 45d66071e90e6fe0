/* SPDX-License-Identifier: MIT */
/* A folder for each test below TMPDIR, which is the working folder while it runs. */
#ifndef HEXFOG_TESTS_SCRATCH_H
#define HEXFOG_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

int scratch_enter(void **state);
int scratch_leave(void **state);
#define PROVES_IN_SCRATCH(sentence, function)                                                 \
    {sentence, function, scratch_enter, scratch_leave, NULL}

const char *scratch_path(void); /* absolute */

void scratch_put(const char *path, const char *text);
/* Assertions: the file is there and holds just this. */
void scratch_holds(const char *path, const char *text);
void scratch_holds_bytes(const char *path, const void *bytes, size_t count);

/* Entries of the scratch folder, hidden ones too, but for . and .. */
size_t scratch_entry_count(void);
void scratch_only_entry(char name[256]);
mode_t scratch_mode(const char *path);
bool scratch_is_link(const char *path);

#endif
