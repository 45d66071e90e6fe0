/* SPDX-License-Identifier: MIT */
/* The names of temporary files: `.NAME.hexfog-HOST-PID-RANDOM.tmp`. */
#ifndef HEXFOG_BASE_TEMPORARY_NAME_H
#define HEXFOG_BASE_TEMPORARY_NAME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* NAME is cut so that the whole fits a folder's entry. */
void hexfog_temporary_name(char file_name[NAME_MAX + 1], const char *target_name,
                           uint64_t random);
/* The PID in `file_name` if it is a temporary of this host for that target, or with NULL for any,
 * else 0. */
pid_t hexfog_temporary_owner(const char *file_name, const char *target_name);

#endif
