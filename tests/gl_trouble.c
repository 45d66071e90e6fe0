// SPDX-License-Identifier: MIT
// Turns GL_TROUBLE into a driver that is no good: a dlopen that stands before that of the C
// library. missing: there is no such library; empty: one without EGL in it; abort, segfault,
// exit, hang, kill: what a driver may do to the process that loads it. READ_TROUBLE does the
// same when the file READ_TROUBLE_FILE is opened.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void suffer(const char *trouble)
{
    if (strcmp(trouble, "abort") == 0)
        abort();
    if (strcmp(trouble, "segfault") == 0)
        raise(SIGSEGV);
    if (strcmp(trouble, "exit") == 0)
        _exit(0);
    if (strcmp(trouble, "kill") == 0)
        raise(SIGKILL);
    while (strcmp(trouble, "hang") == 0)
        pause();
}

void *dlopen(const char *name, int flags)
{
    void *(*real)(const char *, int) = NULL;
    const char *trouble = getenv("GL_TROUBLE");
    void *found = dlsym(RTLD_NEXT, "dlopen");

    memcpy(&real, &found, sizeof real);
    if (!name || !trouble || !strstr(name, "libEGL"))
        return real(name, flags);
    suffer(trouble);
    return real(strcmp(trouble, "empty") == 0 ? "libm.so.6" : "libEGL-missing.so.1", flags);
}

int open64(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...) = NULL;
    const char *trouble = getenv("READ_TROUBLE"), *file = getenv("READ_TROUBLE_FILE");
    void *found = dlsym(RTLD_NEXT, "open64");
    va_list arguments;
    mode_t mode;

    memcpy(&real, &found, sizeof real);
    va_start(arguments, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (trouble && file && strcmp(path, file) == 0)
        suffer(trouble);
    return real(path, flags, mode);
}

// A time limit of minutes is over in one second.
unsigned alarm(unsigned seconds)
{
    unsigned (*real)(unsigned) = NULL;
    void *found = dlsym(RTLD_NEXT, "alarm");

    memcpy(&real, &found, sizeof real);
    return real(seconds && getenv("GL_SHORT_TIME") ? 1 : seconds);
}
