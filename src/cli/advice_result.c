// SPDX-License-Identifier: MIT
// Turns advice into text and JSON.
#include "cli/advice.h"
#include "encode/format.h"

static const char *const sampling_words[] = { "nearest", "linear" };
static const char *const verdict_words[] = { "all", "some", "none" };
static const char *const precision_words[] = { NULL, "half", "float", "rgb9e5" };

static const char *kind_name(const struct hexfog_advice_file *file)
{
    return hexfog_file_kind_row(file->file->kind)->name;
}

// Text -------------------------------------------------------------------

static void add_note(const struct hexfog_advice_file *file, struct hexfog_text *text)
{
    if (file->verdict == HEXFOG_FILE_FITS_SOME)
        hexfog_text_add(text, "; of the .hdr decoders only m/256 reads every level of this map"
                              " right");
    if (file->file->note)
        hexfog_text_print(text, "; %s", file->file->note);
    hexfog_text_add(text, "\n");
}

static void add_files(const struct hexfog_advice *advice, struct hexfog_text *text)
{
    const char *label = "other files";
    if (advice->best) {
        const struct hexfog_file_kind_row *kind = hexfog_file_kind_row(advice->best->file->kind);
        const char *precision = precision_words[kind->precision];
        hexfog_text_print(text, "file         %s, level_scale %.9g", kind->name,
                          advice->best->level_scale);
        add_note(advice->best, text);
        hexfog_text_print(text, "bake         hexfog bake DESC -o fog%s%s%s\n",
                          hexfog_format_row(kind->format)->suffix,
                          precision ? " --precision " : "", precision ? precision : "");
    } else {
        hexfog_text_print(text, "file         none that %s loads holds level %d\n",
                          advice->engine->name, (int)advice->facts.max_level);
    }
    for (size_t i = 0; i < advice->file_count; i++) {
        if (&advice->files[i] == advice->best || advice->files[i].verdict == HEXFOG_FILE_FAILS)
            continue;
        hexfog_text_print(text, "%-12s %s", label, kind_name(&advice->files[i]));
        add_note(&advice->files[i], text);
        label = "";
    }
    for (size_t i = 0; i < advice->file_count; i++)
        if (advice->files[i].verdict == HEXFOG_FILE_FAILS)
            hexfog_text_print(text, "not          %s: it cannot hold level %d with level_scale"
                              " %.9g\n", kind_name(&advice->files[i]),
                              (int)advice->facts.max_level, advice->files[i].level_scale);
}

static void add_own(const struct hexfog_advice *advice, struct hexfog_text *text)
{
    if (!advice->facts.is_texture)
        return;
    hexfog_text_print(text, "this file    %s\n",
                      !advice->own ? "is of no kind that the engine is known to load as it is"
                      : advice->own->verdict == HEXFOG_FILE_FITS ? "will do"
                      : advice->own->verdict == HEXFOG_FILE_FITS_SOME
                          ? "will do where an .hdr is decoded as m/256" : "will not do");
}

static void add_sampling(const struct hexfog_advice *advice, struct hexfog_text *text)
{
    if (advice->filters)
        hexfog_text_add(text, "sampling     linear, as the metric is seamless:"
                              " hexfog_distance_linear\n");
    else
        hexfog_text_add(text, "sampling     nearest, as linear filtering smears the seams of"
                              " sweep: hexfog_distance_nearest\n");
    if (advice->jumps)
        hexfog_text_print(text, "             F jumps where levels of neighbours differ by more"
                          " than one: filtering is wrong by\n             up to %.2g tile"
                          " there\n", advice->facts.filter_error);
}

static void add_size(const struct hexfog_advice *advice, struct hexfog_text *text)
{
    const struct hexfog_advice_facts *facts = &advice->facts;
    hexfog_text_print(text, "size         %.9g texels a tile", advice->texels_per_tile);
    if (facts->texels_per_tile <= 0) {
        hexfog_text_add(text, "\n");
        return;
    }
    hexfog_text_print(text, ", here %d x %d; now %.3g, %d x %d", (int)advice->width_px,
                      (int)advice->height_px, facts->texels_per_tile, (int)facts->width_px,
                      (int)facts->height_px);
    if (facts->filter_error >= 0 && advice->filters)
        hexfog_text_print(text, ", wrong by up to %.2g tile", facts->filter_error);
    hexfog_text_add(text, "\n");
}

// The constants are those of the file that is advised, whatever outputs the description has.
static void add_shader(const struct hexfog_advice *advice, struct hexfog_text *text)
{
    hexfog_text_add(text, "shader       hexfog shader DESC");
    if (advice->best) {
        const struct hexfog_file_kind_row *kind = hexfog_file_kind_row(advice->best->file->kind);
        hexfog_text_print(text, " --set 'outputs=[{\"path\": \"fog%s\"}]'",
                          hexfog_format_row(kind->format)->suffix);
    }
    hexfog_text_print(text, " --lang %s\n",
                      hexfog_shader_language_name(advice->engine->language));
}

void hexfog_advice_as_text(const struct hexfog_advice *advice, struct hexfog_text *text)
{
    const struct hexfog_engine *engine = advice->engine;
    hexfog_text_print(text, "engine       %s\n", engine->name);
    add_own(advice, text);
    add_files(advice, text);
    add_sampling(advice, text);
    add_size(advice, text);
    hexfog_text_print(text, "rows         %s\n", engine->rows);
    add_shader(advice, text);
    hexfog_text_print(text, "settings     %s\n", engine->filter[advice->filters]);
    for (int i = 0; i < HEXFOG_ENGINE_SETTINGS && engine->settings[i]; i++)
        hexfog_text_print(text, "             %s\n", engine->settings[i]);
}

// JSON -------------------------------------------------------------------

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (value)
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void add_file_list(const struct hexfog_advice *advice, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "files", '[');
    for (size_t i = 0; i < advice->file_count; i++) {
        const struct hexfog_advice_file *file = &advice->files[i];
        hexfog_json_open_inline(json, NULL, '{');
        hexfog_json_string(json, "kind", kind_name(file));
        hexfog_json_string(json, "decoders", verdict_words[file->verdict]);
        hexfog_json_number(json, "level_scale", file->level_scale);
        string_or_null(json, "note", file->file->note);
        hexfog_json_close(json, '}');
    }
    hexfog_json_close(json, ']');
}

static void add_size_members(const struct hexfog_advice *advice, struct hexfog_json_writer *json)
{
    hexfog_json_number(json, "texels_per_tile", advice->texels_per_tile);
    if (advice->width_px == 0) {
        hexfog_json_null(json, "size");
        return;
    }
    hexfog_json_open_inline(json, "size", '[');
    hexfog_json_integer(json, NULL, advice->width_px);
    hexfog_json_integer(json, NULL, advice->height_px);
    hexfog_json_close(json, ']');
}

void hexfog_advice_as_json(const struct hexfog_advice *advice, struct hexfog_json_writer *json)
{
    const struct hexfog_engine *engine = advice->engine;
    hexfog_json_open(json, "advice", '{');
    hexfog_json_string(json, "engine", engine->name);
    string_or_null(json, "file", advice->best ? kind_name(advice->best) : NULL);
    add_file_list(advice, json);
    if (advice->facts.is_texture)
        string_or_null(json, "this_file", advice->own ? kind_name(advice->own) : NULL);
    hexfog_json_string(json, "sampling", sampling_words[advice->filters]);
    hexfog_json_bool(json, "jumps", advice->jumps);
    add_size_members(advice, json);
    hexfog_json_string(json, "rows", engine->rows);
    hexfog_json_string(json, "language", hexfog_shader_language_name(engine->language));
    hexfog_json_open(json, "settings", '[');
    hexfog_json_string(json, NULL, engine->filter[advice->filters]);
    for (int i = 0; i < HEXFOG_ENGINE_SETTINGS && engine->settings[i]; i++)
        hexfog_json_string(json, NULL, engine->settings[i]);
    hexfog_json_close(json, ']');
    hexfog_json_close(json, '}');
}
