/* SPDX-License-Identifier: MIT */
/*
 * Makes system calls fail, in a program that is linked with faults.c or started with it
 * in LD_PRELOAD.
 *
 *     HEXFOG_FAULT='write:3:ENOSPC,close:1+:EIO'   HEXFOG_FAULT_PATH=/tmp/here
 *
 * CALL:N:WHAT, N from 1; N+ = the Nth and all after it; + a call after a colon less.
 * CALL is open and close (for writing), write, pwrite, fsync, rename, fchmod, flock,
 * mkdir, getrandom, pthread_create. WHAT is an errno's name (fail with it), `short` (write one
 * byte), a signal's name (SIGTERM: raise it, then do the call), or `success` (do
 * nothing, say that it went well).
 * Only calls on files below HEXFOG_FAULT_PATH count, where it is set; calls without a
 * file count always.
 */
#ifndef HEXFOG_TESTS_FAULTS_H
#define HEXFOG_TESTS_FAULTS_H

/* As the variables say; NULL or "" = no fault. Counts begin anew. */
void faults_arm(const char *faults, const char *path);
/* How often `call` was made since then, on files that count. */
int faults_count(const char *call);

#endif
