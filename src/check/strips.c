// SPDX-License-Identifier: MIT
// Turns readers into strips of rows for works that run beside them.
#include "check/strips.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/workers.h"

// Texels of a strip, about: large against the start of a thread, small against the caches.
enum { STRIP_TEXELS = 1 << 17 };

struct buffer {
    int32_t first_row, row_count; // row_count 0: empty
    float *r[HEXFOG_MOST_TEXTURES], *g[HEXFOG_MOST_TEXTURES];
};

struct strips {
    const struct hexfog_strip_run *run;
    int32_t width_px, height_px, rows_at_once, next_row;
    struct buffer buffers[2], *reading, *working;
};

static hexfog_status make_buffers(struct strips *strips, struct hexfog_error *error)
{
    size_t width = (size_t)strips->width_px, rows = (size_t)strips->rows_at_once;

    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < strips->run->reader_count; j++) {
            struct buffer *buffer = &strips->buffers[i];
            buffer->r[j] = hexfog_alloc(width * rows, sizeof(float));
            buffer->g[j] = hexfog_alloc(width * rows, sizeof(float));
            if (!buffer->r[j] || !buffer->g[j])
                return hexfog_fail_memory(error, "rows of a texture");
        }
    }
    return HEXFOG_OK;
}

static void free_buffers(struct strips *strips)
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < HEXFOG_MOST_TEXTURES; j++) {
            hexfog_free(strips->buffers[i].r[j]);
            hexfog_free(strips->buffers[i].g[j]);
        }
    }
}

static hexfog_status do_work(const struct strips *strips, int index, struct hexfog_error *error)
{
    const struct hexfog_strip_work *work = &strips->run->works[index];
    const struct buffer *buffer = strips->working;
    struct hexfog_strip strip = { strips->width_px, buffer->first_row, buffer->row_count,
                                  { buffer->r[0], buffer->r[1] }, { buffer->g[0], buffer->g[1] } };

    return buffer->row_count > 0 ? work->work(work->context, &strip, error) : HEXFOG_OK;
}

// Job 0 .. readers - 1 reads, the others work.
static hexfog_status do_job(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    const struct strips *strips = context;
    const struct buffer *buffer = strips->reading;

    (void)worker;
    if (job >= strips->run->reader_count)
        return do_work(strips, (int)job - strips->run->reader_count, error);
    if (buffer->row_count == 0)
        return HEXFOG_OK;
    return hexfog_reader_rows(strips->run->readers[job], buffer->row_count, buffer->r[job],
                              buffer->g[job], NULL, error);
}

static hexfog_status end_job(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    (void)context, (void)worker, (void)job, (void)error;
    return HEXFOG_OK;
}

// One strip read, the one before it worked on.
static hexfog_status turn(struct strips *strips, int threads, struct hexfog_error *error)
{
    const struct hexfog_strip_run *run = strips->run;
    struct hexfog_ordered_jobs jobs = { strips, run->reader_count + run->work_count, threads,
                                        do_job, end_job };
    struct buffer *buffer = strips->reading;
    int32_t left = strips->height_px - strips->next_row;

    buffer->first_row = strips->next_row;
    buffer->row_count = left < strips->rows_at_once ? left : strips->rows_at_once;
    hexfog_status status = hexfog_run_ordered(&jobs, error);
    strips->next_row += buffer->row_count;
    strips->reading = strips->working;
    strips->working = buffer;
    return status;
}

static hexfog_status turn_all(struct strips *strips, struct hexfog_error *error)
{
    const struct hexfog_strip_run *run = strips->run;
    int threads = run->threads > 0 ? run->threads : hexfog_default_threads();
    hexfog_status status;

    if (strips->rows_at_once == strips->height_px)
        threads = 1; // over before a thread is up
    do {
        status = turn(strips, threads, error);
        int32_t rows_done = strips->working->first_row;
        if (status == HEXFOG_OK && run->progress && rows_done > 0)
            status = run->progress(run->progress_context, rows_done, strips->height_px, error);
    } while (status == HEXFOG_OK && strips->working->row_count > 0);
    return status;
}

int32_t hexfog_rows_of_strip(int32_t width_px, int32_t height_px)
{
    int32_t bands = STRIP_TEXELS / width_px / HEXFOG_BAND_ROWS;
    int32_t rows = HEXFOG_BAND_ROWS * (bands > 0 ? bands : 1);

    return rows < height_px ? rows : height_px;
}

hexfog_status hexfog_run_strips(const struct hexfog_strip_run *run, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(run->readers[0]);
    struct strips strips = { .run = run, .width_px = info->width_px,
                             .height_px = info->height_px };

    strips.reading = &strips.buffers[0];
    strips.working = &strips.buffers[1];
    strips.rows_at_once = hexfog_rows_of_strip(info->width_px, info->height_px);
    hexfog_status status = make_buffers(&strips, error);
    if (status == HEXFOG_OK)
        status = turn_all(&strips, error);
    free_buffers(&strips);
    return status;
}

bool hexfog_level_from_r(float r, double level_scale, int32_t *level)
{
    double x = floor((double)r * level_scale + 0.5);

    if (!(x >= INT32_MIN && x <= INT32_MAX))
        return false;
    *level = (int32_t)x;
    return true;
}
