// SPDX-License-Identifier: MIT
// Turns pixels into an .exr file through OpenEXR's C library, block by block.
#include "peers.h"

#include <openexr.h>
#include <stdio.h>

static const char *const names[3] = { "B", "G", "R" };

// The first failure of a row of calls.
static void try(exr_result_t result, exr_result_t *first)
{
    if (*first == EXR_ERR_SUCCESS)
        *first = result;
}

static void write_block(exr_context_t context, const struct pixels *pixels, int row,
                        exr_result_t *first)
{
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    exr_chunk_info_t block;

    try(exr_write_scanline_chunk_info(context, 0, row, &block), first);
    if (*first == EXR_ERR_SUCCESS)
        try(exr_encoding_initialize(context, 0, &block, &pipeline), first);
    if (*first != EXR_ERR_SUCCESS)
        return;
    for (int i = 0; i < pipeline.channel_count; i++) {
        exr_coding_channel_info_t *channel = &pipeline.channels[i];
        const float *from = pixels->planes[i] + (size_t)row * (size_t)pixels->size;
        channel->encode_from_ptr = (const uint8_t *)from;
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = sizeof(float);
        channel->user_line_stride = pixels->size * (int32_t)sizeof(float);
    }
    try(exr_encoding_choose_default_routines(context, 0, &pipeline), first);
    if (*first == EXR_ERR_SUCCESS)
        try(exr_encoding_run(context, 0, &pipeline), first);
    exr_encoding_destroy(context, &pipeline);
}

bool peer_openexr(const struct pixels *pixels, enum peer_compression compression, bool is_half,
                  const char *path)
{
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_context_t context = NULL;
    exr_attr_box2i_t window = { .max = { .x = pixels->size - 1, .y = pixels->size - 1 } };
    exr_attr_v2f_t centre = { .x = 0, .y = 0 };
    exr_result_t first = exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, &setup);
    int part = 0, rows = 1;

    if (first == EXR_ERR_SUCCESS)
        try(exr_add_part(context, "fog", EXR_STORAGE_SCANLINE, &part), &first);
    try(exr_initialize_required_attr(context, part, &window, &window, 1, &centre, 1,
                                     EXR_LINEORDER_INCREASING_Y,
                                     compression == PEER_ZIP ? EXR_COMPRESSION_ZIP
                                                             : EXR_COMPRESSION_NONE), &first);
    for (int i = 0; i < 3; i++)
        try(exr_add_channel(context, part, names[i], is_half ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT,
                            EXR_PERCEPTUALLY_LINEAR, 1, 1), &first);
    try(exr_write_header(context), &first);
    try(exr_get_scanlines_per_chunk(context, part, &rows), &first);
    for (int row = 0; row < pixels->size && first == EXR_ERR_SUCCESS; row += rows)
        write_block(context, pixels, row, &first);
    try(exr_finish(&context), &first);
    if (first != EXR_ERR_SUCCESS)
        fprintf(stderr, "OpenEXR: %s\n", exr_get_error_code_as_string(first));
    return first == EXR_ERR_SUCCESS;
}
