// SPDX-License-Identifier: MIT
// Turns the JSON report of a batch back into a batch.
#include "cli/batch_report.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "desc/tree.h"

// What is missing or wrong is told once: the first of it.
struct reading {
    struct hexfog_batch *report;
    const char *file_name;
    struct hexfog_error *error;
    hexfog_status status;
};

static void fail(struct reading *reading, const struct hexfog_node *node, const char *key,
                 const char *wanted)
{
    if (reading->status != HEXFOG_OK)
        return;
    reading->status = hexfog_fail(reading->error, HEXFOG_IO, "not a report of hexfog batch:"
                                  " %s is missing or is no %s", key, wanted);
    hexfog_error_set_file(reading->error, reading->file_name);
    reading->error->line = node ? node->place.line : 0;
    reading->error->column = node ? node->place.column : 0;
}

static void fail_memory(struct reading *reading)
{
    if (reading->status == HEXFOG_OK)
        reading->status = hexfog_fail_memory(reading->error, reading->file_name);
}

// ---- Values.

static const char *string_of(struct reading *reading, const struct hexfog_node *object,
                             const char *key)
{
    const struct hexfog_node *node = hexfog_member(object, key);
    if (node && node->kind == HEXFOG_NODE_STRING)
        return node->value.string;
    fail(reading, node ? node : object, key, "text");
    return "";
}

static bool is_null(const struct hexfog_node *object, const char *key)
{
    const struct hexfog_node *node = hexfog_member(object, key);
    return node && node->kind == HEXFOG_NODE_NULL;
}

static const char *text_or_null(struct reading *reading, const struct hexfog_node *object,
                                const char *key)
{
    return is_null(object, key) ? "" : string_of(reading, object, key);
}

static double number_of(struct reading *reading, const struct hexfog_node *object,
                        const char *key, double most)
{
    const struct hexfog_node *node = hexfog_member(object, key);
    double number = node && node->kind == HEXFOG_NODE_NUMBER ? hexfog_node_number(node) : -1;
    if (number >= 0 && number <= most)
        return number;
    fail(reading, node ? node : object, key, "number in its range");
    return 0;
}

// Doubles hold every integer up to 2^53.
static uint64_t count_of(struct reading *reading, const struct hexfog_node *object,
                         const char *key, double most)
{
    double number = number_of(reading, object, key, most);
    if (number != floor(number))
        fail(reading, object, key, "whole number");
    return (uint64_t)number;
}
static const double most_count = 9007199254740992;

static const struct hexfog_node *list_of(struct reading *reading,
                                         const struct hexfog_node *object, const char *key)
{
    const struct hexfog_node *node = hexfog_member(object, key);
    if (node && node->kind == HEXFOG_NODE_LIST)
        return node;
    fail(reading, node ? node : object, key, "list");
    return NULL;
}

static char *copy_of(struct reading *reading, const struct hexfog_node *object, const char *key)
{
    char *copy = hexfog_copy_string(string_of(reading, object, key));
    if (!copy)
        fail_memory(reading);
    return copy;
}

// The place of a word in a list of them; the first where it is in none, which fails.
static int word_of(struct reading *reading, const struct hexfog_node *object, const char *key,
                   const char *const *words, int count)
{
    const char *given = string_of(reading, object, key);
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], given) == 0)
            return i;
    fail(reading, object, key, "known word");
    return 0;
}

static hexfog_status status_of(struct reading *reading, const struct hexfog_node *object)
{
    const char *given = string_of(reading, object, "status");
    for (int status = HEXFOG_OK; status <= HEXFOG_UNAVAILABLE; status++)
        if (strcmp(hexfog_status_name((hexfog_status)status), given) == 0)
            return (hexfog_status)status;
    fail(reading, object, "status", "known word");
    return HEXFOG_OK;
}

static void hash_of(struct reading *reading, const struct hexfog_node *object, const char *key,
                    char hash[65])
{
    const char *text = text_or_null(reading, object, key);
    size_t length = strlen(text);
    if (length == 64 && strspn(text, "0123456789abcdef") == 64)
        memcpy(hash, text, 65);
    else if (length > 0)
        fail(reading, object, key, "SHA-256");
}

// ---- Messages.

static uint32_t place_of(struct reading *reading, const struct hexfog_node *object,
                         const char *key)
{
    return is_null(object, key) ? 0 : (uint32_t)count_of(reading, object, key, UINT32_MAX);
}

static void read_message(struct reading *reading, const struct hexfog_node *node,
                         struct hexfog_diagnostics *diagnostics)
{
    static const char *const severities[] = { "error", "warning", "note" };
    struct hexfog_error message = { .status = status_of(reading, node) };
    message.is_warning = word_of(reading, node, "severity", severities, 3) != 0;
    message.line = place_of(reading, node, "line");
    message.column = place_of(reading, node, "column");
    snprintf(message.rule, sizeof message.rule, "%s", text_or_null(reading, node, "rule"));
    snprintf(message.file, sizeof message.file, "%s", text_or_null(reading, node, "file"));
    snprintf(message.key, sizeof message.key, "%s", text_or_null(reading, node, "key"));
    snprintf(message.message, sizeof message.message, "%s", string_of(reading, node, "message"));
    if (reading->status == HEXFOG_OK)
        hexfog_diagnose(diagnostics, &message);
}

static void read_messages(struct reading *reading, const struct hexfog_node *object,
                          struct hexfog_diagnostics *diagnostics)
{
    const struct hexfog_node *list = list_of(reading, object, "messages");
    for (const struct hexfog_node *node = list ? list->value.first : NULL; node; node = node->next)
        read_message(reading, node, diagnostics);
}

// ---- Jobs.

static void read_outputs(struct reading *reading, const struct hexfog_node *object,
                         struct hexfog_batch_job *job)
{
    const struct hexfog_node *list = list_of(reading, object, "outputs");
    if (!list)
        return;
    job->outputs = hexfog_alloc_zeroed(hexfog_entry_count(list), sizeof *job->outputs);
    if (!job->outputs)
        fail_memory(reading);
    for (const struct hexfog_node *node = list->value.first; job->outputs && node;
         node = node->next) {
        struct hexfog_batch_output *output = &job->outputs[job->output_count++];
        output->path = copy_of(reading, node, "path");
        output->stamp.bytes = is_null(node, "bytes") ? 0
                            : count_of(reading, node, "bytes", most_count);
        hash_of(reading, node, "sha256", output->stamp.sha256);
    }
}

// A reason is one of ours, and stands in no memory of its own.
static const char *reason_of(struct reading *reading, const struct hexfog_node *object)
{
    return is_null(object, "reason") ? NULL
         : hexfog_batch_reasons[word_of(reading, object, "reason", hexfog_batch_reasons,
                                        HEXFOG_BATCH_REASONS)];
}

static enum hexfog_proven proven_of(struct reading *reading, const struct hexfog_node *object)
{
    static const char *const words[] = { "cpu", "gpu" };
    return is_null(object, "proven") ? HEXFOG_PROVEN_NOTHING
         : (enum hexfog_proven)(1 + word_of(reading, object, "proven", words, 2));
}

static void read_job(struct reading *reading, const struct hexfog_node *node,
                     struct hexfog_batch_map *map, struct hexfog_batch_job *job)
{
    map->name = copy_of(reading, node, "map");
    map->path = copy_of(reading, node, "description");
    job->map = map;
    job->rank = (size_t)count_of(reading, node, "rank", most_count);
    job->result = (enum hexfog_batch_result)word_of(reading, node, "result", hexfog_batch_words,
                                                    HEXFOG_BATCH_RESULTS);
    job->reason = reason_of(reading, node);
    job->status = status_of(reading, node);
    job->seconds = number_of(reading, node, "seconds", most_count);
    job->threads = (int)count_of(reading, node, "threads", HEXFOG_MAX_JOBS);
    job->proven = proven_of(reading, node);
    read_outputs(reading, node, job);
    read_messages(reading, node, &job->diagnostics);
}

static void read_jobs(struct reading *reading, const struct hexfog_node *root)
{
    struct hexfog_batch *report = reading->report;
    const struct hexfog_node *list = list_of(reading, root, "jobs");
    size_t count = list ? hexfog_entry_count(list) : 0;
    report->jobs = hexfog_alloc_zeroed(count, sizeof *report->jobs);
    report->list.list = hexfog_alloc_zeroed(count, sizeof *report->list.list);
    if (!report->jobs || !report->list.list) {
        fail_memory(reading);
        return;
    }
    for (const struct hexfog_node *node = list ? list->value.first : NULL; node;
         node = node->next) {
        struct hexfog_batch_map *map = &report->list.list[report->list.count++];
        read_job(reading, node, map, &report->jobs[report->job_count++]);
    }
}

// ---- The whole.

static void read_shard(struct reading *reading, const struct hexfog_node *root)
{
    struct hexfog_shard *shard = &reading->report->shard;
    const struct hexfog_node *node = hexfog_member(root, "shard");
    if (is_null(root, "shard"))
        return;
    if (!node)
        fail(reading, root, "shard", "object");
    shard->count = (uint32_t)count_of(reading, node, "count", HEXFOG_MOST_SHARDS);
    shard->index = (uint32_t)count_of(reading, node, "index", HEXFOG_MOST_SHARDS);
    if (shard->index >= shard->count)
        fail(reading, node, "shard.index", "number below shard.count");
}

static void read_signal(struct reading *reading, const struct hexfog_node *root)
{
    static const char *const names[] = { "SIGINT", "SIGTERM", "SIGHUP" };
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    if (!is_null(root, "signal"))
        reading->report->end_signal = numbers[word_of(reading, root, "signal", names, 3)];
}

static void read_root(struct reading *reading, const struct hexfog_node *root)
{
    struct hexfog_batch *report = reading->report;
    const struct hexfog_node *list = hexfog_member(root, "list");
    const struct hexfog_node *dry_run = hexfog_member(root, "dry_run");
    if (strcmp(string_of(reading, root, "report"), "batch") != 0)
        fail(reading, root, "report", "\"batch\"");
    if (number_of(reading, root, "version", most_count) != 1)
        fail(reading, root, "version", "1");
    if (!dry_run || dry_run->kind != HEXFOG_NODE_BOOL || dry_run->value.truth)
        fail(reading, root, "dry_run", "false, for nothing is baked by one");
    if (!list)
        fail(reading, root, "list", "object");
    report->map_count = (size_t)count_of(reading, list, "maps", most_count);
    hash_of(reading, list, "digest", report->list.digest);
    report->status = status_of(reading, root);
    report->seconds = number_of(reading, root, "seconds", most_count);
    read_signal(reading, root);
    read_shard(reading, root);
    read_jobs(reading, root);
    read_messages(reading, root, &report->diagnostics);
    for (size_t i = 0; i < report->job_count; i++)
        if (report->jobs[i].rank >= report->map_count)
            fail(reading, root, "rank", "place in the list");
}

// Its own complaint is of rules for descriptions.
static hexfog_status fail_as_json(const struct hexfog_diagnostics *found, const char *file_name,
                                  struct hexfog_error *error)
{
    const struct hexfog_error *first = found->count > 0 ? &found->list[0] : NULL;
    hexfog_fail(error, HEXFOG_IO, "not a report of hexfog batch: %s",
                first ? first->message : "not JSON");
    hexfog_error_set_file(error, file_name);
    error->line = first ? first->line : 0;
    error->column = first ? first->column : 0;
    return HEXFOG_IO;
}

hexfog_status hexfog_batch_report_read(const char *text, size_t length, const char *file_name,
                                       struct hexfog_batch *report, struct hexfog_error *error)
{
    struct hexfog_diagnostics found = { 0 };
    const char *const files[] = { file_name };
    struct hexfog_reporter reporter = { &found, files };
    struct hexfog_scan_options options = { .first_column = 1, .path = "" };
    struct hexfog_tree tree = { 0 };
    struct reading reading = { .report = report, .file_name = file_name, .error = error };
    *report = (struct hexfog_batch){ 0 };
    reading.status = hexfog_tree_read(text, length, &options, &reporter, &tree);
    if (reading.status == HEXFOG_OK)
        read_root(&reading, tree.root);
    else if (reading.status == HEXFOG_MEMORY)
        hexfog_fail_memory(error, file_name);
    else
        reading.status = fail_as_json(&found, file_name, error);
    hexfog_tree_free(&tree);
    hexfog_diagnostics_free(&found);
    return reading.status;
}
