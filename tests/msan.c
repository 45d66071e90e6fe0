// SPDX-License-Identifier: MIT
// What libraries that were built without the memory sanitizer have written, made known to it
// where it comes back; and what goes into them, held to be written. Linked with --wrap for each
// name (tests/run-all.sh msan).
//
// WRAPS: cJSON_ParseWithLengthOpts libdeflate_zlib_compress libdeflate_crc32
// WRAPS: nettle_sha256_update nettle_sha256_digest nettle_base64_decode_update
// WRAPS: inflateInit2_ inflate ZSTD_decompress
#include <sanitizer/msan_interface.h>
#include <stdint.h>
#include <string.h>

#include <cJSON.h>
#include <libdeflate.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <zlib.h>
#include <zstd.h>

#define WRAPPED(result, name, parameters) \
    result __real_##name parameters;      \
    result __wrap_##name parameters;      \
    result __wrap_##name parameters

static void know_string(const char *string)
{
    if (string)
        __msan_unpoison_string(string);
}

static void know_tree(cJSON *item)
{
    for (; item; item = item->next) {
        __msan_unpoison(item, sizeof *item);
        know_string(item->string);
        know_string(item->valuestring);
        know_tree(item->child);
    }
}

WRAPPED(cJSON *, cJSON_ParseWithLengthOpts,
        (const char *text, size_t length, const char **end, cJSON_bool whole))
{
    __msan_check_mem_is_initialized(text, length);
    cJSON *tree = __real_cJSON_ParseWithLengthOpts(text, length, end, whole);
    if (end)
        __msan_unpoison(end, sizeof *end);
    know_tree(tree);
    return tree;
}

WRAPPED(size_t, libdeflate_zlib_compress,
        (struct libdeflate_compressor *compressor, const void *in, size_t in_bytes, void *out,
         size_t out_bytes))
{
    __msan_check_mem_is_initialized(in, in_bytes);
    size_t bytes = __real_libdeflate_zlib_compress(compressor, in, in_bytes, out, out_bytes);
    __msan_unpoison(out, bytes);
    return bytes;
}

WRAPPED(uint32_t, libdeflate_crc32, (uint32_t crc, const void *in, size_t bytes))
{
    __msan_check_mem_is_initialized(in, bytes);
    return __real_libdeflate_crc32(crc, in, bytes);
}

WRAPPED(void, nettle_sha256_update, (struct sha256_ctx *context, size_t bytes, const uint8_t *in))
{
    __msan_check_mem_is_initialized(in, bytes);
    __real_nettle_sha256_update(context, bytes, in);
}

WRAPPED(void, nettle_sha256_digest, (struct sha256_ctx *context, size_t bytes, uint8_t *digest))
{
    __real_nettle_sha256_digest(context, bytes, digest);
    __msan_unpoison(digest, bytes);
}

WRAPPED(int, nettle_base64_decode_update,
        (struct base64_decode_ctx *context, size_t *out_bytes, uint8_t *out, size_t in_bytes,
         const char *in))
{
    __msan_check_mem_is_initialized(in, in_bytes);
    int good = __real_nettle_base64_decode_update(context, out_bytes, out, in_bytes, in);
    __msan_unpoison(out_bytes, sizeof *out_bytes);
    __msan_unpoison(out, *out_bytes);
    return good;
}

WRAPPED(int, inflateInit2_, (z_streamp stream, int bits, const char *version, int bytes))
{
    int result = __real_inflateInit2_(stream, bits, version, bytes);
    __msan_unpoison(stream, sizeof *stream);
    return result;
}

WRAPPED(int, inflate, (z_streamp stream, int flush))
{
    Bytef *out = stream->next_out;
    int result = __real_inflate(stream, flush);
    __msan_unpoison(stream, sizeof *stream);
    __msan_unpoison(out, (size_t)(stream->next_out - out));
    return result;
}

WRAPPED(size_t, ZSTD_decompress, (void *out, size_t out_bytes, const void *in, size_t in_bytes))
{
    __msan_check_mem_is_initialized(in, in_bytes);
    size_t bytes = __real_ZSTD_decompress(out, out_bytes, in, in_bytes);
    if (!ZSTD_isError(bytes))
        __msan_unpoison(out, bytes);
    return bytes;
}
