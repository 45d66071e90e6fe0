// SPDX-License-Identifier: MIT
// Turns zlib (RFC 1950) and gzip (RFC 1952) streams into bytes, through zlib.
#include "desc/unpack.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <zlib.h>

#include "base/alloc.h"
#include "hexfog.h"

enum { WINDOW_BITS = 15, GZIP = 16 };

static void *take(void *context, unsigned count, unsigned size)
{
    (void)context;
    return hexfog_alloc(count, size);
}

static void give_back(void *context, void *memory)
{
    (void)context;
    hexfog_free(memory);
}

// What inflate said once the output was full or the input at its end. Of a full output the
// stream's end may still be to come: with room for one more byte it does, or the byte comes.
static enum hexfog_unpacked judge(z_stream *stream, int result)
{
    Bytef more;
    if ((result == Z_OK || result == Z_BUF_ERROR) && stream->avail_out == 0) {
        stream->next_out = &more;
        stream->avail_out = 1;
        result = inflate(stream, Z_FINISH);
        if (stream->avail_out == 0)
            return HEXFOG_UNPACK_LONG;
        stream->avail_out = 0;
    }
    if (result == Z_MEM_ERROR)
        return HEXFOG_UNPACK_MEMORY;
    if (result != Z_STREAM_END)
        return HEXFOG_UNPACK_DAMAGED; // cut, when the input is at its end
    if (stream->avail_out > 0)
        return HEXFOG_UNPACK_SHORT;
    return stream->avail_in > 0 ? HEXFOG_UNPACK_TRAILING : HEXFOG_UNPACKED;
}

static enum hexfog_unpacked unpack(int window_bits, const uint8_t *packed, size_t packed_length,
                                   uint8_t *bytes, size_t size)
{
    z_stream stream = { .zalloc = take, .zfree = give_back };
    if (packed_length > UINT_MAX || size > UINT_MAX)
        return HEXFOG_UNPACK_DAMAGED; // far past every limit of the callers
    int result = inflateInit2(&stream, window_bits);
    if (result != Z_OK)
        return HEXFOG_UNPACK_MEMORY;
    // zlib does not write to its input; its header is without const unless asked.
    memcpy(&stream.next_in, &packed, sizeof packed);
    stream.avail_in = (unsigned)packed_length;
    stream.next_out = bytes;
    stream.avail_out = (unsigned)size;
    enum hexfog_unpacked unpacked = judge(&stream, inflate(&stream, Z_FINISH));
    inflateEnd(&stream);
    return unpacked;
}

enum hexfog_unpacked hexfog_unpack_zlib(const uint8_t *packed, size_t packed_length, uint8_t *bytes,
                                        size_t size)
{
    return unpack(WINDOW_BITS, packed, packed_length, bytes, size);
}

enum hexfog_unpacked hexfog_unpack_gzip(const uint8_t *packed, size_t packed_length, uint8_t *bytes,
                                        size_t size)
{
    return unpack(WINDOW_BITS + GZIP, packed, packed_length, bytes, size);
}
