// SPDX-License-Identifier: MIT
// Turns bytes into a description, by the rules of .json and of .jsonc.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "said.h"

static void check_list(const struct hexfog_tile_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        FUZZ_HOLDS(list->places[i].line > 0);
        FUZZ_HOLDS(abs(list->tiles[i].q) <= 1 << 30 && abs(list->tiles[i].r) <= 1 << 30);
        FUZZ_HOLDS(!list->levels || list->levels[i] >= 0);
    }
}

// What a description without errors is.
static void check_sound(const struct hexfog_description *description)
{
    const struct hexfog_cell *cell = &description->grid.cell;
    const struct hexfog_texture_rules *texture = &description->texture;
    FUZZ_HOLDS(description->broken == 0);
    FUZZ_HOLDS(cell->width > 0 && cell->height > 0 && cell->side > 0);
    FUZZ_HOLDS(cell->side < (cell->orientation == HEXFOG_POINTY ? cell->height : cell->width));
    FUZZ_HOLDS(texture->width_px >= 0 && texture->width_px <= 65536);
    FUZZ_HOLDS(texture->height_px >= 0 && texture->height_px <= 65536);
    FUZZ_HOLDS((texture->width_px > 0) == (texture->height_px > 0));
    FUZZ_HOLDS((texture->width_px > 0) != (texture->texels_per_unit > 0));
    FUZZ_HOLDS(!texture->has_bounds || (texture->bounds.x_min < texture->bounds.x_max
                                        && texture->bounds.y_min < texture->bounds.y_max));
    FUZZ_HOLDS(description->field.has_levels || description->field.sources.count > 0);
    check_list(&description->grid.shape.list);
    check_list(&description->field.sources);
    check_list(&description->field.blocked);
    check_list(&description->field.levels);
    for (size_t i = 0; i < description->output_count; i++)
        FUZZ_HOLDS(description->outputs[i].path[0]
                   && description->outputs[i].format != HEXFOG_FORMAT_NONE);
}

static bool are_same(const struct hexfog_description *a, const struct hexfog_description *b)
{
    const struct hexfog_texture_rules *t = &a->texture, *u = &b->texture;
    return a->grid.cell.width == b->grid.cell.width && a->grid.cell.height == b->grid.cell.height
        && a->grid.origin.x == b->grid.origin.x && a->grid.shape.kind == b->grid.shape.kind
        && a->grid.shape.list.count == b->grid.shape.list.count
        && a->field.sources.count == b->field.sources.count
        && a->field.blocked.count == b->field.blocked.count
        && a->field.levels.count == b->field.levels.count && t->width_px == u->width_px
        && t->texels_per_unit == u->texels_per_unit && t->bounds.x_min == u->bounds.x_min
        && t->bounds.y_max == u->bounds.y_max && a->level_scale == b->level_scale
        && a->output_count == b->output_count && strcmp(a->name, b->name) == 0;
}

static void check_status(hexfog_status status, const struct hexfog_description *description,
                         const struct hexfog_diagnostics *diagnostics)
{
    FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_INPUT || status == HEXFOG_USAGE);
    FUZZ_HOLDS(status == hexfog_diagnostics_status(diagnostics));
    if (status == HEXFOG_OK)
        check_sound(description);
}

void fuzz_description(const uint8_t *data, size_t size)
{
    struct hexfog_description strict, loose;
    struct hexfog_diagnostics strict_errors, loose_errors;
    struct fuzz_input input;
    size_t held = hexfog_allocated_bytes();

    fuzz_split(data, size, &input);
    hexfog_status status = fuzz_read_description(&input, false, &strict, &strict_errors);
    check_status(status, &strict, &strict_errors);
    fuzz_check_messages(&strict_errors);
    hexfog_status other = fuzz_read_description(&input, true, &loose, &loose_errors);
    check_status(other, &loose, &loose_errors);
    // What JSON allows, JSON with comments reads the same.
    if (status == HEXFOG_OK)
        FUZZ_HOLDS(other == HEXFOG_OK && are_same(&strict, &loose));
    hexfog_description_free(&strict);
    hexfog_description_free(&loose);
    hexfog_diagnostics_free(&strict_errors);
    hexfog_diagnostics_free(&loose_errors);
    fuzz_input_free(&input);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}
