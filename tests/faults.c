// SPDX-License-Identifier: MIT
// Turns HEXFOG_FAULT into system calls that fail: functions that stand before those of the
// C library.
#undef _FILE_OFFSET_BITS // open and open64 are two functions here
#undef _FORTIFY_SOURCE   // and none of them is a macro
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FAULTS = 8 };
enum call {
    OPEN, WRITE, PWRITE, FALLOCATE, FSYNC, CLOSE, RENAME, FCHMOD, FLOCK, MKDIR, GETRANDOM, THREAD,
    CALLS
};
enum kind { NONE, ERROR, SIGNAL, SHORT, SUCCESS };

struct outcome {
    const char *name;
    enum kind kind;
    int number;
};

struct fault {
    enum call call;
    int first;
    bool goes_on;
    struct outcome outcome;
};

static const char *const call_names[CALLS] = {
    "open",   "write",  "pwrite", "fallocate", "fsync",         "close",
    "rename", "fchmod", "flock",  "mkdir",     "getrandom",     "pthread_create"};

#define AN_ERROR(name) {#name, ERROR, name}
#define A_SIGNAL(name) {#name, SIGNAL, name}
static const struct outcome outcomes[] = {
    AN_ERROR(EACCES), AN_ERROR(EAGAIN), AN_ERROR(EDQUOT),  AN_ERROR(EEXIST),  AN_ERROR(EFBIG),
    AN_ERROR(EINTR),  AN_ERROR(EINVAL), AN_ERROR(EIO),     AN_ERROR(EISDIR),  AN_ERROR(EMFILE),
    AN_ERROR(ENOENT), AN_ERROR(ENOSPC), AN_ERROR(ENOSYS),  AN_ERROR(ENOTSUP), AN_ERROR(EPERM),
    AN_ERROR(EPIPE),  AN_ERROR(EROFS),  AN_ERROR(EXDEV),   A_SIGNAL(SIGHUP),  A_SIGNAL(SIGINT),
    A_SIGNAL(SIGKILL), A_SIGNAL(SIGSTOP), A_SIGNAL(SIGTERM), {"short", SHORT, 0},
    {"success", SUCCESS, 0}};

static struct fault faults[MOST_FAULTS];
static size_t fault_count;
static char only_path[PATH_MAX];
static atomic_int counts[CALLS];

static void complain(const char *what)
{
    fprintf(stderr, "HEXFOG_FAULT: not understood: %s\n", what);
    abort();
}

static enum call call_named(const char *name, size_t length)
{
    for (int i = 0; i < CALLS; i++)
        if (strlen(call_names[i]) == length && strncmp(call_names[i], name, length) == 0)
            return (enum call)i;
    complain(name);
    return CALLS;
}

static struct outcome outcome_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        if (strlen(outcomes[i].name) == length && strncmp(outcomes[i].name, name, length) == 0)
            return outcomes[i];
    complain(name);
    return outcomes[0];
}

// One CALL:N:WHAT or CALL:N+:WHAT; returns what stands behind it.
static const char *read_fault(const char *text, struct fault *fault)
{
    size_t length = strcspn(text, ":");
    char *end;
    fault->call = call_named(text, length);
    fault->first = (int)strtol(text + length + (text[length] == ':'), &end, 10);
    fault->goes_on = *end == '+';
    end += fault->goes_on;
    if (fault->first < 1 || *end != ':')
        complain(text);
    end++;
    length = strcspn(end, ",");
    fault->outcome = outcome_named(end, length);
    return end + length + (end[length] == ',');
}

void faults_arm(const char *text, const char *path)
{
    fault_count = 0;
    for (int i = 0; i < CALLS; i++)
        atomic_store(&counts[i], 0);
    snprintf(only_path, sizeof only_path, "%s", path ? path : "");
    while (text && *text && fault_count < MOST_FAULTS) {
        text = read_fault(text, &faults[fault_count]);
        fault_count++;
    }
}

__attribute__((constructor)) static void arm_from_environment(void)
{
    faults_arm(getenv("HEXFOG_FAULT"), getenv("HEXFOG_FAULT_PATH"));
}

int faults_count(const char *call)
{
    return atomic_load(&counts[call_named(call, strlen(call))]);
}

static bool path_counts(const char *path)
{
    char absolute[2 * PATH_MAX], folder[PATH_MAX];
    if (*only_path == '\0')
        return true;
    if (*path != '/' && getcwd(folder, sizeof folder))
        snprintf(absolute, sizeof absolute, "%s/%s", folder, path);
    else
        snprintf(absolute, sizeof absolute, "%s", path);
    return strncmp(absolute, only_path, strlen(only_path)) == 0;
}

static bool fd_counts(int fd)
{
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    return path_counts(path);
}

// Counts a call and does what is due before it. NONE: make it.
static enum kind meet(enum call call)
{
    int count = atomic_fetch_add(&counts[call], 1) + 1;
    for (size_t i = 0; i < fault_count; i++) {
        const struct fault *fault = &faults[i];
        bool is_due = fault->goes_on ? count >= fault->first : count == fault->first;
        if (fault->call != call || !is_due)
            continue;
        if (fault->outcome.kind == ERROR)
            errno = fault->outcome.number;
        if (fault->outcome.kind == SIGNAL)
            kill(getpid(), fault->outcome.number);
        return fault->outcome.kind == SIGNAL ? NONE : fault->outcome.kind;
    }
    return NONE;
}

static enum kind meet_fd(enum call call, int fd)
{
    int saved = errno;
    bool does_count = fd_counts(fd);
    errno = saved;
    return does_count ? meet(call) : NONE;
}

// The function of the C library that stands behind ours.
#define NEXT(type, name, ...)                                                                \
    type (*next)(__VA_ARGS__);                                                               \
    *(void **)&next = dlsym(RTLD_NEXT, name)

static bool opens_to_write(const char *path, int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY && path_counts(path);
}

int open(const char *path, int flags, ...)
{
    NEXT(int, "open", const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (opens_to_write(path, flags) && meet(OPEN) == ERROR)
        return -1;
    return next(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    NEXT(int, "open64", const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (opens_to_write(path, flags) && meet(OPEN) == ERROR)
        return -1;
    return next(path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    NEXT(ssize_t, "write", int, const void *, size_t);
    switch (meet_fd(WRITE, fd)) {
    case ERROR: return -1;
    case SUCCESS: return (ssize_t)count;
    case SHORT: return next(fd, bytes, count > 0);
    case SIGNAL:
    case NONE: break;
    }
    return next(fd, bytes, count);
}

static ssize_t write_at(ssize_t (*next)(int, const void *, size_t, off64_t), int fd,
                        const void *bytes, size_t count, off64_t offset)
{
    switch (meet_fd(PWRITE, fd)) {
    case ERROR: return -1;
    case SUCCESS: return (ssize_t)count;
    case SHORT: return next(fd, bytes, count > 0, offset);
    case SIGNAL:
    case NONE: break;
    }
    return next(fd, bytes, count, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
    NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return write_at(next, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset)
{
    NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return write_at(next, fd, bytes, count, offset);
}

static int allocate(int (*next)(int, int, off64_t, off64_t), int fd, int mode, off64_t offset,
                    off64_t count)
{
    enum kind kind = meet_fd(FALLOCATE, fd);
    return kind == ERROR ? -1 : kind == SUCCESS ? 0 : next(fd, mode, offset, count);
}

int fallocate(int fd, int mode, off_t offset, off_t count)
{
    NEXT(int, "fallocate64", int, int, off64_t, off64_t);
    return allocate(next, fd, mode, offset, count);
}

int fallocate64(int fd, int mode, off64_t offset, off64_t count)
{
    NEXT(int, "fallocate64", int, int, off64_t, off64_t);
    return allocate(next, fd, mode, offset, count);
}

int fsync(int fd)
{
    NEXT(int, "fsync", int);
    enum kind kind = meet_fd(FSYNC, fd);
    return kind == ERROR ? -1 : kind == SUCCESS ? 0 : next(fd);
}

static bool is_open_to_write(int fd)
{
    int saved = errno, flags = fcntl(fd, F_GETFL);
    errno = saved;
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

// As Linux does it: the number is free again also when close fails.
int close(int fd)
{
    NEXT(int, "close", int);
    enum kind kind = is_open_to_write(fd) ? meet_fd(CLOSE, fd) : NONE;
    int reason = errno, result = next(fd);
    if (kind != ERROR)
        return result;
    errno = reason;
    return -1;
}

int rename(const char *from, const char *to)
{
    NEXT(int, "rename", const char *, const char *);
    enum kind kind = path_counts(to) ? meet(RENAME) : NONE;
    return kind == ERROR ? -1 : kind == SUCCESS ? 0 : next(from, to);
}

int fchmod(int fd, mode_t mode)
{
    NEXT(int, "fchmod", int, mode_t);
    return meet_fd(FCHMOD, fd) == ERROR ? -1 : next(fd, mode);
}

int flock(int fd, int operation)
{
    NEXT(int, "flock", int, int);
    return meet_fd(FLOCK, fd) == ERROR ? -1 : next(fd, operation);
}

int mkdir(const char *path, mode_t mode)
{
    NEXT(int, "mkdir", const char *, mode_t);
    return path_counts(path) && meet(MKDIR) == ERROR ? -1 : next(path, mode);
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    NEXT(ssize_t, "getrandom", void *, size_t, unsigned);
    return meet(GETRANDOM) == ERROR ? -1 : next(bytes, count, flags);
}

// Says why in its result, not in errno.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    NEXT(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return meet(THREAD) == ERROR ? errno : next(thread, attributes, start, argument);
}
