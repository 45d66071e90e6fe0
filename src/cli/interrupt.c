// SPDX-License-Identifier: MIT
// Turns an ending signal into a clean end by that signal.
#include "cli/interrupt.h"
#include <fcntl.h>
#include <poll.h>
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
    sigfillset(&wanted.sa_mask); // a second one must not end what gives files back half-way
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

// ---- Ends that wait.

static const int held_signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { HELD_SIGNALS = sizeof held_signals / sizeof *held_signals };
static sigset_t unheld_mask;
static volatile sig_atomic_t noted_end;

static void take_note(int signal_number)
{
    if (!noted_end)
        noted_end = signal_number;
}

static bool is_held(int signal_number)
{
    struct sigaction now;
    return sigaction(signal_number, NULL, &now) == 0 && now.sa_handler == take_note;
}

void hexfog_hold_ends(void)
{
    struct sigaction wanted = { .sa_handler = take_note }, now;
    sigset_t held;
    sigemptyset(&wanted.sa_mask);
    sigemptyset(&held);
    for (int i = 0; i < HELD_SIGNALS; i++) {
        if (sigaction(held_signals[i], NULL, &now) != 0 || now.sa_handler == SIG_IGN)
            continue;
        sigaddset(&held, held_signals[i]);
    }
    (void)sigprocmask(SIG_BLOCK, &held, &unheld_mask);
    for (int i = 0; i < HELD_SIGNALS; i++)
        if (sigismember(&held, held_signals[i]) == 1)
            sigaction(held_signals[i], &wanted, NULL);
}

int hexfog_held_end(void)
{
    sigset_t pending;
    if (noted_end || sigpending(&pending) != 0)
        return noted_end;
    for (int i = 0; i < HELD_SIGNALS; i++)
        if (sigismember(&pending, held_signals[i]) == 1 && is_held(held_signals[i]))
            return held_signals[i];
    return 0;
}

void hexfog_let_ends_through(void)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < HELD_SIGNALS; i++) {
        if (!is_held(held_signals[i]))
            continue;
        hexfog_clean_up_on(held_signals[i]);
        sigaddset(&held, held_signals[i]);
    }
    (void)sigprocmask(SIG_UNBLOCK, &held, NULL);
}

bool hexfog_wait_for_input(struct pollfd *list, size_t count, int milliseconds)
{
    struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
    return ppoll(list, (nfds_t)count, milliseconds < 0 ? NULL : &limit, &unheld_mask) > 0;
}

void hexfog_end_by(int signal_number)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal_number);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    (void)sigprocmask(SIG_UNBLOCK, &one, NULL);
}
