// SPDX-License-Identifier: MIT
// Descriptions as read: defaults, conversions, bases and --set.
// SOURCES: tests/unit/desc_read.c
#include "prove.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desc_read.h"

#define TEXTURE "\"texture\": { \"width\": 16, \"height\": 8 }"
#define GRID "\"grid\": { \"orientation\": \"pointy\", \"size\": 2, \"shape\": { \"radius\": 3 } }"
#define BOARD "{ \"hexfog\": 1, " GRID ", " TEXTURE " }"

static void defaults_are_those_of_the_page(void **state)
{
    (void)state;
    struct reading r = read_text(BOARD);
    const struct hexfog_description *d = &r.description;
    assert_int_equal(r.status, HEXFOG_OK);
    assert_int_equal(r.diagnostics.count, 0);
    assert_int_equal(d->broken, 0);
    assert_string_equal(d->name, "");
    assert_int_equal(d->grid.coordinates, HEXFOG_AXIAL);
    assert_int_equal(d->grid.y_axis, HEXFOG_Y_DOWN);
    assert_true(d->grid.origin.x == 0.0 && d->grid.origin.y == 0.0);
    assert_int_equal(d->grid.shape.kind, HEXFOG_SHAPE_RADIUS);
    assert_int_equal(d->grid.shape.radius, 3);
    assert_true(d->field.source_is_default);
    assert_int_equal(d->field.sources.count, 1);
    assert_int_equal(d->field.sources.tiles[0].q, 0);
    assert_int_equal(d->field.blocked.count, 0);
    assert_false(d->field.has_levels);
    assert_int_equal(d->field.outside, HEXFOG_OUTSIDE_EXTEND);
    assert_int_equal(d->field.metric, HEXFOG_SWEEP);
    assert_int_equal(d->texture.width_px, 16);
    assert_int_equal(d->texture.height_px, 8);
    assert_false(d->texture.has_bounds);
    assert_true(d->texture.texels_per_unit == 0.0 && d->texture.margin == 0.0);
    assert_true(d->level_scale == 0.0);
    assert_int_equal(d->output_count, 0);
    assert_null(d->base_path);
    assert_string_equal(d->files[0], "map.hexfog.json");
    assert_string_equal(d->files[2], "--set");
    drop(&r);
}

static void size_is_the_regular_cell(void **state)
{
    (void)state;
    struct reading r = read_text(BOARD);
    assert_true(r.description.grid.cell.width == sqrt(3.0) * 2.0);
    assert_true(r.description.grid.cell.height == 4.0);
    assert_true(r.description.grid.cell.side == 2.0);
    drop(&r);
    r = read_text("{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 2, \"shape\":"
                  "{ \"radius\": 3 } }, " TEXTURE "}");
    assert_true(r.description.grid.cell.width == 4.0);
    assert_true(r.description.grid.cell.height == sqrt(3.0) * 2.0);
    assert_true(r.description.grid.cell.side == 2.0);
    drop(&r);
}

static void check_per_tile(const char *orientation, double texels_per_unit)
{
    char text[400];
    snprintf(text, sizeof text, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"%s\", \"cell\": "
             "{ \"width\": 8, \"height\": 5, \"side\": 2 }, \"shape\": { \"radius\": 1 } },"
             "\"texture\": { \"texels_per_tile\": 20 } }", orientation);
    struct reading r = read_text(text);
    assert_int_equal(r.status, HEXFOG_OK);
    assert_true(r.description.texture.per_tile);
    assert_true(r.description.texture.texels_per_unit == texels_per_unit);
    assert_int_equal(r.description.texture.width_px, 0);
    drop(&r);
}

static void texels_per_tile_counts_tile_widths(void **state)
{
    (void)state;
    check_per_tile("pointy", 2.5);
    check_per_tile("flat", 4.0);
}

static void tiles_are_axial_when_read(void **state)
{
    (void)state;
    struct reading r = read_text(
        "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\", \"size\": 1, \"coordinates\":"
        "\"odd-r\", \"shape\": { \"radius\": 3, \"center\": [2, -1] } }, \"field\": { \"levels\":"
        "[[0, -3, 7],\n [1e0, 2.0, 0]] }, " TEXTURE " }");
    const struct hexfog_description *d = &r.description;
    assert_int_equal(r.status, HEXFOG_OK);
    assert_int_equal(d->grid.shape.center.q, 3);
    assert_int_equal(d->grid.shape.center.r, -1);
    assert_int_equal(d->field.levels.count, 2);
    assert_int_equal(d->field.levels.tiles[0].q, 2);
    assert_int_equal(d->field.levels.tiles[0].r, -3);
    assert_int_equal(d->field.levels.levels[0], 7);
    assert_int_equal(d->field.levels.tiles[1].q, 0);
    assert_int_equal(d->field.levels.places[1].line, 2);
    assert_int_equal(d->field.levels.places[1].column, 2);
    assert_int_equal(d->field.outside, HEXFOG_OUTSIDE_FOG);
    assert_int_equal(d->field.sources.count, 0);
    drop(&r);
}

static void default_source_is_the_center(void **state)
{
    (void)state;
    struct reading r = read_text(
        "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, \"coordinates\":"
        "\"even-q\", \"shape\": { \"radius\": 3, \"center\": [-1, 4] } }, " TEXTURE " }");
    assert_int_equal(r.status, HEXFOG_OK);
    assert_true(r.description.field.source_is_default);
    assert_int_equal(r.description.field.sources.tiles[0].q, -1);
    assert_int_equal(r.description.field.sources.tiles[0].r, 4);
    drop(&r);
}

static void outputs_keep_order_and_keys(void **state)
{
    (void)state;
    struct reading r = read_text(
        "{ \"hexfog\": 1, " GRID ", " TEXTURE ", \"encoding\": { \"level_scale\": 10 },\n"
        "\"outputs\": [ { \"path\": \"a.exr\", \"precision\": \"float\", \"compression\": \"rle\","
        "\"channels\": \"rg\", \"encoder\": \"reference\" }, { \"path\": \"b/c.fogmap.json\" },"
        "{ \"path\": \"d.ktx2\", \"precision\": \"rgb9e5\", \"mipmaps\": true }, { \"path\":"
        "\"e.png\" }, { \"path\": \"f.hdr\" } ] }");
    const struct hexfog_output *o = r.description.outputs;
    assert_int_equal(r.status, HEXFOG_OK);
    assert_true(r.description.level_scale == 10.0);
    assert_int_equal(r.description.output_count, 5);
    assert_string_equal(o[0].path, "a.exr");
    assert_int_equal(o[0].format, HEXFOG_EXR);
    assert_int_equal(o[0].precision, HEXFOG_FLOAT);
    assert_int_equal(o[0].compression, HEXFOG_RLE);
    assert_int_equal(o[0].channels, HEXFOG_RG);
    assert_int_equal(o[0].encoder, HEXFOG_REFERENCE);
    assert_int_equal(o[0].place.line, 2);
    assert_int_equal(o[1].format, HEXFOG_CONSTANTS);
    assert_int_equal(o[2].format, HEXFOG_KTX2);
    assert_int_equal(o[2].precision, HEXFOG_RGB9E5);
    assert_true(o[2].mipmaps);
    assert_int_equal(o[3].format, HEXFOG_PNG);
    assert_int_equal(o[3].precision, HEXFOG_PRECISION_DEFAULT);
    assert_int_equal(o[4].format, HEXFOG_HDR);
    assert_int_equal(o[4].encoder, HEXFOG_STREAM);
    assert_int_equal(o[4].index, 4);
    drop(&r);
}

// ---- A base.

struct base {
    const char *text, *wanted_path;
    hexfog_status status;
};

static hexfog_status load_base(void *context, const char *path, char **text, size_t *length,
                               struct hexfog_error *error)
{
    const struct base *base = context;
    assert_string_equal(path, base->wanted_path);
    *error = (struct hexfog_error){ .status = base->status, .message = "cannot read it" };
    if (base->status != HEXFOG_OK)
        return base->status;
    *length = strlen(base->text);
    *text = malloc(*length);
    assert_non_null(*text);
    memcpy(*text, base->text, *length);
    return HEXFOG_OK;
}

static struct reading read_over(const char *text, struct base *base)
{
    struct hexfog_read_options options = { .file_name = "maps/one/map.hexfog.json",
                                           .load = load_base, .load_context = base };
    return read_bytes(text, strlen(text), &options);
}

static void a_base_is_overridden_key_by_key(void **state)
{
    (void)state;
    struct base base = { "{ \"hexfog\": 1, \"name\": \"base\", " GRID ",\n \"field\": { \"metric\":"
                         "\"seamless\", \"sources\": [[1, 0], [0, 1]] }, \"texture\": { \"width\":"
                         "4, \"height\": 5, \"margin\": 2 } }", "maps/base.json", HEXFOG_OK };
    struct reading r = read_over("{ \"base\": \"../base.json\", \"grid\": { \"y_axis\": \"up\" },\n"
                                 "\"field\": { \"sources\": [[-1, 0]] }, \"texture\": { \"width\":"
                                 "8, \"margin\": null } }",
                                 (base.wanted_path = "maps/one/../base.json", &base));
    const struct hexfog_description *d = &r.description;
    assert_int_equal(r.status, HEXFOG_OK);
    assert_string_equal(d->name, "base");
    assert_string_equal(d->base_path, "maps/one/../base.json");
    assert_string_equal(d->files[1], "maps/one/../base.json");
    assert_int_equal(d->grid.y_axis, HEXFOG_Y_UP);
    assert_int_equal(d->grid.shape.radius, 3);
    assert_int_equal(d->grid.place.file, 0);
    assert_int_equal(d->grid.shape.place.file, 1);
    assert_int_equal(d->field.metric, HEXFOG_SEAMLESS);
    assert_int_equal(d->field.sources.count, 1);
    assert_int_equal(d->field.sources.tiles[0].q, -1);
    assert_int_equal(d->texture.width_px, 8);
    assert_int_equal(d->texture.height_px, 5);
    assert_true(d->texture.margin == 0.0);
    drop(&r);
}

static void errors_name_the_file_that_they_came_from(void **state)
{
    (void)state;
    struct base base = { "{ \"hexfog\": 1, \"wrong\": 0,\n \"grid\": { \"orientation\": \"flat\","
                         "\"size\": -1, \"shape\": { \"radius\": 3 } } }",
                         "maps/one/b.json", HEXFOG_OK };
    struct reading r = read_over("{ \"base\": \"b.json\", \"texture\": { \"width\": 0,\n"
                                 "\"height\": 4 } }", &base);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_int_equal(r.diagnostics.count, 3);
    assert_true(has_error(&r, 0, "D8", 1, 43, "texture.width"));
    assert_string_equal(r.diagnostics.list[0].file, "maps/one/map.hexfog.json");
    assert_true(has_error(&r, 1, "D5", 1, 16, "wrong"));
    assert_true(has_error(&r, 2, "D8", 2, 42, "grid.size"));
    assert_string_equal(r.diagnostics.list[2].file, "maps/one/b.json");
    assert_int_equal(r.diagnostics.list[2].file_rank, 1);
    drop(&r);
}

// What is missing may stand in the base, so only what is there is judged.
static void an_unreadable_base_is_one_error_at_its_key(void **state)
{
    (void)state;
    struct base base = { "", "maps/one/b.json", HEXFOG_IO };
    struct reading r = read_over("{ \"base\": \"b.json\",\n\"texture\": { \"width\": 1.5 } }",
                                 &base);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_int_equal(r.diagnostics.count, 2);
    assert_true(has_error(&r, 0, "D21", 1, 11, "base"));
    assert_true(has_error(&r, 1, "D8", 2, 23, "texture.width"));
    assert_int_equal(r.description.broken, HEXFOG_BROKEN_ALL);
    drop(&r);
    base.status = HEXFOG_MEMORY;
    r = read_over("{ \"base\": \"b.json\" }", &base);
    assert_int_equal(r.status, HEXFOG_MEMORY);
    drop(&r);
}

static void a_null_is_wrong_where_nothing_is_merged(void **state)
{
    (void)state;
    struct reading r = read_text("{ \"hexfog\": 1, \"name\": null, " GRID ", " TEXTURE " }");
    assert_int_equal(r.diagnostics.count, 1);
    assert_true(has_error(&r, 0, "D6", 1, 24, "name"));
    drop(&r);
}

// ---- --set.

static struct reading read_with_sets(const char *text, const char *const *sets, size_t count)
{
    struct hexfog_read_options options = { .file_name = "map.hexfog.json", .sets = sets,
                                           .set_count = count };
    return read_bytes(text, strlen(text), &options);
}

static void set_replaces_adds_and_removes(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "texture.width=1e2", "field.metric=\"seamless\"", "grid.shape={\"radius\":1}",
        "texture.height=null", "texture.height=7", "name=\"a=b\"", "outputs[0].path=\"b.hdr\"",
        "outputs.1={\"path\":\"c.exr\"}", "outputs[1].precision=\"half\"", "encoding=null",
    };
    struct reading r = read_with_sets("{ \"hexfog\": 1, " GRID ", " TEXTURE ", \"encoding\": 3,"
                                      "\"outputs\": [{ \"path\": \"a.tga\" }] }", sets, 10);
    const struct hexfog_description *d = &r.description;
    assert_int_equal(r.status, HEXFOG_OK);
    assert_int_equal(d->texture.width_px, 100);
    assert_int_equal(d->texture.height_px, 7);
    assert_int_equal(d->field.metric, HEXFOG_SEAMLESS);
    assert_int_equal(d->grid.shape.radius, 1);
    assert_string_equal(d->name, "a=b");
    assert_int_equal(d->output_count, 2);
    assert_string_equal(d->outputs[0].path, "b.hdr");
    assert_int_equal(d->outputs[1].precision, HEXFOG_HALF);
    drop(&r);
}

static void set_makes_what_is_missing_on_the_way(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "outputs[0].path=\"b.hdr\"", "outputs[1]={\"path\":\"c.exr\"}", "field.sources[0][0]=1",
        "field.sources[0][1]=-1",
    };
    struct reading r = read_with_sets("{ \"hexfog\": 1, " GRID ", " TEXTURE " }", sets, 4);
    const struct hexfog_description *d = &r.description;
    assert_int_equal(r.status, HEXFOG_OK);
    assert_int_equal(d->output_count, 2);
    assert_string_equal(d->outputs[0].path, "b.hdr");
    assert_string_equal(d->outputs[1].path, "c.exr");
    assert_int_equal(d->field.sources.count, 1);
    assert_int_equal(d->field.sources.tiles[0].q, 1);
    assert_int_equal(d->field.sources.tiles[0].r, -1);
    drop(&r);
}

static void set_makes_entries_in_order(void **state)
{
    (void)state;
    static const char *const sets[] = { "outputs[1].path=\"b.hdr\"" };
    struct reading r = read_with_sets("{ \"hexfog\": 1, " GRID ", " TEXTURE " }", sets, 1);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_int_equal(r.diagnostics.count, 1);
    assert_true(has_error(&r, 0, "D5", 1, 9, "outputs[1]"));
    assert_non_null(strstr(r.diagnostics.list[0].message, "there is no entry 1"));
    drop(&r);
}

static void set_has_the_place_of_its_argument(void **state)
{
    (void)state;
    static const char *const sets[] = { "texture.width=[1]", "grid.\xc3\xa9=1",
                                        "field.sources=[[9.5, 0]]" };
    struct reading r = read_with_sets(BOARD, sets, 3);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_int_equal(r.diagnostics.count, 3);
    assert_true(has_error(&r, 0, "D5", 1, 6, "grid.\xc3\xa9"));
    assert_true(has_error(&r, 1, "D6", 1, 15, "texture.width"));
    assert_true(has_error(&r, 2, "D8", 1, 17, "field.sources[0][0]"));
    assert_string_equal(r.diagnostics.list[0].file, "--set");
    assert_int_equal(r.diagnostics.list[0].file_rank, 2);
    drop(&r);
}

static void set_without_path_or_value_is_usage(void **state)
{
    (void)state;
    static const char *const wrong[] = { "texture.width", "=1", ".a=1", "a.=1", "a..b=1", "a[=1",
                                         "a[]=1", "a[x]=1", "a[1]b=1", "[1", "",
                                         "a.b.c.d.e.f.g.h.i=1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct reading r = read_with_sets(BOARD, &wrong[i], 1);
        assert_int_equal(r.status, HEXFOG_USAGE);
        assert_int_equal(r.diagnostics.count, 1);
        assert_string_equal(r.diagnostics.list[0].file, "--set");
        drop(&r);
    }
}

static void set_values_are_strict_json(void **state)
{
    (void)state;
    static const char *const sets[] = { "texture.width=016", "name=", "name=\"a\" \"b\"" };
    struct reading r = read_with_sets(BOARD, sets, 3);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_int_equal(r.diagnostics.count, 3);
    assert_true(has_error(&r, 0, "D1", 1, 6, "name"));
    assert_true(has_error(&r, 1, "D2", 1, 10, "name"));
    assert_true(has_error(&r, 2, "D1", 1, 15, "texture.width"));
    drop(&r);
}

// ---- What is broken.

static void broken_parts_are_told_apart(void **state)
{
    (void)state;
    static const struct { const char *text; unsigned broken; } cases[] = {
        { "{ \"hexfog\": 1, " GRID ", \"texture\": { \"width\": 0, \"height\": 1 } }",
          HEXFOG_BROKEN_TEXTURE },
        { "{ \"hexfog\": 1, " GRID ", " TEXTURE ", \"field\": { \"sources\": [[1]] } }",
          HEXFOG_BROKEN_FIELD },
        { "{ \"hexfog\": 1, " GRID ", " TEXTURE ", \"encoding\": { \"level_scale\": 0 } }",
          HEXFOG_BROKEN_ENCODING },
        { "{ \"hexfog\": 1, " GRID ", " TEXTURE ", \"outputs\": [ { \"path\": \"\" } ] }",
          HEXFOG_BROKEN_OUTPUTS },
        { "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 0, \"shape\":"
          "{ \"radius\": 1 } }, " TEXTURE " }", HEXFOG_BROKEN_GRID },
        { "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, \"shape\":"
          "{ \"radius\": -1 } }, \"field\": { \"sources\": [[0, 0]] }, " TEXTURE " }",
          HEXFOG_BROKEN_SHAPE },
        { "{ \"hexfog\": 1, \"unknown\": 1, " GRID ", " TEXTURE " }", 0 },
        { "{ \"hexfog\": 1, " GRID ", " TEXTURE ", \"field\": { \"sources\": [[1, 0], [1, 0]] } }",
          0 },
        { "[]", HEXFOG_BROKEN_ALL },
        { "{", HEXFOG_BROKEN_ALL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r = read_text(cases[i].text);
        assert_int_equal(r.status, HEXFOG_INPUT);
        assert_int_equal(r.description.broken, cases[i].broken);
        drop(&r);
    }
}

// Messages go to terminals.
static void strings_in_messages_are_harmless(void **state)
{
    (void)state;
    struct reading r = read_text("{ \"hexfog\": 1, " GRID ", " TEXTURE ","
                                 "\"a\\u001b[31m\\u009b\": 1, \"field\":"
                                 "{ \"metric\": \"\\u0007\\u007f\" } }");
    assert_int_equal(r.diagnostics.count, 2);
    for (size_t i = 0; i < r.diagnostics.count; i++)
        for (const char *c = r.diagnostics.list[i].message; *c; c++)
            assert_true((unsigned char)*c >= 0x20 && *c != 0x7f && *c != (char)0xc2);
    assert_string_equal(r.diagnostics.list[0].key, "a\x1b[31m\xc2\x9b"); // for who prints it
    assert_non_null(strstr(r.diagnostics.list[0].message, "\\u001b[31m\\u009b"));
    drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("what is left out has the page's default", defaults_are_those_of_the_page),
        PROVES("size is the regular cell, pointy and flat", size_is_the_regular_cell),
        PROVES("texels_per_tile counts tile widths", texels_per_tile_counts_tile_widths),
        PROVES("tiles are axial when read, with their places", tiles_are_axial_when_read),
        PROVES("the default source is the center of a radius shape", default_source_is_the_center),
        PROVES("outputs keep their order and keys", outputs_keep_order_and_keys),
        PROVES("a base is overridden key by key, null removes", a_base_is_overridden_key_by_key),
        PROVES("errors name the file that they came from",
               errors_name_the_file_that_they_came_from),
        PROVES("an unreadable base is an error at its key, and no key is missing",
               an_unreadable_base_is_one_error_at_its_key),
        PROVES("a null is a wrong type where nothing is merged",
               a_null_is_wrong_where_nothing_is_merged),
        PROVES("--set replaces, adds and removes", set_replaces_adds_and_removes),
        PROVES("--set makes objects and lists that are missing on the way",
               set_makes_what_is_missing_on_the_way),
        PROVES("--set makes entries of a list in order", set_makes_entries_in_order),
        PROVES("--set has the place of its argument", set_has_the_place_of_its_argument),
        PROVES("--set without a path or a value is a usage error",
               set_without_path_or_value_is_usage),
        PROVES("--set takes strict JSON", set_values_are_strict_json),
        PROVES("an error breaks its own part and no other", broken_parts_are_told_apart),
        PROVES("control characters of a text do not reach messages",
               strings_in_messages_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
