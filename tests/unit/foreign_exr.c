// SPDX-License-Identifier: MIT
// PKG: OpenEXR
// Planes become an .exr file of any kind that OpenEXR's C library writes.
#include "prove.h"
#include "foreign_exr.h"

#include <openexr.h>
#include <string.h>

static void must(exr_result_t result, const char *what)
{
    if (result != EXR_ERR_SUCCESS)
        fail_msg("OpenEXR: %s: %s", what, exr_get_error_code_as_string(result));
}

static int add_part(exr_context_t context, const struct foreign_exr *image, const char *name,
                    bool is_tiled)
{
    exr_attr_box2i_t window = {
        .min = { .x = image->x_min, .y = image->y_min },
        .max = { .x = image->x_min + image->width - 1, .y = image->y_min + image->height - 1 } };
    exr_attr_v2f_t centre = { .x = 0, .y = 0 };
    int part = 0;

    must(exr_add_part(context, name, is_tiled ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE, &part),
         "part");
    must(exr_initialize_required_attr(context, part, &window, &window, 1, &centre, 1,
                                      EXR_LINEORDER_INCREASING_Y,
                                      (exr_compression_t)image->compression), "attributes");
    return part;
}

static int add_image(exr_context_t context, const struct foreign_exr *image)
{
    bool is_tiled = image->tile_width > 0;
    int part = add_part(context, image, "fog", is_tiled);

    if (is_tiled)
        must(exr_set_tile_descriptor(context, part, (uint32_t)image->tile_width,
                                     (uint32_t)image->tile_height, EXR_TILE_ONE_LEVEL,
                                     EXR_TILE_ROUND_DOWN), "tiles");
    for (int i = 0; i < image->channel_count; i++)
        must(exr_add_channel(context, part, image->channels[i].name,
                             image->channels[i].is_half ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT,
                             EXR_PERCEPTUALLY_LINEAR, 1, 1), "channel");
    if (image->metadata)
        must(exr_attr_set_string(context, part, "hexfog", image->metadata), "hexfog");
    return part;
}

static const struct foreign_channel *find(const struct foreign_exr *image, const char *name)
{
    for (int i = 0; i < image->channel_count; i++) {
        if (strcmp(image->channels[i].name, name) == 0)
            return &image->channels[i];
    }
    return NULL;
}

// Encodes one block; a channel that the image does not name is 0.
static void write_block(exr_context_t context, int part, const struct foreign_exr *image,
                        const exr_chunk_info_t *block, int32_t column, int32_t row)
{
    static const float zeros[1 << 16];
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;

    must(exr_encoding_initialize(context, part, block, &pipeline), "encoder");
    for (int i = 0; i < pipeline.channel_count; i++) {
        exr_coding_channel_info_t *channel = &pipeline.channels[i];
        const struct foreign_channel *ours = find(image, channel->channel_name);
        const float *from = ours ? ours->plane + (size_t)row * (size_t)image->width + column
                                 : zeros;
        channel->encode_from_ptr = (const uint8_t *)from;
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = sizeof(float);
        channel->user_line_stride = ours ? image->width * (int32_t)sizeof(float) : 0;
    }
    must(exr_encoding_choose_default_routines(context, part, &pipeline), "routines");
    must(exr_encoding_run(context, part, &pipeline), "block");
    must(exr_encoding_destroy(context, &pipeline), "encoder");
}

static void write_scanlines(exr_context_t context, int part, const struct foreign_exr *image)
{
    int32_t rows;

    must(exr_get_scanlines_per_chunk(context, part, &rows), "rows");
    for (int32_t row = 0; row < image->height; row += rows) {
        exr_chunk_info_t block;
        must(exr_write_scanline_chunk_info(context, part, image->y_min + row, &block), "rows");
        write_block(context, part, image, &block, 0, row);
    }
}

static void write_tiles(exr_context_t context, int part, const struct foreign_exr *image)
{
    int32_t across = (image->width + image->tile_width - 1) / image->tile_width;
    int32_t down = (image->height + image->tile_height - 1) / image->tile_height;

    for (int32_t y = 0; y < down; y++)
        for (int32_t x = 0; x < across; x++) {
            exr_chunk_info_t block;
            must(exr_write_tile_chunk_info(context, part, x, y, 0, 0, &block), "tile");
            write_block(context, part, image, &block, x * image->tile_width,
                        y * image->tile_height);
        }
}

void foreign_exr_write(const struct foreign_exr *image, const char *path)
{
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_context_t context;
    int before = -1;

    must(exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, &setup), "file");
    if (image->has_part_before) {
        before = add_part(context, image, "depth", false);
        must(exr_add_channel(context, before, "Z", EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LINEAR, 1, 1),
             "channel");
    }
    int part = add_image(context, image);
    must(exr_write_header(context), "header");
    if (before >= 0)
        write_scanlines(context, before, image);
    if (image->tile_width > 0)
        write_tiles(context, part, image);
    else
        write_scanlines(context, part, image);
    must(exr_finish(&context), "end");
}
