/* SPDX-License-Identifier: MIT */
/* One bake: what is read, what is written, and how it went. */
#ifndef HEXFOG_CLI_BAKE_JOB_H
#define HEXFOG_CLI_BAKE_JOB_H

#include "base/text.h"
#include "cli/target.h"

struct hexfog_bake_job {
    const struct hexfog_settings *settings;
    struct hexfog_board board;
    struct hexfog_targets targets;
    bool wants_hashes;        /* stamps of what is written */
    bool is_swept;            /* hexfog_file_options.is_swept */
    bool must_be_regular;     /* hexfog_board_reading.must_be_regular */
    struct hexfog_read_hashes *read_hashes; /* hexfog_board_reading.hashes */
    int threads;
    uint64_t memory_bytes;    /* held at most, all together */
    hexfog_status status;     /* so far; what it means is in board.diagnostics */
};

/* Reads the description and settles the outputs. Nothing is printed: what is wrong is in
 * board.diagnostics and in job->status. Free job->targets and job->board in any case. */
void hexfog_bake_read(struct hexfog_bake_job *job);
/* Plans, then checks (--dry-run) or writes. What goes wrong is in *error, in the diagnostics and
 * in job->status. */
hexfog_status hexfog_bake_run(struct hexfog_bake_job *job, struct hexfog_error *error);

/* Settles threads and memory; MEMORY in *error when --max-memory is too little. */
hexfog_status hexfog_bake_plan(struct hexfog_bake_job *job, struct hexfog_error *error);

/* What a bake's files would fail with before the first texel; makes nothing. */
hexfog_status hexfog_bake_check(const struct hexfog_bake_job *job, struct hexfog_error *error);

/* Evaluates the map once, writes every output and the depfile, and renames them when all
 * are whole. Call it while no other thread runs: see next. */
hexfog_status hexfog_bake_write(struct hexfog_bake_job *job, struct hexfog_error *error);

/* Whether one of the encoders ends the process when memory runs out. */
bool hexfog_bake_may_crash(const struct hexfog_bake_job *job);
/* Runs `fill`, which writes to the files, in a child process; MEMORY when that crashes. */
struct hexfog_replacement;
hexfog_status hexfog_bake_fill_in_child(struct hexfog_replacement *const *files, size_t count,
                                        hexfog_status (*fill)(void *context,
                                                              struct hexfog_error *error),
                                        void *context, struct hexfog_error *error);

/* The result as text for people, as report-bake JSON, as JUnit. */
void hexfog_bake_as_text(const struct hexfog_bake_job *job, struct hexfog_text *text);
void hexfog_bake_as_json(const struct hexfog_bake_job *job, struct hexfog_text *text);
void hexfog_bake_as_junit(const struct hexfog_bake_job *job, struct hexfog_text *text);

/* The rule of --depfile. */
void hexfog_bake_as_depfile(const struct hexfog_bake_job *job, struct hexfog_text *text);

#endif
