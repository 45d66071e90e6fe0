// SPDX-License-Identifier: MIT
// The limits of a description, just reached and just passed, and memory that runs out.
// SOURCES: tests/unit/desc_read.c
#include "prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "desc_read.h"

enum { TILES = 1 << 20, TEXT_BYTES = 16 << 20 };

static const char head[] = "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1,"
                           "\"shape\": { \"radius\": 1023 } },"
                           "\"texture\": { \"width\": 16, \"height\": 16 }";

// A description with `count` blocked tiles, all different, and one source.
static char *text_with_blocked(int count)
{
    char *text = malloc((size_t)count * 12 + 1000);
    assert_non_null(text);
    char *at = text + sprintf(text, "%s, \"field\": { \"sources\": [[600, 0]], \"blocked\": [",
                              head);
    for (int i = 0; i < count; i++)
        at += sprintf(at, "%s[%d,%d]", i ? "," : "", i % 1024 - 512, i / 1024 - 512);
    strcpy(at, "] } }");
    return text;
}

static void listed_tiles_end_at_the_limit(void **state)
{
    (void)state;
    char *text = text_with_blocked(TILES - 1);
    struct reading r = read_text(text);
    assert_int_equal(r.status, HEXFOG_OK);
    assert_int_equal(r.description.field.blocked.count, TILES - 1);
    assert_int_equal(r.description.field.blocked.tiles[TILES - 2].q, 510);
    drop(&r);
    free(text);
    text = text_with_blocked(TILES);
    size_t calls = hexfog_allocation_count();
    r = read_text(text);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_int_equal(r.diagnostics.count, 1);
    assert_string_equal(r.diagnostics.list[0].rule, "D29");
    assert_string_equal(r.diagnostics.list[0].key, "field.blocked[1048575]");
    assert_true(hexfog_allocation_count() - calls < 10); // nothing large was made
    drop(&r);
    free(text);
}

// Half of them in the base, which --set cannot see: the sum counts.
static hexfog_status load_half(void *context, const char *path, char **text, size_t *length,
                               struct hexfog_error *error)
{
    (void)path, (void)error;
    *text = text_with_blocked(*(const int *)context);
    *length = strlen(*text);
    return HEXFOG_OK;
}

static void lists_of_two_files_are_counted_together(void **state)
{
    (void)state;
    char *text = text_with_blocked(TILES / 2);
    memcpy(strstr(text, "\"blocked\""), "\"sources\"", 9);
    // The first list is in the way: an empty object takes its place.
    char *list = strstr(text, "\"sources\": [[600, 0]], ");
    memset(list, ' ', strlen("\"sources\": [[600, 0]], "));
    char *own = malloc(strlen(text) + 100);
    assert_non_null(own);
    sprintf(own, "{ \"base\": \"b.json\", %s", text + 2);
    for (int more = 0; more <= 1; more++) {
        int base_count = TILES / 2 + more;
        struct hexfog_read_options options = { .file_name = "map.json", .load = load_half,
                                               .load_context = &base_count };
        struct reading r = read_bytes(own, strlen(own), &options);
        assert_int_equal(r.status, more ? HEXFOG_INPUT : HEXFOG_OK);
        assert_string_equal(more ? r.diagnostics.list[0].rule : "D29", "D29");
        drop(&r);
    }
    free(own);
    free(text);
}

static void text_ends_at_16_mib(void **state)
{
    (void)state;
    char *text = malloc(TEXT_BYTES + 2);
    assert_non_null(text);
    memset(text, ' ', TEXT_BYTES + 1);
    text[TEXT_BYTES + 1] = '\0';
    memcpy(text, head, sizeof head - 1);
    text[sizeof head - 1] = '}';
    struct hexfog_read_options options = { .file_name = "map.json" };
    struct reading r = read_bytes(text, TEXT_BYTES, &options);
    assert_int_equal(r.status, HEXFOG_OK);
    drop(&r);
    r = read_bytes(text, TEXT_BYTES + 1, &options);
    assert_int_equal(r.status, HEXFOG_INPUT);
    assert_string_equal(r.diagnostics.list[0].rule, "D27");
    assert_non_null(strstr(r.diagnostics.list[0].message, "16777216"));
    drop(&r);
    free(text);
}

// Objects with very many keys, once and twice: no step may be quadratic.
static void many_keys_take_no_square_of_time(void **state)
{
    (void)state;
    enum { KEYS = 300000 };
    char *text = malloc(KEYS * 14 + 100);
    assert_non_null(text);
    for (int twice = 0; twice <= 1; twice++) {
        char *at = text + sprintf(text, "{ \"hexfog\": 1");
        for (int i = 0; i < KEYS; i++)
            at += sprintf(at, ",\"k%d\":1", twice ? i / 2 : i);
        strcpy(at, "}");
        struct reading r = read_text(text);
        assert_int_equal(r.status, HEXFOG_INPUT);
        assert_int_equal(r.diagnostics.count, HEXFOG_MAX_DIAGNOSTICS);
        // Every key unknown, half of them repeated; grid and texture missing.
        assert_int_equal(r.diagnostics.error_count, KEYS + 2);
        drop(&r);
    }
    free(text);
}

static void the_memory_limit_holds_for_the_tree_too(void **state)
{
    (void)state;
    char *text = text_with_blocked(100000);
    hexfog_set_memory_limit(hexfog_allocated_bytes() + (20 << 20));
    struct reading r = read_text(text);
    assert_int_equal(r.status, HEXFOG_MEMORY);
    assert_non_null(strstr(r.diagnostics.list[0].message, "--max-memory"));
    drop(&r);
    hexfog_set_memory_limit(0);
    r = read_text(text);
    assert_int_equal(r.status, HEXFOG_OK);
    drop(&r);
    free(text);
}

// ---- The Nth allocation fails.

static const char rich[] =
    "{ \"base\": \"b.json\", \"name\": \"rich\", \"grid\": { \"size\": null, \"cell\": { \"width\":"
    "4, \"height\": 5, \"side\": 2 } }, \"field\": { \"sources\": [[0, 0], [1, 0]], \"blocked\":"
    "[[0, 1]] }, \"outputs\": [ { \"path\": \"a.hdr\" }, { \"path\": \"b.exr\" }, { \"path\":"
    "\"c.png\" } ] }";
static const char rich_base[] =
    "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\", \"size\": 1, \"shape\": { \"tiles\":"
    "[[0, 0], [1, 0], [0, 1]] } }, \"texture\": { \"width\": 4, \"height\": 4 } }";

static hexfog_status load_rich_base(void *context, const char *path, char **text, size_t *length,
                                    struct hexfog_error *error)
{
    (void)context, (void)path, (void)error;
    *length = sizeof rich_base - 1;
    *text = malloc(*length);
    if (!*text)
        return HEXFOG_MEMORY;
    memcpy(*text, rich_base, *length);
    return HEXFOG_OK;
}

static void every_failed_allocation_is_memory_without_a_leak(void **state)
{
    (void)state;
    static const char *const sets[] = { "texture.width=8", "outputs[3]={\"path\":\"d.exr\"}" };
    struct hexfog_read_options options = { .file_name = "map.json", .load = load_rich_base,
                                           .sets = sets, .set_count = 2 };
    size_t held = hexfog_allocated_bytes(), nth = 0;
    for (;;) {
        hexfog_fail_allocation(++nth);
        struct reading r = read_bytes(rich, sizeof rich - 1, &options);
        hexfog_fail_allocation(0);
        bool is_whole = r.status == HEXFOG_OK;
        if (!is_whole)
            assert_int_equal(r.status, HEXFOG_MEMORY);
        drop(&r);
        assert_int_equal(hexfog_allocated_bytes(), held);
        if (is_whole)
            break;
    }
    assert_true(nth > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("2^20 listed tiles are read, one more is refused before anything is made",
               listed_tiles_end_at_the_limit),
        PROVES("tiles of a description and its base are counted together",
               lists_of_two_files_are_counted_together),
        PROVES("a text of 16 MiB is read, one byte more is refused", text_ends_at_16_mib),
        PROVES("300000 keys take no square of time", many_keys_take_no_square_of_time),
        PROVES("the memory limit holds for the tree too", the_memory_limit_holds_for_the_tree_too),
        PROVES("every allocation that fails is status memory, without a leak",
               every_failed_allocation_is_memory_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
