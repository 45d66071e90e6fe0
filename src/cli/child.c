// SPDX-License-Identifier: MIT
// Turns work that may crash into a status.
#include "cli/child.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

// What comes back: the record, then the caller's bytes.
struct message {
    hexfog_status status;
    struct hexfog_error error;
    max_align_t shared[];
};

static void limit(__rlimit_resource_t resource, rlim_t value)
{
    struct rlimit now;

    if (getrlimit(resource, &now) == 0 && value < now.rlim_max) {
        now.rlim_cur = value;
        (void)setrlimit(resource, &now);
    }
}

// A crash is expected here: it leaves no core file, runs none of the program's handlers,
// and the child does not outlive its parent.
static void confine(const struct hexfog_child *child, pid_t parent)
{
    static const int signals[] = {SIGALRM, SIGINT,  SIGTERM, SIGHUP,
                                  SIGSEGV, SIGABRT, SIGBUS,  SIGFPE};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        (void)signal(signals[i], SIG_DFL);
    limit(RLIMIT_CORE, 0);
    if (child->address_bytes)
        limit(RLIMIT_AS, (rlim_t)child->address_bytes);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(HEXFOG_IO);
    (void)alarm(child->seconds);
}

static hexfog_status wait_for(pid_t pid, int *result)
{
    while (waitpid(pid, result, 0) < 0)
        if (errno != EINTR)
            return HEXFOG_IO;
    return HEXFOG_OK;
}

static hexfog_status explain_death(const struct hexfog_child *child, int result,
                                   struct hexfog_error *error)
{
    const char *advice = child->advice ? child->advice : "";

    if (WIFSIGNALED(result) && WTERMSIG(result) == SIGALRM)
        return hexfog_fail(error, child->crash_status, "%s did not end within %u seconds%s%s",
                           child->what, child->seconds, *advice ? "; " : "", advice);
    if (WIFSIGNALED(result))
        return hexfog_fail(error, child->crash_status, "%s crashed (signal %d, %s)%s%s",
                           child->what, WTERMSIG(result), strsignal(WTERMSIG(result)),
                           *advice ? "; " : "", advice);
    return hexfog_fail(error, child->crash_status, "%s ended the process (exit status %d)%s%s",
                       child->what, WEXITSTATUS(result), *advice ? "; " : "", advice);
}

// Never returns: the child's end must not run the parent's exit handlers or flush its streams.
static _Noreturn void be_child(const struct hexfog_child *child, pid_t parent,
                               struct message *message)
{
    confine(child, parent);
    hexfog_status status = child->work(child->context, message->shared, &message->error);
    message->status = status;
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
        return hexfog_fail_memory(error, child->what);
    memcpy(message->shared, shared, shared_bytes);
    pid_t pid = fork();
    if (pid == 0)
        be_child(child, parent, message);
    if (pid < 0) {
        hexfog_fail(error, HEXFOG_IO, "no process for %s: %s", child->what, strerror(errno));
        munmap(message, bytes);
        return HEXFOG_IO;
    }
    *running = (struct hexfog_running_child){ *child, pid, message, bytes };
    return HEXFOG_OK;
}

hexfog_status hexfog_end_child(struct hexfog_running_child *running, void *shared,
                               struct hexfog_error *error)
{
    struct message *message = running->message;
    hexfog_status status = HEXFOG_OK;
    int result = 0;

    if (wait_for(running->pid, &result) != HEXFOG_OK)
        status = hexfog_fail(error, HEXFOG_IO, "no end of the process for %s: %s",
                             running->child.what, strerror(errno));
    else if (!WIFEXITED(result) || WEXITSTATUS(result) != HEXFOG_OK)
        status = explain_death(&running->child, result, error);
    else if ((status = message->status) != HEXFOG_OK && error)
        *error = message->error;
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
