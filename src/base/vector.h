/* SPDX-License-Identifier: MIT */
/*
 * Loops compiled for several vector widths, of which the machine's widest is taken at run
 * time. A width changes how many texels are computed at once, never a bit of any of them:
 * contraction is off, and no such loop adds up floating-point numbers across texels.
 *
 *     HEXFOG_BODY void shift_body(double *out, size_t count, double by) { ... }
 *     HEXFOG_KERNEL(static, shift, (double *out, size_t count, double by), (out, count, by))
 *
 * defines shift(), with shift_body compiled once a width. Not by ifunc, as target_clones
 * does it: musl has none, and sanitizers are not ready when it runs.
 */
#ifndef HEXFOG_BASE_VECTOR_H
#define HEXFOG_BASE_VECTOR_H

/* Bits of the widest vectors to use: 128 (what every machine of its kind has), 256, 512. */
int hexfog_vector_bits(void);
/* For tests: at most `bits` from now on; 512 = all that the machine has. */
void hexfog_vector_limit(int bits);

#if defined(__x86_64__) && defined(__GNUC__)

#define HEXFOG_BODY static inline __attribute__((always_inline))
#define HEXFOG_WIDTH_256 __attribute__((target("avx2")))
#define HEXFOG_WIDTH_512 __attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl")))
#define HEXFOG_KERNEL(linkage, name, parameters, arguments)                                    \
    HEXFOG_WIDTH_512 static void name##_512 parameters { name##_body arguments; }              \
    HEXFOG_WIDTH_256 static void name##_256 parameters { name##_body arguments; }              \
    static void name##_128 parameters { name##_body arguments; }                               \
    linkage void name parameters                                                               \
    {                                                                                          \
        int bits = hexfog_vector_bits();                                                       \
        if (bits == 512)                                                                       \
            name##_512 arguments;                                                              \
        else if (bits == 256)                                                                  \
            name##_256 arguments;                                                              \
        else                                                                                   \
            name##_128 arguments;                                                              \
    }

#else

#define HEXFOG_BODY static inline
#define HEXFOG_KERNEL(linkage, name, parameters, arguments)                                    \
    linkage void name parameters { name##_body arguments; }

#endif
#endif
