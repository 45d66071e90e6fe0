/* SPDX-License-Identifier: MIT */
/*
 * Makes system calls fail, in a program that is linked with faults.c or started with it
 * in LD_PRELOAD.
 *
 *     HEXFOG_FAULT='write:3:ENOSPC,close:1+:EIO'   HEXFOG_FAULT_PATH=/tmp/here
 *
 * CALL:N:WHAT, N from 1; N+ = the Nth and all after it; + a call after a colon less.
 * CALL is open and close (for writing), write, pwrite, fallocate, fsync, rename, exchange
 * (renameat2), fchmod, flock, mkdir, getrandom, pthread_create; openr (for reading), read (pread
 * too), opendir, stat, fstat, readlink, dup (fcntl's), fork, pipe, poll, wait, mmap (of
 * memory that processes share); with tests/faults_memory.c also memory (every allocation) and door
 * (posix_memalign, which is hexfog's own door to memory). WHAT is an errno's name (fail with
 * it), `short` (write or read one byte), a signal's name (SIGTERM: raise it, then do the call), or
 * `success` (do nothing, say that it went well).
 * Only calls on files below HEXFOG_FAULT_PATH count, where it is set; calls without a
 * file count always.
 *
 * The children of a process count with it. HEXFOG_FAULT_SHARED names a file that another program
 * maps too: struct faults_shared.
 */
#ifndef HEXFOG_TESTS_FAULTS_H
#define HEXFOG_TESTS_FAULTS_H

enum faults_call {
    FAULTS_OPEN, FAULTS_WRITE, FAULTS_PWRITE, FAULTS_FALLOCATE, FAULTS_FSYNC, FAULTS_CLOSE,
    FAULTS_RENAME, FAULTS_FCHMOD, FAULTS_FLOCK, FAULTS_MKDIR, FAULTS_GETRANDOM, FAULTS_THREAD,
    FAULTS_OPENR,
    FAULTS_READ, FAULTS_OPENDIR, FAULTS_STAT, FAULTS_FSTAT, FAULTS_READLINK, FAULTS_DUP,
    FAULTS_FORK, FAULTS_MMAP, FAULTS_EXCHANGE, FAULTS_WAIT, FAULTS_PIPE,
    FAULTS_POLL,
    FAULTS_MEMORY, FAULTS_DOOR, FAULTS_CALLS
};

extern const char *const faults_call_names[FAULTS_CALLS];

struct faults_shared {
    _Atomic int counts[FAULTS_CALLS];
    _Atomic int injected;      /* calls that were made to fail */
    _Atomic int held_blocks;   /* of the door, by the first process at its end */
};

/* NONE: make the call. ERROR: errno is set. */
enum faults_kind { FAULTS_NONE, FAULTS_ERROR, FAULTS_SIGNAL, FAULTS_SHORT, FAULTS_SUCCESS };

/* Counts a call and does what is due before it. */
enum faults_kind faults_meet(enum faults_call call);
/* Where the counts are. */
struct faults_shared *faults_shared(void);

/* As the variables say; NULL or "" = no fault. Counts begin anew. */
void faults_arm(const char *faults, const char *path);
/* No call of this process fails or counts from now on: tests/coverage.h, as the end of what gcc
 * puts in for gcov does not survive the end of memory. */
void faults_end(void);
/* How often `call` was made since then, on files that count. */
int faults_count(const char *call);

#endif
