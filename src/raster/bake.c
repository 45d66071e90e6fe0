// SPDX-License-Identifier: MIT
// Turns a map into rows, and hands each band of them to every sink in row order.
#include "base/alloc.h"
#include "base/error.h"
#include "base/workers.h"
#include "model/texel.h"
#include "raster/row.h"

#define MAX_THREADS 1024

// One worker's rows, used again and again: a band of them for a sink that looks at bands,
// else one.
struct room { int32_t *level; double *g; };

struct bake {
    const struct hexfog_map *map;
    const struct hexfog_bake_options *options;
    const struct hexfog_sink *sinks;
    size_t sink_count;
    double *x_local;
    int32_t room_rows;  // 1 or HEXFOG_BAND_ROWS
    struct room *rooms; // one a worker
};

static struct hexfog_rows rows_of_job(const struct bake *bake, int worker, int64_t job)
{
    int32_t first = (int32_t)(job * HEXFOG_BAND_ROWS);
    int32_t left = bake->map->texture.height_px - first;

    return (struct hexfog_rows){bake->map->texture.width_px, first,
                                left < HEXFOG_BAND_ROWS ? left : HEXFOG_BAND_ROWS,
                                bake->rooms[worker].level, bake->rooms[worker].g};
}

static hexfog_status make_row(const struct bake *bake, int worker, int32_t row,
                              struct hexfog_error *error)
{
    size_t at = (size_t)(row % bake->room_rows) * (size_t)bake->map->texture.width_px;
    int32_t *level = bake->rooms[worker].level + at;
    double *g = bake->rooms[worker].g + at;
    struct hexfog_rows one = {bake->map->texture.width_px, row, 1, level, g};
    hexfog_status status = HEXFOG_OK;

    hexfog_fill_row(bake->map, bake->x_local, row, level, g);
    for (size_t i = 0; i < bake->sink_count && !status; i++)
        if (bake->sinks[i].take_row)
            status = bake->sinks[i].take_row(bake->sinks[i].context, worker, &one, error);
    return status;
}

// What a sink's prepare and commit see.
static struct hexfog_rows rows_for(const struct hexfog_sink *sink, struct hexfog_rows rows)
{
    if (sink->take_row) {
        rows.level = NULL;
        rows.g = NULL;
    }
    return rows;
}

static hexfog_status work(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct bake *bake = context;
    struct hexfog_rows rows = rows_of_job(bake, worker, job);
    hexfog_status status = HEXFOG_OK;

    for (int32_t i = 0; i < rows.row_count && !status; i++)
        status = make_row(bake, worker, rows.first_row + i, error);
    for (size_t i = 0; i < bake->sink_count && !status; i++) {
        const struct hexfog_sink *sink = &bake->sinks[i];
        struct hexfog_rows seen = rows_for(sink, rows);
        if (sink->prepare)
            status = sink->prepare(sink->context, worker, &seen, error);
    }
    return status;
}

static hexfog_status finish(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct bake *bake = context;
    struct hexfog_rows rows = rows_of_job(bake, worker, job);
    hexfog_status status = HEXFOG_OK;

    for (size_t i = 0; i < bake->sink_count && !status; i++) {
        const struct hexfog_sink *sink = &bake->sinks[i];
        struct hexfog_rows seen = rows_for(sink, rows);
        if (sink->commit)
            status = sink->commit(sink->context, worker, &seen, error);
    }
    if (!status && bake->options->progress)
        status = bake->options->progress(bake->options->progress_context,
                                         rows.first_row + rows.row_count,
                                         bake->map->texture.height_px, error);
    return status;
}

static int32_t room_rows(const struct bake *bake)
{
    for (size_t i = 0; i < bake->sink_count; i++)
        if (!bake->sinks[i].take_row)
            return HEXFOG_BAND_ROWS;
    return 1;
}

static bool allocate(struct bake *bake, int threads)
{
    size_t width = (size_t)bake->map->texture.width_px;
    size_t texels = width * (size_t)bake->room_rows;

    bake->x_local = hexfog_alloc(width, sizeof *bake->x_local);
    bake->rooms = hexfog_alloc_zeroed((size_t)threads, sizeof *bake->rooms);
    if (!bake->x_local || !bake->rooms)
        return false;
    for (int i = 0; i < threads; i++) {
        bake->rooms[i].level = hexfog_alloc(texels, sizeof(int32_t));
        bake->rooms[i].g = hexfog_alloc(texels, sizeof(double));
        if (!bake->rooms[i].level || !bake->rooms[i].g)
            return false;
    }
    for (int32_t column = 0; column < bake->map->texture.width_px; column++)
        bake->x_local[column] =
            hexfog_x_from_column(&bake->map->texture, column) - bake->map->lattice.origin.x;
    return true;
}

static void release(struct bake *bake, int threads)
{
    for (int i = 0; i < threads && bake->rooms; i++) {
        hexfog_free(bake->rooms[i].level);
        hexfog_free(bake->rooms[i].g);
    }
    hexfog_free(bake->rooms);
    hexfog_free(bake->x_local);
}

hexfog_status hexfog_bake(const struct hexfog_map *map, const struct hexfog_bake_options *options,
                          const struct hexfog_sink *sinks, size_t sink_count,
                          struct hexfog_error *error)
{
    static const struct hexfog_bake_options defaults = {0};
    struct bake bake = {.map = map, .options = options ? options : &defaults, .sinks = sinks,
                        .sink_count = sink_count};
    int threads = bake.options->threads ? bake.options->threads : hexfog_default_threads();
    hexfog_status status;

    if (threads < 1 || threads > MAX_THREADS)
        return hexfog_fail(error, HEXFOG_USAGE, "%d threads (allowed: 1 to %d)", threads,
                           MAX_THREADS);
    struct hexfog_ordered_jobs jobs = {
        &bake, (map->texture.height_px + HEXFOG_BAND_ROWS - 1) / HEXFOG_BAND_ROWS, threads, work,
        finish};
    bake.room_rows = room_rows(&bake);
    if (allocate(&bake, threads))
        status = hexfog_run_ordered(&jobs, error);
    else
        status = hexfog_fail_memory(error, "the bake's rows");
    release(&bake, threads);
    return status;
}
