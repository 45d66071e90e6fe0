// SPDX-License-Identifier: MIT
// Turns the decoded rows of two textures into a picture of where they differ.
#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/diff.h"

// What the texels of one pixel have in common so far.
struct pixel {
    float light, level, g, nonfinite; // sums; of strengths 0 .. 1 but for `light`
    int32_t texel_count;
    bool has_level, has_g, has_nonfinite;
};

struct picture {
    const struct hexfog_diff *diff;
    struct hexfog_diff_scale scale;
    struct hexfog_diff_picture_size size;
    double worst_level, worst_g;
    struct pixel *row;                // of the picture, under way
    uint8_t *rgb;
};

// Colours that the common kinds of colour blindness keep apart, as shares of white.
static const float level_tint[3] = { 0.84F, 0.37F, 0.0F };  // vermilion
static const float g_tint[3] = { 0.0F, 0.45F, 0.70F };      // blue
static const float nonfinite_tint[3] = { 0.94F, 0.89F, 0.26F }; // yellow
static const float even_light = 0.94F, odd_light = 0.86F;
// The least strength of a pixel that holds a difference: what can be seen on grey.
static const float least = 0.6F;

struct hexfog_diff_picture_size hexfog_diff_picture_size(const struct hexfog_diff *diff)
{
    const struct hexfog_texture_info *info = &diff->side[0].info;
    int32_t side = info->width_px > info->height_px ? info->width_px : info->height_px;
    int32_t step = (side + HEXFOG_MAX_PICTURE_SIDE_PX - 1) / HEXFOG_MAX_PICTURE_SIDE_PX;

    return (struct hexfog_diff_picture_size){ (info->width_px + step - 1) / step,
                                              (info->height_px + step - 1) / step, step };
}

// 0 at no error; the least strength at a small one, 1 at the greatest of the picture.
static float strength(double error, double worst)
{
    return least + (1 - least) * (float)(worst > 0 ? sqrt(error / worst) : 1);
}

static void add_texel(const struct picture *picture, struct pixel *pixel,
                      const struct hexfog_texel_pair *pair)
{
    bool is_odd = !pair->is_nonfinite_r && fmod(fabs(pair->level[0]), 2) >= 1;

    pixel->light += is_odd ? odd_light : even_light;
    pixel->texel_count++;
    if (pair->has_other_level) {
        pixel->level += strength(fabs(pair->level[0] - pair->level[1]), picture->worst_level);
        pixel->has_level = true;
    }
    if (pair->has_other_g) {
        pixel->g += strength(pair->g_error, picture->worst_g);
        pixel->has_g = true;
    }
    if (pair->is_nonfinite_r || pair->is_nonfinite_g) {
        pixel->nonfinite += 1;
        pixel->has_nonfinite = true;
    }
}

// The mean, but no less than can be seen.
static float mean(const struct pixel *pixel, float sum, bool has_any)
{
    float share = sum / (float)pixel->texel_count;
    return has_any && share < least ? least : share;
}

static uint8_t byte_of(float share)
{
    return (uint8_t)(255 * share + 0.5F);
}

static void paint(const struct pixel *pixel, uint8_t *rgb)
{
    float light = pixel->light / (float)pixel->texel_count;
    float level = mean(pixel, pixel->level, pixel->has_level);
    float g = mean(pixel, pixel->g, pixel->has_g);
    float nonfinite = mean(pixel, pixel->nonfinite, pixel->has_nonfinite);

    for (int c = 0; c < 3; c++) {
        float tint = light * (1 - level * (1 - level_tint[c])) * (1 - g * (1 - g_tint[c]));
        rgb[c] = byte_of(tint * (1 - nonfinite) + nonfinite_tint[c] * nonfinite);
    }
}

static void end_row(struct picture *picture, int32_t row)
{
    int32_t width = picture->size.width_px;
    uint8_t *rgb = picture->rgb + 3 * (size_t)row * (size_t)width;

    for (int32_t x = 0; x < width; x++) {
        paint(&picture->row[x], rgb + 3 * (size_t)x);
        picture->row[x] = (struct pixel){ 0 };
    }
}

static void add_row(struct picture *picture, const struct hexfog_strip *strip, size_t first)
{
    int32_t step = picture->size.texels_per_px;

    for (int32_t i = 0; i < strip->width_px; i++) {
        size_t at = first + (size_t)i;
        struct hexfog_texel_pair pair = hexfog_diff_pair(&picture->scale, strip->r[0][at],
                                                         strip->g[0][at], strip->r[1][at],
                                                         strip->g[1][at]);
        add_texel(picture, &picture->row[i / step], &pair);
    }
}

static hexfog_status add_strip(void *context, const struct hexfog_strip *strip,
                               struct hexfog_error *error)
{
    struct picture *picture = context;
    int32_t step = picture->size.texels_per_px, height = picture->diff->side[0].info.height_px;

    (void)error;
    for (int32_t i = 0; i < strip->row_count; i++) {
        int32_t row = strip->first_row + i;
        add_row(picture, strip, (size_t)i * (size_t)strip->width_px);
        if (row % step == step - 1 || row == height - 1)
            end_row(picture, row / step);
    }
    return HEXFOG_OK;
}

static hexfog_status draw(struct hexfog_reader *const readers[2],
                          const struct hexfog_diff_options *options, struct picture *picture,
                          struct hexfog_error *error)
{
    struct hexfog_strip_run run = {
        .readers = { readers[0], readers[1] }, .reader_count = 2,
        .works = { { .work = add_strip, .context = picture } }, .work_count = 1,
        .threads = options->threads,
        .progress = options->progress, .progress_context = options->progress_context,
    };

    // The files may have changed since they were compared.
    for (int i = 0; i < 2; i++) {
        const struct hexfog_texture_info *now = hexfog_reader_info(readers[i]);
        const struct hexfog_texture_info *then = &picture->diff->side[i].info;
        if (now->width_px != then->width_px || now->height_px != then->height_px)
            return hexfog_fail(error, HEXFOG_IO, "the texture changed while it was read");
    }
    return hexfog_run_strips(&run, error);
}

static double error_of(const struct hexfog_diff_texel *texel)
{
    return texel->is_set ? fabs(texel->a - texel->b) : 0;
}

hexfog_status hexfog_diff_picture(const char *const paths[2],
                                  const struct hexfog_diff_options *options,
                                  const struct hexfog_diff *diff, uint8_t *rgb,
                                  struct hexfog_error *error)
{
    struct hexfog_reader *readers[2] = { NULL, NULL };
    struct picture picture = { .diff = diff, .scale = hexfog_diff_scale_of(diff),
                               .size = hexfog_diff_picture_size(diff), .rgb = rgb,
                               .worst_level = error_of(&diff->levels.worst),
                               .worst_g = error_of(&diff->g.worst) };
    hexfog_status status = HEXFOG_OK;

    picture.row = hexfog_alloc_zeroed((size_t)picture.size.width_px, sizeof *picture.row);
    if (!picture.row)
        return hexfog_fail_memory(error, "a row of a picture");
    for (int i = 0; i < 2 && status == HEXFOG_OK; i++)
        status = hexfog_reader_open(paths[i], HEXFOG_DECODER_A, &options->limits, &readers[i],
                                    error);
    if (status == HEXFOG_OK)
        status = draw(readers, options, &picture, error);
    hexfog_reader_free(readers[0]);
    hexfog_reader_free(readers[1]);
    hexfog_free(picture.row);
    return status;
}
