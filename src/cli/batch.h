/* SPDX-License-Identifier: MIT */
/* One batch run: which maps, what became of each. */
#ifndef HEXFOG_CLI_BATCH_H
#define HEXFOG_CLI_BATCH_H

#include "base/file_stamp.h"
#include "base/text.h"
#include "cli/batch_list.h"
#include "cli/batch_state.h"
#include "cli/board.h"
#include "cli/result.h"
#include "cli/settings.h"
#include "cli/shard.h"

enum hexfog_batch_result {
    HEXFOG_BATCH_NOT_RUN,     /* the batch ended before it */
    HEXFOG_BATCH_BAKED,
    HEXFOG_BATCH_UP_TO_DATE,  /* --if-changed: nothing was to be done */
    HEXFOG_BATCH_CHECKED,     /* --dry-run */
    HEXFOG_BATCH_FAILED,
    HEXFOG_BATCH_BASE,        /* nothing to bake: another map's base, without outputs */
    HEXFOG_BATCH_RESULTS
};
extern const char *const hexfog_batch_words[HEXFOG_BATCH_RESULTS];

/* Why --if-changed bakes. */
enum hexfog_batch_reason {
    HEXFOG_NO_RECORD, HEXFOG_INPUT_CHANGED, HEXFOG_OUTPUT_MISSING, HEXFOG_OUTPUT_CHANGED,
    HEXFOG_NO_MEMORY_TO_LOOK, HEXFOG_BATCH_REASONS
};
extern const char *const hexfog_batch_reasons[HEXFOG_BATCH_REASONS];

/* What --verify has found right. */
enum hexfog_proven { HEXFOG_PROVEN_NOTHING, HEXFOG_PROVEN_ON_CPU, HEXFOG_PROVEN_ON_GPU };

/* --if-changed: what a map needs. */
enum hexfog_batch_need {
    HEXFOG_NEEDS_BAKE,
    HEXFOG_NEEDS_READING,     /* a bake, unless large outputs hold what was recorded */
    HEXFOG_NEEDS_PROOF,       /* only --verify */
    HEXFOG_NEEDS_NOTHING
};

struct hexfog_batch_output {
    char *path;
    bool is_absolute;               /* in the description */
    struct hexfog_file_stamp stamp; /* sha256 only where it was asked for */
};

struct hexfog_batch_job {
    const struct hexfog_batch_map *map;
    size_t rank;                   /* of its map in the whole list */
    bool is_base;                  /* of another map, without outputs of its own */
    bool has_exr;                  /* among its outputs */
    char *output_dir;              /* --output-dir with the map's tree; NULL without */
    enum hexfog_batch_result result;
    hexfog_status status;
    enum hexfog_proven proven;
    int threads;
    double seconds;
    struct hexfog_batch_output *outputs;
    size_t output_count;
    struct hexfog_diagnostics diagnostics;
    char *plan;                    /* --dry-run: what bake says of it; NULL */

    /* With --if-changed: */
    struct hexfog_state_file *state;     /* where it is remembered */
    char *folder;                        /* where its relative outputs go: absolute */
    const struct hexfog_record *record;  /* of the last time; NULL */
    enum hexfog_batch_need need;
    const char *reason;                  /* of its bake, of hexfog_batch_reasons; NULL */
    struct hexfog_read_hashes read;      /* what the child has read */
    char *base;                          /* likewise; NULL */
    bool is_base_absolute;               /* in the description */
};

struct hexfog_batch {
    const struct hexfog_settings *settings;
    struct hexfog_shard shard;
    struct hexfog_batch_list list;
    size_t map_count;              /* of the whole list */
    struct hexfog_states states;
    char context[65];              /* --if-changed: hexfog_inputs_context */
    struct hexfog_batch_job *jobs; /* this shard's, in the order of their ranks */
    size_t job_count;
    char **folders;                /* of all targets, each once */
    size_t folder_count;
    hexfog_status status;          /* of what is no job's fault, and of the first failed job */
    int end_signal;                /* that ended it early; 0 */
    double seconds;
    struct hexfog_diagnostics diagnostics; /* of what is no job's fault */
};

/* Appends to the batch's diagnostics and status, and prints it. */
void hexfog_batch_fail(struct hexfog_batch *batch, const struct hexfog_error *error);

/* Names the jobs of this shard. False when memory is out. */
bool hexfog_batch_make_jobs(struct hexfog_batch *batch);
/* The job of a rank; NULL when it is another shard's. */
struct hexfog_batch_job *hexfog_batch_job_of(const struct hexfog_batch *batch, size_t rank);
/* --output-dir with the map's tree; NULL without --output-dir, or when memory is out. */
char *hexfog_batch_output_dir(const struct hexfog_batch *batch,
                              const struct hexfog_batch_map *map);
/* The settings that a job's bake has: one operand, its folder, no word of its own. */
struct hexfog_settings hexfog_batch_job_settings(const struct hexfog_batch *batch,
                                                 const struct hexfog_batch_job *job);
void hexfog_batch_drop_outputs(struct hexfog_batch_job *job);
void hexfog_batch_free(struct hexfog_batch *batch);

/* D23, D24 between maps: two that write one file, or one that writes over another's. Of the
 * whole list, whatever the shard. INPUT in the batch's status when there are such. Collects the
 * folders of all targets, and settles what jobs need. */
void hexfog_batch_check_targets(struct hexfog_batch *batch);
/* Removes the temporary files in these folders that dead processes have left. */
void hexfog_batch_sweep(const struct hexfog_batch *batch);

/* Runs the jobs in child processes; what each came to stands in it. */
void hexfog_batch_run(struct hexfog_batch *batch);

/* ---- What is told of it. */

struct hexfog_batch_counts {
    size_t results[HEXFOG_BATCH_RESULTS];
    uint64_t bytes;   /* of outputs that were baked */
};
struct hexfog_batch_counts hexfog_batch_count(const struct hexfog_batch *batch);
/* "40 maps: 38 baked, 2 failed". */
void hexfog_batch_counts_as_text(const struct hexfog_batch_counts *counts,
                                 struct hexfog_text *text);
/* Rounded to milliseconds. */
double hexfog_batch_seconds(double seconds);
/* The members "counts" and "shard" of a report. */
void hexfog_batch_counts_as_json(const struct hexfog_batch_counts *counts,
                                 struct hexfog_json_writer *json);
void hexfog_batch_shard_as_json(const struct hexfog_batch *batch, struct hexfog_json_writer *json);

void hexfog_batch_as_text(const struct hexfog_batch *batch, struct hexfog_text *text);
void hexfog_batch_as_json(const struct hexfog_batch *batch, struct hexfog_text *text);
void hexfog_batch_as_junit(const struct hexfog_batch *batch, struct hexfog_text *text);
/* What goes wrong is printed, and in the batch's status. */
void hexfog_batch_write_reports(struct hexfog_batch *batch);
/* One shell-quoted `hexfog bake` a line. INPUT, printed, for names that no line can hold. */
hexfog_status hexfog_batch_as_commands(struct hexfog_batch *batch, struct hexfog_text *text);

#endif
