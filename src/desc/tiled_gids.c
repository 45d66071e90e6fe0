// SPDX-License-Identifier: MIT
// Turns --blocked-gid and the map's tilesets into what is wrong with a gid that no cell has.
#include "desc/tiled.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

bool hexfog_tiled_gids_begin(struct hexfog_tiled *t)
{
    size_t count = t->reader->options->blocked_gid_count;
    if (count == 0)
        return true;
    t->gid_is_used = hexfog_alloc_zeroed(count, sizeof *t->gid_is_used);
    return t->gid_is_used || hexfog_import_fail_memory(t->reader);
}

bool hexfog_tiled_is_blocked_gid(struct hexfog_tiled *t, uint32_t gid)
{
    const struct hexfog_import_options *options = t->reader->options;
    bool is_blocked = false;
    for (size_t i = 0; i < options->blocked_gid_count; i++)
        if (options->blocked_gids[i] == gid)
            is_blocked = t->gid_is_used[i] = true;
    return is_blocked;
}

// ---- Which gids the tilesets have.

struct gid_range {
    int64_t first, count; // count -1: the map does not tell
};

// Pictures of their own may have ids beyond their count.
static bool read_greatest_id(struct hexfog_tiled *t, const struct hexfog_node *tileset,
                             int64_t *count)
{
    static const struct hexfog_import_integer what = { "id", 0, HEXFOG_GID_MASK, false };
    struct hexfog_tiled_children tiles = hexfog_tiled_children(t->reader, tileset, "tiles", "tile");
    const struct hexfog_node *tile;
    while ((tile = hexfog_tiled_next(&tiles))) {
        int64_t id = -1;
        if (!hexfog_import_integer(t->reader, tile, &what, &id))
            return false;
        *count = id >= *count ? id + 1 : *count;
    }
    return true;
}

static bool read_range(struct hexfog_tiled *t, const struct hexfog_node *tileset,
                       struct gid_range *range)
{
    static const struct hexfog_import_integer
        first = { "firstgid", 1, HEXFOG_GID_MASK, true },
        count = { "tilecount", 0, HEXFOG_GID_MASK, false };
    *range = (struct gid_range){ 1, -1 };
    if (!hexfog_import_integer(t->reader, tileset, &first, &range->first) ||
        !hexfog_import_integer(t->reader, tileset, &count, &range->count))
        return false;
    return range->count < 0 || read_greatest_id(t, tileset, &range->count);
}

struct gid_search {
    uint32_t gid;
    bool is_found, may_be_found;
    char ranges[128]; // for the message: 1..4, 9..12
};

static void look_in(struct gid_search *search, const struct gid_range *range)
{
    if (search->gid < range->first)
        return;
    search->may_be_found |= range->count < 0;
    search->is_found |= search->gid < range->first + range->count;
}

static void keep_range(struct gid_search *search, const struct gid_range *range)
{
    size_t used = strlen(search->ranges);
    if (range->count == 0 || used + 48 > sizeof search->ranges)
        return; // enough of them
    int length = snprintf(search->ranges + used, sizeof search->ranges - used, "%s%" PRId64 "..",
                          used ? ", " : "", range->first);
    used += (size_t)length;
    if (range->count > 0)
        snprintf(search->ranges + used, sizeof search->ranges - used, "%" PRId64,
                 range->first + range->count - 1);
}

static bool search_tilesets(struct hexfog_tiled *t, const struct hexfog_node *root,
                            struct gid_search *search)
{
    struct hexfog_tiled_children tilesets =
        hexfog_tiled_children(t->reader, root, "tilesets", "tileset");
    const struct hexfog_node *tileset;
    while ((tileset = hexfog_tiled_next(&tilesets))) {
        struct gid_range range;
        if (!read_range(t, tileset, &range))
            return false;
        look_in(search, &range);
        keep_range(search, &range);
    }
    return true;
}

static bool check_unused(struct hexfog_tiled *t, const struct hexfog_node *root, uint32_t gid)
{
    const struct hexfog_place whole = { .file = root->place.file };
    struct gid_search search = { .gid = gid };
    if (!search_tilesets(t, root, &search))
        return false;
    if (search.is_found)
        return true;
    if (!search.may_be_found)
        return hexfog_import_fail(t->reader, whole, "--blocked-gid", "no tileset of the map has the"
                                  " gid %" PRIu32 ", and no cell does (allowed: %s)", gid,
                                  *search.ranges ? search.ranges : "gids of cells");
    hexfog_report_warning(&t->reader->report, "", whole, "--blocked-gid", "no cell has the gid %"
                          PRIu32 ", and whether a tileset does is not known: not every one tells"
                          " how many tiles it has", gid);
    return true;
}

bool hexfog_tiled_gids_end(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    const struct hexfog_import_options *options = t->reader->options;
    for (size_t i = 0; i < options->blocked_gid_count; i++)
        if (!t->gid_is_used[i] && !check_unused(t, root, options->blocked_gids[i]))
            return false;
    return true;
}
