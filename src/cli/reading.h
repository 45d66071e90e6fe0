/* SPDX-License-Identifier: MIT */
/* Textures of strangers are decoded in child processes, several at once where there are many. */
#ifndef HEXFOG_CLI_READING_H
#define HEXFOG_CLI_READING_H

#include "cli/child.h"
#include "cli/settings.h"

/* What a reader of these files (NULL: none) may take: --max-memory, else what any honest file
 * of their sizes needs. A small file that unpacks to more is refused. */
uint64_t hexfog_reading_memory(const struct hexfog_settings *settings, const char *a,
                               const char *b);
/* A child that reads these files: its time and address space are limited by their sizes and
 * that memory. `work` and `context` are the caller's. */
struct hexfog_child hexfog_reading_child(const struct hexfog_settings *settings, const char *a,
                                         const char *b);

/*
 * Jobs 0 .. job_count - 1, each in a child, at most `at_once` at a time; finish is called in
 * order. `start` fills *child and may fill the zeroed `shared`; false leaves the child out (finish
 * gets OK). A child that cannot be started fails its own job only. MEMORY: no job was started.
 */
struct hexfog_reading_jobs {
    void *context;
    size_t job_count;
    int at_once;
    size_t shared_bytes;
    bool (*start)(void *context, size_t job, struct hexfog_child *child, void *shared);
    void (*finish)(void *context, size_t job, void *shared, hexfog_status status,
                   const struct hexfog_error *error);
};
hexfog_status hexfog_run_reading(const struct hexfog_reading_jobs *jobs,
                                 struct hexfog_error *error);

#endif
