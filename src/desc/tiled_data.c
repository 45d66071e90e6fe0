// SPDX-License-Identifier: MIT
// Turns the data of a tile layer, in any of Tiled's encodings, into gids.
#include "desc/tiled.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "desc/unpack.h"

// What a failing step has to name.
struct work {
    struct hexfog_tiled *tiled;
    const struct hexfog_tiled_layer *layer;
    const struct hexfog_tiled_block *block;
    size_t count;
    uint32_t *gids;
};

static bool fail(const struct work *w, struct hexfog_place place, const char *what)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    return hexfog_import_fail(w->tiled->reader, place, "", "layer \"%s\": %s",
                              hexfog_quote(quoted, sizeof quoted, w->layer->name), what);
}

static bool fail_count(const struct work *w, struct hexfog_place place, const char *has)
{
    char what[160];
    snprintf(what, sizeof what, "the data has %s than %" PRId64 " x %" PRId64 " cells", has,
             w->block->cells.columns, w->block->cells.rows);
    return fail(w, place, what);
}

static bool read_gid(const struct work *w, const struct hexfog_node *node, uint32_t *gid)
{
    double number = 0;
    char quoted[HEXFOG_QUOTE_BYTES], what[160];
    if (hexfog_import_number_of(node, &number) && number >= 0 && number <= UINT32_MAX &&
        number == (double)(uint32_t)number) {
        *gid = (uint32_t)number;
        return true;
    }
    snprintf(what, sizeof what, "%s is not a gid (allowed: a whole number 0..4294967295)",
             hexfog_quote_value(quoted, node));
    return fail(w, node->place, what);
}

// JSON's list of numbers.
static bool read_list(const struct work *w)
{
    size_t i = 0;
    for (const struct hexfog_node *n = w->block->payload->value.first; n; n = n->next, i++) {
        if (i == w->count)
            return fail_count(w, n->place, "more");
        if (!read_gid(w, n, &w->gids[i]))
            return false;
    }
    return i == w->count || fail_count(w, w->block->payload->place, "fewer");
}

// XML's <tile gid="1"/>; without a gid it is 0.
static bool read_elements(const struct work *w)
{
    struct hexfog_tiled_children tiles =
        hexfog_tiled_children(w->tiled->reader, w->block->payload, "", "tile");
    const struct hexfog_node *tile;
    size_t i = 0;
    for (; (tile = hexfog_tiled_next(&tiles)); i++) {
        if (i == w->count)
            return fail_count(w, tile->place, "more");
        const struct hexfog_node *gid = hexfog_import_value(w->tiled->reader, tile, "gid");
        w->gids[i] = 0;
        if (gid && !read_gid(w, gid, &w->gids[i]))
            return false;
    }
    return i == w->count || fail_count(w, w->block->payload->place, "fewer");
}

// ---- Comma-separated text.

struct text_mark { const char *at; struct hexfog_place place; };

static void step(struct text_mark *mark)
{
    bool is_line_end = *mark->at++ == '\n';
    mark->place.line += is_line_end;
    mark->place.column = is_line_end ? 1 : mark->place.column + 1;
}

static void skip_space(struct text_mark *mark)
{
    while (*mark->at && strchr(" \t\r\n", *mark->at))
        step(mark);
}

static bool read_csv_gid(const struct work *w, struct text_mark *mark, uint32_t *gid)
{
    uint64_t value = 0;
    struct text_mark start = *mark;
    for (; *mark->at >= '0' && *mark->at <= '9' && value <= UINT32_MAX; step(mark))
        value = value * 10 + (uint64_t)(*mark->at - '0');
    if (mark->at == start.at || value > UINT32_MAX)
        return fail(w, start.place, "no gid stands here (allowed: a whole number 0..4294967295)");
    *gid = (uint32_t)value;
    skip_space(mark);
    return true;
}

static bool read_csv(const struct work *w, const struct hexfog_node *text)
{
    struct text_mark mark = { text->value.string, text->place };
    skip_space(&mark);
    for (size_t i = 0; i < w->count; i++) {
        if (*mark.at == '\0')
            return fail_count(w, mark.place, "fewer");
        if (!read_csv_gid(w, &mark, &w->gids[i]))
            return false;
        if (*mark.at == '\0')
            continue;
        if (*mark.at != ',')
            return fail(w, mark.place, "a comma is missing here");
        if (i + 1 == w->count)
            return fail_count(w, mark.place, "more");
        step(&mark);
        skip_space(&mark);
    }
    return true;
}

// ---- Base64.

static enum hexfog_unpacked copy(const uint8_t *packed, size_t length, uint8_t *bytes, size_t size)
{
    if (length != size)
        return length < size ? HEXFOG_UNPACK_SHORT : HEXFOG_UNPACK_LONG;
    memcpy(bytes, packed, size);
    return HEXFOG_UNPACKED;
}

typedef enum hexfog_unpacked unpack_function(const uint8_t *packed, size_t length, uint8_t *bytes,
                                             size_t size);
static unpack_function *unpack_of(const char *compression)
{
    static const struct { const char *word; unpack_function *unpack; } known[] = {
        { "", copy }, { "zlib", hexfog_unpack_zlib }, { "gzip", hexfog_unpack_gzip },
        { "zstd", hexfog_unpack_zstd },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].word, compression) == 0)
            return known[i].unpack;
    return NULL;
}

static bool judge(const struct work *w, const struct hexfog_node *text,
                  enum hexfog_unpacked unpacked)
{
    char what[128];
    switch (unpacked) {
    case HEXFOG_UNPACKED: return true;
    case HEXFOG_UNPACK_SHORT: return fail_count(w, text->place, "fewer");
    case HEXFOG_UNPACK_LONG: return fail_count(w, text->place, "more");
    case HEXFOG_UNPACK_TRAILING:
        return fail(w, text->place, "bytes stand behind the end of the packed data");
    case HEXFOG_UNPACK_MEMORY: return hexfog_import_fail_memory(w->tiled->reader);
    case HEXFOG_UNPACK_DAMAGED: break;
    }
    snprintf(what, sizeof what, "the %s data is damaged or cut", w->block->compression);
    return fail(w, text->place, what);
}

static bool read_packed(const struct work *w, const struct hexfog_node *text)
{
    char quoted[64], what[160];
    size_t length = strlen(text->value.string), count;
    unpack_function *unpack = unpack_of(w->block->compression);
    if (!unpack) {
        snprintf(what, sizeof what, "compression \"%s\" is not known (allowed: none, zlib, gzip,"
                 " zstd)", hexfog_quote(quoted, sizeof quoted, w->block->compression));
        return fail(w, text->place, what);
    }
    uint8_t *packed = hexfog_alloc(hexfog_base64_room(length), 1);
    if (!packed)
        return hexfog_import_fail_memory(w->tiled->reader);
    uint8_t *bytes = (uint8_t *)w->gids;
    bool is_right = hexfog_unpack_base64(text->value.string, length, packed, &count);
    if (!is_right)
        fail(w, text->place, "the base64 text is damaged or cut");
    else
        is_right = judge(w, text, unpack(packed, count, bytes, w->count * sizeof *w->gids));
    hexfog_free(packed);
    for (size_t i = 0; is_right && i < w->count; i++)
        w->gids[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                     (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
    return is_right;
}

// ---- The whole.

static bool read_text(const struct work *w, const struct hexfog_node *text)
{
    char quoted[64], what[160];
    if (strcmp(w->block->encoding, "base64") == 0)
        return read_packed(w, text);
    if (strcmp(w->block->encoding, "csv") == 0 && !w->tiled->reader->is_xml)
        return fail(w, text->place, "text is no data (allowed: a list of gids, or text with"
                    " \"encoding\": \"base64\")");
    if (strcmp(w->block->encoding, "csv") == 0)
        return read_csv(w, text);
    snprintf(what, sizeof what, "encoding \"%s\" is not known (allowed: csv, base64)",
             hexfog_quote(quoted, sizeof quoted, w->block->encoding));
    return fail(w, text->place, what);
}

static bool read_block(const struct work *w)
{
    static const struct hexfog_node nothing = { .kind = HEXFOG_NODE_STRING, .value.string = "" };
    const struct hexfog_node *payload = w->block->payload;
    if (payload->kind == HEXFOG_NODE_LIST)
        return read_list(w);
    if (payload->kind == HEXFOG_NODE_STRING)
        return read_text(w, payload);
    if (!w->tiled->reader->is_xml)
        return fail(w, payload->place, "the data is neither a list of gids nor text");
    if (*w->block->encoding == '\0')
        return read_elements(w);
    struct hexfog_node empty = nothing;
    empty.place = payload->place;
    const struct hexfog_node *text = hexfog_import_value(w->tiled->reader, payload, "");
    return read_text(w, text ? text : &empty);
}

uint32_t *hexfog_tiled_gids(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                            const struct hexfog_tiled_block *block)
{
    struct work w = { .tiled = t, .layer = layer, .block = block,
                      .count = (size_t)(block->cells.columns * block->cells.rows) };
    t->unpacked_cells += (int64_t)w.count;
    if (t->unpacked_cells > HEXFOG_MAX_LAYER_CELLS) {
        char what[128];
        snprintf(what, sizeof what, "the layers have too many cells together (allowed: %" PRId64
                 ")", HEXFOG_MAX_LAYER_CELLS);
        fail(&w, block->payload->place, what);
        return NULL;
    }
    w.gids = hexfog_alloc(w.count, sizeof *w.gids);
    if (!w.gids)
        hexfog_import_fail_memory(t->reader);
    else if (read_block(&w))
        return w.gids;
    hexfog_free(w.gids);
    return NULL;
}
