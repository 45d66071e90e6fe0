// SPDX-License-Identifier: MIT
// Turns a map into rows, band by band, and hands each band to every sink in row order.
#include "base/alloc.h"
#include "base/error.h"
#include "base/workers.h"
#include "model/texel.h"
#include "raster/row.h"

#define MAX_THREADS 1024

// One worker's band, used again and again.
struct band { int32_t *level; double *g; };

struct bake {
    const struct hexfog_map *map;
    const struct hexfog_bake_options *options;
    const struct hexfog_sink *sinks;
    size_t sink_count;
    double *x_local;
    struct band *bands; // one a worker
};

static struct hexfog_rows rows_of_job(const struct bake *bake, int worker, int64_t job)
{
    int32_t first = (int32_t)(job * HEXFOG_BAND_ROWS);
    int32_t left = bake->map->texture.height_px - first;

    return (struct hexfog_rows){bake->map->texture.width_px, first,
                                left < HEXFOG_BAND_ROWS ? left : HEXFOG_BAND_ROWS,
                                bake->bands[worker].level, bake->bands[worker].g};
}

static hexfog_status work(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct bake *bake = context;
    struct hexfog_rows rows = rows_of_job(bake, worker, job);
    hexfog_status status = HEXFOG_OK;

    for (int32_t i = 0; i < rows.row_count; i++)
        hexfog_fill_row(bake->map, bake->x_local, rows.first_row + i,
                        bake->bands[worker].level + (size_t)i * (size_t)rows.width_px,
                        bake->bands[worker].g + (size_t)i * (size_t)rows.width_px);
    for (size_t i = 0; i < bake->sink_count && !status; i++)
        if (bake->sinks[i].prepare)
            status = bake->sinks[i].prepare(bake->sinks[i].context, worker, &rows, error);
    return status;
}

static hexfog_status finish(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct bake *bake = context;
    struct hexfog_rows rows = rows_of_job(bake, worker, job);
    hexfog_status status = HEXFOG_OK;

    for (size_t i = 0; i < bake->sink_count && !status; i++)
        if (bake->sinks[i].commit)
            status = bake->sinks[i].commit(bake->sinks[i].context, worker, &rows, error);
    if (!status && bake->options->progress)
        status = bake->options->progress(bake->options->progress_context,
                                         rows.first_row + rows.row_count,
                                         bake->map->texture.height_px, error);
    return status;
}

static bool allocate(struct bake *bake, int threads)
{
    size_t width = (size_t)bake->map->texture.width_px;

    bake->x_local = hexfog_alloc(width, sizeof *bake->x_local);
    bake->bands = hexfog_alloc_zeroed((size_t)threads, sizeof *bake->bands);
    if (!bake->x_local || !bake->bands)
        return false;
    for (int i = 0; i < threads; i++) {
        bake->bands[i].level = hexfog_alloc(width * HEXFOG_BAND_ROWS, sizeof(int32_t));
        bake->bands[i].g = hexfog_alloc(width * HEXFOG_BAND_ROWS, sizeof(double));
        if (!bake->bands[i].level || !bake->bands[i].g)
            return false;
    }
    for (int32_t column = 0; column < bake->map->texture.width_px; column++)
        bake->x_local[column] =
            hexfog_x_from_column(&bake->map->texture, column) - bake->map->lattice.origin.x;
    return true;
}

static void release(struct bake *bake, int threads)
{
    for (int i = 0; i < threads && bake->bands; i++) {
        hexfog_free(bake->bands[i].level);
        hexfog_free(bake->bands[i].g);
    }
    hexfog_free(bake->bands);
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
    if (allocate(&bake, threads))
        status = hexfog_run_ordered(&jobs, error);
    else
        status = hexfog_fail_memory(error, "the bake's bands");
    release(&bake, threads);
    return status;
}
