// SPDX-License-Identifier: MIT
// Turns a Zstandard frame (RFC 8878) into bytes, through libzstd.
#include "desc/unpack.h"

#include <zstd.h>
#include <zstd_errors.h>

// In one call the output is the window: a frame that asks for a great one costs nothing.
enum hexfog_unpacked hexfog_unpack_zstd(const uint8_t *packed, size_t packed_length, uint8_t *bytes,
                                        size_t size)
{
    size_t frame = ZSTD_findFrameCompressedSize(packed, packed_length);
    if (ZSTD_isError(frame))
        return HEXFOG_UNPACK_DAMAGED;
    if (frame < packed_length)
        return HEXFOG_UNPACK_TRAILING;
    size_t count = ZSTD_decompress(bytes, size, packed, packed_length);
    if (!ZSTD_isError(count))
        return count < size ? HEXFOG_UNPACK_SHORT : HEXFOG_UNPACKED;
    ZSTD_ErrorCode code = ZSTD_getErrorCode(count);
    if (code == ZSTD_error_memory_allocation)
        return HEXFOG_UNPACK_MEMORY;
    return code == ZSTD_error_dstSize_tooSmall ? HEXFOG_UNPACK_LONG : HEXFOG_UNPACK_DAMAGED;
}
