// SPDX-License-Identifier: MIT
// Turns proofs into JSON after report-verify.schema.json.
#include <math.h>
#include "cli/encoding_result.h"
#include "cli/message.h"
#include "cli/verify.h"

// JSON has no word for infinity or a value that is no number.
static void add_number(struct hexfog_json_writer *json, const char *key, double value)
{
    if (isfinite(value))
        hexfog_json_number(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void add_text(struct hexfog_json_writer *json, const char *key, const char *text)
{
    if (text[0])
        hexfog_json_string(json, key, text);
    else
        hexfog_json_null(json, key);
}

static void add_check(const struct hexfog_check *check, struct hexfog_json_writer *json)
{
    static const char *const verdicts[] = { "pass", "fail", "not checked" };
    bool is_made = check->verdict != HEXFOG_NOT_CHECKED;
    hexfog_json_open(json, NULL, '{');
    hexfog_json_string(json, "id", check->id);
    hexfog_json_string(json, "what", check->what);
    hexfog_json_string(json, "verdict", verdicts[check->verdict]);
    add_number(json, "measured", is_made ? check->measured : (double)NAN);
    add_number(json, "bound", is_made ? check->bound : (double)NAN);
    hexfog_json_string(json, "unit", check->unit);
    hexfog_json_string(json, "detail", check->detail);
    hexfog_json_close(json, '}');
}

static void add_checks(const struct hexfog_proof *proof, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "checks", '[');
    for (size_t i = 0; i < proof->checks.count; i++)
        add_check(&proof->checks.list[i], json);
    hexfog_json_close(json, ']');
    hexfog_json_open(json, "failed", '[');
    for (size_t i = 0; i < proof->checks.count; i++)
        if (proof->checks.list[i].verdict == HEXFOG_FAIL)
            hexfog_json_string(json, NULL, proof->checks.list[i].id);
    hexfog_json_close(json, ']');
}

// A texel with both values; null where there is none to show.
static void add_texel(struct hexfog_json_writer *json, const char *key,
                      const struct hexfog_texel_finding *finding)
{
    if (!finding->is_set) {
        hexfog_json_null(json, key);
        return;
    }
    hexfog_json_open(json, key, '{');
    hexfog_json_integer(json, "column", finding->texel.column);
    hexfog_json_integer(json, "row", finding->texel.row);
    hexfog_json_open_inline(json, "expected", '{');
    hexfog_json_integer(json, "level", finding->expected.level);
    hexfog_json_number(json, "g", finding->expected.g);
    hexfog_json_close(json, '}');
    hexfog_json_open_inline(json, "stored", '{');
    add_number(json, "level", finding->level);
    add_number(json, "g", (double)finding->g);
    hexfog_json_close(json, '}');
    hexfog_json_close(json, '}');
}

static void add_findings(const struct hexfog_proof *proof, struct hexfog_json_writer *json)
{
    const struct hexfog_cpu_findings *found = &proof->findings;
    if (!proof->is_read || found->texel_count == 0) {
        hexfog_json_null(json, "texels");
        return;
    }
    hexfog_json_open(json, "texels", '{');
    hexfog_json_integer(json, "count", (int64_t)found->texel_count);
    hexfog_json_integer(json, "wrong_level", (int64_t)found->wrong_level_count);
    hexfog_json_integer(json, "wrong_g", (int64_t)found->wrong_g_count);
    hexfog_json_integer(json, "nonfinite", (int64_t)found->nonfinite_count);
    hexfog_json_integer(json, "ties", (int64_t)found->tie_count);
    add_number(json, "max_g_error", found->max_g_error);
    add_number(json, "mean_g_error", found->mean_g_error);
    add_number(json, "g_bound", found->g_bound);
    add_texel(json, "first_wrong_level", &found->first_level);
    add_texel(json, "worst_level", &found->worst_level);
    add_texel(json, "first_wrong_g", &found->first_g);
    add_texel(json, "worst_g", &found->worst_g);
    add_texel(json, "first_nonfinite", &found->first_nonfinite);
    hexfog_json_close(json, '}');
}

static void add_gpu(const struct hexfog_proof *proof, struct hexfog_json_writer *json)
{
    if (!proof->has_gl) {
        hexfog_json_null(json, "gpu");
        return;
    }
    hexfog_json_open(json, "gpu", '{');
    hexfog_json_string(json, "renderer", proof->gl_renderer);
    hexfog_json_string(json, "version", proof->gl_version);
    hexfog_json_string(json, "context", proof->gl_origin);
    hexfog_json_close(json, '}');
}

static void add_texture(const struct hexfog_verified *verified, struct hexfog_json_writer *json)
{
    const struct hexfog_proof *proof = verified->proof;
    bool failed = hexfog_checks_failed(&proof->checks) > 0;
    hexfog_json_open(json, NULL, '{');
    hexfog_json_string(json, "path", verified->path);
    hexfog_json_string(json, "status", hexfog_status_name(verified->status));
    add_text(json, "error", verified->error.message);
    if (proof->is_read) {
        hexfog_json_open(json, "size", '[');
        hexfog_json_integer(json, NULL, proof->info.width_px);
        hexfog_json_integer(json, NULL, proof->info.height_px);
        hexfog_json_close(json, ']');
    } else {
        hexfog_json_null(json, "size");
    }
    add_gpu(proof, json);
    hexfog_json_string(json, "likely", failed ? hexfog_likely_word(proof->likely) : "none");
    add_checks(proof, json);
    add_findings(proof, json);
    hexfog_json_close(json, '}');
}

void hexfog_verify_as_json(const struct hexfog_verify_run *run, struct hexfog_text *text)
{
    struct hexfog_json_writer json = { .text = text };
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "verify");
    hexfog_json_integer(&json, "version", 1);
    hexfog_json_string(&json, "status", hexfog_status_name(run->status));
    hexfog_json_string(&json, "description", hexfog_board_name(&run->board));
    hexfog_json_open(&json, "textures", '[');
    for (size_t i = 0; i < run->count; i++)
        add_texture(&run->list[i], &json);
    hexfog_json_close(&json, ']');
    hexfog_messages_as_json(&run->board.diagnostics, &json);
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}
