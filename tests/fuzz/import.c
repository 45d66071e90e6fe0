// SPDX-License-Identifier: MIT
// Turns bytes into a map of Tiled or HexJSON, its description, and that into the same again.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "desc/import.h"
#include "said.h"

#define MOST_BYTES ((size_t)64 << 20)

static const char *text_of(const struct fuzz_input *input, const char *name)
{
    size_t at = 0;
    const struct fuzz_section *section = fuzz_next(input, name, &at);
    return section ? section->text : NULL;
}

static const char *file_name_of(const struct fuzz_section *map)
{
    if (map->length > 0 && map->text[0] == '<')
        return "a.tmx";
    return memmem(map->text, map->length, "\"layout\"", 8) ? "a.hexjson" : "a.tmj";
}

// `%%source 3,4` and the like, as the command line has them.
static struct hexfog_import_options options_of(const struct fuzz_input *input,
                                               struct hexfog_written_tile *source, uint32_t *gid)
{
    const char *at = text_of(input, "source"), *number = text_of(input, "blocked-gid");
    struct hexfog_import_options options = {
        .file_name = file_name_of(&input->sections[0]),
        .layer = text_of(input, "layer"),
        .shape_is_all = text_of(input, "shape") != NULL,
        .source_property = text_of(input, "source-property"),
        .blocked_property = text_of(input, "blocked-property"),
        .blocked_layer = text_of(input, "blocked-layer"),
        .level_property = text_of(input, "level-property"),
        .metric = text_of(input, "sweep") ? HEXFOG_SWEEP : HEXFOG_SEAMLESS,
    };
    if (at) {
        const char *comma = strchr(at, ',');
        source->a = atoi(at) % 9999;
        source->b = comma ? atoi(comma + 1) % 9999 : 0;
        options.sources = source;
        options.source_count = 1;
    }
    if (number) {
        *gid = (uint32_t)strtoul(number, NULL, 10);
        options.blocked_gids = gid;
        options.blocked_gid_count = 1;
    }
    return options;
}

// What an import writes is a description without errors of its form. Its tiles are held against
// its shape only once a map is made of it.
static void check_description(const struct hexfog_text *text,
                              const struct hexfog_import_facts *facts)
{
    struct hexfog_read_options options = { .file_name = "a.json" };
    struct hexfog_description description = { 0 };
    struct hexfog_diagnostics diagnostics = { 0 };
    FUZZ_HOLDS(facts->columns > 0 && facts->rows > 0 && facts->tile_count >= 0);
    hexfog_status status = hexfog_description_read(text->bytes, text->length, &options,
                                                   &description, &diagnostics);
    fuzz_check_diagnostics(&diagnostics);
    FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_MEMORY);
    hexfog_description_free(&description);
    hexfog_diagnostics_free(&diagnostics);
}

void fuzz_import(const uint8_t *data, size_t size)
{
    struct hexfog_written_tile source;
    uint32_t gid;
    struct fuzz_input input;
    struct hexfog_text text = { 0 };
    struct hexfog_import_facts facts = { 0 };
    struct hexfog_diagnostics diagnostics = { 0 };
    size_t held = hexfog_allocated_bytes();

    hexfog_set_memory_limit(MOST_BYTES);
    fuzz_split(data, size, &input);
    struct hexfog_import_options options = options_of(&input, &source, &gid);
    hexfog_status status = hexfog_import(input.sections[0].text, input.sections[0].length,
                                         &options, &text, &facts, &diagnostics);
    FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_INPUT || status == HEXFOG_MEMORY);
    fuzz_check_diagnostics(&diagnostics);
    fuzz_check_messages(&diagnostics);
    FUZZ_HOLDS((status == HEXFOG_OK) == (diagnostics.error_count == 0));
    if (status == HEXFOG_OK)
        check_description(&text, &facts);
    hexfog_text_free(&text);
    hexfog_diagnostics_free(&diagnostics);
    fuzz_input_free(&input);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
    hexfog_set_memory_limit(0);
}
