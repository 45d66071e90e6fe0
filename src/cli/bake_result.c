// SPDX-License-Identifier: MIT
// Turns a bake, done or planned, into what is printed about it.
#include <inttypes.h>
#include <string.h>
#include "base/alloc.h"
#include "base/decimal.h"
#include "cli/bake_job.h"
#include "cli/depfile.h"
#include "cli/encoding_result.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/size.h"

static bool is_settled(const struct hexfog_bake_job *job)
{
    return job->board.map && job->threads > 0;
}

void hexfog_bake_as_text(const struct hexfog_bake_job *job, struct hexfog_text *text)
{
    const struct hexfog_texture *texture = hexfog_map_texture(job->board.map);
    char size[HEXFOG_SIZE_BYTES];
    hexfog_text_print(text, "texture  %d x %d texels, levels 0..%d\n", (int)texture->width_px,
                      (int)texture->height_px, (int)hexfog_map_facts(job->board.map).max_level);
    hexfog_text_print(text, "memory   up to %s with %d %s\n",
                      hexfog_size_as_text(size, job->memory_bytes), job->threads,
                      job->threads == 1 ? "thread" : "threads");
    for (size_t i = 0; i < job->targets.count; i++) {
        hexfog_text_add(text, "output   ");
        hexfog_text_add_visible(text, job->targets.list[i].path);
        hexfog_text_add(text, "  ");
        hexfog_encoding_as_text(&job->targets.list[i].encoding, text);
        hexfog_text_add(text, "\n");
    }
}

static void add_outputs(const struct hexfog_bake_job *job, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "outputs", '[');
    for (size_t i = 0; is_settled(job) && i < job->targets.count; i++) {
        const struct hexfog_target *target = &job->targets.list[i];
        hexfog_json_open(json, NULL, '{');
        hexfog_json_string(json, "path", target->path);
        hexfog_encoding_as_json(&target->encoding, json);
        if (target->written_bytes)
            hexfog_json_integer(json, "bytes", (int64_t)target->written_bytes);
        else
            hexfog_json_null(json, "bytes");
        hexfog_json_close(json, '}');
    }
    hexfog_json_close(json, ']');
}

// null where the description is too wrong to tell.
static void add_texture(const struct hexfog_bake_job *job, struct hexfog_json_writer *json)
{
    if (!job->board.map) {
        hexfog_json_null(json, "texture");
        return;
    }
    const struct hexfog_texture *texture = hexfog_map_texture(job->board.map);
    hexfog_json_open(json, "texture", '{');
    hexfog_json_integer(json, "width", texture->width_px);
    hexfog_json_integer(json, "height", texture->height_px);
    hexfog_json_integer(json, "max_level", hexfog_map_facts(job->board.map).max_level);
    hexfog_json_close(json, '}');
}

static void add_means(const struct hexfog_bake_job *job, struct hexfog_json_writer *json)
{
    if (is_settled(job)) {
        hexfog_json_integer(json, "threads", job->threads);
        hexfog_json_integer(json, "memory_bytes", (int64_t)job->memory_bytes);
    } else {
        hexfog_json_null(json, "threads");
        hexfog_json_null(json, "memory_bytes");
    }
}

// The files that were read, which a depfile names too.
static void add_inputs(const struct hexfog_bake_job *job, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "inputs", '[');
    if (strcmp(job->board.path, "-") != 0)
        hexfog_json_string(json, NULL, job->board.path);
    if (job->board.description.base_path)
        hexfog_json_string(json, NULL, job->board.description.base_path);
    hexfog_json_close(json, ']');
}

void hexfog_bake_as_json(const struct hexfog_bake_job *job, struct hexfog_text *text)
{
    struct hexfog_json_writer json = { .text = text };
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "bake");
    hexfog_json_integer(&json, "version", 1);
    hexfog_json_string(&json, "status", hexfog_status_name(job->status));
    hexfog_json_string(&json, "description", hexfog_board_name(&job->board));
    add_inputs(job, &json);
    hexfog_json_bool(&json, "dry_run", job->settings->dry_run);
    add_texture(job, &json);
    add_means(job, &json);
    add_outputs(job, &json);
    hexfog_messages_as_json(&job->board.diagnostics, &json);
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}

void hexfog_bake_as_junit(const struct hexfog_bake_job *job, struct hexfog_text *text)
{
    size_t count = is_settled(job) ? job->targets.count : 0;
    struct hexfog_test_case *cases = hexfog_alloc(count + 1, sizeof *cases);
    struct hexfog_text errors = { 0 };
    if (!cases) {
        text->failed = true;
        return;
    }
    hexfog_errors_as_text(&job->board.diagnostics, &errors);
    const char *message = errors.length ? errors.bytes : "";
    bool is_read = hexfog_diagnostics_status(&job->board.diagnostics) == HEXFOG_OK
                || is_settled(job);
    cases[0] = (struct hexfog_test_case){ .name = "description", .message = message,
                                          .status = is_read ? HEXFOG_OK : job->status };
    for (size_t i = 0; i < count; i++)
        cases[i + 1] = (struct hexfog_test_case){ .name = job->targets.list[i].path,
                                                  .status = job->status, .message = message };
    hexfog_junit(text, "hexfog bake", hexfog_board_name(&job->board), cases, count + 1);
    text->failed |= errors.failed;
    hexfog_text_free(&errors);
    hexfog_free(cases);
}

void hexfog_bake_as_depfile(const struct hexfog_bake_job *job, struct hexfog_text *text)
{
    const struct hexfog_settings *settings = job->settings;
    const char *gap = "";
    if (settings->depfile_target)
        hexfog_depfile_add_name(text, settings->depfile_target);
    for (size_t i = 0; !settings->depfile_target && i < job->targets.count; i++) {
        if (strcmp(job->targets.list[i].path, "-") == 0)
            continue;
        hexfog_text_add(text, gap);
        hexfog_depfile_add_name(text, job->targets.list[i].path);
        gap = " ";
    }
    const char *const read[] = { job->board.path, job->board.description.base_path };
    hexfog_depfile_add_prerequisites(text, read, sizeof read / sizeof *read);
}
