// SPDX-License-Identifier: MIT
// Maps that are well-formed and wrong in what they say, or not what the options ask for: each is
// refused at its place, by its key.
// SOURCES: tests/unit/import_bench.c
#include "prove.h"
#include "import_bench.h"

#include <stdio.h>
#include <string.h>

static void refused_with(const struct hexfog_import_options *options, const char *text,
                         uint32_t line, uint32_t column, const char *key, const char *part)
{
    struct imported i = import_text(text, strlen(text), options);
    if (!import_refused(&i, line, column, part))
        fail_msg("not refused as it has to be: %s", text);
    assert_string_equal(i.diagnostics.list[0].key, key);
    assert_string_equal(i.diagnostics.list[0].file, options->file_name);
    import_drop(&i);
}

static void refused(const char *name, const char *text, uint32_t line, uint32_t column,
                    const char *key, const char *part)
{
    struct hexfog_import_options options = import_plain(name);
    refused_with(&options, text, line, column, key, part);
}

// ---- The head.

static void cells_without_edges_are_refused(void **state)
{
    (void)state;
    static const char map[] =
        "{\"layers\":[],\"orientation\":\"hexagonal\",\n\"staggeraxis\":\"%s\",\n"
        "\"tilewidth\":%d,\n\"tileheight\":%d,\n\"hexsidelength\":%d}";
    static const struct {
        const char *axis;
        int width, height, side;
        uint32_t line, column;
        const char *key, *part;
    } cases[] = {
        { "y", 14, 3, 1, 4, 14, "tileheight", "too small for a hexagon (allowed: at least 4)" },
        { "x", 2, 12, 1, 3, 13, "tilewidth", "too small for a hexagon (allowed: at least 4)" },
        { "y", 1, 12, 6, 3, 13, "tilewidth", "1 leaves no pixel on either side of a cell's" },
        { "x", 14, 1, 6, 4, 14, "tileheight", "1 leaves no pixel on either side of a cell's" },
        { "y", 14, 13, 11, 5, 17, "hexsidelength",
          "11 leaves no slanted edges in a tile of tileheight 12 (allowed: 1..10)" },
        { "x", 14, 12, 0, 5, 17, "hexsidelength", "0: without a side the cells are diamonds" },
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[512];
        snprintf(text, sizeof text, map, cases[n].axis, cases[n].width, cases[n].height,
                 cases[n].side);
        refused("a.tmj", text, cases[n].line, cases[n].column, cases[n].key, cases[n].part);
    }
}

// ---- Chunks, layers and the tiles in them.

#define HEAD "\"orientation\":\"hexagonal\",\"tilewidth\":14,\"tileheight\":12,\"hexsidelength\":6,"
#define XML_HEAD "orientation='hexagonal' tilewidth='14' tileheight='12' hexsidelength='6'"

static const char infinite_form[] = "{" HEAD "\"infinite\":true,\"layers\":[\n"
    "{\"type\":\"tilelayer\",\"name\":\"a\",\"chunks\":[%s]}]}"; // the first at 2:42

static void chunks_are_held_to_their_keys(void **state)
{
    (void)state;
    static const struct { const char *chunk; uint32_t column; const char *key, *part; } cases[] = {
        { "{\"x\":0,\"y\":0,\"width\":1,\"height\":1}", 42, "data", "missing in this chunk" },
        { "{\"x\":0,\"y\":0,\"width\":0,\"height\":1,\"data\":[]}", 63, "width",
          "0 is not a whole number 1..1048576" },
        { "{\"x\":0,\"y\":0,\"height\":1,\"data\":[1]}", 42, "width",
          "missing (allowed: a whole number 1..1048576)" },
        { "{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[1,1]}", 86, "",
          "layer \"a\": the data has more than 1 x 1 cells" },
    };
    char text[1024];
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        snprintf(text, sizeof text, infinite_form, cases[n].chunk);
        refused("a.tmj", text, 2, cases[n].column, cases[n].key, cases[n].part);
    }
    snprintf(text, sizeof text, infinite_form, "");
    refused("a.tmj", text, 1, 1, "", "the map has no tile");
    // Where it begins is allowed; where it ends is not.
    snprintf(text, sizeof text, infinite_form,
             "{\"x\":1048575,\"y\":-3,\"width\":3,\"height\":1,\"data\":[1,1,1]}");
    refused("a.tmj", text, 1, 1, "", "the map reaches from tile [1048575, -3] to [1048577, -3]"
            " (allowed: coordinates within +-1048576)");
}

// 2 x 2 cells; the data, then more layers.
static const char form[] = "{" HEAD "\"width\":2,\"height\":2,%s\n\"layers\":["
    "{\"type\":\"tilelayer\",\"name\":\"land\",\"data\":%s}%s]}";

static void a_board_without_a_tile_for_fog_is_refused(void **state)
{
    (void)state;
    char text[1024];
    const uint32_t gid = 3;
    struct hexfog_import_options options = import_plain("a.tmj");
    snprintf(text, sizeof text, form, "", "[0,0,0,0]", "");
    refused_with(&options, text, 1, 1, "",
                 "no cell has a tile (--shape all takes empty cells too)");
    snprintf(text, sizeof text, form, "", "[3,3,0,3]", "");
    options.blocked_gids = &gid;
    options.blocked_gid_count = 1;
    refused_with(&options, text, 1, 1, "", "every tile is blocked");
    options.blocked_gid_count = 0;
    options.level_property = "chapter";
    refused_with(&options, text, 0, 0, "--level-property",
                 "no tile or object of the map has the property \"chapter\"");
}

static void layers_that_are_not_there_are_told(void **state)
{
    (void)state;
    char text[8192], layers[6000] = "";
    struct hexfog_import_options options = import_plain("a.tmj");
    snprintf(text, sizeof text, form, "", "[1,1,1,1]", "");
    options.blocked_layer = "walls";
    refused_with(&options, text, 0, 0, "--blocked-layer",
                 "no tile layer is called \"walls\" (allowed: \"land\")");
    // Of many only the first are told, each of them whole.
    for (int n = 0; n < 60; n++) {
        char layer[100];
        snprintf(layer, sizeof layer, ",{\"type\":\"tilelayer\",\"name\":\"wood %d\","
                 "\"data\":[0,0,0,0]}", n);
        strcat(layers, layer);
    }
    snprintf(text, sizeof text, form, "", "[1,1,1,1]", layers);
    struct imported i = import_text(text, strlen(text), &options);
    assert_true(import_refused(&i, 0, 0, "(allowed: \"land\", \"wood 0\", \"wood 1\", "));
    const char *message = i.diagnostics.list[0].message;
    assert_string_equal(message + strlen(message) - 2, "\")");
    import_drop(&i);
}

static void elements_are_counted(void **state)
{
    (void)state;
    static const char map[] = "<map " XML_HEAD " width='2' height='1'>\n<layer name='a'><data>\n"
        "<tile gid='1'/>\n%s</data></layer></map>";
    static const struct { const char *tiles; uint32_t line, column; const char *part; } cases[] = {
        { "<tile/> <tile gid='2'/>", 4, 9, "layer \"a\": the data has more than 2 x 1 cells" },
        { "", 2, 17, "layer \"a\": the data has fewer than 2 x 1 cells" },
        { "<tile gid='1.5'/>", 4, 1, "\"1.5\" is not a gid" },
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[512];
        snprintf(text, sizeof text, map, cases[n].tiles);
        refused("a.tmx", text, cases[n].line, cases[n].column, "", cases[n].part);
    }
}

// ---- Properties and objects.

static void ids_of_tiles_are_whole_numbers(void **state)
{
    (void)state;
    static const char *const wrong[] = { "home", "-1", "1.5", "268435456", "" };
    struct hexfog_import_options options = import_plain("a.tmj");
    options.source_property = "home";
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        char text[1024], tilesets[200], part[100];
        snprintf(tilesets, sizeof tilesets, "\n\"tilesets\":[{\"firstgid\":1,"
                 "\"tileproperties\":{\"%s\":{\"home\":true}}}],", wrong[n]);
        snprintf(text, sizeof text, form, tilesets, "[1,1,1,1]", "");
        snprintf(part, sizeof part, "\"%s\" is not a tile's id (allowed: a whole number"
                 " 0..268435455)", wrong[n]);
        refused_with(&options, text, 2, 45, "", part);
    }
}

static void objects_are_where_numbers_say(void **state)
{
    (void)state;
    static const char *const keys[] = { "x", "y", "width", "height", "rotation" };
    static const char *const wrong[] = { "\"far\"", "1e10", "null", "\"\"" };
    static const char *const part[] = { "\"far\" is not a number within +-1000000000",
                                        "10000000000 is not a number within +-1000000000",
                                        "null is not a number", "\"\" is not a number" };
    for (int n = 0; n < 5; n++) {
        for (int m = 0; m < 4; m++) {
            char text[1024], layers[200];
            snprintf(layers, sizeof layers, ",\n{\"type\":\"objectgroup\",\"objects\":["
                     "{\"point\":true,\n\"%s\":%s}]}", keys[n], wrong[m]);
            snprintf(text, sizeof text, form, "", "[1,1,1,1]", layers);
            refused("a.tmj", text, 4, 4 + (uint32_t)strlen(keys[n]), keys[n], part[m]);
        }
    }
    refused("a.tmx", "<map " XML_HEAD " width='1' height='1'><layer name='a'><data><tile gid='1'/>"
            "</data></layer>\n<objectgroup><object x='6' y='6px'><point/></object></objectgroup>"
            "</map>", 2, 14, "y", "\"6px\" is not a number");
}

static const char walls[] = "\n\"tilesets\":[{\"firstgid\":5,%s\"tiles\":[{\"id\":0,"
    "\"properties\":[{\"name\":\"wall\",\"value\":true},{\"name\":\"town\",\"value\":true},"
    "{\"name\":\"level\",\"value\":1}]}]}],";

static void properties_that_nothing_has_are_told(void **state)
{
    (void)state;
    static const struct { const char *option, *name, *part; } cases[] = {
        { "--blocked-property", "wal", "no tile or object of the map has the property \"wal\""
          " (allowed: \"wall\", \"town\", \"level\"; did you mean \"wall\"?)" },
        { "--source-property", "twon", "\"twon\" (allowed: \"wall\", \"town\", \"level\"; did you"
          " mean \"town\"?)" },
        { "--level-property", "chapter", "\"chapter\" (allowed: \"wall\", \"town\", \"level\")" },
        { "--source-property", "town", "no cell of the map has a tile or object on which the"
          " property \"town\" is set" },
    };
    char text[1024], tilesets[512];
    snprintf(tilesets, sizeof tilesets, walls, "");
    snprintf(text, sizeof text, form, tilesets, "[1,1,1,1]", "");
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct hexfog_import_options options = import_plain("a.tmj");
        *(cases[n].option[2] == 'b' ? &options.blocked_property
          : cases[n].option[2] == 's' ? &options.source_property
                                      : &options.level_property) = cases[n].name;
        refused_with(&options, text, 0, 0, cases[n].option, cases[n].part);
    }
    struct hexfog_import_options options = import_plain("a.hexjson");
    options.blocked_property = "wal";
    refused_with(&options, "{\"layout\":\"odd-r\",\"hexes\":{\"a\":{\"q\":0,\"r\":0,\"wall\":0}}}",
                 0, 0, "--blocked-property", "did you mean \"wall\"?)");
}

// As many as one line has room for, and the nearest of all.
static void many_names_are_told_in_part(void **state)
{
    (void)state;
    char text[2048], properties[1500] = "", *at = properties;
    for (int i = 0; i < 20; i++)
        at += sprintf(at, "%s{\"name\":\"name number %d\",\"value\":1}", i ? "," : "", i);
    snprintf(text, sizeof text, "{" HEAD "\"width\":2,\"height\":2,\"tilesets\":[{\"firstgid\":1,"
             "\"tiles\":[{\"id\":0,\"properties\":[%s]}]}],\"layers\":[{\"type\":\"tilelayer\","
             "\"name\":\"land\",\"data\":[1,1,1,1]}]}", properties);
    struct hexfog_import_options options = import_plain("a.tmj");
    options.blocked_property = "name mumber 17";
    struct imported i = import_text(text, strlen(text), &options);
    assert_int_equal(i.status, HEXFOG_INPUT);
    assert_non_null(strstr(i.diagnostics.list[0].message, "(allowed: \"name number 0\", \"name"));
    assert_null(strstr(i.diagnostics.list[0].message, "\"name number 19\""));
    assert_non_null(strstr(i.diagnostics.list[0].message, "; did you mean \"name number 17\"?)"));
    import_drop(&i);
}

// Walls that this map happens not to have are no error, nor what may stand in another file.
static void absent_walls_are_taken(const struct hexfog_import_options *options,
                                   const char *tilesets, size_t warnings)
{
    char text[1024];
    snprintf(text, sizeof text, form, tilesets, "[1,1,1,1]", "");
    struct imported i = import_text(text, strlen(text), options);
    assert_int_equal(i.status, HEXFOG_OK);
    assert_int_equal(i.description.field.blocked.count, 0);
    assert_int_equal(i.diagnostics.count, warnings);
    import_drop(&i);
}

static void walls_that_a_map_lacks_are_no_error(void **state)
{
    (void)state;
    static const char other_file[] = "\"tilesets\":[{\"firstgid\":5,\"source\":\"a.tsx\"}],";
    const uint32_t gid = 8;
    char tilesets[512];
    struct hexfog_import_options options = import_plain("a.tmj");
    options.blocked_property = "wall";
    snprintf(tilesets, sizeof tilesets, walls, "");
    absent_walls_are_taken(&options, tilesets, 0);
    absent_walls_are_taken(&options, other_file, 1);
    options.blocked_property = NULL;
    options.blocked_gids = &gid;
    options.blocked_gid_count = 1;
    absent_walls_are_taken(&options, other_file, 1);
    snprintf(tilesets, sizeof tilesets, walls, "\"tilecount\":4,");
    absent_walls_are_taken(&options, tilesets, 0);
}

static void gids_of_no_tileset_are_told(void **state)
{
    (void)state;
    static const struct { uint32_t gid; const char *tilesets, *part; } cases[] = {
        { 9, "\"tilesets\":[{\"firstgid\":5,\"tilecount\":4}],",
          "no tileset of the map has the gid 9, and no cell does (allowed: 5..8)" },
        { 4, "\"tilesets\":[{\"firstgid\":5,\"source\":\"a.tsx\"}],", "(allowed: 5..)" },
        { 30, "\"tilesets\":[{\"firstgid\":1,\"tilecount\":2},{\"firstgid\":9,\"tilecount\":1,"
          "\"tiles\":[{\"id\":20}]}],", "(allowed: 1..2, 9..29)" },
        { 2, "", "no tileset of the map has the gid 2, and no cell does" },
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct hexfog_import_options options = import_plain("a.tmj");
        char text[1024];
        options.blocked_gids = &cases[n].gid;
        options.blocked_gid_count = 1;
        snprintf(text, sizeof text, form, cases[n].tilesets, "[1,1,1,1]", "");
        refused_with(&options, text, 0, 0, "--blocked-gid", cases[n].part);
    }
    static const struct { const char *tilesets, *part; } damaged[] = {
        { "\"tilesets\":[{\"firstgid\":-1}],", "-1 is not a whole number" },
        { "\"tilesets\":[{\"firstgid\":1,\"tilecount\":1.5}],", "1.5 is not a whole number" },
        { "\"tilesets\":[{\"firstgid\":1,\"tilecount\":1,\"tiles\":[{\"id\":-2}]}],",
          "-2 is not a whole number" },
    };
    const uint32_t absent = 9;
    for (size_t n = 0; n < sizeof damaged / sizeof *damaged; n++) {
        struct hexfog_import_options options = import_plain("a.tmj");
        char text[1024];
        options.blocked_gids = &absent;
        options.blocked_gid_count = 1;
        snprintf(text, sizeof text, form, damaged[n].tilesets, "[1,1,1,1]", "");
        struct imported i = import_text(text, strlen(text), &options);
        assert_int_equal(i.status, HEXFOG_INPUT);
        assert_int_equal(i.diagnostics.count, 1);
        assert_non_null(strstr(i.diagnostics.list[0].message, damaged[n].part));
        import_drop(&i);
    }
    const uint32_t gids[] = { 1, 3 };
    struct hexfog_import_options options = import_plain("a.tmx");
    options.blocked_gids = gids;
    options.blocked_gid_count = 2;
    refused_with(&options, "<map " XML_HEAD " width='2' height='1'><tileset firstgid='1'"
                 " tilecount='2'/><layer name='a'><data><tile gid='1'/><tile gid='2'/></data>"
                 "</layer></map>", 0, 0, "--blocked-gid", "has the gid 3, and no cell does"
                 " (allowed: 1..2)");
}

// ---- HexJSON.

static void hexjson_has_no_layers_gids_or_pixels(void **state)
{
    (void)state;
    static const char text[] = "\n{\"layout\":\"odd-r\",\"hexes\":{\"a\":{\"q\":0,\"r\":0}}}";
    const uint32_t gid = 1;
    struct hexfog_import_options options = import_plain("a.hexjson");
    options.layer = "land";
    refused_with(&options, text, 0, 0, "--layer", "HexJSON has no layers (allowed: maps of Tiled)");
    options.layer = NULL;
    options.blocked_layer = "walls";
    refused_with(&options, text, 0, 0, "--blocked-layer", "HexJSON has no layers");
    options.blocked_layer = NULL;
    options.blocked_gids = &gid;
    options.blocked_gid_count = 1;
    refused_with(&options, text, 0, 0, "--blocked-gid",
                 "HexJSON has no gids (allowed: maps of Tiled)");
    options.blocked_gid_count = 0;
    options.texels_per_pixel = 2;
    refused_with(&options, text, 0, 0, "--texels-per-pixel",
                 "HexJSON has no pixels (allowed: maps of Tiled; or --set"
                 " texture.texels_per_tile=N)");
    options.texels_per_pixel = 0;
    struct imported i = import_text(text, strlen(text), &options);
    assert_int_equal(i.status, HEXFOG_OK);
    import_drop(&i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a tile size that leaves no edge is refused at its key",
               cells_without_edges_are_refused),
        PROVES("a chunk without a key, or past the last coordinate, is refused",
               chunks_are_held_to_their_keys),
        PROVES("a map on which fog can start nowhere says why",
               a_board_without_a_tile_for_fog_is_refused),
        PROVES("a layer that is not there is told with those that are",
               layers_that_are_not_there_are_told),
        PROVES("tiles as elements are counted and checked, each at its place",
               elements_are_counted),
        PROVES("a tile's id that is no whole number is refused at its place",
               ids_of_tiles_are_whole_numbers),
        PROVES("an object whose place is no number is refused", objects_are_where_numbers_say),
        PROVES("a property that nothing has is told with those that there are",
               properties_that_nothing_has_are_told),
        PROVES("of many names some are told, and the nearest", many_names_are_told_in_part),
        PROVES("walls that a map happens not to have are no error",
               walls_that_a_map_lacks_are_no_error),
        PROVES("a gid that neither a cell nor a tileset has is told with those of tilesets",
               gids_of_no_tileset_are_told),
        PROVES("HexJSON refuses what only maps of Tiled have",
               hexjson_has_no_layers_gids_or_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
