// SPDX-License-Identifier: MIT
// Growing text, UTF-8 and JSON text.
#include "prove.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json_write.h"
#include "base/sha256.h"
#include "base/text.h"

static void appends_join(void **state)
{
    (void)state;
    struct hexfog_text text = {0};
    hexfog_text_add(&text, "");
    assert_string_equal(text.bytes, "");
    for (int i = 0; i < 1000; i++)
        hexfog_text_print(&text, "%d,", i % 10);
    hexfog_text_add_bytes(&text, "a\0b", 3);
    assert_false(text.failed);
    assert_int_equal(text.length, 2003);
    assert_memory_equal(text.bytes, "0,1,2,", 6);
    assert_memory_equal(text.bytes + 1998, "9,a\0b", 6);
    hexfog_text_free(&text);
    hexfog_text_free(&text);
}

static void failure_is_remembered(void **state)
{
    (void)state;
    size_t held = hexfog_allocated_bytes();
    struct hexfog_text text = {0};
    hexfog_text_add(&text, "kept");
    hexfog_fail_allocation(1);
    for (int i = 0; i < 100; i++)
        hexfog_text_add(&text, "more and more");
    hexfog_fail_allocation(0);
    assert_true(text.failed);
    size_t length = text.length;
    hexfog_text_add(&text, "x");
    hexfog_text_print(&text, "%s", "x");
    assert_int_equal(text.length, length);
    assert_int_equal(strlen(text.bytes), length);
    hexfog_text_free(&text);
    assert_int_equal(hexfog_allocated_bytes(), held);
}

// The corners of RFC 3629, section 4.
static void utf8_is_strict(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"a", 1}, {"\x7F", 1}, {"\x80", 0}, {"\xC1\xBF", 0}, {"\xC2\x80", 2}, {"\xDF\xBF", 2},
        {"\xC2", 0}, {"\xC2\x41", 0}, {"\xE0\x9F\xBF", 0}, {"\xE0\xA0\x80", 3},
        {"\xED\x9F\xBF", 3}, {"\xED\xA0\x80", 0}, {"\xEF\xBF\xBF", 3}, {"\xE2\x82", 0},
        {"\xF0\x8F\xBF\xBF", 0}, {"\xF0\x90\x80\x80", 4}, {"\xF4\x8F\xBF\xBF", 4},
        {"\xF4\x90\x80\x80", 0}, {"\xF5\x80\x80\x80", 0}, {"\xF0\x9F\x98", 0}, {"\xFF", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hexfog_utf8_length(cases[i].bytes, strlen(cases[i].bytes)),
                         cases[i].length);
    assert_int_equal(hexfog_utf8_length("", 0), 0);
}

static void cuts_keep_characters(void **state)
{
    (void)state;
    const char *text = "a\xC3\xA9\xF0\x9F\x98\x80z";
    static const size_t cut[] = {0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
    for (size_t most = 0; most < sizeof cut / sizeof *cut; most++)
        assert_int_equal(hexfog_utf8_cut(text, 8, most), cut[most]);
    // What is not UTF-8 has no characters to keep.
    assert_int_equal(hexfog_utf8_cut("\x80\x80\x80\x80\x80\x80", 6, 4), 4);
}

static void json_nests(void **state)
{
    (void)state;
    struct hexfog_text text = {0};
    struct hexfog_json_writer json = {.text = &text};
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "name", "a\"\\\n\t\x01\xC3\xA9");
    hexfog_json_open(&json, "empty", '[');
    hexfog_json_close(&json, ']');
    hexfog_json_open_inline(&json, "point", '[');
    hexfog_json_number(&json, NULL, 0.5);
    hexfog_json_integer(&json, NULL, -3);
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_bool(&json, "inside", true);
    hexfog_json_close(&json, '}');
    hexfog_json_close(&json, ']');
    hexfog_json_open(&json, "rows", '[');
    hexfog_json_null(&json, NULL);
    hexfog_json_bool(&json, NULL, false);
    hexfog_json_close(&json, ']');
    hexfog_json_close(&json, '}');
    assert_string_equal(text.bytes,
                        "{\n"
                        "  \"name\": \"a\\\"\\\\\\n\\t\\u0001\xC3\xA9\",\n"
                        "  \"empty\": [],\n"
                        "  \"point\": [0.5, -3, {\"inside\": true}],\n"
                        "  \"rows\": [\n"
                        "    null,\n"
                        "    false\n"
                        "  ]\n"
                        "}");
    hexfog_text_free(&text);
}

// DEL, CSI of 8 bits, a mark that turns text around, a line separator; a blank that stays.
static void json_steers_no_terminal(void **state)
{
    (void)state;
    struct hexfog_text text = {0};
    struct hexfog_json_writer json = {.text = &text};
    hexfog_json_string(&json, NULL, "\x7F\xC2\x9B\xE2\x80\xAE\xE2\x80\xA8\xC2\xA0");
    assert_string_equal(text.bytes, "\"\\u007f\\u009b\\u202e\\u2028\xC2\xA0\"");
    hexfog_text_free(&text);
}

static void json_stays_valid(void **state)
{
    (void)state;
    struct hexfog_text text = {0};
    struct hexfog_json_writer json = {.text = &text};
    hexfog_json_open_inline(&json, NULL, '[');
    hexfog_json_string(&json, NULL, "\xFF.hdr\xC3");
    hexfog_json_number(&json, NULL, (double)NAN);
    hexfog_json_number(&json, NULL, (double)INFINITY);
    hexfog_json_integer(&json, NULL, INT64_MIN);
    hexfog_json_close(&json, ']');
    assert_string_equal(text.bytes, "[\"\xEF\xBF\xBD.hdr\xEF\xBF\xBD\", null, null, "
                                    "-9223372036854775808]");
    hexfog_text_free(&text);
}

// FIPS 180-4's examples, and the million letters in uneven pieces.
static void sha256_of_known_texts(void **state)
{
    (void)state;
    char hex[65];
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    hexfog_sha256_add(hash, "abc", 3);
    hexfog_sha256_add(hash, NULL, 0);
    hexfog_sha256_digest(hash, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hexfog_sha256_digest(hash, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    char letters[999];
    memset(letters, 'a', sizeof letters);
    for (size_t left = 1000000, piece; left > 0; left -= piece) {
        piece = left < sizeof letters ? left : sizeof letters;
        hexfog_sha256_add(hash, letters, piece);
    }
    hexfog_sha256_digest(hash, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    hexfog_sha256_free(hash);
    hexfog_sha256_free(NULL);
    hexfog_fail_allocation(1);
    assert_null(hexfog_sha256_make());
    hexfog_fail_allocation(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("appends join into one text that ends in NUL", appends_join),
        PROVES("a text that lacked memory once stays failed and whole up to there",
               failure_is_remembered),
        PROVES("UTF-8 has no overlong forms, no surrogates and an end", utf8_is_strict),
        PROVES("a cut never leaves half a character", cuts_keep_characters),
        PROVES("JSON nests, two spaces a level, inline values on one line", json_nests),
        PROVES("JSON steers no terminal", json_steers_no_terminal),
        PROVES("JSON stays valid with broken UTF-8 and numbers that are not finite",
               json_stays_valid),
        PROVES("SHA-256 of known texts is right, and a digest starts anew",
               sha256_of_known_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
