// SPDX-License-Identifier: MIT
// Turns a texture file and its map into blocks to draw, strip by strip, in bounded memory.
#include "check/verify_gl.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/shader_text.h"
#include "check/verify_block.h"
#include "check/verify_cpu.h"
#include "model/map.h"
#include "model/near.h"
#include "model/texel.h"
#include "raster/row.h"

#define DIFFERENCE_FACTOR 64

// A strip is drawn with the first row of the next one, so that linear filtering across the
// line between them is drawn too.
struct strips {
    const struct hexfog_map *map;
    struct hexfog_reader *reader;
    struct hexfog_gl_run *run;
    struct hexfog_block block;
    size_t width;
    int32_t rows_read;       // of the file
    int32_t first_row, row_count; // in the buffers
    float *r, *g, *b;        // strip_rows + 1 rows
    double *f_exact;
    double *x_local;
    int32_t *level;          // one row
    bool whole_pictures;     // of all rows in one
    int32_t blocks_done, strips_done;
    uint8_t *pictures;       // drawn, expected, difference of each; NULL = none
    size_t picture_bytes;    // of one plane
};

static size_t strip_capacity(const struct strips *strips)
{
    return ((size_t)strips->run->plan->strip_rows + 1) * strips->width;
}

static int32_t texture_rows(const struct strips *strips)
{
    return hexfog_map_texture(strips->map)->height_px;
}

// Room --------------------------------------------------------------------

static hexfog_status make_strips(struct strips *strips, struct hexfog_error *error)
{
    const struct hexfog_texture *texture = hexfog_map_texture(strips->map);
    const struct hexfog_plan *plan = strips->run->plan;
    size_t capacity = strip_capacity(strips);

    strips->r = hexfog_alloc(capacity, sizeof *strips->r);
    strips->g = hexfog_alloc(capacity, sizeof *strips->g);
    strips->b = hexfog_alloc(capacity, sizeof *strips->b);
    strips->f_exact = hexfog_alloc(capacity, sizeof *strips->f_exact);
    strips->x_local = hexfog_alloc(strips->width, sizeof *strips->x_local);
    strips->level = hexfog_alloc(strips->width, sizeof *strips->level);
    if (!strips->r || !strips->g || !strips->b || !strips->f_exact || !strips->x_local ||
        !strips->level)
        return hexfog_fail_memory(error, "a strip of texels");
    for (int32_t column = 0; column < texture->width_px; column++)
        strips->x_local[column] =
            hexfog_x_from_column(texture, column) - strips->map->lattice.origin.x;
    return hexfog_block_make(plan->block_columns + 1, plan->strip_rows + 1, &strips->block,
                             error);
}

static hexfog_status make_pictures(struct strips *strips, struct hexfog_error *error)
{
    size_t rows = (size_t)strips->run->plan->strip_rows;
    int64_t texels = (int64_t)strips->width * texture_rows(strips);

    if (!strips->run->options->picture)
        return HEXFOG_OK;
    strips->whole_pictures = texels <= HEXFOG_DRAW_ALL_TEXELS;
    if (strips->whole_pictures)
        rows = (size_t)texture_rows(strips);
    strips->picture_bytes = 3 * rows * strips->width;
    strips->pictures = hexfog_alloc((size_t)HEXFOG_PICTURES * 3, strips->picture_bytes);
    strips->block.wants_pictures = true;
    return strips->pictures ? HEXFOG_OK : hexfog_fail_memory(error, "the pictures");
}

static void free_strips(struct strips *strips)
{
    hexfog_block_free(&strips->block);
    hexfog_free(strips->r);
    hexfog_free(strips->g);
    hexfog_free(strips->b);
    hexfog_free(strips->f_exact);
    hexfog_free(strips->x_local);
    hexfog_free(strips->level);
    hexfog_free(strips->pictures);
}

// Rows of the file --------------------------------------------------------

static hexfog_status read_rows(struct strips *strips, int32_t into_row, int32_t count,
                               struct hexfog_error *error)
{
    size_t at = (size_t)into_row * strips->width;

    strips->rows_read += count;
    return hexfog_reader_rows(strips->reader, count, strips->r + at, strips->g + at,
                              strips->b + at, error);
}

static hexfog_status skip_to(struct strips *strips, int32_t row, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    while (strips->rows_read < row && !status) {
        int32_t left = row - strips->rows_read, room = strips->run->plan->strip_rows;
        status = read_rows(strips, 0, left < room ? left : room, error);
    }
    return status;
}

// A row that was the last of the strip before stands in the buffers already.
static int32_t keep_last_row(struct strips *strips, int32_t first_row)
{
    size_t last = (size_t)(strips->row_count - 1) * strips->width;
    float *planes[3] = {strips->r, strips->g, strips->b};

    if (strips->row_count == 0 || strips->first_row + strips->row_count != first_row + 1)
        return 0;
    for (int i = 0; i < 3; i++)
        memmove(planes[i], planes[i] + last, strips->width * sizeof *planes[i]);
    return 1;
}

static hexfog_status load_strip(struct strips *strips, int32_t index, struct hexfog_error *error)
{
    int32_t first = index * strips->run->plan->strip_rows;
    int32_t end = first + strips->run->plan->strip_rows + 1, height = texture_rows(strips);
    int32_t kept = keep_last_row(strips, first);
    hexfog_status status;

    end = end < height ? end : height;
    strips->first_row = first;
    strips->row_count = end - first;
    status = skip_to(strips, first + kept, error);
    if (!status && first + kept < end)
        status = read_rows(strips, kept, end - first - kept, error);
    return status;
}

// The exact field ---------------------------------------------------------

// A texel on a border may have either tile's value: the one that the file took is exact.
static void settle_tie(struct strips *strips, int32_t column, int32_t row, double stored,
                       double *exact)
{
    struct hexfog_value values[HEXFOG_NEAR_VALUES];
    struct hexfog_world point = hexfog_world_from_texel(hexfog_map_texture(strips->map),
                                                        (struct hexfog_texel){column, row});
    int count = hexfog_values_near(strips->map, point, HEXFOG_BORDER_CELL_WIDTHS, values);

    for (int i = 0; i < count; i++)
        if (fabs(values[i].level + values[i].g - stored) <= strips->run->g_bound) {
            *exact = values[i].level + values[i].g;
            return;
        }
}

static void fill_exact(struct strips *strips)
{
    double scale = strips->run->level_scale;

    for (int32_t i = 0; i < strips->row_count; i++) {
        size_t at = (size_t)i * strips->width;
        double *exact = strips->f_exact + at;

        hexfog_fill_row(strips->map, strips->x_local, strips->first_row + i, strips->level,
                        exact);
        for (size_t x = 0; x < strips->width; x++) {
            double stored = floor((double)strips->r[at + x] * scale + 0.5) +
                            (double)strips->g[at + x];

            exact[x] += strips->level[x];
            if (!(fabs(stored - exact[x]) <= strips->run->g_bound))
                settle_tie(strips, (int32_t)x, strips->first_row + i, stored, &exact[x]);
        }
    }
}

// Blocks ------------------------------------------------------------------

static void copy_block(const struct strips *strips, struct hexfog_block *block)
{
    size_t width = (size_t)block->width_px;

    for (int32_t row = 0; row < block->height_px; row++) {
        size_t from = (size_t)row * strips->width + (size_t)block->column;
        size_t to = (size_t)row * width;

        memcpy(block->r + to, strips->r + from, width * sizeof *block->r);
        memcpy(block->g + to, strips->g + from, width * sizeof *block->g);
        memcpy(block->b + to, strips->b + from, width * sizeof *block->b);
        memcpy(block->f_exact + to, strips->f_exact + from, width * sizeof *block->f_exact);
    }
}

static uint8_t *plane_of(const struct strips *strips, int picture, int plane)
{
    return strips->pictures + (size_t)(3 * picture + plane) * strips->picture_bytes;
}

static hexfog_status make_block_pictures(struct hexfog_block *block, struct hexfog_error *error)
{
    for (int i = 0; i < HEXFOG_PICTURES; i++) {
        block->drawn[i] = hexfog_alloc(block->capacity, 3);
        block->expected[i] = hexfog_alloc(block->capacity, 3);
        if (!block->drawn[i] || !block->expected[i])
            return hexfog_fail_memory(error, "a block's pictures");
    }
    return HEXFOG_OK;
}

static void free_block_pictures(struct hexfog_block *block)
{
    for (int i = 0; i < HEXFOG_PICTURES; i++) {
        hexfog_free(block->drawn[i]);
        hexfog_free(block->expected[i]);
        block->drawn[i] = block->expected[i] = NULL;
    }
}

// Puts a block's pictures in their place; rows of the next strip stay out.
static void place_pictures(struct strips *strips, const struct hexfog_block *block)
{
    int32_t rows = strips->run->plan->strip_rows;
    int32_t from_row = strips->whole_pictures ? block->row : 0;

    rows = rows < block->height_px ? rows : block->height_px;
    for (int picture = 0; picture < HEXFOG_PICTURES; picture++)
        for (int32_t row = 0; row < rows; row++) {
            size_t from = 3 * (size_t)row * (size_t)block->width_px;
            size_t to = 3 * ((size_t)(from_row + row) * strips->width + (size_t)block->column);
            size_t bytes = 3 * (size_t)block->width_px;

            memcpy(plane_of(strips, picture, 0) + to, block->drawn[picture] + from, bytes);
            memcpy(plane_of(strips, picture, 1) + to, block->expected[picture] + from, bytes);
        }
}

static hexfog_status hand_pictures(struct strips *strips, int32_t first_row, int32_t row_count,
                                   struct hexfog_error *error)
{
    static const char *const names[HEXFOG_PICTURES] = {"linear", "exp", "exp2", "step"};
    const struct hexfog_verify_gl_options *options = strips->run->options;
    size_t bytes = 3 * (size_t)row_count * strips->width;
    hexfog_status status = HEXFOG_OK;

    for (int i = 0; i < HEXFOG_PICTURES && !status; i++) {
        uint8_t *drawn = plane_of(strips, i, 0), *expected = plane_of(strips, i, 1);
        uint8_t *difference = plane_of(strips, i, 2);

        for (size_t at = 0; at < bytes; at++) {
            int by = drawn[at] > expected[at] ? drawn[at] - expected[at]
                                              : expected[at] - drawn[at];
            difference[at] = (uint8_t)(by * DIFFERENCE_FACTOR < 255 ? by * DIFFERENCE_FACTOR
                                                                    : 255);
        }
        struct hexfog_picture picture = {names[i], (int32_t)strips->width, first_row, row_count,
                                         drawn, expected, difference, DIFFERENCE_FACTOR};
        status = options->picture(options->picture_context, &picture, error);
    }
    return status;
}

static hexfog_status draw_block(struct strips *strips, int32_t column, struct hexfog_error *error)
{
    struct hexfog_block *block = &strips->block;
    int32_t left = (int32_t)strips->width - column, most = strips->run->plan->block_columns + 1;
    hexfog_status status = HEXFOG_OK;

    block->column = column;
    block->row = strips->first_row;
    block->width_px = left < most ? left : most;
    block->height_px = strips->row_count;
    block->index = strips->blocks_done++;
    copy_block(strips, block);
    if (block->wants_pictures)
        status = make_block_pictures(block, error);
    if (!status)
        status = hexfog_block_verify(strips->run, block, error);
    if (!status && block->wants_pictures)
        place_pictures(strips, block);
    free_block_pictures(block);
    return status;
}

static int32_t rows_of(const struct strips *strips, int32_t strip_count)
{
    int32_t rows = strip_count * strips->run->plan->strip_rows, height = texture_rows(strips);

    return rows < height ? rows : height;
}

static hexfog_status draw_strip(struct strips *strips, int32_t index, struct hexfog_error *error)
{
    const struct hexfog_verify_gl_options *options = strips->run->options;
    const struct hexfog_plan *plan = strips->run->plan;
    hexfog_status status = load_strip(strips, index, error);

    if (status)
        return status;
    fill_exact(strips);
    for (int32_t column = 0; column < (int32_t)strips->width && !status;
         column += plan->block_columns)
        status = draw_block(strips, column, error);
    if (!status && strips->pictures && !strips->whole_pictures)
        status = hand_pictures(strips, strips->first_row,
                               strips->row_count < plan->strip_rows ? strips->row_count
                                                                    : plan->strip_rows, error);
    strips->strips_done++;
    if (!status && options->progress)
        status = options->progress(options->progress_context,
                                   rows_of(strips, strips->strips_done),
                                   rows_of(strips, plan->drawn_count), error);
    return status;
}

static hexfog_status draw_strips(struct strips *strips, struct hexfog_error *error)
{
    const struct hexfog_plan *plan = strips->run->plan;
    hexfog_status status = make_strips(strips, error);

    if (!status)
        status = make_pictures(strips, error);
    hexfog_reader_rewind(strips->reader);
    for (int32_t i = 0; i < plan->strip_count && !status; i++)
        if (plan->is_drawn[i])
            status = draw_strip(strips, i, error);
    if (!status && strips->pictures && strips->whole_pictures)
        status = hand_pictures(strips, 0, texture_rows(strips), error);
    return status;
}

// The file ----------------------------------------------------------------

// As a game uploads it; an .hdr also as the halves that several engines make of it.
static void choose_uploads(const struct hexfog_texture_info *info, struct hexfog_gl_run *run)
{
    bool has_blue = info->has_blue;

    run->upload_count = 1;
    if (info->format == HEXFOG_PNG) {
        run->uploads[0] = HEXFOG_UPLOAD_RGB8;
    } else if (info->format == HEXFOG_HDR) {
        run->uploads[0] = HEXFOG_UPLOAD_RGB9_E5;
        run->uploads[1] = HEXFOG_UPLOAD_RGBA16F;
        run->upload_count = 2;
    } else if (info->precision == HEXFOG_RGB9E5) {
        run->uploads[0] = HEXFOG_UPLOAD_RGB9_E5;
    } else if (info->precision == HEXFOG_HALF) {
        run->uploads[0] = has_blue ? HEXFOG_UPLOAD_RGB16F : HEXFOG_UPLOAD_RG16F;
    } else {
        run->uploads[0] = has_blue ? HEXFOG_UPLOAD_RGB32F : HEXFOG_UPLOAD_RG32F;
    }
}

// What the file's G may be off by once it lies in the GPU. Decoders B and C give values that
// the upload has to round.
static double file_bound(const struct hexfog_encoding *encoding,
                         const struct hexfog_texture_info *info)
{
    double bound = hexfog_decoded_g_bound(encoding, info->decoder) + HEXFOG_VERIFY_SLACK;
    bool is_rounded = info->format == HEXFOG_HDR && info->decoder != HEXFOG_DECODER_A;

    return is_rounded ? bound + hexfog_max_g_error(encoding) / 2 : bound;
}

static bool is_same_colour(const struct hexfog_verify_gl_options *options)
{
    static const float black[3] = {0, 0, 0}, white[3] = {1, 1, 1};
    const float *scene = options->scene_colour ? options->scene_colour : black;
    const float *fog = options->fog_colour ? options->fog_colour : white;

    for (int c = 0; c < 3; c++)
        if (fabsf(scene[c] - fog[c]) >= 1.5f / 255)
            return false;
    return true;
}

static void report(struct hexfog_gl_run *run, struct hexfog_checks *checks)
{
    for (int i = 0; i < run->upload_count; i++) {
        struct hexfog_gl_tallies *tallies = &run->tallies[i];

        if (!hexfog_gl_can_filter(run->gl, run->uploads[i]))
            tallies->no_linear = "the driver does not filter 32-bit floats";
        if (i == 0 && is_same_colour(run->options))
            tallies->no_colours = "the scene has the fog's colour: nothing can be recovered";
        hexfog_tallies_report(tallies, hexfog_upload_name(run->uploads[i]), i > 0, checks);
    }
}

static hexfog_status verify(struct strips *strips, const struct hexfog_encoding *encoding,
                            struct hexfog_checks *checks, struct hexfog_error *error)
{
    struct hexfog_gl_run *run = strips->run;
    struct hexfog_shader_constants constants = {
        encoding->level_scale, encoding->max_level, true,
        hexfog_uv_from_world(hexfog_map_texture(strips->map))};
    struct hexfog_plan_rules rules = {run->g_bound, run->options->draw_all,
                                      hexfog_gl_max_side_px(run->gl), run->options->threads};
    struct hexfog_plan plan;
    char *text = NULL;
    size_t length_bytes;
    hexfog_status status = hexfog_plan_make(strips->map, &rules, &plan, error);

    if (status)
        return status;
    status = hexfog_shader_text(HEXFOG_SHADER_GLSL, &constants, &text, &length_bytes, error);
    run->plan = &plan;
    run->remap_text = text;
    run->takes_turns = plan.drawn_count >= 6;
    if (!status)
        status = draw_strips(strips, error);
    free_strips(strips);
    if (!status)
        report(run, checks);
    hexfog_free(text);
    hexfog_plan_free(&plan);
    return status;
}

hexfog_status hexfog_verify_gl(struct hexfog_gl *gl, const struct hexfog_map *map,
                               const struct hexfog_encoding *encoding,
                               struct hexfog_reader *reader,
                               const struct hexfog_verify_gl_options *options,
                               struct hexfog_checks *checks, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    const struct hexfog_texture *texture = hexfog_map_texture(map);
    struct hexfog_gl_run *run;
    hexfog_status status;

    if (info->width_px != texture->width_px || info->height_px != texture->height_px) {
        hexfog_checks_add_unchecked(checks, "gpu", "drawn by a GPU",
                                    "the file has another size than the map");
        return HEXFOG_OK;
    }
    run = hexfog_alloc_zeroed(1, sizeof *run);
    if (!run)
        return hexfog_fail_memory(error, "the draws' figures");
    run->gl = gl;
    run->options = options;
    run->level_scale = encoding->level_scale;
    run->g_bound = file_bound(encoding, info);
    choose_uploads(info, run);
    struct strips strips = {.map = map, .reader = reader, .run = run,
                            .width = (size_t)texture->width_px};
    status = verify(&strips, encoding, checks, error);
    hexfog_free(run);
    return status;
}
