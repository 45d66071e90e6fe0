/* SPDX-License-Identifier: MIT */
/*
 * Files at the honest edge: whole reads with a limit, and replacements that are whole
 * or do not happen (cli.md, Files).
 */
#ifndef HEXFOG_BASE_FILE_H
#define HEXFOG_BASE_FILE_H

#include "hexfog.h"

/* Reads a file whole, or standard input for "-". *text gets a NUL after its
 * length_bytes. Over limit_bytes: INPUT with rule D27. Not found, a folder, a read
 * error: IO. Free *text with hexfog_free. */
hexfog_status hexfog_read_file(const char *path, size_t limit_bytes, char **text,
                               size_t *length_bytes, struct hexfog_error *error);
/* Likewise for a name that no user has typed: "-" is a file's name too, and what is no regular
 * file is IO, without waiting for it; a symbolic link to one as well, unless `follows_link`. */
hexfog_status hexfog_read_regular_file(const char *path, bool follows_link, size_t limit_bytes,
                                       char **text, size_t *length_bytes,
                                       struct hexfog_error *error);

/*
 * A file that will replace `path` (made when there is none). Bytes go to a temporary
 * file in the target's folder; nothing is visible under the name before commit.
 * "-" writes to standard output: bytes are kept in an unnamed temporary file and
 * copied out by commit, so a failed bake writes nothing there either.
 */
struct hexfog_replacement;
struct hexfog_file_stamp; /* base/file_stamp.h */

struct hexfog_file_options {
    bool make_folders;   /* --mkdir */
    bool sync;           /* --fsync: file before the rename, folder after it */
    bool is_swept;       /* hexfog_sweep_folder has been there */
    bool refuses_link;   /* a symbolic link in the target's place is D24, not followed */
};

/* INPUT with rule D24: the target is there and is not a regular file (after following
 * symbolic links). IO: folder missing, not writable, ... Sweeps temporary files of this
 * host whose process is gone, for this target's name. */
hexfog_status hexfog_replacement_open(const char *path, const struct hexfog_file_options *options,
                                      struct hexfog_replacement **file,
                                      struct hexfog_error *error);
/* The errors that an open would end with as things are, and no file or folder made; with
 * make_folders a folder above those that are missing must be writable. */
hexfog_status hexfog_replacement_check(const char *path,
                                       const struct hexfog_file_options *options,
                                       struct hexfog_error *error);
/* A byte sink that buffers 256 KiB; errors of the system are IO with the target's path. */
struct hexfog_byte_sink hexfog_replacement_sink(struct hexfog_replacement *file);
/* Of a file that was opened by a process and written to by its child: the child writes out what is
 * buffered and tells how much there is, the parent goes on from there. */
hexfog_status hexfog_replacement_hand_over(struct hexfog_replacement *file, uint64_t *bytes,
                                           struct hexfog_error *error);
void hexfog_replacement_take_over(struct hexfog_replacement *file, uint64_t bytes);
/* Flushes, checks, sets the mode, syncs if asked, closes: all that can fail before the
 * rename. Call it for every file before the first commit. */
hexfog_status hexfog_replacement_close(struct hexfog_replacement *file, struct hexfog_error *error);
/* What is told by a stamp of the new file; between close and commit, while nobody else can have
 * it open. */
hexfog_status hexfog_replacement_stamp(const struct hexfog_replacement *file,
                                       struct hexfog_file_stamp *stamp,
                                       struct hexfog_error *error);
/* Renames over the target (or copies to standard output). */
hexfog_status hexfog_replacement_commit(struct hexfog_replacement *file,
                                        struct hexfog_error *error);
/* Closes and commits them all: where one fails, those before it are taken back, unless the file
 * system cannot exchange two names (renameat2) or somebody has replaced them since. So does
 * hexfog_replacements_unlink_all, in a handler that interrupts this thread. */
hexfog_status hexfog_replacements_commit(struct hexfog_replacement *const *files, size_t count,
                                         struct hexfog_error *error);
/* True when both would be renamed over one file. Their folders are there once they are open. */
bool hexfog_replacement_is_twin(const struct hexfog_replacement *a,
                                const struct hexfog_replacement *b);
uint64_t hexfog_replacement_bytes(const struct hexfog_replacement *file); /* written so far */
/* Removes the temporary file if it was not committed. Accepts NULL. */
void hexfog_replacement_free(struct hexfog_replacement *file);

/* Removes the temporary files in a folder, of any target, that dead processes of this host have
 * left: once for many targets. */
void hexfog_sweep_folder(const char *folder);

/* Removes every temporary file that this process has open, and takes back a commit of several that
 * it interrupts. Async-signal-safe: for a signal handler that then ends the process, with all
 * signals blocked. */
void hexfog_replacements_unlink_all(void);

/* Joins folder and relative path; an absolute path stays. Free with hexfog_free; NULL = no
 * memory. */
char *hexfog_join_path(const char *folder, const char *path);
/* The folder part of a path, "." where there is none. Free with hexfog_free. */
char *hexfog_folder_of(const char *path);
/* Whether a name ends in the suffix, in the same case, and has something before it. */
bool hexfog_ends_in(const char *path, const char *suffix);
/* One name for all paths of a file: absolute, links followed and "." and ".." taken out, also
 * of what is not there yet. Free with hexfog_free; NULL = no memory. */
char *hexfog_identity_of_path(const char *path);
/* Whether two paths have one such name; takes no memory. */
bool hexfog_is_same_path(const char *a, const char *b);
/* The way from a folder to a path, both absolute and simple: "/a/b", "/a/c/d" -> "../c/d"; "."
 * where they are one. Free with hexfog_free. */
char *hexfog_relative_path(const char *folder, const char *path);
/* "a/./b//c" -> "a/b/c", "x/../y" stays (links). In place. For comparing names. */
void hexfog_simplify_path(char *path);

#endif
