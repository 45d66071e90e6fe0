// SPDX-License-Identifier: MIT
// Turns an ending signal into a clean end by that signal.
#include "cli/interrupt.h"
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>
#include "base/file.h"
#include "cli/child.h"

// SA_RESETHAND has put the default action back before this runs.
static void clean_up(int signal_number)
{
    hexfog_children_end();
    hexfog_replacements_unlink_all();
    raise(signal_number);
}

void hexfog_clean_up_on(int signal_number)
{
    struct sigaction wanted = { .sa_handler = clean_up, .sa_flags = (int)SA_RESETHAND };
    sigemptyset(&wanted.sa_mask);
    sigaction(signal_number, &wanted, NULL);
}

static void catch_signal(int signal_number)
{
    struct sigaction now;
    if (sigaction(signal_number, NULL, &now) != 0 || now.sa_handler != SIG_DFL)
        return; // nohup, or a shell's background job: stays ignored; a profiler: stays
    hexfog_clean_up_on(signal_number);
}

// All that end a process from outside, but for those that nobody can catch. A crash stays as
// it is: it leaves a core file, and the next run sweeps.
static void catch_signals(void)
{
    static const int signals[] = {
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
        SIGPOLL,
#ifdef SIGSTKFLT
        SIGSTKFLT,
#endif
#ifdef SIGPWR
        SIGPWR,
#endif
    };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        catch_signal(signals[i]);
    for (int signal_number = SIGRTMIN; signal_number <= SIGRTMAX; signal_number++)
        catch_signal(signal_number);
}

// The wrong direction, so that use of the closed descriptor is still an error.
static void hold_standard_descriptors(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) == -1)
            (void)!open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
}

void hexfog_start_process(void)
{
    hold_standard_descriptors();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // past ulimit -f, write says EFBIG
    catch_signals();
}
