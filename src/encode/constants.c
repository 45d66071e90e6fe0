// SPDX-License-Identifier: MIT
// Turns a map's figures into the constants file that a shader's user reads.
#include "base/error.h"
#include "base/json_write.h"
#include "base/text.h"

static void put_numbers(struct hexfog_json_writer *json, const char *key, const double *numbers,
                        size_t count)
{
    hexfog_json_open_inline(json, key, '[');
    for (size_t i = 0; i < count; i++)
        hexfog_json_number(json, NULL, numbers[i]);
    hexfog_json_close(json, ']');
}

static void put_map(struct hexfog_json_writer *json, const struct hexfog_map *map,
                    double level_scale)
{
    const struct hexfog_texture *texture = hexfog_map_texture(map);
    struct hexfog_map_facts facts = hexfog_map_facts(map);
    struct hexfog_uv uv = hexfog_uv_from_world(texture);
    const struct hexfog_bounds *bounds = &texture->bounds;
    double sides[4] = { bounds->x_min, bounds->y_min, bounds->x_max, bounds->y_max };
    hexfog_json_integer(json, "hexfog", 1);
    hexfog_json_integer(json, "width", texture->width_px);
    hexfog_json_integer(json, "height", texture->height_px);
    hexfog_json_number(json, "level_scale", level_scale);
    hexfog_json_integer(json, "max_level", facts.max_level);
    hexfog_json_integer(json, "shape_max_level", facts.shape_max_level);
    hexfog_json_string(json, "metric", facts.metric == HEXFOG_SEAMLESS ? "seamless" : "sweep");
    put_numbers(json, "bounds", sides, 4);
    hexfog_json_string(json, "y_axis", texture->y_axis == HEXFOG_Y_UP ? "up" : "down");
    hexfog_json_open(json, "uv_from_world", '{');
    put_numbers(json, "scale", uv.scale, 2);
    put_numbers(json, "offset", uv.offset, 2);
    hexfog_json_close(json, '}');
}

hexfog_status hexfog_constants_text(const struct hexfog_map *map, double level_scale,
                                    const struct hexfog_constants_texture *textures,
                                    size_t texture_count, char **text, size_t *length_bytes,
                                    struct hexfog_error *error)
{
    struct hexfog_text out = { 0 };
    struct hexfog_json_writer json = { .text = &out };
    *text = NULL;
    *length_bytes = 0;
    hexfog_json_open(&json, NULL, '{');
    put_map(&json, map, level_scale);
    hexfog_json_open(&json, "texel_hash", '{');
    for (size_t i = 0; i < texture_count; i++)
        hexfog_json_string(&json, textures[i].path, textures[i].texel_hash);
    hexfog_json_close(&json, '}');
    hexfog_json_open(&json, "max_g_error", '{');
    for (size_t i = 0; i < texture_count; i++)
        hexfog_json_number(&json, textures[i].path, textures[i].max_g_error);
    hexfog_json_close(&json, '}');
    hexfog_json_close(&json, '}');
    hexfog_text_add(&out, "\n");
    if (out.failed) {
        hexfog_text_free(&out);
        return hexfog_fail_memory(error, "the constants file");
    }
    *text = out.bytes;
    *length_bytes = out.length;
    return HEXFOG_OK;
}
