// SPDX-License-Identifier: MIT
// The scanner and the tree: what RFC 8259 allows, and where each value stands.
#include "prove.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desc/tree.h"

struct scanned {
    hexfog_status status;
    struct hexfog_tree tree;
    struct hexfog_diagnostics diagnostics;
};

static struct scanned scan(const char *text, bool jsonc)
{
    struct scanned result = { 0 };
    static const char *const files[HEXFOG_MAX_FILES] = { "file" };
    struct hexfog_reporter reporter = { &result.diagnostics, files };
    struct hexfog_scan_options options = { .jsonc = jsonc, .first_column = 1, .path = "" };
    size_t length = strlen(text);
    char *bytes = malloc(length + 1);
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    result.status = hexfog_tree_read(bytes, length, &options, &reporter, &result.tree);
    free(bytes);
    return result;
}

static void done(struct scanned *result)
{
    hexfog_tree_free(&result->tree);
    hexfog_tree_free(&result->tree);
    hexfog_diagnostics_free(&result->diagnostics);
}

static void assert_refused(const char *text, bool jsonc, uint32_t line, uint32_t column)
{
    struct scanned result = scan(text, jsonc);
    assert_int_equal(result.status, HEXFOG_INPUT);
    assert_int_equal(result.diagnostics.count, 1);
    assert_int_equal(result.diagnostics.list[0].line, line);
    assert_int_equal(result.diagnostics.list[0].column, column);
    done(&result);
}

static void assert_number(const char *text, double value)
{
    struct scanned result = scan(text, false);
    assert_int_equal(result.status, HEXFOG_OK);
    assert_int_equal(result.tree.root->kind, HEXFOG_NODE_NUMBER);
    assert_true(hexfog_node_number(result.tree.root) == value);
    done(&result);
}

static void numbers_have_their_values(void **state)
{
    (void)state;
    assert_number("0", 0.0);
    assert_number("-0", 0.0);
    assert_number(" 1e2\n", 100.0);
    assert_number("-1.25E-2", -0.0125);
    assert_number("0.1", 0.1);
    assert_number("9007199254740993", 9007199254740992.0);
    assert_number("1e400", HUGE_VAL);
    assert_number("-1e400", -HUGE_VAL);
    assert_number("1e-400", 0.0);
}

// Past the 63 characters that cJSON copies.
static void long_numbers_are_read_whole(void **state)
{
    (void)state;
    char text[400] = "0.";
    memset(text + 2, '0', 300);
    strcpy(text + 302, "125e300");
    assert_number(text, 0.125);
    memset(text, '9', 100);
    strcpy(text + 100, "e-100");
    assert_number(text, 1.0);
    strcpy(text, "1.00000000000000000000000000000000000000000000000000000000000000000000000007");
    assert_number(text, 1.0);
}

static void malformed_numbers_are_refused_at_their_start(void **state)
{
    (void)state;
    static const char *const wrong[] = { "01", "-01", "2.", ".5", "-.5", "+1", "-", "1e", "1e+",
                                         "1E-", "0x1", "1.2.3", "1_000", "NaN", "Infinity",
                                         "-Infinity", "1f", "--1", "1e5.5", "00", "-e1", "1.e5" };
    char text[32];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "[%s]", wrong[i]);
        assert_refused(text, false, 1, 2);
    }
}

static void words_are_exact(void **state)
{
    (void)state;
    struct scanned result = scan("[true,false,null]", false);
    assert_int_equal(result.status, HEXFOG_OK);
    assert_int_equal(hexfog_entry_count(result.tree.root), 3);
    assert_true(result.tree.root->value.first->value.truth);
    done(&result);
    static const char *const wrong[] = { "True", "tru", "nul", "nulll", "undefined", "falsey" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(wrong[i], false, 1, 1);
}

static void strings_are_decoded(void **state)
{
    (void)state;
    struct scanned result = scan(
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\xc3\xa9\x7f\"", false);
    assert_int_equal(result.status, HEXFOG_OK);
    assert_string_equal(result.tree.root->value.string,
                        "\"\\/\b\f\n\r\t\xc3\xa9\xf0\x9f\x98\x80\xc3\xa9\x7f");
    done(&result);
}

static void bad_strings_are_refused_at_the_fault(void **state)
{
    (void)state;
    assert_refused("\"ab\ncd\"", false, 1, 4);
    assert_refused("\"ab\\'\"", false, 1, 4);
    assert_refused("\"ab\\u00g0\"", false, 1, 4);
    assert_refused("\"ab\\u0000\"", false, 1, 4);
    assert_refused("\"\\ud800\\u0041\"", false, 1, 2);
    assert_refused("\"\\ud800x\"", false, 1, 2);
    assert_refused("\"\\ude00\"", false, 1, 2);
    assert_refused("\"abc", false, 1, 5);
    assert_refused("\"abc\\", false, 1, 6);
    assert_refused("'abc'", false, 1, 1);
    assert_refused("\"\xc3\xa9\xc3\xa9\xff\"", false, 1, 4);
    assert_refused("\"\xf4\x90\x80\x80\"", false, 1, 2);
    assert_refused("\"\xe2\x82\"", false, 1, 2);
}

static const struct hexfog_node *entry(const struct hexfog_node *list, size_t index)
{
    const struct hexfog_node *node = list->value.first;
    while (index-- > 0)
        node = node->next;
    return node;
}

static void assert_place(struct hexfog_place place, uint32_t line, uint32_t column)
{
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

static void places_count_lines_and_characters(void **state)
{
    (void)state;
    struct scanned result = scan(
        "\xef\xbb\xbf{\"\xc3\xa9\":[1,\r\n\t22 , \"\xf0\x9f\x98\x80\",{}],\r\"k\" :\n\n null}",
        false);
    assert_int_equal(result.status, HEXFOG_OK);
    const struct hexfog_node *root = result.tree.root;
    assert_place(root->place, 1, 1);
    const struct hexfog_node *list = root->value.first;
    assert_place(list->key->place, 1, 2);
    assert_string_equal(list->key->name, "\xc3\xa9");
    assert_place(list->place, 1, 6);
    assert_place(entry(list, 0)->place, 1, 7);
    assert_place(entry(list, 1)->place, 2, 2);
    assert_place(entry(list, 2)->place, 2, 7);
    assert_place(entry(list, 3)->place, 2, 11);
    assert_place(list->next->key->place, 3, 1);
    assert_place(list->next->place, 5, 2);
    done(&result);
}

static void comments_need_jsonc(void **state)
{
    (void)state;
    static const char text[] = "// one \xc3\xa9\n"
                               "{/**/\"a\":[1,/* , */2,],//\n\"b\":\"//,]\",}\n/* end */";
    struct scanned result = scan(text, true);
    assert_int_equal(result.status, HEXFOG_OK);
    const struct hexfog_node *list = hexfog_member(result.tree.root, "a");
    assert_int_equal(hexfog_entry_count(list), 2);
    assert_place(entry(list, 1)->place, 2, 20);
    assert_string_equal(hexfog_member(result.tree.root, "b")->value.string, "//,]");
    done(&result);
    assert_refused(text, false, 1, 1);
    assert_refused("[1,\n2,]", false, 2, 2);
    assert_refused("[1] /* open", true, 1, 5);
    assert_refused("[1,,2]", true, 1, 4);
    assert_refused("[,]", true, 1, 2);
    assert_refused("[1] / 2", true, 1, 5);
    assert_refused("// caf\xe9\n1", true, 1, 7);
}

static void structure_is_strict(void **state)
{
    (void)state;
    assert_refused("", false, 1, 1);
    assert_refused(" \n ", false, 2, 2);
    assert_refused("{\"a\" 1}", false, 1, 6);
    assert_refused("{\"a\":1 \"b\":2}", false, 1, 8);
    assert_refused("{a:1}", false, 1, 2);
    assert_refused("[1 2]", false, 1, 4);
    assert_refused("[1}", false, 1, 3);
    assert_refused("{\"a\":}", false, 1, 6);
    assert_refused("{\"a\":1]", false, 1, 7);
    assert_refused("[1]]", false, 1, 4);
    assert_refused("1 1", false, 1, 3);
    assert_refused("\xc2\xa0" "1", false, 1, 1);
    assert_refused("[1,\v2]", false, 1, 4);
}

// Every beginning of a right text is refused, and says nothing but that.
static void cut_texts_are_refused(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[1.5e3,-2,{\"\\u00e9\":true}],"
                               "\"b\":\"x\\n\xc3\xa9\",\"c\":null}";
    char cut[sizeof text];
    for (size_t length = 0; length + 1 < sizeof text; length++) {
        memcpy(cut, text, length);
        cut[length] = '\0';
        struct scanned result = scan(cut, false);
        assert_int_equal(result.status, HEXFOG_INPUT);
        assert_int_equal(result.diagnostics.count, 1);
        done(&result);
    }
}

static void nesting_ends_at_32(void **state)
{
    (void)state;
    char text[70];
    memset(text, '[', 32);
    memset(text + 32, ']', 32);
    text[64] = '\0';
    struct scanned result = scan(text, false);
    assert_int_equal(result.status, HEXFOG_OK);
    done(&result);
    memset(text, '[', 33);
    memset(text + 33, ']', 33);
    text[66] = '\0';
    result = scan(text, false);
    assert_int_equal(result.status, HEXFOG_INPUT);
    assert_string_equal(result.diagnostics.list[0].rule, "D28");
    assert_int_equal(result.diagnostics.list[0].column, 33);
    done(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("numbers have their values, to the ends of a double", numbers_have_their_values),
        PROVES("numbers of more than 63 characters are read whole", long_numbers_are_read_whole),
        PROVES("malformed numbers are refused at their first character",
               malformed_numbers_are_refused_at_their_start),
        PROVES("true, false and null are exact", words_are_exact),
        PROVES("strings are decoded", strings_are_decoded),
        PROVES("bad strings are refused at the fault", bad_strings_are_refused_at_the_fault),
        PROVES("places count lines and UTF-8 characters from 1", places_count_lines_and_characters),
        PROVES("comments and trailing commas are for jsonc alone", comments_need_jsonc),
        PROVES("what RFC 8259 does not allow is refused at its place", structure_is_strict),
        PROVES("every cut text is refused with one error", cut_texts_are_refused),
        PROVES("32 levels of nesting are read and 33 refused", nesting_ends_at_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
