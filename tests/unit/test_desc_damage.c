// SPDX-License-Identifier: MIT
// Damaged descriptions and a locale with a decimal comma.
// SOURCES: tests/unit/desc_read.c tests/unit/board.c
#include "prove.h"

#include <glob.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "board.h"
#include "desc_read.h"

// Bytes that mean something to the reader, and some that mean nothing.
static const char telling[] = "{}[],:\"\\/*-+.eE019 \n\ttfnu\xc3\xa9\x80\xff\x01";

static void damage(struct random *random, char *text, size_t length)
{
    int count = random_int(random, 1, 6);
    while (count-- > 0) {
        int32_t at = random_int(random, 0, (int32_t)length - 1);
        int32_t from = random_int(random, 0, (int32_t)length - 1);
        if (random_chance(random, 0.6))
            text[at] = telling[random_int(random, 0, (int32_t)sizeof telling - 2)];
        else if (random_chance(random, 0.5))
            text[at] = (char)random_int(random, 0, 255);
        else // a piece of the text at another place
            memmove(text + at, text + from, length - (size_t)(at > from ? at : from));
    }
}

static void read_damaged(const char *path, struct random *random, int times)
{
    size_t length;
    char *text = slurp(path, &length), *copy = malloc(length + 1);
    assert_non_null(copy);
    for (int i = 0; i < times && length > 0; i++) {
        memcpy(copy, text, length);
        damage(random, copy, length);
        size_t cut = random_chance(random, 0.2) ? (size_t)random_int(random, 0, (int32_t)length)
                                                : length;
        struct hexfog_read_options options = { .file_name = path,
                                               .jsonc = random_chance(random, 0.5) };
        struct reading r = read_bytes(copy, cut, &options);
        // Whatever the scanner lets pass, the tree can hold: memory would be the wrong answer.
        assert_true(r.status == HEXFOG_OK || r.status == HEXFOG_INPUT);
        assert_int_equal(r.status == HEXFOG_OK, r.diagnostics.error_count == 0);
        drop(&r);
    }
    free(copy);
    free(text);
}

static void damaged_texts_are_refused_or_read(void **state)
{
    (void)state;
    static const char *const patterns[] = { "tests/accept/*", "tests/refuse/*.json",
                                            "samples/*.jsonc" };
    size_t held = hexfog_allocated_bytes(), files = 0;
    struct random random = { 7 };
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found;
        assert_int_equal(glob(patterns[i], 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++, files++)
            read_damaged(found.gl_pathv[k], &random, 150);
        globfree(&found);
    }
    assert_true(files > 100);
    assert_int_equal(hexfog_allocated_bytes(), held);
}

static void a_decimal_comma_changes_nothing(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        print_message("no locale de_DE.UTF-8 (Debian: locales)\n");
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    struct reading r = read_text(
        "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 0.57735026918962576,"
        "\"origin\": [-1.25e-1, 3.5], \"shape\": { \"radius\": 2 } }, \"texture\":"
        "{ \"texels_per_unit\": 6.4, \"margin\": 1.5 }, \"encoding\": { \"level_scale\": 0.5 } }");
    const struct hexfog_description *d = &r.description;
    assert_true(d->grid.cell.side == 0.57735026918962576);
    assert_true(d->grid.origin.x == -0.125 && d->grid.origin.y == 3.5);
    assert_true(d->texture.texels_per_unit == 6.4 && d->texture.margin == 1.5);
    assert_int_equal(r.diagnostics.count, 1);
    assert_string_equal(r.diagnostics.list[0].message,
                        "0.5 is out of range (allowed: \"auto\", a number 1..16384)");
    drop(&r);
    struct reading comma = read_text("{ \"hexfog\": 1,5 }");
    assert_true(has_error(&comma, 0, "D1", 1, 15, ""));
    drop(&comma);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a damaged text is read or refused, never more", damaged_texts_are_refused_or_read),
        PROVES("a locale with a decimal comma changes nothing", a_decimal_comma_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
