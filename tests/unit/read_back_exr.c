// SPDX-License-Identifier: MIT
// .exr as OpenEXR's C library and tinyexr read it.
// PKG: OpenEXR
#include "prove.h"
#include "read_back.h"

#include <openexr.h>
#include <stdlib.h>
#include <string.h>
#include <tinyexr.h>

static void must(exr_result_t result, const char *what)
{
    if (result != EXR_ERR_SUCCESS)
        fail_msg("OpenEXR: %s: %s", what, exr_get_error_code_as_string(result));
}

static void read_attributes(struct exr_image *image, exr_context_t context)
{
    int32_t count = 0;
    must(exr_get_attribute_count(context, 0, &count), "attributes");
    for (int32_t i = 0; i < count; i++) {
        const exr_attribute_t *attribute;
        must(exr_get_attribute_by_index(context, 0, EXR_ATTR_LIST_FILE_ORDER, i, &attribute),
             "attribute");
        assert_true(strlen(image->attributes) + strlen(attribute->name) + 2 <
                    sizeof image->attributes);
        strcat(strcat(image->attributes, attribute->name), " ");
        if (strcmp(attribute->name, "hexfog") != 0)
            continue;
        assert_string_equal(attribute->type_name, "string");
        assert_true(attribute->string->length < (int32_t)sizeof image->metadata);
        memcpy(image->metadata, attribute->string->str, (size_t)attribute->string->length);
    }
}

static void read_head(struct exr_image *image, exr_context_t context)
{
    exr_attr_box2i_t data, display;
    exr_lineorder_t order;
    exr_compression_t compression;
    exr_storage_t storage;
    float aspect;
    const exr_attr_chlist_t *channels;
    must(exr_get_data_window(context, 0, &data), "data window");
    must(exr_get_display_window(context, 0, &display), "display window");
    must(exr_get_lineorder(context, 0, &order), "line order");
    must(exr_get_compression(context, 0, &compression), "compression");
    must(exr_get_storage(context, 0, &storage), "storage");
    must(exr_get_pixel_aspect_ratio(context, 0, &aspect), "aspect");
    must(exr_get_channels(context, 0, &channels), "channels");
    image->is_plain = memcmp(&data, &display, sizeof data) == 0 && data.min.x == 0 &&
                      data.min.y == 0 && order == EXR_LINEORDER_INCREASING_Y &&
                      storage == EXR_STORAGE_SCANLINE && aspect == 1.0f;
    image->width = data.max.x + 1;
    image->height = data.max.y + 1;
    image->compression = (int)compression;
    image->channel_count = channels->num_channels;
    assert_true(channels->num_channels <= 3);
    for (int i = 0; i < channels->num_channels; i++) {
        image->names[i] = channels->entries[i].name.str[0];
        assert_int_equal(channels->entries[i].name.length, 1);
        image->is_half = channels->entries[i].pixel_type == EXR_PIXEL_HALF;
        assert_int_equal(channels->entries[i].pixel_type, channels->entries[0].pixel_type);
    }
}

static float *plane_of(struct exr_image *image, char name)
{
    float **plane = name == 'R' ? &image->r : name == 'G' ? &image->g : &image->b;
    if (!*plane)
        *plane = calloc((size_t)image->width * (size_t)image->height, sizeof **plane);
    assert_non_null(*plane);
    return *plane;
}

static void read_pixels(struct exr_image *image, exr_context_t context)
{
    exr_decode_pipeline_t decode = EXR_DECODE_PIPELINE_INITIALIZER;
    int32_t step = 0;
    must(exr_get_scanlines_per_chunk(context, 0, &step), "scanlines per chunk");
    for (int32_t y = 0; y < image->height; y += step) {
        exr_chunk_info_t chunk;
        must(exr_read_scanline_chunk_info(context, 0, y, &chunk), "chunk");
        if (y == 0)
            must(exr_decoding_initialize(context, 0, &chunk, &decode), "decoder");
        else
            must(exr_decoding_update(context, 0, &chunk, &decode), "decoder");
        for (int c = 0; c < decode.channel_count; c++) {
            exr_coding_channel_info_t *channel = &decode.channels[c];
            float *plane = plane_of(image, channel->channel_name[0]);
            channel->decode_to_ptr = (uint8_t *)(plane + (size_t)y * (size_t)image->width);
            channel->user_pixel_stride = 4;
            channel->user_line_stride = 4 * image->width;
            channel->user_bytes_per_element = 4;
            channel->user_data_type = EXR_PIXEL_FLOAT;
        }
        must(exr_decoding_choose_default_routines(context, 0, &decode), "routines");
        must(exr_decoding_run(context, 0, &decode), "pixels");
    }
    must(exr_decoding_destroy(context, &decode), "decoder");
}

void read_exr(struct exr_image *image, const struct memory_file *file)
{
    exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_context_t context = NULL;
    memset(image, 0, sizeof *image);
    must(exr_start_read(&context, memory_file_save(file, "read-back.exr"), &start), "start");
    read_attributes(image, context);
    read_head(image, context);
    read_pixels(image, context);
    must(exr_finish(&context), "finish");
}

void exr_image_free(struct exr_image *image)
{
    free(image->r);
    free(image->g);
    free(image->b);
}

float *read_exr_with_tinyexr(const struct memory_file *file, int32_t width, int32_t height)
{
    float *rgba = NULL;
    int x = 0, y = 0;
    const char *message = NULL;
    if (LoadEXRFromMemory(&rgba, &x, &y, file->bytes, file->length, &message) != TINYEXR_SUCCESS)
        fail_msg("tinyexr: %s", message ? message : "failed");
    assert_int_equal(x, width);
    assert_int_equal(y, height);
    return rgba;
}
