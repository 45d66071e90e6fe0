// SPDX-License-Identifier: MIT
// Turns what the processor says of itself into the vector width to use.
#include "base/vector.h"

#include <stdatomic.h>

static atomic_int limit = 512;

// Of what HEXFOG_WIDTH_512 and HEXFOG_WIDTH_256 name.
static int widest(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return 512;
    if (__builtin_cpu_supports("avx2"))
        return 256;
#endif
    return 128;
}

int hexfog_vector_bits(void)
{
    int most = atomic_load_explicit(&limit, memory_order_relaxed), bits = widest();
    return bits < most ? bits : most;
}

void hexfog_vector_limit(int bits)
{
    atomic_store_explicit(&limit, bits, memory_order_relaxed);
}
