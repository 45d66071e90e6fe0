// SPDX-License-Identifier: MIT
// Turns a target's name into the name of its temporary file, and such a name into its
// owner; removes the files whose owner is gone.
#include "base/temporary_name.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/temporary.h"
#include "base/text.h"

enum {
    HOST_BYTES = 65, // what the kernel allows, 64, and a NUL
    PID_DIGITS = 10,
    RANDOM_DIGITS = 16
};

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static void read_host(char host[HOST_BYTES])
{
    memset(host, 0, HOST_BYTES);
    if (gethostname(host, HOST_BYTES - 1) != 0 || *host == '\0')
        strcpy(host, "localhost");
    for (char *p = host; *p; p++)
        if (!is_letter_or_digit(*p) && *p != '.' && *p != '-')
            *p = '_';
}

// ".hexfog-HOST-", the same for every file; returns its length.
static size_t write_mark(char mark[HOST_BYTES + 16])
{
    char host[HOST_BYTES];
    read_host(host);
    return (size_t)snprintf(mark, HOST_BYTES + 16, ".hexfog-%s-", host);
}

// ".NAME.hexfog-HOST-", the same for every PID; returns its length.
static size_t write_stem(char stem[NAME_MAX + 1], const char *target_name)
{
    char mark[HOST_BYTES + 16];
    size_t others = write_mark(mark) + strlen(".-.tmp") + PID_DIGITS + RANDOM_DIGITS;
    size_t length = hexfog_utf8_cut(target_name, strlen(target_name), NAME_MAX - others);
    return (size_t)snprintf(stem, NAME_MAX + 1, ".%.*s%s", (int)length, target_name, mark);
}

void hexfog_temporary_name(char file_name[NAME_MAX + 1], const char *target_name, uint64_t random)
{
    size_t length = write_stem(file_name, target_name);
    snprintf(file_name + length, NAME_MAX + 1 - length, "%ld-%016" PRIx64 ".tmp", (long)getpid(),
             random);
}

// What stands behind the stem; NULL when it is another one. A target's own name may hold the mark.
static const char *behind_stem(const char *file_name, const char *target_name)
{
    char stem[NAME_MAX + 1], mark[HOST_BYTES + 16];
    const char *found = NULL;
    if (target_name) {
        size_t length = write_stem(stem, target_name);
        return strncmp(file_name, stem, length) == 0 ? file_name + length : NULL;
    }
    size_t length = write_mark(mark);
    if (file_name[0] != '.')
        return NULL;
    for (const char *at = file_name; (at = strstr(at + 1, mark));)
        found = at + length;
    return found;
}

pid_t hexfog_temporary_owner(const char *file_name, const char *target_name)
{
    const char *digits = behind_stem(file_name, target_name);
    if (!digits)
        return 0;
    size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > PID_DIGITS || digits[count] != '-')
        return 0;
    const char *random = digits + count + 1;
    if (strspn(random, "0123456789abcdef") != RANDOM_DIGITS
        || strcmp(random + RANDOM_DIGITS, ".tmp") != 0)
        return 0;
    long long owner = strtoll(digits, NULL, 10);
    return owner > 0 && owner <= INT_MAX ? (pid_t)owner : 0;
}

// A killed process whose parent does not ask for it, as in many a container, keeps its PID.
static bool is_zombie(pid_t pid)
{
    char path[40], line[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, line, sizeof line - 1);
    close(fd);
    line[length > 0 ? length : 0] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end && strncmp(name_end, ") Z", 3) == 0;
}

static bool is_gone(pid_t pid)
{
    return kill(pid, 0) == 0 ? is_zombie(pid) : errno == ESRCH;
}

// A living owner holds the lock, whatever its PID looks like from here: in another container
// it may seem dead, or be our own. Where there are no locks the PID alone decides, but for
// our own PID, which may be that of another thread's file.
static bool is_left_behind(int fd, bool is_own_pid)
{
    struct stat file;
    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode))
        return false;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    return errno != EWOULDBLOCK && !is_own_pid;
}

static void remove_if_left_behind(int folder, const char *file_name, bool is_own_pid)
{
    int fd = openat(folder, file_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return;
    if (is_left_behind(fd, is_own_pid))
        unlinkat(folder, file_name, 0);
    close(fd);
}

void hexfog_temporary_sweep(const char *folder, const char *name)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        pid_t owner = hexfog_temporary_owner(entry->d_name, name);
        if (owner > 0 && (owner == getpid() || is_gone(owner)))
            remove_if_left_behind(dirfd(entries), entry->d_name, owner == getpid());
    }
    closedir(entries);
}

void hexfog_sweep_folder(const char *folder)
{
    hexfog_temporary_sweep(folder, NULL);
}
