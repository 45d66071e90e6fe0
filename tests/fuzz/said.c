// SPDX-License-Identifier: MIT
// Turns messages and reports into what other programs read of them.
#include "said.h"

#include "cli/message.h"
#include "desc/tree.h"
#include "desc/xml.h"

void fuzz_check_visible(const char *text, size_t length, bool is_colored)
{
    for (size_t at = 0; at < length;) {
        size_t bytes = hexfog_utf8_length(text + at, length - at);
        unsigned char byte = (unsigned char)text[at];
        FUZZ_HOLDS(bytes > 0);
        FUZZ_HOLDS(byte >= ' ' || byte == '\n' || (byte == '\033' && is_colored));
        if (bytes > 1 || byte == 0x7F)
            FUZZ_HOLDS(!hexfog_is_hidden(hexfog_utf8_code(text + at, bytes)));
        at += bytes;
    }
}

void fuzz_check_json(struct hexfog_text *text)
{
    const char *files[1] = { "report.json" };
    struct hexfog_diagnostics diagnostics = { 0 };
    struct hexfog_reporter reporter = { &diagnostics, files };
    struct hexfog_scan_options options = { .first_column = 1, .path = "" };
    struct hexfog_tree tree = { 0 };
    FUZZ_HOLDS(!text->failed);
    FUZZ_HOLDS(hexfog_tree_read(text->bytes, text->length, &options, &reporter, &tree)
               == HEXFOG_OK);
    hexfog_tree_free(&tree);
    hexfog_diagnostics_free(&diagnostics);
    hexfog_text_free(text);
}

void fuzz_check_xml(struct hexfog_text *text)
{
    const char *files[1] = { "report.xml" };
    struct hexfog_diagnostics diagnostics = { 0 };
    struct hexfog_reporter reporter = { &diagnostics, files };
    struct hexfog_xml xml = { 0 };
    FUZZ_HOLDS(!text->failed);
    FUZZ_HOLDS(hexfog_xml_read(text->bytes, text->length, 0, &reporter, &xml) == HEXFOG_OK);
    hexfog_xml_free(&xml);
    hexfog_diagnostics_free(&diagnostics);
    hexfog_text_free(text);
}

void fuzz_check_messages(const struct hexfog_diagnostics *diagnostics)
{
    struct hexfog_diagnostics first = *diagnostics;
    struct hexfog_text text = { 0 }, json = { 0 }, xml = { 0 };
    struct hexfog_json_writer writer = { .text = &json };
    first.count = first.count < 4 ? first.count : 4;
    hexfog_errors_as_text(&first, &text);
    FUZZ_HOLDS(!text.failed);
    fuzz_check_visible(text.bytes, text.length, false);
    hexfog_json_open(&writer, NULL, '{');
    hexfog_messages_as_json(&first, &writer);
    hexfog_json_close(&writer, '}');
    fuzz_check_json(&json);
    hexfog_text_add(&xml, "<failure message=\"");
    for (size_t i = 0; i < first.count; i++)
        hexfog_text_add_xml(&xml, first.list[i].message);
    hexfog_text_add(&xml, "\"/>");
    fuzz_check_xml(&xml);
    hexfog_text_free(&text);
}
