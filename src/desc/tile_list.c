// SPDX-License-Identifier: MIT
// Turns lists of tiles as written into axial ones.
#include "desc/read.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "desc/offset.h"

static const struct hexfog_integer_range coordinate_range = {
    -HEXFOG_MAX_COORDINATE, HEXFOG_MAX_COORDINATE, "D31", "D31", "an integer -1048576..1048576"
};
static const struct hexfog_integer_range level_range = {
    0.0, HEXFOG_MAX_LEVEL, "D8", "D31", "an integer 0..16777214"
};

// Which numbers an entry holds: [a, b] or [a, b, level].
struct entry { int32_t numbers[3]; };

static const char *allowed_entry(const struct hexfog_object *object, bool has_level)
{
    bool is_axial = object->reader->description->grid.coordinates == HEXFOG_AXIAL;
    if (has_level)
        return is_axial ? "[q, r, level]" : "[column, row, level]";
    return is_axial ? "[q, r]" : "[column, row]";
}

static bool read_entry(const struct hexfog_object *object, const struct hexfog_node *node,
                       const char *path, bool has_level, struct entry *entry)
{
    char number_path[HEXFOG_KEY_PATH_BYTES];
    if (node->kind != HEXFOG_NODE_LIST || hexfog_entry_count(node) != 2 + (size_t)has_level) {
        hexfog_report_type(object, node, path, allowed_entry(object, has_level));
        return false;
    }
    bool is_right = true;
    size_t index = 0;
    for (const struct hexfog_node *number = node->value.first; number; number = number->next) {
        hexfog_entry_path(number_path, path, index);
        is_right &= hexfog_check_integer(object, number, number_path,
                                         index < 2 ? &coordinate_range : &level_range,
                                         &entry->numbers[index]);
        index++;
    }
    return is_right;
}

static struct hexfog_axial axial_of(const struct hexfog_object *object, const struct entry *entry)
{
    struct hexfog_written_tile written = { entry->numbers[0], entry->numbers[1] };
    return hexfog_axial_from_written(object->reader->description->grid.coordinates, written);
}

bool hexfog_read_tile(const struct hexfog_object *object, const struct hexfog_node *node,
                      const char *path, struct hexfog_axial *tile)
{
    struct entry entry = { { 0 } };
    if (!read_entry(object, node, path, false, &entry))
        return false;
    *tile = axial_of(object, &entry);
    return true;
}

// ---- D16: a hash table of list indexes, open addressing, at most half full.

static size_t hash_of(struct hexfog_axial tile)
{
    uint64_t bits = (uint64_t)(uint32_t)tile.q << 32 | (uint32_t)tile.r;
    bits *= 0x9e3779b97f4a7c15u; // 2^64 / golden ratio: neighbours spread
    return (size_t)(bits >> 32 ^ bits >> 50);
}

// The index of an equal tile that is in the table, else `index`, which is put in.
static uint32_t find_or_put(uint32_t *slots, size_t mask, const struct hexfog_axial *tiles,
                            uint32_t index)
{
    size_t slot = hash_of(tiles[index]) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
        uint32_t other = slots[slot] - 1; // 0 is an empty slot
        if (tiles[other].q == tiles[index].q && tiles[other].r == tiles[index].r)
            return other;
    }
    slots[slot] = index + 1;
    return index;
}

static void report_repeated(const struct hexfog_object *object, const char *name,
                            const struct hexfog_tile_list *list, uint32_t first, uint32_t index)
{
    char entry_name[HEXFOG_KEY_PATH_BYTES];
    struct hexfog_written_tile tile = hexfog_written_from_axial(
        object->reader->description->grid.coordinates, list->tiles[index]);
    unsigned broken = object->reader->description->broken;
    hexfog_object_report(object, "D16", list->places[index],
                         hexfog_entry_path(entry_name, name, index),
                         "tile [%d, %d] is listed twice, first as entry %u in line %u, column %u",
                         tile.a, tile.b, first, list->places[first].line,
                         list->places[first].column);
    object->reader->description->broken = broken; // the list is as good as without it
}

static void check_repeated(const struct hexfog_object *object, const char *name,
                           const struct hexfog_tile_list *list)
{
    size_t slot_count = 16;
    while (slot_count < list->count * 2)
        slot_count *= 2;
    uint32_t *slots = hexfog_alloc_zeroed(slot_count, sizeof *slots);
    if (!slots) {
        object->reader->is_out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->places[i].line == 0)
            continue;
        uint32_t first = find_or_put(slots, slot_count - 1, list->tiles, i);
        if (first != i)
            report_repeated(object, name, list, first, i);
    }
    hexfog_free(slots);
}

// ---- Lists.

static bool make_room(struct hexfog_reader *reader, size_t count, bool has_levels,
                      struct hexfog_tile_list *list)
{
    list->tiles = hexfog_alloc(count, sizeof *list->tiles);
    list->places = hexfog_alloc(count, sizeof *list->places);
    list->levels = has_levels ? hexfog_alloc(count, sizeof *list->levels) : NULL;
    if (list->tiles && list->places && (list->levels || !has_levels))
        return true;
    reader->is_out_of_memory = true;
    hexfog_tile_list_free(list);
    return false;
}

// The scanner has held each text against the limit; here it is several of them together.
static bool fits_limit(const struct hexfog_object *object, const struct hexfog_node *node,
                       const char *name, size_t count)
{
    object->reader->listed_tiles += count;
    if (object->reader->listed_tiles <= HEXFOG_MAX_LISTED_TILES)
        return true;
    hexfog_object_report(object, "D29", node->place, name,
                         "too many listed tiles (allowed: %zu over all lists)",
                         HEXFOG_MAX_LISTED_TILES);
    return false;
}

static void read_entries(const struct hexfog_object *object, const struct hexfog_node *node,
                         const char *path, bool has_levels, struct hexfog_tile_list *list)
{
    char entry_path[HEXFOG_KEY_PATH_BYTES];
    size_t index = 0;
    for (const struct hexfog_node *item = node->value.first; item; item = item->next) {
        struct entry entry = { { 0 } };
        bool is_right = read_entry(object, item, hexfog_entry_path(entry_path, path, index++),
                                   has_levels, &entry);
        list->tiles[list->count] = axial_of(object, &entry);
        list->places[list->count] = is_right ? item->place : (struct hexfog_place){ 0 };
        if (has_levels)
            list->levels[list->count] = entry.numbers[2];
        list->count++;
    }
}

void hexfog_read_tiles(const struct hexfog_object *object, const char *name, bool has_levels,
                       struct hexfog_tile_list *list)
{
    char path[HEXFOG_KEY_PATH_BYTES];
    const struct hexfog_node *node = hexfog_object_get(object, name);
    if (!node)
        return;
    hexfog_key_path(path, object->path, name);
    if (node->kind != HEXFOG_NODE_LIST) {
        hexfog_report_type(object, node, path, has_levels
                           ? "a list of [a, b, level], three integers each"
                           : "a list of tiles, two integers each");
        return;
    }
    size_t count = hexfog_entry_count(node);
    if (!fits_limit(object, node, name, count) ||
        !make_room(object->reader, count, has_levels, list))
        return;
    read_entries(object, node, path, has_levels, list);
    check_repeated(object, name, list);
}

void hexfog_tile_list_free(struct hexfog_tile_list *list)
{
    hexfog_free(list->tiles);
    hexfog_free(list->levels);
    hexfog_free(list->places);
    *list = (struct hexfog_tile_list){ 0 };
}
