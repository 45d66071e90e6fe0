/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4) through nettle. */
#ifndef HEXFOG_BASE_SHA256_H
#define HEXFOG_BASE_SHA256_H

#include <stddef.h>

struct hexfog_sha256;
struct hexfog_sha256 *hexfog_sha256_make(void); /* NULL: no memory */
void hexfog_sha256_add(struct hexfog_sha256 *hash, const void *bytes, size_t count);
/* 64 lower-case digits and a NUL; starts anew. */
void hexfog_sha256_digest(struct hexfog_sha256 *hash, char hex[65]);
void hexfog_sha256_free(struct hexfog_sha256 *hash);

#endif
