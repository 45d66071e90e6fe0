// SPDX-License-Identifier: MIT
// What an import takes from a map: the same from every encoding, and what options ask for.
// SOURCES: tests/unit/import_bench.c
#include "prove.h"
#include "import_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static void every_encoding_gives_the_same_description(void **state)
{
    (void)state;
    static const char *const files[] = {
        "island_csv.tmj", "island_base64.tmj", "island_zlib.tmj", "island_gzip.tmj",
        "island_zstd.tmj", "island_csv.tmx", "island_xml.tmx", "island_base64.tmx",
        "island_zlib.tmx", "island_gzip.tmx", "island_zstd.tmx",
    };
    struct hexfog_text first = { 0 };
    for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
        struct hexfog_import_options options = import_plain("island");
        options.source_property = "town";
        options.blocked_property = "wall";
        struct imported i = import_file(files[n], &options);
        assert_int_equal(i.status, HEXFOG_OK);
        assert_int_equal(i.facts.tile_count, 31);
        assert_int_equal(i.description.field.blocked.count, 2);
        assert_int_equal(i.facts.source_count, 1);
        if (n == 0)
            hexfog_text_add(&first, i.text.bytes);
        assert_string_equal(i.text.bytes, first.bytes);
        import_drop(&i);
    }
    hexfog_text_free(&first);
}

// ---- A map to ask things of: pointy, odd, 4 x 3 cells of 14 x 12 / 6.

static const char form[] =
    "{\"orientation\":\"hexagonal\",\"infinite\":false,\"width\":4,\"height\":3,\"version\":%s,"
    "\"staggeraxis\":\"y\",\"staggerindex\":\"odd\",\"tilewidth\":14,\"tileheight\":12,"
    "\"hexsidelength\":6,\"tilesets\":[%s],\"layers\":[{\"type\":\"tilelayer\",\"name\":\"land\","
    "\"data\":[1,2,3,4, 1,0,1,1, 2147483649,1,1,1]}%s]}";

static struct imported ask(const struct hexfog_import_options *options, const char *tilesets,
                           const char *layers)
{
    char text[4096];
    int length = snprintf(text, sizeof text, form, "1.1", tilesets, layers);
    return import_text(text, (size_t)length, options);
}

static bool is_tile(const struct hexfog_tile_list *list, size_t index, int column, int row)
{
    struct hexfog_axial tile = hexfog_axial_from_written(
        HEXFOG_ODD_R, (struct hexfog_written_tile){ column, row });
    return index < list->count && list->tiles[index].q == tile.q && list->tiles[index].r == tile.r;
}

static void shape_is_what_was_asked_for(void **state)
{
    (void)state;
    static const char layers[] =
        ",{\"type\":\"group\",\"layers\":[{\"type\":\"tilelayer\",\"name\":\"fort\","
        "\"data\":[0,0,0,0, 0,0,7,0, 0,0,0,0]}]}";
    struct hexfog_import_options options = import_plain("ask.tmj");
    struct imported i = ask(&options, "", layers);
    assert_int_equal(i.facts.tile_count, 11); // one cell is empty, flags do not count
    assert_int_equal(i.description.grid.shape.kind, HEXFOG_SHAPE_TILES);
    import_drop(&i);
    options.shape_is_all = true;
    i = ask(&options, "", layers);
    assert_int_equal(i.description.grid.shape.kind, HEXFOG_SHAPE_RECTANGLE);
    import_drop(&i);
    options.shape_is_all = false;
    options.layer = "fort"; // in a group
    i = ask(&options, "", layers);
    assert_int_equal(i.facts.tile_count, 1);
    assert_true(is_tile(&i.description.field.sources, 0, 2, 1)); // nearest to the middle
    import_drop(&i);
    options.layer = "farm";
    i = ask(&options, "", layers);
    assert_true(import_refused(&i, 0, 0, "no tile layer is called \"farm\" (allowed: \"land\", "
                                         "\"fort\")"));
    import_drop(&i);
}

static void sources_come_from_where_they_are_named(void **state)
{
    (void)state;
    const struct hexfog_written_tile given[] = { { 3, 2 }, { 0, 0 } };
    struct hexfog_import_options options = import_plain("ask.tmj");
    struct imported i = ask(&options, "", "");
    assert_int_equal(i.facts.sources_from, HEXFOG_FROM_MIDDLE);
    assert_true(is_tile(&i.description.field.sources, 0, 2, 1));
    import_drop(&i);
    options.sources = given;
    options.source_count = 2;
    i = ask(&options, "", "");
    assert_int_equal(i.facts.sources_from, HEXFOG_FROM_OPTION);
    assert_int_equal(i.facts.source_count, 2);
    assert_int_equal(import_level(&i, 3, 2), 0);
    assert_int_equal(import_level(&i, 0, 0), 0);
    import_drop(&i);
    const struct hexfog_written_tile hole = { 1, 1 }, outside = { 4, 0 };
    options.source_count = 1;
    options.sources = &hole;
    i = ask(&options, "", "");
    assert_true(import_refused(&i, 0, 0, "tile [1, 1] is a source, and has no tile"));
    import_drop(&i);
    options.sources = &outside;
    i = ask(&options, "", "");
    assert_true(import_refused(&i, 0, 0, "tile [4, 0] is not in the map"));
    import_drop(&i);
}

// The lowest corner of [1, 0] is at (21, 12): left of it [0, 1] begins. A border's pixels belong to
// the left one.
static void points_go_by_the_drawn_polygon(void **state)
{
    (void)state;
    static const char layer[] = ",{\"type\":\"objectgroup\",\"name\":\"starts\",\"offsetx\":%d,"
        "\"objects\":[{\"x\":1,\"y\":1,\"width\":3,\"height\":3},"
        "{\"name\":\"p\",\"x\":%s,\"y\":%s,\"point\":true}]},{\"type\":\"objectgroup\","
        "\"objects\":[{\"x\":50,\"y\":6,\"point\":true}]}";
    static const struct { const char *x, *y; int offset, column, row; } cases[] = {
        { "20", "6", 0, 1, 0 }, { "21", "11.9", 0, 1, 0 }, { "20", "11.9", 0, 0, 1 },
        { "48.9", "6", 0, 3, 0 }, { "6", "6", 14, 1, 0 }, { "36", "15", 0, 2, 1 },
        { "35", "15", 0, 1, 1 },
    };
    struct hexfog_import_options options = import_plain("ask.tmj");
    options.shape_is_all = true;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[512];
        snprintf(text, sizeof text, layer, cases[n].offset, cases[n].x, cases[n].y);
        struct imported i = ask(&options, "", text);
        assert_int_equal(i.facts.sources_from, HEXFOG_FROM_POINTS);
        assert_int_equal(i.facts.source_count, 1);
        assert_int_equal(i.facts.source.a, cases[n].column);
        assert_int_equal(i.facts.source.b, cases[n].row);
        import_drop(&i);
    }
    char text[512];
    snprintf(text, sizeof text, layer, 0, "-3", "4");
    struct imported i = ask(&options, "", text);
    assert_int_equal(i.status, HEXFOG_INPUT);
    assert_non_null(strstr(i.diagnostics.list[0].message, "object \"p\" of layer \"starts\" lies"));
    import_drop(&i);
}

static void points_are_elements_in_xml(void **state)
{
    (void)state;
    static const char text[] =
        "<map orientation='hexagonal' width='4' height='3' staggeraxis='y' staggerindex='odd'"
        " tilewidth='14' tileheight='12' hexsidelength='6'><layer name='land'><data>"
        "<tile gid='1'/><tile gid='1'/><tile gid='1'/><tile gid='1'/><tile gid='1'/>"
        "<tile gid='1'/><tile gid='1'/><tile gid='1'/><tile gid='1'/><tile gid='1'/>"
        "<tile gid='1'/><tile gid='1'/></data></layer><objectgroup name='starts'>"
        "<object x='6' y='6' width='3' height='3'/>" // no point
        "<object x='48.9' y='6'><point/></object>"
        "<object name='b' x='35' y='15'><properties/><point/></object></objectgroup>"
        "<objectgroup><object x='6' y='6'><point/></object></objectgroup></map>";
    struct hexfog_import_options options = import_plain("ask.tmx");
    struct imported i = import_text(text, sizeof text - 1, &options);
    assert_int_equal(i.facts.sources_from, HEXFOG_FROM_POINTS);
    assert_int_equal(i.facts.source_count, 2); // those of the first layer
    assert_true(is_tile(&i.description.field.sources, 0, 3, 0));
    assert_true(is_tile(&i.description.field.sources, 1, 1, 1));
    import_drop(&i);
}

static void properties_are_lists_or_objects(void **state)
{
    (void)state;
    static const char *const tilesets[] = {
        "{\"firstgid\":2,\"tiles\":[{\"id\":0,\"properties\":[{\"name\":\"home\",\"type\":\"bool\","
        "\"value\":true}]},{\"id\":1,\"properties\":[{\"name\":\"rock\",\"value\":\"yes\"}]}]}",
        "{\"firstgid\":2,\"tiles\":[{\"id\":0,\"properties\":{\"home\":1}},"
        "{\"id\":1,\"properties\":{\"rock\":true}},{\"id\":2,\"properties\":{\"rock\":false}}]}",
        "{\"firstgid\":2,\"tileproperties\":{\"0\":{\"home\":true},\"1\":{\"rock\":\"1\"}}}",
        "{\"firstgid\":2,\"tiles\":{\"0\":{\"properties\":{\"home\":true}},"
        "\"1\":{\"properties\":{\"rock\":true}}}}",
    };
    struct hexfog_import_options options = import_plain("ask.tmj");
    options.source_property = "home";
    options.blocked_property = "rock";
    for (int n = 0; n < 4; n++) {
        struct imported i = ask(&options, tilesets[n], "");
        assert_int_equal(i.facts.source_count, 1);
        assert_true(is_tile(&i.description.field.sources, 0, 1, 0));
        assert_int_equal(i.description.field.blocked.count, 1);
        assert_true(is_tile(&i.description.field.blocked, 0, 2, 0));
        import_drop(&i);
    }
    options.source_property = "hoem";
    struct imported i = ask(&options, tilesets[0], "");
    assert_true(import_refused(&i, 0, 0, "no tile or object of the map has the property"));
    import_drop(&i);
}

// Tiled's properties may have a class: in JSON their value is an object, in XML an element that
// is left out where all in it is as the class has it.
static void properties_of_a_class_are_there(void **state)
{
    (void)state;
    static const char *const values[] = { "{}", "{\"rank\":1}", "[]" };
    static const char *const elements[] = { "/>", "><properties><property name='rank' value='0'/>"
                                            "</properties></property>" };
    struct hexfog_import_options options = import_plain("ask.tmj");
    char text[1024];
    options.source_property = "home";
    for (int n = 0; n < 3; n++) {
        snprintf(text, sizeof text, "{\"firstgid\":2,\"tiles\":[{\"id\":0,\"properties\":["
                 "{\"name\":\"home\",\"type\":\"class\",\"value\":%s}]}]}", values[n]);
        struct imported i = ask(&options, text, "");
        assert_int_equal(i.facts.source_count, 1);
        assert_true(is_tile(&i.description.field.sources, 0, 1, 0));
        import_drop(&i);
    }
    for (int n = 0; n < 2; n++) {
        snprintf(text, sizeof text, "<map orientation='hexagonal' width='2' height='1'"
                 " tilewidth='14' tileheight='12' hexsidelength='6'><tileset firstgid='2'>"
                 "<tile id='0'><properties><property name='rank' value='1'/><property name='home'"
                 " type='class'%s</properties></tile></tileset><layer name='land'><data>"
                 "<tile gid='1'/><tile gid='2'/></data></layer></map>", elements[n]);
        struct imported i = import_text(text, strlen(text), &options);
        assert_int_equal(i.status, HEXFOG_OK);
        assert_int_equal(i.facts.source_count, 1);
        assert_true(is_tile(&i.description.field.sources, 0, 1, 0));
        import_drop(&i);
    }
}

static void blocked_tiles_come_from_layers_and_gids(void **state)
{
    (void)state;
    static const char walls[] = ",{\"type\":\"tilelayer\",\"name\":\"walls\","
                                "\"data\":[0,0,0,0, 0,9,0,9, 0,0,0,0]}";
    const uint32_t gids[] = { 4, 3 };
    struct hexfog_import_options options = import_plain("ask.tmj");
    options.blocked_layer = "walls";
    options.blocked_gids = gids;
    options.blocked_gid_count = 2;
    struct imported i = ask(&options, "", walls);
    assert_int_equal(i.description.field.blocked.count, 3); // the hole's wall is in no shape
    assert_true(is_tile(&i.description.field.blocked, 0, 2, 0));
    assert_true(is_tile(&i.description.field.blocked, 1, 3, 0));
    assert_true(is_tile(&i.description.field.blocked, 2, 3, 1));
    import_drop(&i);
    const struct hexfog_written_tile source = { 3, 0 };
    options.sources = &source;
    options.source_count = 1;
    i = ask(&options, "", walls);
    assert_true(import_refused(&i, 0, 0, "tile [3, 0] is a source and blocked"));
    import_drop(&i);
}

static void levels_come_from_tiles_and_objects(void **state)
{
    (void)state;
    static const char tilesets[] =
        "{\"firstgid\":1,\"tiles\":[{\"id\":0,\"properties\":[{\"name\":\"chapter\",\"value\":2}]},"
        "{\"id\":1,\"properties\":[{\"name\":\"chapter\",\"value\":%s}]}]}";
    static const char objects[] = ",{\"type\":\"objectgroup\",\"objects\":[{\"x\":7,\"y\":6,"
        "\"width\":28,\"height\":0,\"properties\":[{\"name\":\"chapter\",\"value\":7}]}]}";
    struct hexfog_import_options options = import_plain("ask.tmj");
    char text[512];
    options.level_property = "chapter";
    snprintf(text, sizeof text, tilesets, "5");
    struct imported i = ask(&options, text, objects);
    assert_int_equal(i.facts.sources_from, HEXFOG_FROM_LEVELS);
    assert_int_equal(import_level(&i, 0, 0), 2);
    assert_int_equal(import_level(&i, 1, 0), 7); // the object's middle, over the tile's 5
    assert_int_equal(import_level(&i, 2, 0), 8); // says nothing: fog
    import_drop(&i);
    static const char *const wrong[] = { "-1", "0.5", "16777215", "\"far\"", "[]" };
    for (int n = 0; n < 5; n++) {
        snprintf(text, sizeof text, tilesets, wrong[n]);
        i = ask(&options, text, "");
        assert_int_equal(i.status, HEXFOG_INPUT);
        assert_non_null(strstr(i.diagnostics.list[0].message, "is not a level"));
        import_drop(&i);
    }
}

static void other_files_are_named_and_not_opened(void **state)
{
    (void)state;
    static const char tilesets[] = "{\"firstgid\":1,\"source\":\"/dev/full\"}";
    struct hexfog_import_options options = import_plain("ask.tmj");
    struct imported i = ask(&options, tilesets, "");
    assert_int_equal(i.diagnostics.count, 0); // nothing of it was asked for
    import_drop(&i);
    options.blocked_property = "rock";
    i = ask(&options, tilesets, "");
    assert_int_equal(i.status, HEXFOG_OK);
    assert_int_equal(i.diagnostics.count, 1);
    assert_true(i.diagnostics.list[0].is_warning);
    assert_non_null(strstr(i.diagnostics.list[0].message, "\"/dev/full\" is a file of its own"));
    import_drop(&i);
    static const char objects[] = ",\n{\"type\":\"objectgroup\",\"objects\":[{\"x\":7,\"y\":6,"
                                  "\"template\":\"/dev/full\"}]}";
    i = ask(&options, "", objects);
    assert_int_equal(i.status, HEXFOG_OK);
    assert_int_equal(i.diagnostics.count, 1);
    assert_true(i.diagnostics.list[0].is_warning);
    assert_int_equal(i.diagnostics.list[0].line, 2);
    assert_int_equal(i.diagnostics.list[0].column, 58);
    assert_non_null(strstr(i.diagnostics.list[0].message,
                           "template \"/dev/full\" is a file of its own, which is not opened"));
    import_drop(&i);
    options.blocked_property = NULL;
    i = ask(&options, "", objects);
    assert_int_equal(i.diagnostics.count, 0);
    import_drop(&i);
}

static void versions_are_numbers_or_strings(void **state)
{
    (void)state;
    static const char *const versions[] = { "1", "1.6", "\"1.10\"" };
    for (int n = 0; n < 3; n++) {
        char text[2048];
        struct hexfog_import_options options = import_plain("ask.tmj");
        int length = snprintf(text, sizeof text, form, versions[n], "", "");
        struct imported i = import_text(text, (size_t)length, &options);
        assert_int_equal(i.status, HEXFOG_OK);
        import_drop(&i);
    }
}

static void maps_are_told_from_descriptions(void **state)
{
    (void)state;
    static const struct { const char *name, *text; bool is_map; } cases[] = {
        { "a.tmj", "", true }, { "a.tmx", "", true }, { "a.hexjson", "", true },
        { "a.json", "{\"hexfog\":1}", false }, { "a.json", " <map/>", true },
        { "a.json", "{\"layers\":[]}", true }, { "a.json", "{\"hexfog\":1,\"layers\":[]}", false },
        { "a.json", "{\"layout\":\"odd-r\",\"hexes\":{}}", true }, { "a.jsonc", "<map/>", false },
        { "a.hexfog.json", "{\"layers\":[]}", false }, { "a.json", "\xff\xfe<", false },
        { "<stdin>", "{\"tilewidth\":1,\"layers\":[]}", true }, { "a.json", "{\"layers\":", false },
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++)
        assert_int_equal(hexfog_is_map(cases[n].name, cases[n].text, strlen(cases[n].text)),
                         cases[n].is_map);
}

static void every_failed_allocation_is_memory_without_a_leak(void **state)
{
    (void)state;
    static const char *const files[] = { "island_zlib.tmx", "island_csv.tmj", "wards.hexjson" };
    for (int n = 0; n < 3; n++) {
        struct hexfog_import_options options = import_plain(files[n]);
        options.level_property = n == 2 ? "q" : "chapter";
        size_t held = hexfog_allocated_bytes(), nth = 0;
        char path[64], text[8192];
        snprintf(path, sizeof path, "tests/maps/%s", files[n]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t length = fread(text, 1, sizeof text, file);
        fclose(file);
        for (bool is_whole = false; !is_whole;) {
            struct hexfog_text description = { 0 };
            struct hexfog_import_facts facts;
            struct hexfog_diagnostics diagnostics = { 0 };
            hexfog_fail_allocation(++nth);
            hexfog_status status = hexfog_import(text, length, &options, &description, &facts,
                                                 &diagnostics);
            hexfog_fail_allocation(0);
            is_whole = status == HEXFOG_OK;
            assert_true(is_whole || status == HEXFOG_MEMORY);
            assert_true(is_whole || hexfog_diagnostics_status(&diagnostics) == HEXFOG_MEMORY);
            hexfog_text_free(&description);
            hexfog_diagnostics_free(&diagnostics);
            assert_int_equal(hexfog_allocated_bytes(), held);
        }
        assert_true(nth > 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("every encoding of one map gives the same description",
               every_encoding_gives_the_same_description),
        PROVES("the shape is that of the layer that was asked for, or all",
               shape_is_what_was_asked_for),
        PROVES("sources come from where they are named, else from the middle",
               sources_come_from_where_they_are_named),
        PROVES("a point belongs to the cell whose polygon holds it",
               points_go_by_the_drawn_polygon),
        PROVES("points are read from XML, those of the first layer that has some",
               points_are_elements_in_xml),
        PROVES("properties are read as lists and as objects, of tiles in all old forms",
               properties_are_lists_or_objects),
        PROVES("a property of a class counts, in JSON and in XML", properties_of_a_class_are_there),
        PROVES("blocked tiles come from a layer and from gids",
               blocked_tiles_come_from_layers_and_gids),
        PROVES("levels come from properties of tiles and objects",
               levels_come_from_tiles_and_objects),
        PROVES("files that a map names are never opened, and said to be unknown when asked for",
               other_files_are_named_and_not_opened),
        PROVES("the version may be a number or a string", versions_are_numbers_or_strings),
        PROVES("maps are told from descriptions by suffix or content",
               maps_are_told_from_descriptions),
        PROVES("every allocation that fails is status memory, without a leak",
               every_failed_allocation_is_memory_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
