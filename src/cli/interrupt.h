/* SPDX-License-Identifier: MIT */
/* What the process owes to its surroundings: signals and the three standard descriptors. */
#ifndef HEXFOG_CLI_INTERRUPT_H
#define HEXFOG_CLI_INTERRUPT_H

#include <stdbool.h>
#include <stddef.h>

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

/*
 * From now on SIGINT, SIGTERM and SIGHUP, but those that are ignored, only take note that they
 * came: the program ends its work and then itself. They are blocked, but while
 * hexfog_wait_for_input waits.
 */
void hexfog_hold_ends(void);
int hexfog_held_end(void); /* the one that came; 0: none. From any thread. */
/* In a child: they end it, as they did before. */
void hexfog_let_ends_through(void);
/* poll; false when one of those signals came, and when the time is over (-1: never). */
struct pollfd;
bool hexfog_wait_for_input(struct pollfd *list, size_t count, int milliseconds);
/* Ends the process as that signal does. */
void hexfog_end_by(int signal_number);

#endif
