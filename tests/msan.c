// SPDX-License-Identifier: MIT
// What libraries that were built without the memory sanitizer have written, made known to it
// where it comes back; and what goes into them, held to be written. Linked with --wrap for each
// name (tests/run-all.sh msan).
//
// WRAPS: stat64 lstat64 fstat64
// WRAPS: cJSON_Parse cJSON_ParseWithLengthOpts
// WRAPS: libdeflate_zlib_compress libdeflate_zlib_decompress libdeflate_crc32 libdeflate_adler32
// WRAPS: nettle_sha256_update nettle_sha256_digest nettle_base64_decode_update
// WRAPS: inflateInit2_ inflate ZSTD_decompress
// WRAPS: exr_start_read exr_finish exr_get_count exr_get_storage exr_get_channels
// WRAPS: exr_get_compression exr_get_attribute_by_name exr_get_data_window
// WRAPS: exr_get_display_window exr_get_lineorder exr_get_tile_sizes
// WRAPS: exr_get_scanlines_per_chunk exr_read_scanline_chunk_info exr_read_tile_chunk_info
// WRAPS: exr_decoding_initialize exr_decoding_update exr_decoding_choose_default_routines
// WRAPS: exr_decoding_run exr_decoding_destroy
#include <dlfcn.h>
#include <sanitizer/msan_interface.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cJSON.h>
#include <libdeflate.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <openexr.h>
#include <zlib.h>
#include <zstd.h>

#define WRAPPED(result, name, parameters) \
    result __real_##name parameters;      \
    result __wrap_##name parameters;      \
    result __wrap_##name parameters

// The sanitizer of clang 14 knows the names that these had before glibc 2.33.
#define WRAPPED_STAT(name, type)                                  \
    WRAPPED(int, name, (type file, struct stat *said))            \
    {                                                             \
        int result = __real_##name(file, said);                   \
        if (result == 0)                                          \
            __msan_unpoison(said, sizeof *said);                  \
        return result;                                            \
    }
WRAPPED_STAT(stat64, const char *)
WRAPPED_STAT(lstat64, const char *)
WRAPPED_STAT(fstat64, int)

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

WRAPPED(cJSON *, cJSON_Parse, (const char *text))
{
    cJSON *tree = __real_cJSON_Parse(text);
    know_tree(tree);
    return tree;
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

WRAPPED(enum libdeflate_result, libdeflate_zlib_decompress,
        (struct libdeflate_decompressor *decompressor, const void *in, size_t in_bytes, void *out,
         size_t out_bytes, size_t *actual))
{
    __msan_check_mem_is_initialized(in, in_bytes);
    enum libdeflate_result result =
        __real_libdeflate_zlib_decompress(decompressor, in, in_bytes, out, out_bytes, actual);
    if (result == LIBDEFLATE_SUCCESS)
        __msan_unpoison(out, actual ? *actual : out_bytes);
    return result;
}

WRAPPED(uint32_t, libdeflate_adler32, (uint32_t adler, const void *in, size_t bytes))
{
    __msan_check_mem_is_initialized(in, bytes);
    return __real_libdeflate_adler32(adler, in, bytes);
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

// OpenEXR's C library. It calls back and keeps what it allocates: all of that is known at once.

static void *(*allocate)(size_t bytes);

static void *allocate_known(size_t bytes)
{
    void *memory = allocate(bytes);
    if (memory)
        __msan_unpoison(memory, bytes);
    return memory;
}

#define WRAPPED_EXR(name, parameters, arguments, known)      \
    WRAPPED(exr_result_t, name, parameters)                  \
    {                                                        \
        __msan_scoped_disable_interceptor_checks();          \
        exr_result_t result = __real_##name arguments;       \
        __msan_scoped_enable_interceptor_checks();           \
        __msan_unpoison(&result, sizeof result);             \
        if (result == EXR_ERR_SUCCESS)                       \
            known;                                           \
        return result;                                       \
    }
#define KNOW(pointer) __msan_unpoison(pointer, sizeof *(pointer))

WRAPPED(exr_result_t, exr_start_read,
        (exr_context_t *context, const char *path, const exr_context_initializer_t *given))
{
    exr_context_initializer_t setup = *given;
    allocate = setup.alloc_fn ? setup.alloc_fn : malloc;
    setup.alloc_fn = allocate_known;
    __msan_scoped_disable_interceptor_checks();
    exr_result_t result = __real_exr_start_read(context, path, &setup);
    __msan_scoped_enable_interceptor_checks();
    __msan_unpoison(&result, sizeof result);
    KNOW(context);
    return result;
}

WRAPPED_EXR(exr_finish, (exr_context_t *context), (context), KNOW(context))
WRAPPED_EXR(exr_get_count, (exr_const_context_t c, int *count), (c, count), KNOW(count))
WRAPPED_EXR(exr_get_storage, (exr_const_context_t c, int part, exr_storage_t *out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_get_channels, (exr_const_context_t c, int part, const exr_attr_chlist_t **out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_get_compression, (exr_const_context_t c, int part, exr_compression_t *out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_get_attribute_by_name,
            (exr_const_context_t c, int part, const char *name, const exr_attribute_t **out),
            (c, part, name, out), KNOW(out))
WRAPPED_EXR(exr_get_data_window, (exr_const_context_t c, int part, exr_attr_box2i_t *out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_get_display_window, (exr_const_context_t c, int part, exr_attr_box2i_t *out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_get_lineorder, (exr_const_context_t c, int part, exr_lineorder_t *out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_get_tile_sizes,
            (exr_const_context_t c, int part, int x, int y, int32_t *width, int32_t *height),
            (c, part, x, y, width, height), (KNOW(width), KNOW(height)))
WRAPPED_EXR(exr_get_scanlines_per_chunk, (exr_const_context_t c, int part, int32_t *out),
            (c, part, out), KNOW(out))
WRAPPED_EXR(exr_read_scanline_chunk_info,
            (exr_const_context_t c, int part, int y, exr_chunk_info_t *out), (c, part, y, out),
            KNOW(out))
WRAPPED_EXR(exr_read_tile_chunk_info,
            (exr_const_context_t c, int part, int x, int y, int level_x, int level_y,
             exr_chunk_info_t *out),
            (c, part, x, y, level_x, level_y, out), KNOW(out))
WRAPPED_EXR(exr_decoding_initialize,
            (exr_const_context_t c, int part, const exr_chunk_info_t *chunk,
             exr_decode_pipeline_t *out),
            (c, part, chunk, out), KNOW(out))
WRAPPED_EXR(exr_decoding_update,
            (exr_const_context_t c, int part, const exr_chunk_info_t *chunk,
             exr_decode_pipeline_t *out),
            (c, part, chunk, out), KNOW(out))
WRAPPED_EXR(exr_decoding_choose_default_routines,
            (exr_const_context_t c, int part, exr_decode_pipeline_t *out), (c, part, out),
            KNOW(out))
WRAPPED_EXR(exr_decoding_destroy, (exr_const_context_t c, exr_decode_pipeline_t *out), (c, out),
            KNOW(out))

static void know_texels(exr_decode_pipeline_t *pipeline)
{
    KNOW(pipeline);
    for (int i = 0; i < pipeline->channel_count; i++) {
        const exr_coding_channel_info_t *channel = &pipeline->channels[i];
        for (int row = 0; row < channel->height; row++)
            __msan_unpoison(channel->decode_to_ptr + row * channel->user_line_stride,
                            (size_t)channel->width * channel->user_bytes_per_element);
    }
}
WRAPPED_EXR(exr_decoding_run, (exr_const_context_t c, int part, exr_decode_pipeline_t *out),
            (c, part, out), know_texels(out))

// tinyexr's file, whose address the program asks for by name.

static size_t (*save)(const void *image, const void *header, unsigned char **file,
                      const char **message);

static size_t save_known(const void *image, const void *header, unsigned char **file,
                         const char **message)
{
    __msan_scoped_disable_interceptor_checks();
    size_t size = save(image, header, file, message);
    __msan_scoped_enable_interceptor_checks();
    KNOW(&size);
    KNOW(file);
    KNOW(message);
    if (size > 0)
        __msan_unpoison(*file, size);
    return size;
}

// In place of dlsym, which the sanitizer needs itself: no --wrap, but -Ddlsym=dlsym_known.
void *dlsym_known(void *library, const char *name);
void *dlsym_known(void *library, const char *name)
{
    void *address = dlsym(library, name);
    if (!address || strcmp(name, "SaveEXRImageToMemory") != 0)
        return address;
    *(void **)&save = address;
    return (void *)save_known;
}
