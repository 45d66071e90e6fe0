// SPDX-License-Identifier: MIT
// Turns a batch, run or not, into JSON, JUnit, counts and the plan of --dry-run.
#include <signal.h>
#include "base/alloc.h"
#include "cli/batch.h"
#include "cli/message.h"

const char *const hexfog_batch_words[HEXFOG_BATCH_RESULTS] = {
    "not run", "baked", "up to date", "checked", "failed", "base"
};
static const char *const count_keys[HEXFOG_BATCH_RESULTS] = {
    "not_run", "baked", "up_to_date", "checked", "failed", "bases"
};
static const char *const proven_words[] = { NULL, "cpu", "gpu" };

struct hexfog_batch_counts hexfog_batch_count(const struct hexfog_batch *batch)
{
    struct hexfog_batch_counts counts = { 0 };
    for (size_t i = 0; i < batch->job_count; i++) {
        const struct hexfog_batch_job *job = &batch->jobs[i];
        counts.results[job->result]++;
        for (size_t j = 0; job->result == HEXFOG_BATCH_BAKED && j < job->output_count; j++)
            counts.bytes += job->outputs[j].stamp.bytes;
    }
    if (batch->shard.count == 0) // what merged reports do not have
        counts.results[HEXFOG_BATCH_NOT_RUN] += batch->map_count - batch->job_count;
    return counts;
}

double hexfog_batch_seconds(double seconds)
{
    return (double)(int64_t)(seconds * 1000 + 0.5) / 1000;
}

void hexfog_batch_counts_as_text(const struct hexfog_batch_counts *counts,
                                 struct hexfog_text *text)
{
    size_t total = 0;
    const char *gap = ": ";
    for (int i = 0; i < HEXFOG_BATCH_RESULTS; i++)
        total += counts->results[i];
    hexfog_text_print(text, "%zu map%s", total, HEXFOG_PLURAL(total));
    static const int order[] = { HEXFOG_BATCH_BAKED, HEXFOG_BATCH_CHECKED,
                                 HEXFOG_BATCH_UP_TO_DATE, HEXFOG_BATCH_FAILED,
                                 HEXFOG_BATCH_BASE, HEXFOG_BATCH_NOT_RUN };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (counts->results[order[i]] == 0)
            continue;
        hexfog_text_print(text, "%s%zu %s", gap, counts->results[order[i]],
                          hexfog_batch_words[order[i]]);
        gap = ", ";
    }
}

void hexfog_batch_counts_as_json(const struct hexfog_batch_counts *counts,
                                 struct hexfog_json_writer *json)
{
    hexfog_json_open_inline(json, "counts", '{');
    for (int i = 0; i < HEXFOG_BATCH_RESULTS; i++)
        hexfog_json_integer(json, count_keys[i], (int64_t)counts->results[i]);
    hexfog_json_integer(json, "bytes", (int64_t)counts->bytes);
    hexfog_json_close(json, '}');
}

void hexfog_batch_shard_as_json(const struct hexfog_batch *batch, struct hexfog_json_writer *json)
{
    if (batch->shard.count == 0) {
        hexfog_json_null(json, "shard");
        return;
    }
    hexfog_json_open_inline(json, "shard", '{');
    hexfog_json_integer(json, "index", batch->shard.index);
    hexfog_json_integer(json, "count", batch->shard.count);
    hexfog_json_close(json, '}');
}

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (value && *value)
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void add_outputs(const struct hexfog_batch_job *job, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "outputs", '[');
    for (size_t i = 0; i < job->output_count; i++) {
        const struct hexfog_batch_output *output = &job->outputs[i];
        hexfog_json_open_inline(json, NULL, '{');
        hexfog_json_string(json, "path", output->path);
        if (job->result == HEXFOG_BATCH_CHECKED)
            hexfog_json_null(json, "bytes");
        else
            hexfog_json_integer(json, "bytes", (int64_t)output->stamp.bytes);
        string_or_null(json, "sha256", output->stamp.sha256);
        hexfog_json_close(json, '}');
    }
    hexfog_json_close(json, ']');
}

static void add_job(const struct hexfog_batch_job *job, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, NULL, '{');
    hexfog_json_integer(json, "rank", (int64_t)job->rank);
    hexfog_json_string(json, "map", job->map->name);
    hexfog_json_string(json, "description", job->map->path);
    hexfog_json_string(json, "result", hexfog_batch_words[job->result]);
    string_or_null(json, "reason", job->reason);
    hexfog_json_string(json, "status", hexfog_status_name(job->status));
    hexfog_json_number(json, "seconds", hexfog_batch_seconds(job->seconds));
    hexfog_json_integer(json, "threads", job->threads);
    string_or_null(json, "proven", proven_words[job->proven]);
    add_outputs(job, json);
    hexfog_messages_as_json(&job->diagnostics, json);
    hexfog_json_close(json, '}');
}

static void add_list(const struct hexfog_batch *batch, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "list", '{');
    hexfog_json_integer(json, "maps", (int64_t)batch->map_count);
    hexfog_json_string(json, "digest", batch->list.digest);
    hexfog_json_close(json, '}');
}

static const char *signal_name(int signal_number)
{
    return signal_number == SIGINT ? "SIGINT" : signal_number == SIGTERM ? "SIGTERM"
         : signal_number ? "SIGHUP" : NULL;
}

void hexfog_batch_as_json(const struct hexfog_batch *batch, struct hexfog_text *text)
{
    struct hexfog_json_writer json = { .text = text };
    struct hexfog_batch_counts counts = hexfog_batch_count(batch);
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "batch");
    hexfog_json_integer(&json, "version", 1);
    bool is_cut = batch->end_signal != 0 && batch->status == HEXFOG_OK;
    hexfog_json_string(&json, "status", hexfog_status_name(is_cut ? HEXFOG_NO : batch->status));
    string_or_null(&json, "signal", signal_name(batch->end_signal));
    hexfog_json_string(&json, "program", hexfog_version());
    hexfog_json_bool(&json, "dry_run", batch->settings->dry_run);
    add_list(batch, &json);
    hexfog_batch_shard_as_json(batch, &json);
    hexfog_json_number(&json, "seconds", hexfog_batch_seconds(batch->seconds));
    hexfog_batch_counts_as_json(&counts, &json);
    hexfog_json_open(&json, "jobs", '[');
    for (size_t i = 0; i < batch->job_count; i++)
        add_job(&batch->jobs[i], &json);
    hexfog_json_close(&json, ']');
    hexfog_messages_as_json(&batch->diagnostics, &json);
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}

// ---- JUnit.

// What became of a map that did not fail: the page of a CI shows a tick for each of them.
static const char *done_words(const struct hexfog_batch_job *job)
{
    static const char *const baked[] = { "baked", "baked, proven on the CPU",
                                         "baked, proven on the CPU and by GL" };
    static const char *const up_to_date[] = { "up to date", "up to date, proven on the CPU",
                                              "up to date, proven on the CPU and by GL" };
    return job->result == HEXFOG_BATCH_BAKED        ? baked[job->proven]
         : job->result == HEXFOG_BATCH_UP_TO_DATE ? up_to_date[job->proven]
                                                    : hexfog_batch_words[job->result];
}

static void add_case(const struct hexfog_batch_job *job, struct hexfog_test_case *test,
                     struct hexfog_text *errors)
{
    hexfog_errors_as_text(&job->diagnostics, errors);
    *test = (struct hexfog_test_case){
        .name = job->map->name, .status = job->status, .seconds = job->seconds,
        .message = errors->length ? errors->bytes : "",
        .is_skipped = job->result == HEXFOG_BATCH_NOT_RUN, .output = done_words(job)
    };
}

// What is wrong with no job is a case of its own, and so is an early end: maps that were not run
// are no failures.
static void add_whole(const struct hexfog_batch *batch, struct hexfog_test_case *test,
                      struct hexfog_text *errors)
{
    hexfog_status status = hexfog_diagnostics_status(&batch->diagnostics);
    hexfog_errors_as_text(&batch->diagnostics, errors);
    if (batch->end_signal)
        hexfog_text_print(errors, "%sended by %s", errors->length ? "\n" : "",
                          signal_name(batch->end_signal));
    *test = (struct hexfog_test_case){
        .name = "batch", .message = errors->length ? errors->bytes : "",
        .status = status == HEXFOG_OK ? HEXFOG_UNAVAILABLE : status
    };
}

void hexfog_batch_as_junit(const struct hexfog_batch *batch, struct hexfog_text *text)
{
    size_t count = 0, most = batch->job_count + 1;
    struct hexfog_test_case *cases = hexfog_alloc_zeroed(most, sizeof *cases);
    struct hexfog_text *errors = hexfog_alloc_zeroed(most, sizeof *errors);
    text->failed |= !cases || !errors;
    for (size_t i = 0; cases && errors && i < batch->job_count; i++) {
        if (batch->jobs[i].result == HEXFOG_BATCH_BASE)
            continue; // nothing was done
        add_case(&batch->jobs[i], &cases[count], &errors[count]);
        count++;
    }
    if (cases && errors && (batch->diagnostics.error_count > 0 || batch->end_signal)) {
        add_whole(batch, &cases[count], &errors[count]);
        count++;
    }
    if (cases && errors)
        hexfog_junit(text, "hexfog batch", "hexfog.batch", cases, count);
    for (size_t i = 0; errors && i < count; i++) {
        text->failed |= errors[i].failed;
        hexfog_text_free(&errors[i]);
    }
    hexfog_free(errors);
    hexfog_free(cases);
}

// ---- Files.

static void as_report(const void *batch, enum hexfog_report_form form, struct hexfog_text *text)
{
    if (form == HEXFOG_REPORT_JSON)
        hexfog_batch_as_json(batch, text);
    else
        hexfog_batch_as_junit(batch, text);
}

void hexfog_batch_write_reports(struct hexfog_batch *batch)
{
    batch->status = hexfog_worse_status(batch->status, hexfog_write_reports(batch->settings,
                                                                            as_report, batch));
}

// ---- The plan.

void hexfog_batch_as_text(const struct hexfog_batch *batch, struct hexfog_text *text)
{
    struct hexfog_batch_counts counts = hexfog_batch_count(batch);
    for (size_t i = 0; i < batch->job_count; i++) {
        const struct hexfog_batch_job *job = &batch->jobs[i];
        hexfog_text_add(text, "map      ");
        hexfog_text_add_visible(text, job->map->path);
        hexfog_text_print(text, "  %s", hexfog_batch_words[job->result]);
        if (job->reason && job->result == HEXFOG_BATCH_CHECKED)
            hexfog_text_print(text, " (%s)", job->reason);
        hexfog_text_add(text, "\n");
        hexfog_text_add(text, job->plan ? job->plan : "");
    }
    hexfog_batch_counts_as_text(&counts, text);
    hexfog_text_add(text, "\n");
}
