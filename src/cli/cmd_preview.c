// SPDX-License-Identifier: MIT
// Turns a description or a texture into a picture for people.
#include <math.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "check/gif.h"
#include "check/preview_legend.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/picture_file.h"
#include "cli/preview.h"
#include "cli/result.h"

// Sides that a picture has at most when none were asked for.
enum { PNG_SIDE_PX = 4096, GIF_SIDE_PX = 512 };
enum { FRAME_CS = 8, LAST_FRAME_CS = 80 };

struct preview {
    struct hexfog_preview_request request;
    struct hexfog_preview_source source;
    int32_t width_px, height_px;      // of the map, without a legend
    struct hexfog_range *ranges;      // one a frame
    struct hexfog_preview_planes *planes, *board;
    struct hexfog_overlay overlay;
    uint8_t *wash;
    struct hexfog_frames frames;
    struct hexfog_error error;
};

// Size and ranges -------------------------------------------------------------

static int32_t scaled(int32_t side, int32_t longest, int32_t wanted)
{
    int64_t result = ((int64_t)side * wanted + longest / 2) / longest;
    return result > 1 ? (int32_t)result : 1;
}

// As --size says, else a pixel a texel, or a pixel of the board's picture.
static void settle_size(struct preview *preview)
{
    const struct hexfog_preview_request *request = &preview->request;
    const struct hexfog_preview_source *source = &preview->source;
    int32_t width = source->board_width_px ? source->board_width_px : source->width_px;
    int32_t height = source->board_width_px ? source->board_height_px : source->height_px;
    int32_t longest = width > height ? width : height;
    int32_t most = request->is_gif ? GIF_SIDE_PX : PNG_SIDE_PX;
    int32_t wanted = request->longest_px ? request->longest_px : longest < most ? longest : most;
    preview->width_px = request->width_px ? request->width_px : scaled(width, longest, wanted);
    preview->height_px = request->width_px ? request->height_px : scaled(height, longest, wanted);
}

// A picture: fog of one tile's width at the middle level. A moving one: from the sources to
// beyond the last level.
static hexfog_status settle_ranges(struct preview *preview)
{
    const struct hexfog_preview_request *request = &preview->request;
    double max_level = preview->source.max_level;
    double start = request->has_range ? request->start : floor(max_level / 2);
    double width = request->has_range ? request->end - request->start : 1;
    double from = request->has_from ? request->from : 0;
    double to = request->has_to ? request->to : max_level + 1;
    int32_t count = request->frame_count;
    preview->ranges = hexfog_alloc((size_t)count, sizeof *preview->ranges);
    if (!preview->ranges)
        return hexfog_fail_memory(&preview->error, "the frames");
    for (int32_t i = 0; i < count; i++) {
        if (request->is_gif)
            start = count > 1 ? from + (to - from) * i / (count - 1) : from;
        preview->ranges[i] = hexfog_range_of(request->law, start, start + width);
    }
    if (request->has_range && !request->is_gif)
        preview->ranges[0] = hexfog_range_of(request->law, request->start, request->end);
    return HEXFOG_OK;
}

// The fog ---------------------------------------------------------------------

static hexfog_status read_shares(struct preview *preview)
{
    const struct hexfog_preview_request *request = &preview->request;
    struct hexfog_fog_paint paint = { request->law, request->is_watercolour, preview->ranges,
                                      preview->source.width_px };
    struct hexfog_area_request area = {
        .width_px = preview->width_px, .height_px = preview->height_px,
        .plane_count = request->frame_count, .fill = hexfog_fog_fill, .context = &paint
    };
    hexfog_status status = hexfog_preview_planes_make(preview->width_px, preview->height_px,
                                                      request->frame_count, &preview->planes,
                                                      &preview->error);
    if (status == HEXFOG_OK)
        status = hexfog_preview_read_texels(&preview->source, &area, preview->planes,
                                            &preview->error);
    return status;
}

static hexfog_status read_board(struct preview *preview)
{
    if (!preview->request.settings->over)
        return HEXFOG_OK;
    hexfog_status status = hexfog_preview_planes_make(preview->width_px, preview->height_px, 3,
                                                      &preview->board, &preview->error);
    if (status == HEXFOG_OK)
        status = hexfog_preview_read_board(&preview->source, preview->width_px,
                                           preview->height_px, preview->board, &preview->error);
    return status;
}

static hexfog_status make_overlay(struct preview *preview)
{
    if (!preview->request.settings->grid)
        return HEXFOG_OK;
    return hexfog_overlay_make(preview->source.board.map, preview->width_px, preview->height_px,
                               &preview->overlay, &preview->error);
}

// A texel's size in 1/256 pixels; a pixel's where that is larger.
static int32_t texel_px_256(const struct preview *preview)
{
    int64_t across = 256 * (int64_t)preview->width_px / preview->source.width_px;
    int64_t down = 256 * (int64_t)preview->height_px / preview->source.height_px;
    int64_t texel = across < down ? across : down;
    return texel > 256 ? (int32_t)texel : 256;
}

static hexfog_status settle_frames(struct preview *preview)
{
    const struct hexfog_preview_request *request = &preview->request;
    if (request->is_watercolour) {
        preview->wash = hexfog_alloc((size_t)preview->width_px, (size_t)preview->height_px);
        if (!preview->wash)
            return hexfog_fail_memory(&preview->error, "the watercolour");
    }
    preview->frames = (struct hexfog_frames){
        .width_px = preview->width_px, .height_px = preview->height_px,
        .count = request->frame_count, .shares = preview->planes->numbers,
        .scene = request->scene, .fog = request->fog,
        .board = preview->board ? preview->board->numbers : NULL,
        .overlay = request->settings->grid ? &preview->overlay : NULL,
        .is_watercolour = request->is_watercolour, .texel_px_256 = texel_px_256(preview),
        .wash = preview->wash, .share_steps = request->is_gif ? HEXFOG_GIF_SHARE_STEPS : 0
    };
    return HEXFOG_OK;
}

// Pictures --------------------------------------------------------------------

static struct hexfog_file_options file_options(const struct preview *preview)
{
    const struct hexfog_settings *settings = preview->request.settings;
    return (struct hexfog_file_options){ .make_folders = settings->make_folders,
                                         .sync = settings->sync };
}

static hexfog_status write_png(struct preview *preview, const struct hexfog_canvas *canvas)
{
    struct hexfog_file_options options = file_options(preview);
    return hexfog_write_picture(preview->request.output, &options, canvas->width_px,
                                canvas->height_px, canvas->rgb, &preview->error);
}

static hexfog_status make_canvas(struct preview *preview, int32_t width_px, int32_t height_px,
                                 struct hexfog_canvas *canvas)
{
    *canvas = (struct hexfog_canvas){ width_px, height_px,
                                      hexfog_alloc(3 * (size_t)width_px, (size_t)height_px) };
    return canvas->rgb ? HEXFOG_OK : hexfog_fail_memory(&preview->error, "the picture");
}

static hexfog_status draw_png(struct preview *preview)
{
    struct hexfog_canvas canvas;
    hexfog_status status = make_canvas(preview, preview->width_px, preview->height_px, &canvas);
    if (status != HEXFOG_OK)
        return status;
    hexfog_frame_draw(&preview->frames, 0, &canvas);
    status = write_png(preview, &canvas);
    hexfog_free(canvas.rgb);
    return status;
}

static void draw_frame(void *context, int32_t frame, const struct hexfog_canvas *canvas)
{
    hexfog_frame_draw(context, frame, canvas);
}

static hexfog_status draw_gif(struct preview *preview)
{
    const struct hexfog_preview_request *request = &preview->request;
    const struct hexfog_rgb8 pinned[] = {
        request->scene, request->fog, hexfog_outline_of(request->fog), { 0, 0, 0 },
        { 255, 255, 255 }, hexfog_axis_colours[0], hexfog_axis_colours[1]
    };
    struct hexfog_gif gif = {
        preview->width_px, preview->height_px, request->frame_count, FRAME_CS, LAST_FRAME_CS,
        pinned, sizeof pinned / sizeof *pinned, draw_frame, &preview->frames
    };
    struct hexfog_file_options options = file_options(preview);
    struct hexfog_replacement *file;
    hexfog_status status = hexfog_replacement_open(request->output, &options, &file,
                                                   &preview->error);
    if (status != HEXFOG_OK)
        return status;
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    status = hexfog_gif_write(&gif, &sink, &preview->error);
    if (status == HEXFOG_OK)
        status = hexfog_replacement_commit(file, &preview->error);
    hexfog_replacement_free(file);
    return status;
}

static hexfog_status draw_fog(struct preview *preview)
{
    hexfog_status status = settle_ranges(preview);
    if (status == HEXFOG_OK)
        status = read_shares(preview);
    if (status == HEXFOG_OK)
        status = read_board(preview);
    if (status == HEXFOG_OK)
        status = make_overlay(preview);
    if (status == HEXFOG_OK)
        status = settle_frames(preview);
    if (status != HEXFOG_OK)
        return status;
    return preview->request.is_gif ? draw_gif(preview) : draw_png(preview);
}

// False colours ---------------------------------------------------------------

static struct hexfog_legend legend_of(const struct preview *preview)
{
    double max_level = preview->source.max_level;
    switch (preview->request.channel) {
    case HEXFOG_SHOW_LEVEL: return (struct hexfog_legend){ "level", 0, max_level, true };
    case HEXFOG_SHOW_G: return (struct hexfog_legend){ "G", 0, 1, false };
    case HEXFOG_SHOW_F:
    case HEXFOG_SHOW_FOG: break;
    }
    return (struct hexfog_legend){ "F = level + G", 0, max_level + 1, false };
}

static hexfog_status read_colours(struct preview *preview, const struct hexfog_legend *legend)
{
    struct hexfog_colour_paint paint = { legend->least, legend->most, preview->source.width_px };
    struct hexfog_area_request area = {
        .width_px = preview->width_px, .height_px = preview->height_px, .plane_count = 3,
        .fill = hexfog_colour_fill, .context = &paint
    };
    hexfog_status status = hexfog_preview_planes_make(preview->width_px, preview->height_px, 3,
                                                      &preview->planes, &preview->error);
    return status == HEXFOG_OK ? hexfog_preview_read_texels(&preview->source, &area,
                                                            preview->planes, &preview->error)
                               : status;
}

static hexfog_status draw_channel(struct preview *preview)
{
    struct hexfog_legend legend = legend_of(preview);
    struct hexfog_legend_size size = hexfog_legend_size(preview->width_px, preview->height_px);
    struct hexfog_canvas canvas = { 0 };
    hexfog_status status = read_colours(preview, &legend);
    if (status == HEXFOG_OK)
        status = make_overlay(preview);
    if (status == HEXFOG_OK)
        status = make_canvas(preview, size.width_px, size.height_px, &canvas);
    if (status != HEXFOG_OK)
        return status;
    for (int32_t y = 0; y < size.height_px; y++)
        for (int32_t x = 0; x < size.width_px; x++)
            hexfog_put_pixel(&canvas, x, y, preview->request.background);
    hexfog_planes_draw(preview->planes->numbers, preview->width_px, preview->height_px, &canvas);
    if (preview->request.settings->grid)
        hexfog_overlay_draw(&preview->overlay, NULL, &canvas);
    hexfog_legend_draw(&legend, &canvas, preview->height_px, preview->request.background);
    status = write_png(preview, &canvas);
    hexfog_free(canvas.rgb);
    return status;
}

// The command -----------------------------------------------------------------

static void note(const struct preview *preview)
{
    const struct hexfog_preview_request *request = &preview->request;
    const char *output = strcmp(request->output, "-") == 0 ? "standard output" : request->output;
    uint64_t odd = preview->planes->odd_texel_count;
    struct hexfog_error warning;
    if (odd > 0) {
        hexfog_fail(&warning, HEXFOG_IO, "%llu texel%s no finite number: drawn %s",
                    (unsigned long long)odd, odd == 1 ? " is" : "s are",
                    request->channel ? "in magenta" : "as the law has it, NaN as full fog");
        warning.is_warning = true;
        hexfog_error_set_file(&warning, request->path);
        hexfog_print_error(request->settings, &warning);
    }
    if (request->is_gif)
        hexfog_print_note(request->settings, "wrote %s (%d x %d, %d frame%s, levels 0..%d)",
                          output, (int)preview->width_px, (int)preview->height_px,
                          (int)request->frame_count, HEXFOG_PLURAL(request->frame_count),
                          (int)preview->source.max_level);
    else
        hexfog_print_note(request->settings, "wrote %s (%d x %d, levels 0..%d)", output,
                          (int)preview->width_px, (int)preview->height_px,
                          (int)preview->source.max_level);
}

static void preview_free(struct preview *preview)
{
    hexfog_overlay_free(&preview->overlay);
    hexfog_free(preview->wash);
    hexfog_free(preview->board);
    hexfog_free(preview->planes);
    hexfog_free(preview->ranges);
    hexfog_preview_source_free(&preview->source);
}

hexfog_status hexfog_command_preview(const struct hexfog_settings *settings)
{
    struct preview preview = { 0 };
    hexfog_status status = hexfog_preview_request_read(settings, &preview.request);
    if (status == HEXFOG_OK)
        status = hexfog_check_written(settings, preview.request.output);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    status = hexfog_preview_source_open(&preview.request, &preview.source);
    if (status == HEXFOG_OK) {
        settle_size(&preview);
        status = preview.request.channel ? draw_channel(&preview) : draw_fog(&preview);
        if (status == HEXFOG_OK)
            note(&preview);
        else
            hexfog_print_error(settings, &preview.error);
    }
    preview_free(&preview);
    return status;
}
