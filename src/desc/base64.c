// SPDX-License-Identifier: MIT
// Turns base64 text into bytes, through nettle.
#include "desc/unpack.h"

#include <nettle/base64.h>

size_t hexfog_base64_room(size_t length)
{
    return BASE64_DECODE_LENGTH(length);
}

_Bool hexfog_unpack_base64(const char *text, size_t length, uint8_t *bytes, size_t *count)
{
    struct base64_decode_ctx decoder;
    base64_decode_init(&decoder);
    *count = hexfog_base64_room(length);
    return base64_decode_update(&decoder, count, bytes, length, text) &&
           base64_decode_final(&decoder);
}
