// SPDX-License-Identifier: MIT
// Turns a texture file into a few of its rows.
#include "check/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "model/texel.h"
#include "raster/row.h"

// About 2^18 texels tell all that a cause shows; few rows of wide images, all of small ones.
enum { SAMPLE_TEXELS = 1 << 18, LEAST_ROWS = 16, MOST_ROWS = 512, BAND_ROWS = 16 };

static int by_number(const void *a, const void *b)
{
    int32_t first = *(const int32_t *)a, second = *(const int32_t *)b;
    return first < second ? -1 : first > second;
}

static int32_t spread_count(const struct hexfog_sample *sample)
{
    int32_t count = SAMPLE_TEXELS / sample->width_px;

    count = count < LEAST_ROWS ? LEAST_ROWS : count > MOST_ROWS ? MOST_ROWS : count;
    return count < sample->height_px ? count : sample->height_px;
}

static bool choose_rows(struct hexfog_sample *sample, const int32_t *wanted, size_t wanted_count)
{
    int32_t spread = spread_count(sample), count = 0, kept = 0;

    sample->rows = hexfog_alloc((size_t)spread + wanted_count, sizeof *sample->rows);
    if (!sample->rows)
        return false;
    for (int32_t i = 0; i < spread; i++)
        sample->rows[count++] = (int32_t)((int64_t)i * sample->height_px / spread);
    for (size_t i = 0; i < wanted_count; i++) {
        if (wanted[i] >= 0 && wanted[i] < sample->height_px)
            sample->rows[count++] = wanted[i];
    }
    qsort(sample->rows, (size_t)count, sizeof *sample->rows, by_number);
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || sample->rows[i] != sample->rows[kept - 1])
            sample->rows[kept++] = sample->rows[i];
    }
    sample->row_count = kept;
    return true;
}

static bool make_room(struct hexfog_sample *sample)
{
    const struct hexfog_texture *texture = hexfog_map_texture(sample->map);
    size_t width = (size_t)sample->width_px, texels = width * (size_t)sample->row_count;

    sample->r = hexfog_alloc(texels, sizeof(float));
    sample->g = hexfog_alloc(texels, sizeof(float));
    sample->x_local = hexfog_alloc(width, sizeof(double));
    sample->level = hexfog_alloc(width, sizeof(int32_t));
    sample->exact_g = hexfog_alloc(width, sizeof(double));
    if (!sample->r || !sample->g || !sample->x_local || !sample->level || !sample->exact_g)
        return false;
    for (int32_t column = 0; column < sample->width_px; column++)
        sample->x_local[column] =
            hexfog_x_from_column(texture, column) - sample->map->lattice.origin.x;
    return true;
}

// Keeps those of a band's rows that the sample wants; `at` is the next one wanted.
static void keep_rows(struct hexfog_sample *sample, const float *r, const float *g, int32_t first,
                      int32_t count, int32_t *at)
{
    size_t width = (size_t)sample->width_px;

    for (; *at < sample->row_count && sample->rows[*at] < first + count; ++*at) {
        size_t from = (size_t)(sample->rows[*at] - first) * width, to = (size_t)*at * width;
        memcpy(sample->r + to, r + from, width * sizeof(float));
        memcpy(sample->g + to, g + from, width * sizeof(float));
    }
}

static hexfog_status read_rows(struct hexfog_sample *sample, struct hexfog_reader *reader,
                               struct hexfog_error *error)
{
    size_t texels = (size_t)sample->width_px * BAND_ROWS;
    float *r = hexfog_alloc(texels, sizeof(float)), *g = hexfog_alloc(texels, sizeof(float));
    int32_t at = 0;
    hexfog_status status = r && g ? HEXFOG_OK : hexfog_fail_memory(error, "a sample of rows");

    hexfog_reader_rewind(reader);
    for (int32_t row = 0; row < sample->height_px && status == HEXFOG_OK; row += BAND_ROWS) {
        int32_t left = sample->height_px - row, count = left < BAND_ROWS ? left : BAND_ROWS;
        status = hexfog_reader_rows(reader, count, r, g, NULL, error);
        if (status == HEXFOG_OK)
            keep_rows(sample, r, g, row, count, &at);
    }
    hexfog_free(r);
    hexfog_free(g);
    return status;
}

hexfog_status hexfog_sample_take(const struct hexfog_map *map, struct hexfog_reader *reader,
                                 const int32_t *wanted, size_t wanted_count,
                                 struct hexfog_sample *sample, struct hexfog_error *error)
{
    const struct hexfog_texture *texture = hexfog_map_texture(map);

    *sample = (struct hexfog_sample){ .map = map, .width_px = texture->width_px,
                                      .height_px = texture->height_px };
    if (!choose_rows(sample, wanted, wanted_count) || !make_room(sample))
        return hexfog_fail_memory(error, "a sample of rows");
    return read_rows(sample, reader, error);
}

void hexfog_sample_free(struct hexfog_sample *sample)
{
    hexfog_free(sample->rows);
    hexfog_free(sample->r);
    hexfog_free(sample->g);
    hexfog_free(sample->x_local);
    hexfog_free(sample->level);
    hexfog_free(sample->exact_g);
    *sample = (struct hexfog_sample){ 0 };
}

void hexfog_sample_field(struct hexfog_sample *sample, int32_t row)
{
    hexfog_fill_row(sample->map, sample->x_local, row, sample->level, sample->exact_g);
}
