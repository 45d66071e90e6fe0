/* SPDX-License-Identifier: MIT */
/* What the process owes to its surroundings: signals and the three standard descriptors. */
#ifndef HEXFOG_CLI_INTERRUPT_H
#define HEXFOG_CLI_INTERRUPT_H

/*
 * SIGINT, SIGTERM, SIGHUP, SIGQUIT and the others that end a process from outside end the
 * child processes, remove the temporary files and then end the process as the signal would,
 * unless somebody handles or ignores them already; SIGPIPE and SIGXFSZ are ignored, so that
 * a closed pipe and a limit on file sizes are IO errors with a message.
 * A closed standard descriptor is taken, lest a file that is opened later gets its number.
 */
void hexfog_start_process(void);
/* Has a signal do so that ends the process by itself: a crash, an alarm. */
void hexfog_clean_up_on(int signal_number);

#endif
