// SPDX-License-Identifier: MIT
// Turns readers into strips of rows for works that run beside them.
#include "check/strips.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/stages.h"
#include "base/workers.h"

// Texels of a strip, about: with all that is made of them they stay in a core's cache, and a
// thread has more to do than to find its work.
enum { STRIP_TEXELS = 1 << 16, MOST_BLOCK_TEXELS = 1 << 20 };
#define MOST_ROOMS_BYTES ((size_t)1 << 28)

// What one strip has in memory.
struct room {
    float *r[HEXFOG_MOST_TEXTURES], *g[HEXFOG_MOST_TEXTURES];
    uint8_t *bytes;
};

struct strips {
    const struct hexfog_strip_run *run;
    int32_t width_px, height_px, rows_at_once;
    int room_count;
    struct room rooms[HEXFOG_MOST_ROOMS];
};

// One reader's or one work's part.
struct part {
    struct strips *strips;
    int index;
};

// Rooms ---------------------------------------------------------------------

static void free_room(struct room *room)
{
    for (int i = 0; i < HEXFOG_MOST_TEXTURES; i++) {
        hexfog_free(room->r[i]);
        hexfog_free(room->g[i]);
    }
    hexfog_free(room->bytes);
    *room = (struct room){ .bytes = NULL };
}

// Zeros, so that texels that a damaged file leaves out are the same in every run.
static bool make_room(const struct strips *strips, struct room *room)
{
    size_t texels = (size_t)strips->width_px * (size_t)strips->rows_at_once;
    size_t bytes_a_texel = strips->run->bytes_a_texel;
    bool is_whole = true;

    for (int i = 0; i < strips->run->reader_count; i++) {
        room->r[i] = hexfog_alloc_zeroed(texels, sizeof(float));
        room->g[i] = hexfog_alloc_zeroed(texels, sizeof(float));
        is_whole = is_whole && room->r[i] && room->g[i];
    }
    room->bytes = bytes_a_texel > 0 ? hexfog_alloc(texels, bytes_a_texel) : NULL;
    is_whole = is_whole && (room->bytes || bytes_a_texel == 0);
    if (!is_whole)
        free_room(room);
    return is_whole;
}

// One is needed; others are for threads, as far as there is memory to spare.
static hexfog_status make_rooms(struct strips *strips, int wanted, struct hexfog_error *error)
{
    size_t texel_bytes = (size_t)strips->run->reader_count * 2 * sizeof(float) +
                         strips->run->bytes_a_texel;
    size_t each = (size_t)strips->width_px * (size_t)strips->rows_at_once * texel_bytes;
    size_t spare = hexfog_spare_bytes() < MOST_ROOMS_BYTES ? hexfog_spare_bytes()
                                                           : MOST_ROOMS_BYTES;

    if (!make_room(strips, &strips->rooms[0]))
        return hexfog_fail_memory(error, "rows of a texture");
    strips->room_count = 1;
    for (; strips->room_count < wanted && each <= spare; spare -= each) {
        if (!make_room(strips, &strips->rooms[strips->room_count]))
            break;
        strips->room_count++;
    }
    return HEXFOG_OK;
}

// Stages --------------------------------------------------------------------

static struct hexfog_strip strip_of(const struct strips *strips, int64_t item, int room_index)
{
    const struct room *room = &strips->rooms[room_index];
    int32_t first = (int32_t)item * strips->rows_at_once, left = strips->height_px - first;
    int32_t count = left < strips->rows_at_once ? left : strips->rows_at_once;

    return (struct hexfog_strip){ strips->width_px, first, count, room_index,
                                  { room->r[0], room->r[1] }, { room->g[0], room->g[1] },
                                  room->bytes };
}

static hexfog_status read_strip(void *context, int64_t item, int room, struct hexfog_error *error)
{
    const struct part *part = context;
    struct hexfog_strip strip = strip_of(part->strips, item, room);
    const struct room *into = &part->strips->rooms[room];

    return hexfog_reader_rows_at(part->strips->run->readers[part->index], strip.first_row,
                                 strip.row_count, into->r[part->index], into->g[part->index],
                                 NULL, error);
}

static hexfog_status do_work(void *context, int64_t item, int room, struct hexfog_error *error)
{
    const struct part *part = context;
    const struct hexfog_strip_work *work = &part->strips->run->works[part->index];
    struct hexfog_strip strip = strip_of(part->strips, item, room);

    return work->work(work->context, &strip, error);
}

static hexfog_status tell_progress(void *context, int64_t item, int room,
                                   struct hexfog_error *error)
{
    const struct part *part = context;
    const struct hexfog_strip_run *run = part->strips->run;
    struct hexfog_strip strip = strip_of(part->strips, item, room);

    if (!run->progress)
        return HEXFOG_OK;
    return run->progress(run->progress_context, strip.first_row + strip.row_count,
                         part->strips->height_px, error);
}

// Readers and works of one run as stages, in the order of what comes first.
struct line_up {
    struct part parts[HEXFOG_MOST_STAGES];
    struct hexfog_stage stages[HEXFOG_MOST_STAGES];
    int count, stage_of_work[HEXFOG_MOST_STRIP_WORKS];
    unsigned readers;                      // a bit each
};

static int add_stage(struct line_up *line_up, struct strips *strips, int index,
                     struct hexfog_stage stage)
{
    line_up->parts[line_up->count] = (struct part){ strips, index };
    stage.context = &line_up->parts[line_up->count];
    line_up->stages[line_up->count] = stage;
    return line_up->count++;
}

static void add_works(struct line_up *line_up, struct strips *strips, bool can_wait)
{
    for (int i = 0; i < strips->run->work_count; i++) {
        struct hexfog_stage stage = { .work = do_work,
                                      .is_ordered = !strips->run->works[i].is_parallel };
        if (strips->run->works[i].can_wait == can_wait)
            line_up->stage_of_work[i] = add_stage(line_up, strips, i, stage);
    }
}

static void add_readers(struct line_up *line_up, struct strips *strips)
{
    for (int i = 0; i < strips->run->reader_count; i++)
        line_up->readers |= 1U << add_stage(line_up, strips, i,
                                            (struct hexfog_stage){ .work = read_strip });
}

// What each stage waits for: works for the readers and for other works, progress for all.
static void add_waits(struct line_up *line_up, const struct hexfog_strip_run *run)
{
    for (int i = 0; i < run->work_count; i++) {
        struct hexfog_stage *stage = &line_up->stages[line_up->stage_of_work[i]];
        stage->after = line_up->readers;
        for (int j = 0; j < run->work_count; j++) {
            if (run->works[i].after >> j & 1)
                stage->after |= 1U << line_up->stage_of_work[j];
        }
    }
    line_up->stages[line_up->count - 1].after = (1U << (line_up->count - 1)) - 1;
}

static hexfog_status run_stages(struct strips *strips, int threads, struct hexfog_error *error)
{
    struct line_up line_up = { .count = 0 };
    int64_t items = (strips->height_px + strips->rows_at_once - 1) / strips->rows_at_once;

    add_works(&line_up, strips, false);
    add_readers(&line_up, strips);
    add_works(&line_up, strips, true);
    add_stage(&line_up, strips, 0,
              (struct hexfog_stage){ .work = tell_progress, .is_ordered = true });
    add_waits(&line_up, strips->run);
    return hexfog_run_stages(&(struct hexfog_stages){ line_up.stages, line_up.count, items,
                                                      strips->room_count, threads }, error);
}

// Runs ----------------------------------------------------------------------

// Whole bands, and whole blocks of the readers where these are not much larger.
static int32_t rows_of_strip(const struct hexfog_strip_run *run, int32_t width_px,
                             int32_t height_px)
{
    int32_t bands = STRIP_TEXELS / width_px / HEXFOG_BAND_ROWS;
    int32_t rows = HEXFOG_BAND_ROWS * (bands > 0 ? bands : 1);

    for (int i = 0; i < run->reader_count; i++) {
        int32_t block = hexfog_reader_block_rows(run->readers[i]);
        if (block <= height_px && (int64_t)block * width_px <= MOST_BLOCK_TEXELS)
            rows = (rows + block - 1) / block * block;
    }
    return rows < height_px ? rows : height_px;
}

static int threads_of(const struct hexfog_strip_run *run, const struct strips *strips)
{
    if (strips->rows_at_once == strips->height_px)
        return 1; // over before a thread is up
    return run->threads > 0 ? run->threads : hexfog_default_threads();
}

hexfog_status hexfog_run_strips(const struct hexfog_strip_run *run, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(run->readers[0]);
    struct strips strips = { .run = run, .width_px = info->width_px,
                             .height_px = info->height_px };

    strips.rows_at_once = rows_of_strip(run, info->width_px, info->height_px);
    int threads = threads_of(run, &strips), rooms = threads > 1 ? 2 * threads + 2 : 1;
    hexfog_status status = make_rooms(&strips,
                                      rooms < HEXFOG_MOST_ROOMS ? rooms : HEXFOG_MOST_ROOMS,
                                      error);
    for (int i = 0; i < run->reader_count && status == HEXFOG_OK; i++)
        hexfog_reader_share(run->readers[i], threads, strips.rows_at_once);
    if (status == HEXFOG_OK)
        status = run_stages(&strips, threads, error);
    for (int i = 0; i < strips.room_count; i++)
        free_room(&strips.rooms[i]);
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
