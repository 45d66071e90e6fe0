/* SPDX-License-Identifier: MIT */
/* The state files of a batch: what was baked before, and what is remembered of this run. */
#ifndef HEXFOG_CLI_BATCH_STATE_H
#define HEXFOG_CLI_BATCH_STATE_H

#include "base/file.h"
#include "cli/bake_record.h"

struct hexfog_state_file {
    char *folder;                  /* that it stands in: absolute, links followed */
    struct hexfog_records before;  /* as found */
    struct hexfog_records changed; /* to be put among what others have written since */
    bool must_save;                /* not only dates that spare the next run a look */
    size_t damaged;                /* lines that were left out */
    struct hexfog_error *refusal;  /* what stands there is none and must stay; NULL */
};

/* Sorted by folders. Zeroed = empty. */
struct hexfog_states {
    struct hexfog_state_file **list;
    size_t count, capacity;
    double saved_s;                /* by the clock of hexfog_states_save_some */
};

/* The state file of a folder, read when it is asked for first. One that is not there or is
 * damaged holds nothing. Links are never followed. NULL: no memory. */
struct hexfog_state_file *hexfog_state_of(struct hexfog_states *states, const char *folder);
/* Remembers, until it is saved; `is_news`: the next run would be wrong without it, not only
 * slower. False when memory is out. */
bool hexfog_state_put(struct hexfog_state_file *state, struct hexfog_record *record,
                      bool is_news);

/* Writes what has changed: each file is read again, so that a batch beside this one loses
 * nothing, and replaced whole. Records of descriptions that are gone are dropped. IO, MEMORY. */
hexfog_status hexfog_states_save(struct hexfog_states *states,
                                 const struct hexfog_file_options *options,
                                 struct hexfog_error *error);
/* The same when the last time is seconds ago; what goes wrong is left to the last save. */
void hexfog_states_save_some(struct hexfog_states *states,
                             const struct hexfog_file_options *options, double now_s);
void hexfog_states_free(struct hexfog_states *states);

#endif
