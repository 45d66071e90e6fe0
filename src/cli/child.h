/* SPDX-License-Identifier: MIT */
/*
 * Work that may crash or hang, in a child process: drivers, and readers of strangers'
 * files. What it finds comes back through memory that both share.
 */
#ifndef HEXFOG_CLI_CHILD_H
#define HEXFOG_CLI_CHILD_H

#include <sys/types.h>
#include "hexfog.h"

struct hexfog_child {
    const char *what;          /* "the GL driver": the subject of messages */
    const char *advice;        /* what to try after a crash; "" = nothing */
    unsigned seconds;          /* time limit of the whole work; 0 = none */
    uint64_t address_bytes;    /* limit of the child's address space; 0 = none */
    hexfog_status crash_status;/* what a crash or a time-out means to the caller */
    hexfog_status kill_status; /* what SIGKILL means, where it is something else; else OK */
    /* Runs in the child, on a copy of the caller's `shared` that is copied back whole. */
    hexfog_status (*work)(void *context, void *shared, struct hexfog_error *error);
    void *context;
    const char *files[2];      /* that it reads, for errors; NULL = none. As long as it runs */
};

/*
 * Runs child->work in a forked process on a copy of `shared`, plain data, and copies back
 * what it left there, also after a crash (what it had written so far). Call it while no
 * other thread runs. The work's own status; crash_status when it died or took too long,
 * with the signal's name in the message; MEMORY or IO when no process could be made. Those
 * errors are of the file that it reads; with two, the message has the other one's name.
 */
hexfog_status hexfog_run_child(const struct hexfog_child *child, void *shared, size_t shared_bytes,
                               struct hexfog_error *error);

/* The same in two steps, for several at once. Each that was started has to be ended, with as
 * much room in `shared`. */
struct hexfog_running_child {
    struct hexfog_child child;
    pid_t pid;
    void *message;
    size_t mapped_bytes;
};
hexfog_status hexfog_start_child(const struct hexfog_child *child, const void *shared,
                                 size_t shared_bytes, struct hexfog_running_child *running,
                                 struct hexfog_error *error);
hexfog_status hexfog_end_child(struct hexfog_running_child *running, void *shared,
                               struct hexfog_error *error);

/* Ends all that run and waits for them: they remove their temporary files. Async-signal-safe. */
void hexfog_children_end(void);

#endif
