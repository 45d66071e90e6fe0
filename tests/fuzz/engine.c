// SPDX-License-Identifier: MIT
// Turns what libFuzzer and AFL++ call into one target, FUZZ_TARGET.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_TARGET(data, size);
    return 0;
}
