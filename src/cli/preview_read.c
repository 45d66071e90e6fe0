// SPDX-License-Identifier: MIT
// Turns a description's field, a texture or a board's picture into planes of the picture's size.
#include <math.h>
#include "base/alloc.h"
#include "base/error.h"
#include "check/picture_read.h"
#include "cli/preview.h"
#include "cli/progress.h"
#include "cli/reading.h"

hexfog_status hexfog_preview_planes_make(int32_t width_px, int32_t height_px, int32_t plane_count,
                                         struct hexfog_preview_planes **planes,
                                         struct hexfog_error *error)
{
    uint64_t numbers = (uint64_t)width_px * (uint64_t)height_px * (uint64_t)plane_count;
    *planes = NULL;
    if (numbers > HEXFOG_MAX_PREVIEW_BYTES / sizeof(uint16_t))
        return hexfog_fail(error, HEXFOG_USAGE, "%d frames of %d x %d pixels are too many"
                           " (allowed: %llu pixels in all)", (int)plane_count, (int)width_px,
                           (int)height_px,
                           (unsigned long long)(HEXFOG_MAX_PREVIEW_BYTES / sizeof(uint16_t)));
    *planes = hexfog_alloc_zeroed(1, sizeof **planes + sizeof(uint16_t) * (size_t)numbers);
    return *planes ? HEXFOG_OK : hexfog_fail_memory(error, "the picture");
}

static size_t planes_bytes(const struct hexfog_area_request *area)
{
    return sizeof(struct hexfog_preview_planes) + sizeof(uint16_t) * (size_t)area->width_px
        * (size_t)area->height_px * (size_t)area->plane_count;
}

// The field -------------------------------------------------------------------

struct baking {
    enum hexfog_preview_channel channel;
    struct hexfog_area *area;
    double *rows;             // one a worker
};

static hexfog_status prepare(void *context, int worker, const struct hexfog_rows *rows,
                             struct hexfog_error *error)
{
    (void)error;
    const struct baking *baking = context;
    size_t width = (size_t)rows->width_px;
    double *values = baking->rows + (size_t)worker * width;
    for (int32_t y = 0; y < rows->row_count; y++) {
        const int32_t *level = rows->level + (size_t)y * width;
        const double *g = rows->g + (size_t)y * width;
        for (size_t i = 0; i < width; i++)
            values[i] = baking->channel == HEXFOG_SHOW_LEVEL ? level[i]
                      : baking->channel == HEXFOG_SHOW_G     ? g[i]
                                                             : level[i] + g[i];
        hexfog_area_prepare(baking->area, worker, y, values);
    }
    return HEXFOG_OK;
}

static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    (void)error;
    const struct baking *baking = context;
    hexfog_area_commit(baking->area, worker, rows->first_row, rows->row_count);
    return HEXFOG_OK;
}

static hexfog_status bake(const struct hexfog_preview_source *source,
                          const struct hexfog_area_request *request,
                          struct hexfog_preview_planes *planes, struct hexfog_error *error)
{
    int threads = source->request->threads;
    struct baking baking = { .channel = source->request->channel };
    struct hexfog_progress progress;
    struct hexfog_sink sink = { .context = &baking, .prepare = prepare, .commit = commit };
    struct hexfog_bake_options options = { threads, hexfog_progress_update, &progress };
    hexfog_status status = hexfog_area_make(request, threads, planes->numbers, &baking.area,
                                            error);
    if (status != HEXFOG_OK)
        return status;
    baking.rows = hexfog_alloc((size_t)threads * (size_t)source->width_px, sizeof *baking.rows);
    hexfog_progress_start(&progress, source->request->settings, source->width_px);
    status = baking.rows ? hexfog_bake(source->board.map, &options, &sink, 1, error)
                         : hexfog_fail_memory(error, "a row of the field");
    hexfog_progress_end(&progress);
    hexfog_free(baking.rows);
    hexfog_area_free(baking.area);
    return status;
}

// A texture -------------------------------------------------------------------

// What the child works on. It has a copy of everything but the planes.
struct reading {
    const struct hexfog_preview_source *source;
    const struct hexfog_area_request *request;
};

static void take_values(const struct hexfog_preview_source *source, const float *r,
                        const float *g, double *values)
{
    size_t width = (size_t)source->width_px;
    switch (source->request->channel) {
    case HEXFOG_SHOW_LEVEL:
        for (size_t i = 0; i < width; i++)
            values[i] = floor((double)r[i] * source->level_scale + 0.5); // as games have it
        break;
    case HEXFOG_SHOW_G:
        for (size_t i = 0; i < width; i++)
            values[i] = (double)g[i];
        break;
    case HEXFOG_SHOW_FOG:
    case HEXFOG_SHOW_F:
        hexfog_f_row(HEXFOG_NEAREST, source->level_scale, r, g, width, values);
    }
}

static hexfog_status read_rows(const struct hexfog_preview_source *source,
                               struct hexfog_reader *reader, struct hexfog_area *area,
                               struct hexfog_preview_planes *planes, struct hexfog_error *error)
{
    size_t width = (size_t)source->width_px;
    float *r = hexfog_alloc(2 * width, sizeof *r);
    double *values = hexfog_alloc(width, sizeof *values);
    hexfog_status status = r && values ? HEXFOG_OK
                                       : hexfog_fail_memory(error, "a row of the texture");
    for (int32_t y = 0; y < source->height_px && status == HEXFOG_OK; y++) {
        status = hexfog_reader_rows(reader, 1, r, r + width, NULL, error);
        if (status != HEXFOG_OK)
            break;
        take_values(source, r, r + width, values);
        for (size_t i = 0; i < width; i++)
            planes->odd_texel_count += isfinite(values[i]) ? 0 : 1;
        hexfog_area_prepare(area, 0, 0, values);
        hexfog_area_commit(area, 0, y, 1);
    }
    hexfog_free(values);
    hexfog_free(r);
    return status;
}

static hexfog_status check_size(const struct hexfog_preview_source *source,
                                const struct hexfog_reader *reader, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    if (info->width_px == source->width_px && info->height_px == source->height_px)
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_IO, "%s changed while it was read", source->request->path);
}

static hexfog_status read_texture(void *context, void *shared, struct hexfog_error *error)
{
    const struct reading *reading = context;
    const struct hexfog_preview_source *source = reading->source;
    struct hexfog_read_limits limits = {
        .max_memory_bytes = hexfog_reading_memory(source->request->settings,
                                                  source->request->path, NULL)
    };
    struct hexfog_preview_planes *planes = shared;
    struct hexfog_reader *reader = NULL;
    struct hexfog_area *area = NULL;
    hexfog_status status = hexfog_reader_open(source->request->path, HEXFOG_DECODER_A, &limits,
                                              &reader, error);
    if (status == HEXFOG_OK)
        status = check_size(source, reader, error);
    if (status == HEXFOG_OK)
        status = hexfog_area_make(reading->request, 1, planes->numbers, &area, error);
    if (status == HEXFOG_OK)
        status = read_rows(source, reader, area, planes, error);
    hexfog_area_free(area);
    hexfog_reader_free(reader);
    return status;
}

static hexfog_status run_child(const struct hexfog_preview_source *source,
                               const struct hexfog_area_request *request, const char *path,
                               hexfog_status (*work)(void *, void *, struct hexfog_error *),
                               struct hexfog_preview_planes *planes, struct hexfog_error *error)
{
    struct hexfog_child child = hexfog_reading_child(source->request->settings, path, NULL);
    struct reading reading = { source, request };
    child.work = work;
    child.context = &reading;
    return hexfog_run_child(&child, planes, planes_bytes(request), error);
}

hexfog_status hexfog_preview_read_texels(const struct hexfog_preview_source *source,
                                         struct hexfog_area_request *area,
                                         struct hexfog_preview_planes *planes,
                                         struct hexfog_error *error)
{
    area->source_width_px = source->width_px;
    area->source_height_px = source->height_px;
    if (!source->request->is_texture)
        return bake(source, area, planes, error);
    return run_child(source, area, source->request->path, read_texture, planes, error);
}

// A board ---------------------------------------------------------------------

static hexfog_status shrink_board(const struct hexfog_area_request *request,
                                  const uint8_t *rgba, struct hexfog_preview_planes *planes,
                                  struct hexfog_error *error)
{
    struct hexfog_area *area;
    size_t stride = 4 * (size_t)request->source_width_px;
    hexfog_status status = hexfog_area_make(request, 1, planes->numbers, &area, error);
    if (status != HEXFOG_OK)
        return status;
    for (int32_t y = 0; y < request->source_height_px; y++) {
        hexfog_area_prepare(area, 0, 0, rgba + (size_t)y * stride);
        hexfog_area_commit(area, 0, y, 1);
    }
    hexfog_area_free(area);
    return HEXFOG_OK;
}

static hexfog_status read_board(void *context, void *shared, struct hexfog_error *error)
{
    const struct reading *reading = context;
    const struct hexfog_area_request *request = reading->request;
    const struct hexfog_settings *settings = reading->source->request->settings;
    const char *path = settings->over;
    struct hexfog_read_limits limits = {
        .max_memory_bytes = hexfog_reading_memory(settings, path, NULL)
    };
    struct hexfog_reader *reader = NULL;
    const uint8_t *rgba;
    hexfog_status status = hexfog_picture_open(path, &limits, &reader, error);
    if (status == HEXFOG_OK && (hexfog_reader_info(reader)->width_px != request->source_width_px
                                || hexfog_reader_info(reader)->height_px
                                       != request->source_height_px))
        status = hexfog_fail(error, HEXFOG_IO, "%s changed while it was read", path);
    if (status == HEXFOG_OK)
        status = hexfog_picture_texels(reader, &rgba, error);
    if (status == HEXFOG_OK)
        status = shrink_board(request, rgba, shared, error);
    hexfog_reader_free(reader);
    return status;
}

hexfog_status hexfog_preview_read_board(const struct hexfog_preview_source *source,
                                        int32_t width_px, int32_t height_px,
                                        struct hexfog_preview_planes *planes,
                                        struct hexfog_error *error)
{
    struct hexfog_board_paint paint = { source->request->background, source->board_width_px };
    struct hexfog_area_request request = {
        source->board_width_px, source->board_height_px, width_px, height_px, 3,
        hexfog_board_fill, &paint
    };
    return run_child(source, &request, source->request->settings->over, read_board, planes, error);
}
