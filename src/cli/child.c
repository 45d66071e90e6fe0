// SPDX-License-Identifier: MIT
// Turns work that may crash into a status.
#include "cli/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/interrupt.h"

// What comes back: the record, then the caller's bytes. A driver may end the process with
// status 0; only work that came to its end is done.
struct message {
    bool is_done;
    hexfog_status status;
    struct hexfog_error error;
    max_align_t shared[];
};

// glibc has a type of its own for what is limited, musl has not.
#ifdef __GLIBC__
typedef __rlimit_resource_t limited;
#else
typedef int limited;
#endif

static void limit(limited resource, rlim_t value)
{
    struct rlimit now;

    if (getrlimit(resource, &now) == 0 && value < now.rlim_max) {
        now.rlim_cur = value;
        (void)setrlimit(resource, &now);
    }
}

// The children that run, for a signal handler; one more than there is room for is ended by
// its parent's death alone.
enum { MOST_RUNNING = 1024, PATIENCE_MS = 1000, STEP_MS = 5 };
static _Atomic pid_t running_pids[MOST_RUNNING];

static void replace_pid(pid_t old, pid_t pid)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t expected = old;
        if (atomic_compare_exchange_strong(&running_pids[i], &expected, pid))
            return;
    }
}

static int reap_all(void)
{
    int left = 0;
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t pid = atomic_load(&running_pids[i]);
        if (pid <= 0)
            continue;
        if (waitpid(pid, NULL, WNOHANG) != 0)
            replace_pid(pid, 0);
        else
            left++;
    }
    return left;
}

static void signal_all(int signal_number)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t pid = atomic_load(&running_pids[i]);
        if (pid > 0)
            (void)kill(pid, signal_number);
    }
}

void hexfog_children_end(void)
{
    signal_all(SIGTERM);
    signal_all(SIGCONT);
    for (int waited = 0; waited < PATIENCE_MS && reap_all() > 0; waited += STEP_MS)
        (void)poll(NULL, 0, STEP_MS);
    signal_all(SIGKILL);
}

// What ends a child here takes its temporary files along. SIGINT and SIGHUP are as the
// program has them.
static void catch_ends(void)
{
    static const int signals[] = {SIGALRM, SIGTERM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    sigset_t caught;

    sigemptyset(&caught);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        hexfog_clean_up_on(signals[i]);
        sigaddset(&caught, signals[i]);
    }
    (void)sigprocmask(SIG_UNBLOCK, &caught, NULL);
}

// A crash is expected here: it leaves no core file, and the child does not outlive its
// parent.
static void confine(const struct hexfog_child *child, pid_t parent)
{
    for (int i = 0; i < MOST_RUNNING; i++)
        atomic_store(&running_pids[i], 0);
    catch_ends();
    limit(RLIMIT_CORE, 0);
    if (child->address_bytes)
        limit(RLIMIT_AS, (rlim_t)child->address_bytes);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(HEXFOG_IO);
    (void)alarm(child->seconds);
}

// The number is free for another process only once nothing here knows it.
static hexfog_status wait_for(pid_t pid, int *result)
{
    siginfo_t info;

    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        continue;
    replace_pid(pid, 0);
    while (waitpid(pid, result, 0) < 0)
        if (errno != EINTR)
            return HEXFOG_IO;
    return HEXFOG_OK;
}

// What is known of a child that says nothing itself: "reading the texture (or b.exr)".
enum { SUBJECT_BYTES = 640 };
struct subject {
    char text[SUBJECT_BYTES];
};

static struct subject subject_of(const struct hexfog_child *child)
{
    struct hexfog_error other = { 0 };
    struct subject subject;

    if (child->files[0] && child->files[1] && strcmp(child->files[0], child->files[1]) != 0)
        hexfog_error_set_file(&other, child->files[1]);
    snprintf(subject.text, sizeof subject.text, "%s%s%s%s", child->what,
             other.file[0] ? " (or " : "", other.file, other.file[0] ? ")" : "");
    return subject;
}

static hexfog_status name_file(const struct hexfog_child *child, hexfog_status status,
                               struct hexfog_error *error)
{
    const char *file = child->files[0] ? child->files[0] : child->files[1];

    if (error && file)
        hexfog_error_set_file(error, file);
    return status;
}

static hexfog_status explain_death(const struct hexfog_child *child, int result,
                                   struct hexfog_error *error)
{
    struct subject subject = subject_of(child);
    const char *what = subject.text;
    const char *advice = child->advice ? child->advice : "";

    if (WIFSIGNALED(result) && WTERMSIG(result) == SIGALRM)
        return hexfog_fail(error, child->crash_status, "%s did not end within %u seconds%s%s",
                           what, child->seconds, *advice ? "; " : "", advice);
    if (WIFSIGNALED(result) && WTERMSIG(result) == SIGKILL)
        return hexfog_fail(error, child->kill_status ? child->kill_status : child->crash_status,
                           "%s was killed (out of memory?)%s%s", what, *advice ? "; " : "",
                           advice);
    if (WIFSIGNALED(result))
        return hexfog_fail(error, child->crash_status, "%s crashed (signal %d, %s)%s%s",
                           what, WTERMSIG(result), strsignal(WTERMSIG(result)),
                           *advice ? "; " : "", advice);
    return hexfog_fail(error, child->crash_status, "%s ended the process (exit status %d)%s%s",
                       what, WEXITSTATUS(result), *advice ? "; " : "", advice);
}

// Never returns: the child's end must not run the parent's exit handlers or flush its streams.
static _Noreturn void be_child(const struct hexfog_child *child, pid_t parent,
                               struct message *message)
{
    confine(child, parent);
    hexfog_status status = child->work(child->context, message->shared, &message->error);
    message->status = status;
    message->is_done = true;
    _exit(HEXFOG_OK);
}

static struct message *map_message(size_t bytes)
{
    struct message *message = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return message == MAP_FAILED ? NULL : message;
}

hexfog_status hexfog_start_child(const struct hexfog_child *child, const void *shared,
                                 size_t shared_bytes, struct hexfog_running_child *running,
                                 struct hexfog_error *error)
{
    size_t bytes = sizeof(struct message) + shared_bytes;
    struct message *message = map_message(bytes);
    pid_t parent = getpid();

    *running = (struct hexfog_running_child){ 0 };
    if (!message)
        return name_file(child, hexfog_fail_memory(error, child->what), error);
    memcpy(message->shared, shared, shared_bytes);
    pid_t pid = fork();
    if (pid == 0)
        be_child(child, parent, message);
    if (pid < 0) {
        hexfog_fail(error, HEXFOG_IO, "no process for %s: %s", subject_of(child).text,
                    strerror(errno));
        munmap(message, bytes);
        return name_file(child, HEXFOG_IO, error);
    }
    replace_pid(0, pid);
    *running = (struct hexfog_running_child){ *child, pid, message, bytes };
    return HEXFOG_OK;
}

// A child that was taken over may have written anything there.
static hexfog_status take_error(const struct message *message, struct hexfog_error *error)
{
    hexfog_status status = message->status;
    if (status == HEXFOG_OK)
        return HEXFOG_OK;
    if (error) {
        *error = message->error;
        hexfog_error_settle(error);
    }
    return status <= HEXFOG_UNAVAILABLE ? status : HEXFOG_IO;
}

hexfog_status hexfog_end_child(struct hexfog_running_child *running, void *shared,
                               struct hexfog_error *error)
{
    struct message *message = running->message;
    const struct hexfog_child *child = &running->child;
    hexfog_status status = HEXFOG_OK;
    int result = 0;

    if (wait_for(running->pid, &result) != HEXFOG_OK)
        status = name_file(child, hexfog_fail(error, HEXFOG_IO,
                                              "no end of the process for %s: %s",
                                              subject_of(child).text, strerror(errno)), error);
    else if (!message->is_done)
        status = name_file(child, explain_death(child, result, error), error);
    else
        status = take_error(message, error);
    memcpy(shared, message->shared, running->mapped_bytes - sizeof *message);
    munmap(message, running->mapped_bytes);
    *running = (struct hexfog_running_child){ 0 };
    return status;
}

hexfog_status hexfog_run_child(const struct hexfog_child *child, void *shared, size_t shared_bytes,
                               struct hexfog_error *error)
{
    struct hexfog_running_child running;
    hexfog_status status = hexfog_start_child(child, shared, shared_bytes, &running, error);

    return status == HEXFOG_OK ? hexfog_end_child(&running, shared, error) : status;
}
