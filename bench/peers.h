/* SPDX-License-Identifier: MIT */
/* Writers of other people, which make bench times on the same pixels. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stdbool.h>

/* size x size texels, as every library wants them. */
struct pixels {
    int size;
    float *rgb;       /* interleaved */
    float *planes[3]; /* B, G, R: the order of an .exr file */
};

enum peer_compression { PEER_NONE, PEER_ZIP };

/* Each writes one file; false, with a word on stderr, when it cannot. */
bool peer_tinyexr(const struct pixels *pixels, enum peer_compression compression, bool is_half,
                  const char *path);
bool peer_openexr(const struct pixels *pixels, enum peer_compression compression, bool is_half,
                  const char *path);
bool peer_stb(const struct pixels *pixels, const char *path);

#endif
