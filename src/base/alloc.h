/* SPDX-License-Identifier: MIT */
/*
 * The one door to memory. Sizes are multiplied with a check, the process-wide limit
 * (hexfog_set_memory_limit) is held, and tests can make the Nth call fail.
 */
#ifndef HEXFOG_BASE_ALLOC_H
#define HEXFOG_BASE_ALLOC_H

#include <stddef.h>
#include <stdbool.h>

/* count * size bytes, not cleared; NULL when the product overflows, the limit is
 * reached or memory is out. A count or size of 0 gives a pointer that can be freed.
 * Aligned to 64 bytes. Free with hexfog_free. */
void *hexfog_alloc(size_t count, size_t size);
/* The same, cleared. */
void *hexfog_alloc_zeroed(size_t count, size_t size);
/* Resizes a block of hexfog_alloc (or NULL); on failure the old block stays valid. */
void *hexfog_realloc(void *memory, size_t count, size_t size);
char *hexfog_copy_string(const char *string);
char *hexfog_copy_bytes(const char *bytes, size_t length); /* adds a NUL */

/* *product = a * b, false on overflow. */
bool hexfog_multiply(size_t a, size_t b, size_t *product);

size_t hexfog_allocated_bytes(void);       /* held now */
size_t hexfog_peak_allocated_bytes(void);
void hexfog_forget_peak(void);             /* the peak is what is held now */
size_t hexfog_allocation_count(void);      /* calls so far */
size_t hexfog_memory_limit(void);          /* 0 = none */
/* What may be taken for speed alone: a quarter of what the limit leaves, SIZE_MAX without. */
size_t hexfog_spare_bytes(void);
/* Whether the latest failure of hexfog_alloc in this thread was because of the limit;
 * calls that succeed after it, such as for a cleanup, change nothing. */
bool hexfog_was_refused_by_limit(void);
/* For tests: the Nth call from now on fails, and all after it; 0 = none. */
void hexfog_fail_allocation(size_t nth);

#endif
