// SPDX-License-Identifier: MIT
// Turns hashes into lines, report-hash JSON and JUnit.
#include "base/alloc.h"
#include "cli/hash.h"
#include "cli/message.h"
#include "cli/result.h"

const char *const hexfog_hash_words[HEXFOG_HASH_VERDICTS] = { "ok", "changed", "missing",
                                                              "unreadable" };

// As sha256sum --check has it, but for what is wrong.
static void add_verdict(const struct hexfog_hashed *hashed, struct hexfog_text *text)
{
    hexfog_text_add_visible(text, hashed->path);
    hexfog_text_print(text, ": %s\n", hashed->verdict == HEXFOG_HASH_OK
                                          ? "OK" : hexfog_hash_words[hashed->verdict]);
}

void hexfog_hash_as_text(const struct hexfog_hash_run *run, struct hexfog_text *text)
{
    const struct hexfog_settings *settings = run->settings;
    for (size_t i = 0; i < run->count; i++) {
        const struct hexfog_hashed *hashed = &run->list[i];
        if (settings->check && !(settings->quiet && hashed->verdict == HEXFOG_HASH_OK))
            add_verdict(hashed, text);
        else if (!settings->check && hashed->hash[0])
            hexfog_hash_add_line(text, hashed->hash, hashed->path);
    }
}

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (value && *value)
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void add_file(const struct hexfog_hashed *hashed, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, NULL, '{');
    hexfog_json_string(json, "path", hashed->path);
    hexfog_json_string(json, "verdict", hexfog_hash_words[hashed->verdict]);
    string_or_null(json, "hash", hashed->hash);
    string_or_null(json, "expected", hashed->expected);
    string_or_null(json, "list", hashed->list);
    if (hashed->verdict == HEXFOG_HASH_UNREADABLE)
        hexfog_error_as_json(json, "error", &hashed->error);
    else
        hexfog_json_null(json, "error");
    hexfog_json_close(json, '}');
}

void hexfog_hash_as_json(const struct hexfog_hash_run *run, struct hexfog_text *text)
{
    struct hexfog_json_writer json = { .text = text };
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "hash");
    hexfog_json_integer(&json, "version", 1);
    hexfog_json_string(&json, "status", hexfog_status_name(run->status));
    hexfog_json_bool(&json, "check", run->settings->check);
    hexfog_json_open(&json, "files", '[');
    for (size_t i = 0; i < run->count; i++)
        add_file(&run->list[i], &json);
    hexfog_json_close(&json, ']');
    hexfog_json_open(&json, "summary", '{');
    for (int i = 0; i < HEXFOG_HASH_VERDICTS; i++)
        hexfog_json_integer(&json, hexfog_hash_words[i], (int64_t)run->verdict_count[i]);
    hexfog_json_close(&json, '}');
    hexfog_messages_as_json(&run->diagnostics, &json);
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}

void hexfog_hash_as_junit(const struct hexfog_hash_run *run, struct hexfog_text *text)
{
    struct hexfog_text errors = { 0 };
    struct hexfog_test_case *cases = hexfog_alloc_zeroed(run->count + 1, sizeof *cases);
    size_t count = 0;
    if (!cases) {
        text->failed = true;
        return;
    }
    hexfog_errors_as_text(&run->diagnostics, &errors);
    for (size_t i = 0; i < run->count; i++) {
        const struct hexfog_hashed *hashed = &run->list[i];
        const char *word = hexfog_hash_words[hashed->verdict];
        cases[count++] = (struct hexfog_test_case){
            .name = hashed->path, .status = hashed->status,
            .message = hashed->verdict == HEXFOG_HASH_UNREADABLE ? hashed->error.message : word
        };
    }
    if (run->diagnostics.error_count > 0)
        cases[count++] = (struct hexfog_test_case){
            .name = "lists", .status = hexfog_diagnostics_status(&run->diagnostics),
            .message = errors.length ? errors.bytes : ""
        };
    hexfog_junit(text, "hexfog hash", "texels", cases, count);
    text->failed |= errors.failed;
    hexfog_text_free(&errors);
    hexfog_free(cases);
}
