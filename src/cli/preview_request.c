// SPDX-License-Identifier: MIT
// Turns preview's options into what is to be drawn.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/decimal.h"
#include "cli/colour.h"
#include "cli/message.h"
#include "cli/number.h"
#include "cli/preview.h"
#include "cli/target.h"
#include "encode/format.h"

enum { DEFAULT_FRAMES = 24 };

// A meadow under bright fog: far apart in lightness.
static const struct hexfog_rgb8 default_scene = { 61, 107, 74 }, default_fog = { 230, 232, 240 };
static const struct hexfog_rgb8 default_background = { 255, 255, 255 };

static bool ends_in(const char *path, const char *suffix)
{
    size_t length = strlen(path), suffix_length = strlen(suffix);
    return length > suffix_length && strcasecmp(path + length - suffix_length, suffix) == 0;
}

// Values ----------------------------------------------------------------------

// JSON's numbers; *end is what stands after it.
static bool read_number(const char *text, double *number, const char **end)
{
    bool is_number = (*text >= '0' && *text <= '9')
                  || (*text == '-' && text[1] >= '0' && text[1] <= '9');
    *end = text;
    if (is_number)
        *number = hexfog_parse_decimal(text, end);
    return *end > text && fabs(*number) <= 1e9;
}

static hexfog_status read_range(struct hexfog_preview_request *request)
{
    const char *text = request->settings->range, *end = text;
    if (!text)
        return HEXFOG_OK;
    bool is_range = read_number(text, &request->start, &end) && *end == ':'
                 && read_number(end + 1, &request->end, &end) && *end == '\0';
    if (!is_range || request->end < request->start)
        return hexfog_usage_error(request->settings, "--range: '%s' is not START:END in tiles,"
                                  " END not less than START", text);
    request->has_range = true;
    if (request->law != HEXFOG_LAW_LINEAR && request->end == request->start)
        return hexfog_usage_error(request->settings, "--range: '%s' is a hard step, which only"
                                  " --law linear has", text);
    return HEXFOG_OK;
}

static hexfog_status read_place(const struct hexfog_settings *settings, const char *name,
                                const char *text, bool *is_given, double *place)
{
    const char *end;
    *is_given = text != NULL;
    if (!text || (read_number(text, place, &end) && *end == '\0'))
        return HEXFOG_OK;
    return hexfog_usage_error(settings, "--%s: '%s' is not a number of tiles", name, text);
}

static bool read_side(const char *text, const char **end, int32_t *side)
{
    int32_t value = 0;
    *end = text;
    while (**end >= '0' && **end <= '9' && value <= HEXFOG_MAX_PREVIEW_SIDE_PX)
        value = 10 * value + (*(*end)++ - '0');
    *side = value;
    return *end > text && value >= 1 && value <= HEXFOG_MAX_PREVIEW_SIDE_PX;
}

static hexfog_status read_size(struct hexfog_preview_request *request)
{
    const char *text = request->settings->size, *end = text;
    int32_t first = 0;
    if (!text)
        return HEXFOG_OK;
    bool is_size = read_side(text, &end, &first);
    if (is_size && *end == '\0') {
        request->longest_px = first;
        return HEXFOG_OK;
    }
    request->width_px = first;
    if (is_size && *end == 'x' && read_side(end + 1, &end, &request->height_px) && *end == '\0')
        return HEXFOG_OK;
    return hexfog_usage_error(request->settings, "--size: '%s' is neither N nor WxH with sides of"
                              " 1 to %d pixels", text, HEXFOG_MAX_PREVIEW_SIDE_PX);
}

static hexfog_status read_colour(const struct hexfog_settings *settings, const char *name,
                                 const char *text, struct hexfog_rgb8 *colour)
{
    float given[3];
    if (!text)
        return HEXFOG_OK;
    if (hexfog_read_colour_option(settings, name, text, given) != HEXFOG_OK)
        return HEXFOG_USAGE;
    *colour = (struct hexfog_rgb8){ (uint8_t)(given[0] * 255 + 0.5F),
                                    (uint8_t)(given[1] * 255 + 0.5F),
                                    (uint8_t)(given[2] * 255 + 0.5F) };
    return HEXFOG_OK;
}

// What goes together ----------------------------------------------------------

// The first of the options that is given and does not go with `what`.
struct pair { const char *name; bool is_given; };
static hexfog_status forbid(const struct hexfog_settings *settings, const char *what,
                            const struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pairs[i].is_given)
            return hexfog_usage_error(settings, "--%s does not go with %s", pairs[i].name, what);
    return HEXFOG_OK;
}

#define FORBID(settings, what, ...) \
    forbid(settings, what, (const struct pair[]){ __VA_ARGS__ }, \
           sizeof((const struct pair[]){ __VA_ARGS__ }) / sizeof(struct pair))

static hexfog_status check_modes(const struct hexfog_preview_request *request)
{
    const struct hexfog_settings *s = request->settings;
    bool moves = s->from || s->until || s->frames;
    if (!request->is_gif
        && FORBID(s, "a .png: it moves the fog of a .gif", { "from", s->from },
                  { "to", s->until }, { "frames", s->frames }))
        return HEXFOG_USAGE;
    if (!request->channel)
        return HEXFOG_OK;
    if (request->is_gif || moves)
        return hexfog_usage_error(s, "--channel draws one frame: -o has to be a .png");
    return FORBID(s, "--channel, which shows no fog", { "range", s->range }, { "law", s->law },
                  { "look", s->look }, { "over", s->over }, { "scene-color", s->scene_color },
                  { "fog-color", s->fog_color });
}

static hexfog_status check_source(const struct hexfog_preview_request *request)
{
    const struct hexfog_settings *s = request->settings;
    if (!request->is_texture)
        return FORBID(s, "a description: it is for a texture", { "desc", s->description },
                      { "level-scale", s->level_scale });
    if (s->grid && !s->description)
        return hexfog_usage_error(s, "--grid of a texture needs --desc DESC: a texture does not"
                                  " tell where its tiles are");
    if (s->description && !s->grid)
        return hexfog_usage_error(s, "--desc tells --grid where the tiles are, which is not given");
    return HEXFOG_OK;
}

static hexfog_status check_output(struct hexfog_preview_request *request)
{
    const struct hexfog_settings *s = request->settings;
    if (s->outputs.count != 1)
        return hexfog_usage_error(s, s->outputs.count ? "one -o only: a preview is one picture"
                                                      : "no -o OUT given");
    request->output = s->outputs.list[0];
    bool is_stdout = strcmp(request->output, "-") == 0;
    request->is_gif = is_stdout ? s->from || s->until || s->frames
                                : ends_in(request->output, ".gif");
    if (!is_stdout && !request->is_gif && !ends_in(request->output, ".png"))
        return hexfog_usage_error(s, "-o: '%s' ends in neither .png nor .gif", request->output);
    const char *const read[] = { request->path, s->description, s->over };
    for (int i = 0; i < 3; i++)
        if (read[i] && !is_stdout && hexfog_is_same_file(request->output, read[i]))
            return hexfog_usage_error(s, "-o: '%s' is a file that the preview reads",
                                      request->output);
    return HEXFOG_OK;
}

hexfog_status hexfog_preview_request_read(const struct hexfog_settings *settings,
                                          struct hexfog_preview_request *request)
{
    *request = (struct hexfog_preview_request){
        .settings = settings,
        .path = settings->operands[0],
        .is_texture = hexfog_names_texture(settings->operands[0]),
        .is_watercolour = settings->look == 2,
        .law = settings->law ? (enum hexfog_law)(settings->law - 1) : HEXFOG_LAW_LINEAR,
        .channel = (enum hexfog_preview_channel)settings->channel,
        .scene = default_scene, .fog = default_fog, .background = default_background,
        .threads = settings->jobs ? settings->jobs : hexfog_default_threads()
    };
    if (check_output(request) || check_modes(request) || check_source(request)
        || read_range(request) || read_size(request)
        || read_colour(settings, "scene-color", settings->scene_color, &request->scene)
        || read_colour(settings, "fog-color", settings->fog_color, &request->fog)
        || read_colour(settings, "background", settings->background, &request->background)
        || read_place(settings, "from", settings->from, &request->has_from, &request->from)
        || read_place(settings, "to", settings->until, &request->has_to, &request->to)
        || hexfog_read_level_scale(settings, &request->level_scale))
        return HEXFOG_USAGE;
    request->frame_count = !request->is_gif ? 1 : settings->frames ? settings->frames
                                                                   : DEFAULT_FRAMES;
    return HEXFOG_OK;
}
