// SPDX-License-Identifier: MIT
// Turns picked cells into the text of a description.
#include "desc/import_map.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json_write.h"

// A tile of HexJSON has no pixels: so many texels are enough for a linear filter.
enum { TEXELS_PER_TILE = 32 };

struct writer {
    struct hexfog_import_reader *reader;
    const struct hexfog_import_map *map;
    const struct hexfog_import_facts *facts;
    struct hexfog_json_writer json;
};

// ---- Lists of tiles, a line for each row of the map.

static bool is_in(const struct writer *w, size_t index, unsigned flag)
{
    return (w->map->cells[index] & HEXFOG_PICKED_SHAPE) && (w->map->cells[index] & flag);
}

static void write_tile(struct writer *w, int64_t column, int64_t row, size_t index, bool has_level)
{
    hexfog_json_open_inline(&w->json, NULL, '[');
    hexfog_json_integer(&w->json, NULL, w->map->column + column);
    hexfog_json_integer(&w->json, NULL, w->map->row + row);
    if (has_level)
        hexfog_json_integer(&w->json, NULL, w->map->levels[index]);
    hexfog_json_close(&w->json, ']');
}

static void write_tiles(struct writer *w, const char *key, unsigned flag)
{
    const struct hexfog_import_map *map = w->map;
    size_t index = 0;
    hexfog_json_open_rows(&w->json, key, '[');
    for (int64_t row = 0; row < map->rows; row++) {
        hexfog_json_end_row(&w->json);
        for (int64_t column = 0; column < map->columns; column++, index++)
            if (is_in(w, index, flag))
                write_tile(w, column, row, index, flag == HEXFOG_CELL_LEVEL);
    }
    hexfog_json_close(&w->json, ']');
}

static int64_t count_tiles(const struct writer *w, unsigned flag)
{
    size_t cells = (size_t)w->map->columns * (size_t)w->map->rows;
    int64_t count = 0;
    for (size_t i = 0; i < cells; i++)
        count += is_in(w, i, flag);
    return count;
}

// ---- The parts.

static void write_numbers(struct writer *w, const char *key, const double *numbers, int count)
{
    hexfog_json_open_inline(&w->json, key, '[');
    for (int i = 0; i < count; i++)
        hexfog_json_number(&w->json, NULL, numbers[i]);
    hexfog_json_close(&w->json, ']');
}

static void write_cell(struct writer *w)
{
    const struct hexfog_import_map *map = w->map;
    const double origin[2] = { map->origin.x, map->origin.y };
    if (!map->has_pixels) {
        hexfog_json_integer(&w->json, "size", 1);
        return;
    }
    hexfog_json_open_inline(&w->json, "cell", '{');
    hexfog_json_number(&w->json, "width", map->cell.width);
    hexfog_json_number(&w->json, "height", map->cell.height);
    hexfog_json_number(&w->json, "side", map->cell.side);
    hexfog_json_close(&w->json, '}');
    write_numbers(w, "origin", origin, 2);
}

static bool is_full(const struct writer *w)
{
    const struct hexfog_import_map *map = w->map;
    return map->column == 0 && map->row == 0 &&
           w->facts->tile_count == (int64_t)map->columns * map->rows;
}

static void write_grid(struct writer *w)
{
    static const char *const words[] = { "axial", "odd-r", "even-r", "odd-q", "even-q" };
    const struct hexfog_import_map *map = w->map;
    hexfog_json_open(&w->json, "grid", '{');
    hexfog_json_string(&w->json, "orientation",
                       map->orientation == HEXFOG_FLAT ? "flat" : "pointy");
    hexfog_json_string(&w->json, "coordinates", words[map->coordinates]);
    hexfog_json_string(&w->json, "y_axis", map->y_axis == HEXFOG_Y_UP ? "up" : "down");
    write_cell(w);
    if (is_full(w)) {
        hexfog_json_open_inline(&w->json, "shape", '{');
        hexfog_json_integer(&w->json, "columns", map->columns);
        hexfog_json_integer(&w->json, "rows", map->rows);
    } else {
        hexfog_json_open(&w->json, "shape", '{');
        write_tiles(w, "tiles", HEXFOG_PICKED_SHAPE);
    }
    hexfog_json_close(&w->json, '}');
    hexfog_json_close(&w->json, '}');
}

static void write_field(struct writer *w)
{
    hexfog_json_open(&w->json, "field", '{');
    if (w->facts->sources_from == HEXFOG_FROM_LEVELS) {
        write_tiles(w, "levels", HEXFOG_CELL_LEVEL);
    } else {
        write_tiles(w, "sources", HEXFOG_PICKED_SOURCE);
        if (count_tiles(w, HEXFOG_PICKED_BLOCKED) > 0)
            write_tiles(w, "blocked", HEXFOG_PICKED_BLOCKED);
    }
    hexfog_json_string(&w->json, "metric",
                       w->reader->options->metric == HEXFOG_SWEEP ? "sweep" : "seamless");
    hexfog_json_close(&w->json, '}');
}

static double texels_per_pixel(const struct writer *w)
{
    double given = w->reader->options->texels_per_pixel;
    return given > 0 ? given : 1;
}

// As a description counts them: up to the next whole texel.
static int64_t texels(const struct writer *w, double pixels)
{
    double count = ceil(pixels * texels_per_pixel(w) - 1e-6);
    return count < 1 ? 1 : count > INT32_MAX ? INT32_MAX : (int64_t)count;
}

static void write_texture(struct writer *w)
{
    const struct hexfog_bounds *b = &w->map->bounds;
    const double bounds[4] = { b->x_min, b->y_min, b->x_max, b->y_max };
    hexfog_json_open(&w->json, "texture", '{');
    if (w->map->has_pixels) {
        hexfog_json_integer(&w->json, "width", texels(w, b->x_max - b->x_min));
        hexfog_json_integer(&w->json, "height", texels(w, b->y_max - b->y_min));
        write_numbers(w, "bounds", bounds, 4);
    } else {
        hexfog_json_integer(&w->json, "texels_per_tile", TEXELS_PER_TILE);
    }
    hexfog_json_close(&w->json, '}');
}

// The file's name without folder and suffix.
static void write_name(struct writer *w)
{
    const char *path = w->reader->options->file_name, *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    struct hexfog_text stem = { 0 };
    if (strcmp(path, "<stdin>") == 0)
        return;
    hexfog_text_add_bytes(&stem, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
    if (stem.failed)
        w->json.text->failed = true;
    else
        hexfog_json_string(&w->json, "name", stem.bytes);
    hexfog_text_free(&stem);
}

// ---- What no description can hold.

static bool check_size(struct writer *w)
{
    const struct hexfog_bounds *b = &w->map->bounds;
    int64_t width = texels(w, b->x_max - b->x_min), height = texels(w, b->y_max - b->y_min);
    if (!w->map->has_pixels || (width <= HEXFOG_MAX_SIDE_PX && height <= HEXFOG_MAX_SIDE_PX))
        return true;
    return hexfog_import_fail(w->reader, w->map->place, "",
                              "the map's %.0f x %.0f pixels make %" PRId64 " x %" PRId64
                              " texels (allowed: %d a side; a smaller --texels-per-pixel)",
                              b->x_max - b->x_min, b->y_max - b->y_min, width, height,
                              HEXFOG_MAX_SIDE_PX);
}

static bool check_count(struct writer *w)
{
    int64_t count = is_full(w) ? 0 : w->facts->tile_count;
    if (w->facts->sources_from == HEXFOG_FROM_LEVELS)
        count += count_tiles(w, HEXFOG_CELL_LEVEL);
    else
        count += count_tiles(w, HEXFOG_PICKED_SOURCE) + count_tiles(w, HEXFOG_PICKED_BLOCKED);
    if (count <= (int64_t)HEXFOG_MAX_LISTED_TILES)
        return true;
    return hexfog_import_fail(w->reader, w->map->place, "",
                              "a description of the map lists %" PRId64 " tiles (allowed: %zu)",
                              count, HEXFOG_MAX_LISTED_TILES);
}

bool hexfog_import_write(struct hexfog_import_reader *reader,
                         const struct hexfog_import_facts *facts, struct hexfog_text *text)
{
    struct writer w = { reader, reader->map, facts, { .text = text } };
    size_t start = text->length;
    if (!check_size(&w) || !check_count(&w))
        return false;
    hexfog_json_open(&w.json, NULL, '{');
    hexfog_json_integer(&w.json, "hexfog", 1);
    write_name(&w);
    write_grid(&w);
    write_field(&w);
    write_texture(&w);
    hexfog_json_close(&w.json, '}');
    hexfog_text_add(text, "\n");
    if (text->failed)
        return hexfog_import_fail_memory(reader);
    if (text->length - start <= HEXFOG_MAX_TEXT_BYTES)
        return true;
    return hexfog_import_fail(reader, reader->map->place, "",
                              "a description of the map has %zu bytes (allowed: %zu)",
                              text->length - start, HEXFOG_MAX_TEXT_BYTES);
}
