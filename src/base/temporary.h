/* SPDX-License-Identifier: MIT */
/*
 * Temporary files beside a target: `.NAME.hexfog-HOST-PID-RANDOM.tmp`. Every one that
 * lives is known to hexfog_replacements_unlink_all, and is locked (flock), so that a
 * process that cannot see its owner's PID, as from another container, leaves it alone.
 */
#ifndef HEXFOG_BASE_TEMPORARY_H
#define HEXFOG_BASE_TEMPORARY_H

#include "hexfog.h"

struct hexfog_temporary {
    char *path;  /* NULL = none */
    size_t slot; /* in the list of living ones */
    int fd;      /* > 2, open for reading and writing; -1 = closed */
    int lock;    /* a copy of fd that holds the lock until the end; -1 = none */
};
#define HEXFOG_NO_TEMPORARY { .fd = -1, .lock = -1 }

/* Makes one in `folder` for the target `name`, readable by the owner alone when
 * `is_private`, else as umask says. IO: the message names `target`. */
hexfog_status hexfog_temporary_make(struct hexfog_temporary *temporary, const char *folder,
                                    const char *name, bool is_private, const char *target,
                                    struct hexfog_error *error);
/* One that has lost its name already, in TMPDIR or /tmp. */
hexfog_status hexfog_temporary_make_unnamed(struct hexfog_temporary *temporary,
                                            struct hexfog_error *error);
/* Before the first of several files is renamed, each is tied to one of them, itself included: until
 * that one goes through, hexfog_replacements_unlink_all gives back the old files whose places the
 * new ones have taken, and removes the new ones where there was none. 0 or an errno. `target`
 * lives as long as the temporary file, and the leader is forgotten last. */
int hexfog_temporary_tie(struct hexfog_temporary *temporary, const char *target, bool was_there,
                         const struct hexfog_temporary *leader);
void hexfog_temporary_go_through(const struct hexfog_temporary *leader);
/* The same of one that is tied, by the program itself. */
void hexfog_temporary_give_back(const struct hexfog_temporary *temporary);
/* Closes fd, keeps the lock; 0 or an errno. */
int hexfog_temporary_close(struct hexfog_temporary *temporary);
/* Closes and removes it; accepts one that is empty. */
void hexfog_temporary_remove(struct hexfog_temporary *temporary);
/* Lets go of it without removing it: it was renamed. */
void hexfog_temporary_forget(struct hexfog_temporary *temporary);
/* Removes those for this target, or with NULL for any, that a dead process of this host left. */
void hexfog_temporary_sweep(const char *folder, const char *name);

#endif
