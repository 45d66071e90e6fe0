// SPDX-License-Identifier: MIT
// Maps that are damaged or made to hurt: refused at their place, before anything large is made.
// SOURCES: tests/unit/import_bench.c
#include "prove.h"
#include "import_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "desc/scan.h"

static struct imported read_named(const char *name, const char *text)
{
    struct hexfog_import_options options = import_plain(name);
    return import_text(text, strlen(text), &options);
}

static void refused(const char *name, const char *text, uint32_t line, uint32_t column,
                    const char *part)
{
    struct imported i = read_named(name, text);
    if (!import_refused(&i, line, column, part))
        fail_msg("not refused as it has to be: %s", text);
    assert_string_equal(i.diagnostics.list[0].file, name);
    import_drop(&i);
}

// ---- What is no map for us.

static void other_orientations_say_what_they_are(void **state)
{
    (void)state;
    refused("a.tmj", "{\"layers\":[],\n \"orientation\":\"orthogonal\"}", 2, 16,
            "the map is \"orthogonal\": its tiles have four neighbours");
    refused("a.tmj", "{\"layers\":[],\n \"orientation\":\"isometric\"}", 2, 16, "diamonds");
    refused("a.tmx", "<map\n orientation='staggered'/>", 1, 1, "the map is \"staggered\"");
    refused("a.tmj", "{\"layers\":[]}", 1, 1, "missing (allowed: \"hexagonal\")");
    refused("a.tmj", "{\"layers\":[], \"orientation\":7}", 1, 29, "the map is 7");
    refused("a.tmx", "<?xml version='1.0'?>\n<tileset/>", 2, 1, "a \"tileset\", not a map");
    refused("a.tmj", "{\"type\":\"tileset\"}", 1, 1, "a \"tileset\", not a map");
    refused("a.tmj", "{\"hexfog\":1}", 1, 1, "a description already");
    refused("a.tmj", "[1]", 1, 1, "neither a map of Tiled nor HexJSON");
}

// ---- XML.

static void entities_are_neither_expanded_nor_fetched(void **state)
{
    (void)state;
    refused("a.tmx", "<!DOCTYPE m [\n<!ENTITY a \"aa\">\n<!ENTITY b \"&a;&a;\">]>\n<map>&b;</map>",
            2, 12, "entity \"a\" is declared here");
    refused("a.tmx", "<!DOCTYPE m [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><map>&x;</map>", 1,
            52, "entity \"x\" is declared here");
    refused("a.tmx", "<!DOCTYPE m [<!ENTITY % x SYSTEM \"file:///etc/passwd\"> %x;]><map/>", 1, 54,
            "entity \"x\" is declared here");
    refused("a.tmx", "<!DOCTYPE map SYSTEM \"map.dtd\"><map>&x;</map>", 1, 37,
            "entity \"x\" is not one of XML's own");
    refused("a.tmx", "<map>&x;</map>", 1, 6, "undefined entity");
    // What a map of old has in front is harmless, and is not looked for.
    refused("a.tmx", "<!DOCTYPE map SYSTEM \"map.dtd\"><map orientation='isometric'/>", 1, 32,
            "isometric");
}

static void xml_is_held_to_its_rules(void **state)
{
    (void)state;
    refused("a.tmx", "", 1, 1, "no element found");
    refused("a.tmx", "<map>\n <layer>\n</map>", 3, 3, "mismatched tag");
    refused("a.tmx", "<map a='1' a='2'/>", 1, 12, "duplicate attribute");
    char deep[40 * 3 + 1] = "";
    for (int n = 0; n < 40; n++)
        strcat(deep, "<g>");
    refused("a.tmx", deep, 1, 97, "element \"g\" is nested too deeply");
}

// ---- Data.

static const char json_form[] =
    "{\"orientation\":\"hexagonal\",\"width\":%s,\"height\":2,\"tilewidth\":14,\"tileheight\":12,"
    "\"hexsidelength\":6,\"layers\":[\n{\"type\":\"tilelayer\",\"name\":\"a\",%s\"data\":%s}]}";

// The data begins at column 39, behind the keys in front of it; `offset` is inside it.
static void refused_data(const char *keys, const char *data, uint32_t offset, const char *part)
{
    char text[2048];
    snprintf(text, sizeof text, json_form, "2", keys, data);
    refused("a.tmj", text, 2, 39 + (uint32_t)strlen(keys) + offset, part);
}

static const char zlib[] = "\"encoding\":\"base64\",\"compression\":\"zlib\",";
static const char zstd[] = "\"encoding\":\"base64\",\"compression\":\"zstd\",";

static void data_of_another_size_is_refused(void **state)
{
    (void)state;
    refused_data("", "[1,1,1]", 0, "the data has fewer than 2 x 2 cells");
    refused_data("", "[1,1,1,1,1]", 9, "the data has more than 2 x 2 cells");
    refused_data("", "[1,1,1,-1]", 7, "-1 is not a gid");
    refused_data("", "[1,1,1,4294967296]", 7, "4294967296 is not a gid");
    refused_data("", "7", 0, "neither a list of gids nor text");
    refused_data("", "\"1,1,1,1\"", 0, "text is no data (allowed: a list of gids");
    refused_data("\"width\":3,", "[1,1,1,1]", (uint32_t)-9, "3 is not a whole number 2..2");
    refused_data("\"encoding\":\"base64\",", "\"AQAAAAEAAAABAAAAAQAAA\"", 0, "base64 text");
    refused_data("\"encoding\":\"base64\",", "\"AQAAAAEAAAABAAAA\"", 0, "fewer than 2 x 2");
    refused_data("\"encoding\":\"base64\",", "\"AQAAAAEAAAABAAAAAQAAAAE=\"", 0, "more than");
    refused_data("\"encoding\":\"utf7\",", "\"AQAAAA\"", 0, "\"utf7\" is not known");
    refused_data("\"encoding\":\"base64\",\"compression\":\"rar\",", "\"AQAAAA==\"", 0,
                 "\"rar\" is not known (allowed: none, zlib, gzip, zstd)");
    refused_data(zlib, "\"AQAAAAEAAAABAAAAAQAAAA==\"", 0, "the zlib data is damaged or cut");
    refused_data(zstd, "\"AQAAAAEAAAABAAAAAQAAAA==\"", 0, "the zstd data is damaged or cut");
}

// The same 2 x 2 gids: whole, with a byte behind it, cut, without its checksum, with a wrong one;
// then one gid fewer and one more.
static void packed_data_is_held_to_its_end(void **state)
{
    (void)state;
    static const struct { const char *name, *data[7]; } packers[] = {
        { "zlib", { "eNpjZGBgYETCAAA4AAU=", "eNpjZGBgYETCAAA4AAUB", "eNpjZGBgYETCAAA4AA==",
                    "eNpjZGBgYETCAA==", "eNpjZGBgYETCAAA4AAQ=", "eNpjZGBgYIRiAAAkAAQ=",
                    "eNpjZGBgYETDAABQAAY=" } },
        { "gzip", { "H4sIAAAAAAACA2NkYGBgRMIAUPFgrRAAAAA=", "H4sIAAAAAAACA2NkYGBgRMIAUPFgrRAAAAAB",
                    "H4sIAAAAAAACA2NkYGBgRMIAUPFgrRAAAA==", "H4sIAAAAAAACA2NkYGBgRMIA",
                    "H4sIAAAAAAACA2NkYGBgRMIAUfFgrRAAAAA=", "H4sIAAAAAAACA2NkYGBghGIA++1mlAwAAAA=",
                    "H4sIAAAAAAACA2NkYGBgRMMAzhppKxQAAAA=" } },
        { "zstd", { "KLUv/QRYVQAAIAEAAAABAHOOCHuhaOA=", "KLUv/QRYVQAAIAEAAAABAHOOCHuhaOAB",
                    "KLUv/QRYVQAAIAEAAAABAHOOCHuhaA==", "KLUv/QRYVQAAIAEAAAABAHOOCA==",
                    "KLUv/QRYVQAAIAEAAAABAHOOCHuhaOE=", "KLUv/QRYYQAAAQAAAAEAAAABAAAA3vX+uQ==",
                    "KLUv/QRYVQAAIAEAAAABACOOCIPhcYM=" } },
    };
    static const char *const parts[7] = {
        NULL, "layer \"a\": bytes stand behind the end of the packed data",
        "data is damaged or cut", "data is damaged or cut", "data is damaged or cut",
        "the data has fewer than 2 x 2 cells", "the data has more than 2 x 2 cells",
    };
    for (int n = 0; n < 3; n++) {
        char keys[100], text[1024];
        snprintf(keys, sizeof keys, "\"encoding\":\"base64\",\"compression\":\"%s\",",
                 packers[n].name);
        for (int m = 0; m < 7; m++) {
            char data[100];
            snprintf(data, sizeof data, "\"%s\"", packers[n].data[m]);
            if (parts[m]) {
                refused_data(keys, data, 0, parts[m]);
                continue;
            }
            snprintf(text, sizeof text, json_form, "2", keys, data);
            struct imported i = read_named("a.tmj", text);
            assert_int_equal(i.facts.tile_count, 4);
            import_drop(&i);
        }
    }
}

// Streams that unpack to 16 MiB of zeros.
static void bombs_cost_no_more_than_the_map(void **state)
{
    (void)state;
    static const struct { const char *keys, *file; } bombs[] = {
        { zlib, "bomb_zlib.txt" },
        { "\"encoding\":\"base64\",\"compression\":\"gzip\",", "bomb_gzip.txt" },
        { zstd, "bomb_zstd.txt" },
    };
    for (int n = 0; n < 3; n++) {
        char path[64];
        snprintf(path, sizeof path, "tests/maps/%s", bombs[n].file);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        char *data = malloc(200000), *text = malloc(210000);
        assert_true(data && text);
        data[0] = '"';
        size_t length = 1 + fread(data + 1, 1, 190000, file);
        fclose(file);
        while (data[length - 1] == '\n')
            length--;
        memcpy(data + length, "\"", 2);
        snprintf(text, 210000, json_form, "2", bombs[n].keys, data);
        hexfog_set_memory_limit(hexfog_allocated_bytes() + (2 << 20));
        refused("a.tmj", text, 2, 39 + (uint32_t)strlen(bombs[n].keys),
                "the data has more than 2 x 2 cells");
        hexfog_set_memory_limit(0);
        free(data);
        free(text);
    }
}

static void absurd_sizes_are_refused_before_they_are_made(void **state)
{
    (void)state;
    static const struct { const char *columns, *part; } cases[] = {
        { "0", "0 is not a whole number 1..1048576" }, { "1e9", "1..1048576" },
        { "2.5", "2.5 is not a whole number" }, { "\"many\"", "\"many\" is not" },
        { "-4", "-4 is not a whole number" },
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[1024];
        snprintf(text, sizeof text, json_form, cases[n].columns, "", "[]");
        refused("a.tmj", text, 1, 36, cases[n].part);
    }
    hexfog_set_memory_limit(hexfog_allocated_bytes() + (1 << 20));
    refused("a.tmx", "<map orientation='hexagonal' width='1048576' height='1048576' tilewidth='14'"
            " tileheight='12' hexsidelength='6'><layer name='a'><data/></layer></map>", 1, 1,
            "1048576 x 1048576 cells (allowed: 33554432 in all)");
    // Two chunks a million cells apart.
    refused("a.tmx", "<map orientation='hexagonal' infinite='1' tilewidth='14' tileheight='12'"
            " hexsidelength='6'><layer name='a'><data encoding='csv'>"
            "<chunk x='-1000000' y='-1000000' width='1' height='1'>1</chunk>"
            "<chunk x='1000000' y='1000000' width='1' height='1'>1</chunk></data></layer></map>",
            1, 1, "2000001 x 2000001 cells");
    refused("a.hexjson", "{\"layout\":\"odd-r\",\"hexes\":{\"a\":{\"q\":-1000000,\"r\":-1000000},"
            "\"b\":{\"q\":1000000,\"r\":1000000}}}", 1, 27, "2000001 x 2000001 cells");
    hexfog_set_memory_limit(0);
}

static void add_base64(struct hexfog_text *text, const uint8_t *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        three |= i + 1 < length ? (uint32_t)bytes[i + 1] << 8 : 0;
        three |= i + 2 < length ? (uint32_t)bytes[i + 2] : 0;
        char four[4] = { digits[three >> 18], digits[three >> 12 & 63], digits[three >> 6 & 63],
                         digits[three & 63] };
        if (i + 1 >= length)
            four[2] = '=';
        if (i + 2 >= length)
            four[3] = '=';
        hexfog_text_add_bytes(text, four, 4);
    }
}

// A Zstandard frame of 2^25 gids that are 0: blocks of 2^17 equal bytes.
static void add_zeros(struct hexfog_text *text)
{
    enum { BLOCKS = 1 << 10, HEAD = 9 };
    static uint8_t frame[HEAD + 4 * BLOCKS] = { 0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 8 };
    for (int n = 0; n < BLOCKS; n++) {
        uint8_t block[4] = { n + 1 == BLOCKS ? 3 : 2, 0, 0x10, 0 };
        memcpy(frame + HEAD + 4 * n, block, 4);
    }
    add_base64(text, frame, sizeof frame);
}

// Eight such layers are all that is unpacked; each is as large as a map may be.
static void layers_unpack_to_no_more_than_is_allowed(void **state)
{
    (void)state;
    const uint32_t gid = 7;
    struct hexfog_import_options options = import_plain("a.tmx");
    struct hexfog_text text = { 0 };
    options.blocked_gids = &gid; // so that all layers are looked at
    options.blocked_gid_count = 1;
    hexfog_text_add(&text, "<map orientation='hexagonal' width='8192' height='4096' tilewidth='14'"
                           " tileheight='12' hexsidelength='6'>");
    for (int n = 1; n <= 9; n++) {
        hexfog_text_print(&text, "\n<layer name='%d'><data encoding='base64'"
                          " compression='zstd'>", n);
        add_zeros(&text);
        hexfog_text_add(&text, "</data></layer>");
    }
    hexfog_text_add(&text, "</map>");
    struct imported i = import_text(text.bytes, text.length, &options);
    assert_true(import_refused(&i, 10, 17, "layer \"9\": the layers have too many cells together"
                                           " (allowed: 268435456)"));
    import_drop(&i);
    hexfog_text_free(&text);
}

// A map of cells that all have a tile, but the last.
static struct imported read_filled(int x, int columns, int rows)
{
    struct hexfog_import_options options = import_plain("a.tmx");
    struct hexfog_text text = { 0 };
    options.texels_per_pixel = 0.01;
    hexfog_text_print(&text, "\n<map orientation='hexagonal' infinite='1' tilewidth='14'"
                      " tileheight='12' hexsidelength='6'><layer name='a'><data encoding='csv'>"
                      "<chunk x='%d' y='%d' width='%d' height='%d'>", x, x, columns, rows);
    for (int n = 1; n < columns * rows; n++)
        hexfog_text_add_bytes(&text, "1,", 2);
    hexfog_text_add(&text, "0</chunk></data></layer></map>");
    struct imported i = import_text(text.bytes, text.length, &options);
    hexfog_text_free(&text);
    return i;
}

static void what_no_description_holds_is_refused(void **state)
{
    (void)state;
    struct imported i = read_filled(0, 1024, 1025);
    assert_true(import_refused(&i, 2, 1, "a description of the map lists 1049600 tiles (allowed:"
                                         " 1048576)")); // and one source
    import_drop(&i);
    i = read_filled(-1000000, 1000, 1000);
    assert_true(import_refused(&i, 2, 1, " bytes (allowed: 16777216)"));
    import_drop(&i);
    struct hexfog_text text = { 0 };
    while (text.length <= HEXFOG_MAX_TEXT_BYTES)
        hexfog_text_add(&text, "<!-- a comment that is long -->\n");
    hexfog_text_add(&text, "<map/>");
    struct hexfog_import_options options = import_plain("a.tmx");
    i = import_text(text.bytes, text.length, &options);
    assert_true(import_refused(&i, 0, 0, "bytes (allowed: 16777216)"));
    import_drop(&i);
    hexfog_text_free(&text);
}

static void csv_errors_have_their_own_line(void **state)
{
    (void)state;
    static const char xml[] = "<map orientation='hexagonal' width='2' height='2' tilewidth='14'"
        " tileheight='12' hexsidelength='6'>\n<layer name='a'>\n<data encoding='csv'>\n%s\n"
        "</data></layer></map>";
    static const struct { const char *data; uint32_t line, column; const char *part; } cases[] = {
        { "1,1,\n1,x", 5, 3, "no gid stands here" }, { "1,1,\n1", 6, 1, "fewer than 2 x 2" },
        { "1,1,\n1,1,1", 5, 4, "more than 2 x 2" }, { "1,99999999999,1,1", 4, 3, "no gid" },
        { "1,1,1,1,", 4, 8, "more than" }, { "1,1;", 4, 4, "a comma is missing here" },
        { "-1,1,1,1", 4, 1, "no gid stands here" },
        { "", 3, 1, "fewer than 2 x 2" },
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[1024];
        snprintf(text, sizeof text, xml, cases[n].data);
        refused("a.tmx", text, cases[n].line, cases[n].column, cases[n].part);
    }
}

// ---- HexJSON.

static void hexjson_is_held_to_its_rules(void **state)
{
    (void)state;
    refused("a.hexjson", "{\"hexes\":{\"a\":{\"q\":0,\"r\":0}}}", 1, 1, "missing (allowed: \"odd");
    refused("a.hexjson", "{\"layout\":\"axial\",\"hexes\":{}}", 1, 11, "\"axial\" (allowed:");
    refused("a.hexjson", "{\"layout\":\"odd-r\",\"hexes\":{}}", 1, 27, "at least one hex");
    refused("a.hexjson", "{\"layout\":\"odd-r\",\"hexes\":{\"a\":3}}", 1, 32, "3 is not a hex");
    refused("a.hexjson", "{\"layout\":\"odd-r\",\"hexes\":{\"a\":{\"q\":0}}}", 1, 32, "missing");
    refused("a.hexjson", "{\"layout\":\"odd-r\",\"hexes\":{\"a\":{\"q\":0,\"r\":0},"
            "\"b\":{\"q\":0,\"r\":0}}}", 1, 50, "two hexes have q 0 and r 0");
    refused("a.hexjson", "{\"layout\":\"odd-r\",\"hexes\":{\"a\":{\"q\":0,\"q\":1}}}", 1, 39, "");
}

// ---- Anything, cut and twisted. No sanitizer or assert may find a thing.

static void every_cut_and_flip_ends_in_a_status(void **state)
{
    (void)state;
    static const char *const files[] = { "island_zlib.tmx", "island_zstd.tmj", "infinite.tmx",
                                         "island_csv.tmx", "wards.hexjson" };
    for (int n = 0; n < 5; n++) {
        char path[64], text[8192], twisted[8192];
        snprintf(path, sizeof path, "tests/maps/%s", files[n]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t length = fread(text, 1, sizeof text, file);
        fclose(file);
        length--; // the last newline may be cut
        for (size_t at = 0; at < length; at += 3) {
            struct hexfog_import_options options = import_plain(files[n]);
            options.blocked_property = "wall";
            struct imported i = import_text(text, at, &options);
            assert_int_equal(i.status, HEXFOG_INPUT);
            import_drop(&i);
            memcpy(twisted, text, length);
            twisted[at] = (char)(twisted[at] ^ (1 << (at / 3 % 7)));
            i = import_text(twisted, length, &options);
            assert_true(i.status == HEXFOG_OK || i.status == HEXFOG_INPUT);
            assert_int_equal(i.status == HEXFOG_INPUT, i.diagnostics.error_count > 0);
            import_drop(&i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a map that is not hexagonal is told what it is",
               other_orientations_say_what_they_are),
        PROVES("entities are neither expanded nor fetched",
               entities_are_neither_expanded_nor_fetched),
        PROVES("XML that is not well-formed or too deep is refused", xml_is_held_to_its_rules),
        PROVES("data of another size, encoding or kind is refused at its place",
               data_of_another_size_is_refused),
        PROVES("packed data that is cut, goes on or has a wrong checksum is refused",
               packed_data_is_held_to_its_end),
        PROVES("a bomb costs no more than the map that it claims to be",
               bombs_cost_no_more_than_the_map),
        PROVES("absurd sizes are refused before anything is made for them",
               absurd_sizes_are_refused_before_they_are_made),
        PROVES("layers together unpack to no more cells than is allowed",
               layers_unpack_to_no_more_than_is_allowed),
        PROVES("a map that is too long, or whose description would be, is refused",
               what_no_description_holds_is_refused),
        PROVES("an error in comma-separated data has its own line and column",
               csv_errors_have_their_own_line),
        PROVES("HexJSON that is not right is refused at its place", hexjson_is_held_to_its_rules),
        PROVES("a map that is cut or has a bit flipped ends in a status",
               every_cut_and_flip_ends_in_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
