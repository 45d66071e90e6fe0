// SPDX-License-Identifier: MIT
// Turns HEXFOG_FAULT into system calls that fail: functions that stand before those of the
// C library.
#undef _FILE_OFFSET_BITS // open and open64 are two functions here
#undef _FORTIFY_SOURCE   // and none of them is a macro
#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_FAULTS = 8 };

struct outcome {
    const char *name;
    enum faults_kind kind;
    int number;
};

struct fault {
    enum faults_call call;
    int first;
    bool goes_on;
    struct outcome outcome;
};

const char *const faults_call_names[FAULTS_CALLS] = {
    "open", "write", "pwrite", "fallocate", "fsync", "close", "rename", "fchmod", "flock", "mkdir",
    "getrandom", "pthread_create", "openr", "read", "opendir", "stat", "fstat", "readlink",
    "dup", "fork", "mmap", "exchange", "wait", "pipe", "poll", "memory", "door"};

#define AN_ERROR(name) {#name, FAULTS_ERROR, name}
#define A_SIGNAL(name) {#name, FAULTS_SIGNAL, name}
static const struct outcome outcomes[] = {
    AN_ERROR(EACCES), AN_ERROR(EAGAIN), AN_ERROR(EDQUOT),  AN_ERROR(EEXIST),  AN_ERROR(EFBIG),
    AN_ERROR(EINTR),  AN_ERROR(EINVAL), AN_ERROR(EIO),     AN_ERROR(EISDIR),  AN_ERROR(EMFILE),
    AN_ERROR(ENFILE), AN_ERROR(ENOENT), AN_ERROR(ENOMEM),  AN_ERROR(ENOSPC),  AN_ERROR(ENOSYS),
    AN_ERROR(ENOTSUP), AN_ERROR(EPERM), AN_ERROR(EPIPE),   AN_ERROR(EROFS),   AN_ERROR(EXDEV),
    A_SIGNAL(SIGHUP), A_SIGNAL(SIGINT), A_SIGNAL(SIGKILL), A_SIGNAL(SIGSTOP), A_SIGNAL(SIGTERM),
    {"short", FAULTS_SHORT, 0}, {"success", FAULTS_SUCCESS, 0}};

static struct fault faults[MOST_FAULTS];
static size_t fault_count;
static atomic_bool is_over;
static char only_path[PATH_MAX];
static struct faults_shared unshared, *counted = &unshared;

struct faults_shared *faults_shared(void)
{
    return counted;
}

static void complain(const char *what)
{
    fprintf(stderr, "HEXFOG_FAULT: not understood: %s\n", what);
    abort();
}

static enum faults_call call_named(const char *name, size_t length)
{
    for (int i = 0; i < FAULTS_CALLS; i++)
        if (strlen(faults_call_names[i]) == length &&
            strncmp(faults_call_names[i], name, length) == 0)
            return (enum faults_call)i;
    complain(name);
    return FAULTS_CALLS;
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
    for (int i = 0; i < FAULTS_CALLS; i++)
        atomic_store(&counted->counts[i], 0);
    atomic_store(&counted->injected, 0);
    snprintf(only_path, sizeof only_path, "%s", path ? path : "");
    while (text && *text && fault_count < MOST_FAULTS) {
        text = read_fault(text, &faults[fault_count]);
        fault_count++;
    }
}

// Where no other program looks on, the children do.
static void share_counts(const char *path)
{
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *memory = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    if (fd >= 0)
        close(fd);
    if (memory == MAP_FAILED)
        complain(path ? path : "no memory to share");
    counted = memory;
}

__attribute__((constructor)) static void arm_from_environment(void)
{
    share_counts(getenv("HEXFOG_FAULT_SHARED"));
    faults_arm(getenv("HEXFOG_FAULT"), getenv("HEXFOG_FAULT_PATH"));
}

int faults_count(const char *call)
{
    return atomic_load(&counted->counts[call_named(call, strlen(call))]);
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

static ssize_t true_readlink(const char *path, char *target, size_t size)
{
    return syscall(SYS_readlinkat, AT_FDCWD, path, target, size);
}

static bool fd_counts(int fd)
{
    char link[64], path[PATH_MAX];
    if (*only_path == '\0')
        return true;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = true_readlink(link, path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    return path_counts(path);
}

void faults_end(void)
{
    atomic_store(&is_over, true);
}

enum faults_kind faults_meet(enum faults_call call)
{
    if (atomic_load(&is_over))
        return FAULTS_NONE;
    int count = atomic_fetch_add(&counted->counts[call], 1) + 1;
    for (size_t i = 0; i < fault_count; i++) {
        const struct fault *fault = &faults[i];
        bool is_due = fault->goes_on ? count >= fault->first : count == fault->first;
        if (fault->call != call || !is_due)
            continue;
        atomic_fetch_add(&counted->injected, 1);
        if (fault->outcome.kind == FAULTS_ERROR)
            errno = fault->outcome.number;
        if (fault->outcome.kind == FAULTS_SIGNAL)
            kill(getpid(), fault->outcome.number);
        return fault->outcome.kind == FAULTS_SIGNAL ? FAULTS_NONE : fault->outcome.kind;
    }
    return FAULTS_NONE;
}

static enum faults_kind meet_fd(enum faults_call call, int fd)
{
    int saved = errno;
    bool does_count = fd_counts(fd);
    errno = saved;
    return does_count ? faults_meet(call) : FAULTS_NONE;
}

static bool path_fails(enum faults_call call, const char *path)
{
    int saved = errno;
    bool does_count = path_counts(path);
    errno = saved;
    return does_count && faults_meet(call) == FAULTS_ERROR;
}

// The function of the C library that stands behind ours.
#define NEXT(type, name, ...)                                                                \
    type (*next)(__VA_ARGS__);                                                               \
    *(void **)&next = dlsym(RTLD_NEXT, name)

static bool open_fails(const char *path, int flags)
{
    return path_fails((flags & O_ACCMODE) != O_RDONLY ? FAULTS_OPEN : FAULTS_OPENR, path);
}

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    NEXT(int, "open", const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_fails(path, flags) ? -1 : next(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    NEXT(int, "open64", const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_fails(path, flags) ? -1 : next(path, flags, mode);
}

// What a fortified program calls without a mode.
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return open64(path, flags);
}

DIR *opendir(const char *path)
{
    NEXT(DIR *, "opendir", const char *);
    return path_fails(FAULTS_OPENDIR, path) ? NULL : next(path);
}

int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
    NEXT(int, "scandir64", const char *, struct dirent64 ***, int (*)(const struct dirent64 *),
         int (*)(const struct dirent64 **, const struct dirent64 **));
    return path_fails(FAULTS_OPENDIR, path) ? -1 : next(path, list, filter, compare);
}

int stat64(const char *path, struct stat64 *status)
{
    NEXT(int, "stat64", const char *, struct stat64 *);
    return path_fails(FAULTS_STAT, path) ? -1 : next(path, status);
}

int fstat64(int fd, struct stat64 *status)
{
    NEXT(int, "fstat64", int, struct stat64 *);
    return meet_fd(FAULTS_FSTAT, fd) == FAULTS_ERROR ? -1 : next(fd, status);
}

ssize_t readlink(const char *path, char *target, size_t size)
{
    return path_fails(FAULTS_READLINK, path) ? -1 : true_readlink(path, target, size);
}

int fcntl64(int fd, int command, ...)
{
    NEXT(int, "fcntl64", int, int, ...);
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    return copies && faults_meet(FAULTS_DUP) == FAULTS_ERROR ? -1 : next(fd, command, argument);
}

static size_t read_at_most(enum faults_kind kind, size_t count)
{
    return kind == FAULTS_SHORT && count > 1 ? 1 : count;
}

ssize_t read(int fd, void *bytes, size_t count)
{
    NEXT(ssize_t, "read", int, void *, size_t);
    enum faults_kind kind = meet_fd(FAULTS_READ, fd);
    return kind == FAULTS_ERROR ? -1 : next(fd, bytes, read_at_most(kind, count));
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t offset)
{
    NEXT(ssize_t, "pread64", int, void *, size_t, off64_t);
    enum faults_kind kind = meet_fd(FAULTS_READ, fd);
    return kind == FAULTS_ERROR ? -1 : next(fd, bytes, read_at_most(kind, count), offset);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
    return pread64(fd, bytes, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    NEXT(ssize_t, "write", int, const void *, size_t);
    switch (meet_fd(FAULTS_WRITE, fd)) {
    case FAULTS_ERROR: return -1;
    case FAULTS_SUCCESS: return (ssize_t)count;
    case FAULTS_SHORT: return next(fd, bytes, count > 0);
    case FAULTS_SIGNAL:
    case FAULTS_NONE: break;
    }
    return next(fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset)
{
    NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    switch (meet_fd(FAULTS_PWRITE, fd)) {
    case FAULTS_ERROR: return -1;
    case FAULTS_SUCCESS: return (ssize_t)count;
    case FAULTS_SHORT: return next(fd, bytes, count > 0, offset);
    case FAULTS_SIGNAL:
    case FAULTS_NONE: break;
    }
    return next(fd, bytes, count, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
    return pwrite64(fd, bytes, count, offset);
}

int fallocate64(int fd, int mode, off64_t offset, off64_t count)
{
    NEXT(int, "fallocate64", int, int, off64_t, off64_t);
    enum faults_kind kind = meet_fd(FAULTS_FALLOCATE, fd);
    if (kind == FAULTS_NONE)
        return next(fd, mode, offset, count);
    return kind == FAULTS_ERROR ? -1 : 0;
}

int fallocate(int fd, int mode, off_t offset, off_t count)
{
    return fallocate64(fd, mode, offset, count);
}

int fsync(int fd)
{
    NEXT(int, "fsync", int);
    enum faults_kind kind = meet_fd(FAULTS_FSYNC, fd);
    return kind == FAULTS_ERROR ? -1 : kind == FAULTS_SUCCESS ? 0 : next(fd);
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
    enum faults_kind kind = is_open_to_write(fd) ? meet_fd(FAULTS_CLOSE, fd) : FAULTS_NONE;
    int reason = errno, result = next(fd);
    if (kind != FAULTS_ERROR)
        return result;
    errno = reason;
    return -1;
}

int rename(const char *from, const char *to)
{
    NEXT(int, "rename", const char *, const char *);
    enum faults_kind kind = path_counts(to) ? faults_meet(FAULTS_RENAME) : FAULTS_NONE;
    return kind == FAULTS_ERROR ? -1 : kind == FAULTS_SUCCESS ? 0 : next(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    NEXT(int, "renameat2", int, const char *, int, const char *, unsigned);
    return path_fails(FAULTS_EXCHANGE, to) ? -1 : next(from_folder, from, to_folder, to, flags);
}

int fchmod(int fd, mode_t mode)
{
    NEXT(int, "fchmod", int, mode_t);
    return meet_fd(FAULTS_FCHMOD, fd) == FAULTS_ERROR ? -1 : next(fd, mode);
}

int flock(int fd, int operation)
{
    NEXT(int, "flock", int, int);
    return meet_fd(FAULTS_FLOCK, fd) == FAULTS_ERROR ? -1 : next(fd, operation);
}

int mkdir(const char *path, mode_t mode)
{
    NEXT(int, "mkdir", const char *, mode_t);
    return path_fails(FAULTS_MKDIR, path) ? -1 : next(path, mode);
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    NEXT(ssize_t, "getrandom", void *, size_t, unsigned);
    return faults_meet(FAULTS_GETRANDOM) == FAULTS_ERROR ? -1 : next(bytes, count, flags);
}

// Says why in its result, not in errno.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    NEXT(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return faults_meet(FAULTS_THREAD) == FAULTS_ERROR ? errno
                                                      : next(thread, attributes, start, argument);
}

pid_t fork(void)
{
    NEXT(pid_t, "fork", void);
    return faults_meet(FAULTS_FORK) == FAULTS_ERROR ? -1 : next();
}

pid_t waitpid(pid_t process, int *result, int options)
{
    NEXT(pid_t, "waitpid", pid_t, int *, int);
    return faults_meet(FAULTS_WAIT) == FAULTS_ERROR ? -1 : next(process, result, options);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    NEXT(int, "waitid", idtype_t, id_t, siginfo_t *, int);
    return faults_meet(FAULTS_WAIT) == FAULTS_ERROR ? -1 : next(type, id, info, options);
}

int pipe2(int ends[2], int flags)
{
    NEXT(int, "pipe2", int *, int);
    return faults_meet(FAULTS_PIPE) == FAULTS_ERROR ? -1 : next(ends, flags);
}

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    NEXT(int, "poll", struct pollfd *, nfds_t, int);
    return faults_meet(FAULTS_POLL) == FAULTS_ERROR ? -1 : next(fds, count, timeout);
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
    NEXT(int, "ppoll", struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
    return faults_meet(FAULTS_POLL) == FAULTS_ERROR ? -1 : next(fds, count, timeout, mask);
}

// The C library's own allocator does not come this way.
void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset)
{
    NEXT(void *, "mmap64", void *, size_t, int, int, int, off64_t);
    if ((flags & MAP_SHARED) && fd < 0 && faults_meet(FAULTS_MMAP) == FAULTS_ERROR)
        return MAP_FAILED;
    return next(address, length, protection, flags, fd, offset);
}
