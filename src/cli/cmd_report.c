// SPDX-License-Identifier: MIT
// Turns the reports of shards into one, and finds what none of them has.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/batch_report.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/target.h"
#include "desc/scan.h"

enum { MOST_NAMED = 100 };

// A job as one report has it.
struct entry {
    const struct hexfog_batch_job *job;
    const char *file;
    size_t order;
};

struct merge {
    const struct hexfog_settings *settings;
    struct hexfog_batch *reports;  // as many as files; those that cannot be read are empty
    const char *first_file;        // the report that the others are held to; NULL = none yet
    uint32_t shard_count;          // of all of them; 0 where they differ
    size_t read_count;
    struct entry *entries;
    size_t entry_count;
    struct hexfog_batch whole;     // its jobs are copies of those in the reports
};

static void complain(struct merge *merge, const struct hexfog_error *error)
{
    hexfog_batch_fail(&merge->whole, error);
}

// ---- Reading.

static hexfog_status read_report(const char *file, struct hexfog_batch *report,
                                 struct hexfog_error *error)
{
    char *text = NULL;
    size_t length = 0;
    const char *name = strcmp(file, "-") == 0 ? "<stdin>" : file;
    hexfog_status status = hexfog_read_file(file, HEXFOG_MAX_TEXT_BYTES, &text, &length, error);
    if (status == HEXFOG_OK)
        status = hexfog_batch_report_read(text, length, name, report, error);
    hexfog_free(text);
    return status;
}

// Ranks mean something only in one and the same list.
static bool is_of_our_list(struct merge *merge, const char *file,
                           const struct hexfog_batch *report)
{
    struct hexfog_batch *whole = &merge->whole;
    struct hexfog_error error = { 0 };
    if (!merge->first_file) {
        merge->first_file = file;
        whole->map_count = report->map_count;
        merge->shard_count = report->shard.count;
        memcpy(whole->list.digest, report->list.digest, sizeof whole->list.digest);
        return true;
    }
    if (merge->shard_count != report->shard.count)
        merge->shard_count = 0;
    if (whole->map_count == report->map_count
        && strcmp(whole->list.digest, report->list.digest) == 0)
        return true;
    hexfog_fail(&error, HEXFOG_INPUT, "a report of another list, of %zu maps, than %s with its"
                " %zu", report->map_count, merge->first_file, whole->map_count);
    hexfog_error_set_file(&error, file);
    complain(merge, &error);
    return false;
}

static void take_report(struct merge *merge, const char *file, struct hexfog_batch *report)
{
    struct hexfog_batch *whole = &merge->whole;
    if (!is_of_our_list(merge, file, report)) {
        hexfog_batch_free(report);
        return;
    }
    merge->read_count++;
    merge->entry_count += report->job_count;
    if (report->seconds > whole->seconds)
        whole->seconds = report->seconds;
    if (!whole->end_signal)
        whole->end_signal = report->end_signal;
    for (size_t i = 0; i < report->diagnostics.count; i++) {
        struct hexfog_error error = report->diagnostics.list[i];
        if (error.is_warning || error.status == HEXFOG_NO)
            continue; // what an earlier merge has found is looked for anew
        error.status = HEXFOG_NO; // of that batch; here it is an answer
        complain(merge, &error);
    }
}

static void read_reports(struct merge *merge)
{
    const struct hexfog_settings *settings = merge->settings;
    for (int i = 1; i < settings->operand_count; i++) {
        struct hexfog_error error = { 0 };
        struct hexfog_batch *report = &merge->reports[i - 1];
        hexfog_status status = read_report(settings->operands[i], report, &error);
        if (status == HEXFOG_OK) {
            take_report(merge, settings->operands[i], report);
            continue;
        }
        hexfog_batch_free(report);
        error.status = status; // INPUT: too long
        complain(merge, &error);
    }
}

// ---- What several reports say of a map.

static bool is_done(const struct hexfog_batch_job *job)
{
    return job->result == HEXFOG_BATCH_BAKED || job->result == HEXFOG_BATCH_UP_TO_DATE
        || job->result == HEXFOG_BATCH_BASE;
}

// Of two that say something of a map the better one counts: its outputs are whole, and stay so
// when another bake fails.
static int worth(const struct entry *entry)
{
    enum hexfog_batch_result result = entry->job->result;
    return result == HEXFOG_BATCH_BAKED        ? 3
         : result == HEXFOG_BATCH_UP_TO_DATE ? 2 : result == HEXFOG_BATCH_FAILED;
}

static int by_rank_and_worth(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    if (first->job->rank != second->job->rank)
        return first->job->rank < second->job->rank ? -1 : 1;
    int order = worth(second) - worth(first);
    return order ? order : first->order < second->order ? -1 : 1;
}

// Outputs of one name that both know, with another content.
static const struct hexfog_batch_output *find_contradiction(const struct hexfog_batch_job *a,
                                                            const struct hexfog_batch_job *b)
{
    for (size_t i = 0; i < a->output_count && i < b->output_count; i++) {
        const struct hexfog_batch_output *one = &a->outputs[i], *other = &b->outputs[i];
        if (one->stamp.sha256[0] && other->stamp.sha256[0]
            && strcmp(one->stamp.sha256, other->stamp.sha256) != 0)
            return one;
    }
    return NULL;
}

static void compare(struct merge *merge, const struct entry *kept, const struct entry *other)
{
    const struct hexfog_batch_output *output = NULL;
    struct hexfog_error error = { 0 };
    bool are_done = is_done(kept->job) && is_done(other->job);
    if (strcmp(kept->job->map->name, other->job->map->name) != 0)
        hexfog_fail(&error, HEXFOG_NO, "rank %zu is this map in %s, %s in %s", kept->job->rank,
                    kept->file, other->job->map->name, other->file);
    else if (are_done && (output = find_contradiction(kept->job, other->job)))
        hexfog_fail(&error, HEXFOG_NO, "%s has another content in %s than in %s", output->path,
                    other->file, kept->file);
    else if (are_done && kept->job->output_count != other->job->output_count)
        hexfog_fail(&error, HEXFOG_NO, "%zu outputs in %s, %zu in %s", kept->job->output_count,
                    kept->file, other->job->output_count, other->file);
    else {
        hexfog_fail(&error, HEXFOG_NO, "%s in %s, %s in %s", hexfog_batch_words[kept->job->result],
                    kept->file, hexfog_batch_words[other->job->result], other->file);
        error.is_warning = true;
    }
    hexfog_error_set_file(&error, kept->job->map->path);
    complain(merge, &error);
}

// ---- The whole.

static bool collect(struct merge *merge)
{
    size_t count = 0;
    merge->entries = hexfog_alloc(merge->entry_count, sizeof *merge->entries);
    merge->whole.jobs = hexfog_alloc_zeroed(merge->entry_count, sizeof *merge->whole.jobs);
    if (!merge->entries || !merge->whole.jobs)
        return false;
    for (int i = 1; i < merge->settings->operand_count; i++) {
        const struct hexfog_batch *report = &merge->reports[i - 1];
        for (size_t j = 0; j < report->job_count; j++, count++)
            merge->entries[count] = (struct entry){ &report->jobs[j],
                                                    merge->settings->operands[i], count };
    }
    if (count > 0)
        qsort(merge->entries, count, sizeof *merge->entries, by_rank_and_worth);
    return true;
}

static void merge_jobs(struct merge *merge)
{
    const struct entry *kept = NULL;
    for (size_t i = 0; i < merge->entry_count; i++) {
        const struct entry *entry = &merge->entries[i];
        if (kept && kept->job->rank == entry->job->rank) {
            compare(merge, kept, entry);
            continue;
        }
        kept = entry;
        merge->whole.jobs[merge->whole.job_count++] = *entry->job;
    }
}

static void report_undone(struct merge *merge, const struct hexfog_batch_job *job)
{
    struct hexfog_error error = { 0 };
    for (size_t i = 0; i < job->diagnostics.count; i++)
        hexfog_print_error(merge->settings, &job->diagnostics.list[i]);
    if (job->result == HEXFOG_BATCH_FAILED)
        hexfog_fail(&error, HEXFOG_NO, "failed (%s)", hexfog_status_name(job->status));
    else
        hexfog_fail(&error, HEXFOG_NO, "not run");
    hexfog_error_set_file(&error, job->map->path);
    complain(merge, &error);
}

static void report_missing(struct merge *merge, size_t rank)
{
    struct hexfog_error error = { 0 };
    char shard[48] = "";
    if (merge->shard_count)
        snprintf(shard, sizeof shard, ", of shard %zu/%u", rank % merge->shard_count,
                 (unsigned)merge->shard_count);
    hexfog_fail(&error, HEXFOG_NO, "the map of rank %zu%s is missing: no report has it", rank,
                shard);
    complain(merge, &error);
}

static void report_gaps(struct merge *merge)
{
    const struct hexfog_batch *whole = &merge->whole;
    size_t missing = whole->map_count - whole->job_count, told = 0, at = 0;
    for (size_t rank = 0; rank < whole->map_count && told < missing && told < MOST_NAMED; rank++) {
        if (at < whole->job_count && whole->jobs[at].rank == rank) {
            at++;
            continue;
        }
        report_missing(merge, rank);
        told++;
    }
    if (told == missing)
        return;
    struct hexfog_error error = { 0 };
    hexfog_fail(&error, HEXFOG_NO, missing - told == 1 ? "%zu more map is missing"
                                                       : "%zu more maps are missing",
                missing - told);
    complain(merge, &error);
}

static void settle(struct merge *merge)
{
    struct hexfog_batch *whole = &merge->whole;
    struct hexfog_error error;
    if (!collect(merge)) {
        hexfog_fail_memory(&error, "the jobs");
        complain(merge, &error);
        return;
    }
    merge_jobs(merge);
    for (size_t i = 0; i < whole->job_count; i++)
        if (!is_done(&whole->jobs[i]))
            report_undone(merge, &whole->jobs[i]);
    if (merge->first_file)
        report_gaps(merge);
    if (whole->status == HEXFOG_OK)
        whole->end_signal = 0; // others have done what that shard was kept from
}

// ---- What is told.

static void add_summary(const struct merge *merge, struct hexfog_text *text)
{
    struct hexfog_batch_counts counts = hexfog_batch_count(&merge->whole);
    hexfog_batch_counts_as_text(&counts, text);
    hexfog_text_print(text, "; %zu report%s\n", merge->read_count,
                      HEXFOG_PLURAL(merge->read_count));
}

static void print_result(struct merge *merge)
{
    struct hexfog_batch *whole = &merge->whole;
    struct hexfog_text text = { 0 };
    if (merge->settings->json)
        hexfog_batch_as_json(whole, &text);
    else if (merge->first_file)
        add_summary(merge, &text);
    whole->status = hexfog_worse_status(whole->status, hexfog_print_text(merge->settings, &text));
    hexfog_text_free(&text);
}

static hexfog_status check_operands(const struct hexfog_settings *settings)
{
    if (settings->operand_count == 0)
        return hexfog_usage_error(settings, "no action given (allowed: merge)");
    if (strcmp(settings->operands[0], "merge") != 0)
        return hexfog_usage_error(settings, "'%s' is no action (allowed: merge)",
                                  settings->operands[0]);
    if (settings->operand_count == 1)
        return hexfog_usage_error(settings, "no FILE given (report takes merge FILE...)");
    for (int i = 1; i < settings->operand_count; i++)
        if (hexfog_report_at(settings, settings->operands[i]))
            return hexfog_usage_error(settings, "--report: '%s' is a report that is merged",
                                      hexfog_report_at(settings, settings->operands[i]));
    hexfog_status status = hexfog_check_reports(settings);
    return status == HEXFOG_OK ? hexfog_check_reports_written(settings) : status;
}

static void merge_free(struct merge *merge)
{
    for (int i = 1; merge->reports && i < merge->settings->operand_count; i++)
        hexfog_batch_free(&merge->reports[i - 1]);
    hexfog_free(merge->reports);
    hexfog_free(merge->entries);
    merge->whole.job_count = 0; // the reports' own
    hexfog_batch_free(&merge->whole);
}

hexfog_status hexfog_command_report(const struct hexfog_settings *settings)
{
    struct merge merge = { .settings = settings, .whole.settings = settings };
    struct hexfog_error error;
    hexfog_status status = check_operands(settings);
    if (status != HEXFOG_OK)
        return status;
    merge.reports = hexfog_alloc_zeroed((size_t)settings->operand_count, sizeof *merge.reports);
    if (merge.reports) {
        read_reports(&merge);
        settle(&merge);
    } else {
        hexfog_fail_memory(&error, "the reports");
        complain(&merge, &error);
    }
    print_result(&merge);
    hexfog_batch_write_reports(&merge.whole);
    status = merge.whole.status;
    merge_free(&merge);
    return status;
}
