// SPDX-License-Identifier: MIT
// Turns FILE, --desc and --over into sizes and levels.
#include <math.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "check/picture_read.h"
#include "check/texture_hash.h"
#include "cli/message.h"
#include "cli/preview.h"
#include "cli/reading.h"

// What a child finds out about the files.
struct heads {
    struct hexfog_texture_info texture;
    int32_t board_width_px, board_height_px;
    double greatest_level;           /* of a texture that does not tell */
};

static hexfog_status read_board_head(const struct hexfog_preview_request *request,
                                     struct heads *heads, struct hexfog_error *error)
{
    struct hexfog_read_limits limits = {
        .max_memory_bytes = hexfog_reading_memory(request->settings, request->settings->over, NULL)
    };
    struct hexfog_reader *reader = NULL;
    if (!request->settings->over)
        return HEXFOG_OK;
    hexfog_status status = hexfog_picture_open(request->settings->over, &limits, &reader, error);
    if (status != HEXFOG_OK)
        return status;
    heads->board_width_px = hexfog_reader_info(reader)->width_px;
    heads->board_height_px = hexfog_reader_info(reader)->height_px;
    hexfog_reader_free(reader);
    return HEXFOG_OK;
}

static hexfog_status find_greatest(struct hexfog_reader *reader, double level_scale,
                                   double *greatest, struct hexfog_error *error)
{
    size_t width = (size_t)hexfog_reader_info(reader)->width_px;
    int32_t height = hexfog_reader_info(reader)->height_px;
    float *r = hexfog_alloc(2 * width, sizeof *r);
    hexfog_status status = r ? HEXFOG_OK : hexfog_fail_memory(error, "a row of the texture");
    for (int32_t y = 0; y < height && status == HEXFOG_OK; y++) {
        status = hexfog_reader_rows(reader, 1, r, r + width, NULL, error);
        for (size_t i = 0; i < width && status == HEXFOG_OK; i++) {
            double level = floor((double)r[i] * level_scale + 0.5);
            if (isfinite(level) && level > *greatest)
                *greatest = level;
        }
    }
    hexfog_free(r);
    return status;
}

static hexfog_status read_texture_head(const struct hexfog_preview_request *request,
                                       struct heads *heads, struct hexfog_error *error)
{
    struct hexfog_read_limits limits = {
        .max_memory_bytes = hexfog_reading_memory(request->settings, request->path, NULL)
    };
    struct hexfog_reader *reader = NULL;
    if (!request->is_texture)
        return HEXFOG_OK;
    hexfog_status status = hexfog_reader_open(request->path, HEXFOG_DECODER_A, &limits, &reader,
                                              error);
    if (status != HEXFOG_OK)
        return status;
    heads->texture = *hexfog_reader_info(reader);
    double level_scale = hexfog_level_scale_of(&heads->texture, request->level_scale);
    if (!heads->texture.metadata.is_valid && level_scale > 0)
        status = find_greatest(reader, level_scale, &heads->greatest_level, error);
    hexfog_reader_free(reader);
    return status;
}

static hexfog_status read_heads(void *context, void *shared, struct hexfog_error *error)
{
    const struct hexfog_preview_request *request = context;
    hexfog_status status = read_texture_head(request, shared, error);
    return status == HEXFOG_OK ? read_board_head(request, shared, error) : status;
}

static hexfog_status open_files(const struct hexfog_preview_request *request,
                                struct heads *heads)
{
    const char *over = request->settings->over, *texture = request->is_texture ? request->path
                                                                               : NULL;
    struct hexfog_error error = { 0 };
    struct hexfog_preview_request copy = *request;
    if (!over && !texture)
        return HEXFOG_OK;
    struct hexfog_child child = hexfog_reading_child(request->settings, texture, over);
    child.what = "reading the file";
    child.work = read_heads;
    child.context = &copy;
    hexfog_status status = hexfog_run_child(&child, heads, sizeof *heads, &error);
    if (status != HEXFOG_OK)
        hexfog_print_error(request->settings, &error);
    return status;
}

// FILE or --desc, whichever is a description.
static hexfog_status open_description(const struct hexfog_preview_request *request,
                                      struct hexfog_board *board)
{
    struct hexfog_settings settings = *request->settings;
    char *path = hexfog_copy_string(request->is_texture ? settings.description : request->path);
    if (!path) {
        struct hexfog_error error;
        hexfog_status status = hexfog_fail_memory(&error, "a path");
        hexfog_print_error(request->settings, &error);
        return status;
    }
    settings.operands = &path;
    hexfog_board_read(&settings, board);
    hexfog_print_diagnostics(request->settings, &board->diagnostics);
    hexfog_status status = hexfog_diagnostics_status(&board->diagnostics);
    board->path = request->path;
    hexfog_free(path);
    return status;
}

// Of another size it is the texture of another board, whose tiles lie elsewhere.
static hexfog_status check_described_size(const struct hexfog_preview_source *source)
{
    const struct hexfog_preview_request *request = source->request;
    struct hexfog_error error;
    if (!source->board.map)
        return HEXFOG_OK;
    const struct hexfog_texture *described = hexfog_map_texture(source->board.map);
    if (described->width_px == source->width_px && described->height_px == source->height_px)
        return HEXFOG_OK;
    hexfog_status status = hexfog_fail(&error, HEXFOG_INPUT, "the texture is %d x %d, but --desc %s"
                                       " describes one of %d x %d: the grid would not lie on its"
                                       " tiles", (int)source->width_px, (int)source->height_px,
                                       request->settings->description,
                                       (int)described->width_px, (int)described->height_px);
    hexfog_error_set_file(&error, request->path);
    hexfog_print_error(request->settings, &error);
    return status;
}

// Only the position inside the tile can be shown without the scale of R.
static hexfog_status settle_texture(struct hexfog_preview_source *source,
                                    const struct heads *heads)
{
    const struct hexfog_preview_request *request = source->request;
    const struct hexfog_file_metadata *metadata = &heads->texture.metadata;
    double greatest = metadata->is_valid ? metadata->max_level : heads->greatest_level;
    source->width_px = heads->texture.width_px;
    source->height_px = heads->texture.height_px;
    source->level_scale = hexfog_level_scale_of(&heads->texture, request->level_scale);
    source->max_level = (int32_t)fmin(greatest, 1 << 24);
    if (source->level_scale > 0 || request->channel == HEXFOG_SHOW_G)
        return check_described_size(source);
    return hexfog_usage_error(request->settings, "%s does not tell its level_scale: give"
                              " --level-scale N", request->path);
}

hexfog_status hexfog_preview_source_open(const struct hexfog_preview_request *request,
                                         struct hexfog_preview_source *source)
{
    struct heads heads = { 0 };
    hexfog_status status = HEXFOG_OK;
    *source = (struct hexfog_preview_source){ .request = request };
    if (!request->is_texture || request->settings->description)
        status = open_description(request, &source->board);
    if (status == HEXFOG_OK)
        status = open_files(request, &heads);
    if (status != HEXFOG_OK)
        return status;
    source->board_width_px = heads.board_width_px;
    source->board_height_px = heads.board_height_px;
    if (request->is_texture)
        return settle_texture(source, &heads);
    source->width_px = hexfog_map_texture(source->board.map)->width_px;
    source->height_px = hexfog_map_texture(source->board.map)->height_px;
    source->max_level = hexfog_map_facts(source->board.map).max_level;
    return HEXFOG_OK;
}

void hexfog_preview_source_free(struct hexfog_preview_source *source)
{
    hexfog_board_free(&source->board);
}
