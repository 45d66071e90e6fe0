// SPDX-License-Identifier: MIT
// Turns a whole image into .exr bytes through tinyexr, which is loaded only then: it brings
// the C++ library along, whose symbols took half of the time of a small bake that has no use
// for either.
#include "encode/tinyexr.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <tinyexr.h>
#include "base/alloc.h"
#include "base/error.h"
#include "encode/format.h"

#ifndef HEXFOG_TINYEXR
#define HEXFOG_TINYEXR "libtinyexr.so.1d"
#endif

struct library {
    void (*init_header)(EXRHeader *header);
    void (*init_image)(EXRImage *image);
    size_t (*save)(const EXRImage *image, const EXRHeader *header, unsigned char **file,
                   const char **message);
    void (*free_message)(const char *message);
};

// ISO C has no cast from an object's address to a function's; POSIX promises that they agree.
static bool find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address;
}

// It stays loaded: what it registered for the end of the program must still be there.
static hexfog_status load(struct library *library, struct hexfog_error *error)
{
    void *handle = dlopen(HEXFOG_TINYEXR, RTLD_NOW | RTLD_LOCAL);
    if (handle && find(handle, "InitEXRHeader", &library->init_header) &&
        find(handle, "InitEXRImage", &library->init_image) &&
        find(handle, "SaveEXRImageToMemory", &library->save) &&
        find(handle, "FreeEXRErrorMessage", &library->free_message))
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                       "encoder \"reference\" needs tinyexr (Debian: libtinyexr1d): %s",
                       dlerror());
}

static int compression_of(enum hexfog_compression compression)
{
    switch (compression) {
    case HEXFOG_ZIPS: return TINYEXR_COMPRESSIONTYPE_ZIPS;
    case HEXFOG_ZIP: return TINYEXR_COMPRESSIONTYPE_ZIP;
    case HEXFOG_RLE: return TINYEXR_COMPRESSIONTYPE_RLE;
    case HEXFOG_PIZ: return TINYEXR_COMPRESSIONTYPE_PIZ;
    case HEXFOG_COMPRESSION_NONE:
    case HEXFOG_COMPRESSION_DEFAULT: break;
    }
    return TINYEXR_COMPRESSIONTYPE_NONE;
}

// The file in pieces and then in one block, and the working buffers of one block of rows:
// for PIZ the block, twice its size and 8 KiB of output, and its halves once more.
uint64_t hexfog_tinyexr_bytes(const struct hexfog_encoding *encoding)
{
    uint64_t row = (uint64_t)encoding->width_px * hexfog_exr_texel_bytes(encoding);
    uint64_t block = row * (uint64_t)hexfog_exr_block_rows(encoding->compression);
    return 2 * hexfog_file_bytes_at_most(encoding) + 5 * block + (UINT64_C(1) << 20);
}

// tinyexr does not look at what malloc gives it, and ends the program where new fails: ask
// for as much beforehand, under our own limit too.
static hexfog_status refuse_without_memory(const struct hexfog_encoding *encoding,
                                           struct hexfog_error *error)
{
    void *trial = hexfog_alloc((size_t)hexfog_tinyexr_bytes(encoding), 1);
    if (!trial)
        return hexfog_fail_memory(error, "tinyexr's image");
    hexfog_free(trial);
    return HEXFOG_OK;
}

static size_t save(const struct library *library, const struct hexfog_tinyexr_image *image,
                   unsigned char **file, const char **message)
{
    const struct hexfog_encoding *encoding = image->encoding;
    EXRChannelInfo channels[3];
    int types[3];
    unsigned char *planes[3];
    EXRAttribute attribute;
    char text[HEXFOG_METADATA_BYTES];
    EXRHeader header;
    EXRImage pixels;

    memset(channels, 0, sizeof channels);
    for (int i = 0; i < image->channel_count; i++) {
        strcpy(channels[i].name, image->names[i]);
        types[i] = encoding->precision == HEXFOG_HALF ? TINYEXR_PIXELTYPE_HALF
                                                      : TINYEXR_PIXELTYPE_FLOAT;
        planes[i] = image->planes[i];
    }
    memset(&attribute, 0, sizeof attribute);
    strcpy(attribute.name, "hexfog");
    strcpy(attribute.type, "string");
    hexfog_metadata(encoding, text);
    attribute.value = (unsigned char *)text;
    attribute.size = (int)strlen(text);
    library->init_header(&header);
    header.num_channels = image->channel_count;
    header.channels = channels;
    // Stored as given: its own conversion to half rounds ties up.
    header.pixel_types = types;
    header.requested_pixel_types = types;
    header.compression_type = compression_of(encoding->compression);
    header.num_custom_attributes = 1;
    header.custom_attributes = &attribute;
    library->init_image(&pixels);
    pixels.images = planes;
    pixels.width = encoding->width_px;
    pixels.height = encoding->height_px;
    pixels.num_channels = image->channel_count;
    return library->save(&pixels, &header, file, message);
}

hexfog_status hexfog_tinyexr_write(const struct hexfog_tinyexr_image *image,
                                   struct hexfog_byte_sink bytes, struct hexfog_error *error)
{
    unsigned char *file = NULL;
    const char *message = NULL;
    struct library library;
    hexfog_status status = refuse_without_memory(image->encoding, error);
    if (status == HEXFOG_OK)
        status = load(&library, error);
    if (status != HEXFOG_OK)
        return status;
    size_t size = save(&library, image, &file, &message);
    if (size > 0)
        status = bytes.write(bytes.context, file, size, error);
    else
        status = hexfog_fail(error, HEXFOG_UNAVAILABLE, "tinyexr: %s",
                             message ? message : "cannot write this image");
    if (message)
        library.free_message(message);
    free(file);
    return status;
}
