// SPDX-License-Identifier: MIT
// Turns a command into the same command with one call after the other failing, and holds what
// it does then to cli.md: it ends as it would have, or with the failure's status and a message,
// every file as it was, none beside them and nothing of its memory left.
//
//     sweep [OPTION]... -p FAULTS.so FOLDER NAME COMMAND...
//
//     -a STATUSES   that it may end with besides, as digits
//     -c CALL,...   only these calls
//     -l LOG        gets a line `NAME failures`
//     -n            it prints a number of threads, which may be another without memory
//     -m MOST       of each kind of failure at most so many, spread evenly
//     -r FILE       a report: it may tell of the failure, and of times
//     -s            several results: each file is as it was or as it should be
//     -v            tells every run
//
// The command runs in FOLDER, which is as before when this ends.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

#include "faults.h"
#include "sweep.h"

enum { SECONDS = 60, MOST_TOLD = 8 };
// Files below the folder, standard output, standard error.
enum place { HERE, OUT, ERR, PLACES };

struct trial {
    enum faults_call call;
    const char *what;
    bool goes_on;          // all calls from the Nth
    enum place place;
    const char *statuses;  // that it may end with; "" = it has to succeed
    const char *also;      // another fault at the same time
};

#define ONCE(call, what, statuses) { FAULTS_##call, what, false, HERE, statuses, "" }
#define ON(call, what, statuses) { FAULTS_##call, what, true, HERE, statuses, "" }
static const struct trial trials[] = {
    // hexfog's own memory, then that of every library too. A reader that a library takes down
    // is a file that cannot be read.
    ONCE(DOOR, "ENOMEM", "5"), ON(DOOR, "ENOMEM", "5"),
    ONCE(MEMORY, "ENOMEM", "54"), ON(MEMORY, "ENOMEM", "54"),
    ONCE(OPEN, "EACCES", "4"), ONCE(OPEN, "EMFILE", "4"), ONCE(OPEN, "ENOSPC", "4"),
    ONCE(OPEN, "EDQUOT", "4"), ONCE(OPEN, "EROFS", "4"), ONCE(OPEN, "EIO", "4"),
    ONCE(OPEN, "EINTR", ""), ON(OPEN, "ENFILE", "4"),
    ONCE(WRITE, "ENOSPC", "4"), ONCE(WRITE, "EIO", "4"), ON(WRITE, "EDQUOT", "4"),
    ONCE(WRITE, "EINTR", ""), ON(WRITE, "short", ""), ONCE(WRITE, "short", ""),
    { FAULTS_WRITE, "ENOSPC", false, OUT, "4", "" }, { FAULTS_WRITE, "EPIPE", true, OUT, "4", "" },
    { FAULTS_WRITE, "EINTR", false, OUT, "", "" }, { FAULTS_WRITE, "short", true, OUT, "", "" },
    { FAULTS_WRITE, "EIO", true, ERR, "", "" }, { FAULTS_WRITE, "EINTR", false, ERR, "", "" },
    { FAULTS_WRITE, "short", true, ERR, "", "" },
    ONCE(PWRITE, "ENOSPC", "4"), ONCE(PWRITE, "EIO", "4"), ON(PWRITE, "EDQUOT", "4"),
    ONCE(PWRITE, "EINTR", ""), ON(PWRITE, "short", ""),
    ONCE(FSYNC, "EIO", "4"), ONCE(FSYNC, "ENOSPC", "4"), ONCE(FSYNC, "EINTR", ""),
    ONCE(CLOSE, "EIO", "4"), ONCE(CLOSE, "ENOSPC", "4"), ONCE(CLOSE, "EDQUOT", "4"),
    ON(CLOSE, "EINTR", "4"),
    ONCE(RENAME, "EACCES", "4"), ONCE(RENAME, "EIO", "4"), ONCE(RENAME, "ENOSPC", "4"),
    // A file system, or a system, that cannot exchange; or only this one file refuses.
    ON(EXCHANGE, "EINVAL", ""), ON(EXCHANGE, "ENOSYS", ""),
    { FAULTS_EXCHANGE, "EACCES", false, HERE, "4", ",rename:1:EACCES" },
    ONCE(FCHMOD, "EPERM", "4"), ONCE(FLOCK, "ENOSYS", ""), ONCE(FLOCK, "EINTR", ""),
    ONCE(MKDIR, "EACCES", "4"), ONCE(MKDIR, "ENOSPC", "4"), ONCE(MKDIR, "EDQUOT", "4"),
    ONCE(GETRANDOM, "EINTR", ""), ONCE(GETRANDOM, "ENOSYS", "4"),
    ONCE(THREAD, "EAGAIN", ""), ON(THREAD, "EAGAIN", ""),
    ONCE(OPENR, "EACCES", "4"), ONCE(OPENR, "EMFILE", "4"), ONCE(OPENR, "EINTR", ""),
    ONCE(READ, "EIO", "4"), ONCE(READ, "EINTR", ""), ON(READ, "short", ""),
    ONCE(OPENDIR, "EMFILE", "4"), ON(OPENDIR, "EACCES", "4"),
    ONCE(STAT, "EIO", "4"), ONCE(FSTAT, "EIO", "4"), ONCE(READLINK, "EIO", "4"),
    ONCE(DUP, "EMFILE", "4"), ONCE(FORK, "EAGAIN", "4"), ON(FORK, "ENOMEM", "4"),
    ONCE(MMAP, "ENOMEM", "5"), ONCE(WAIT, "EINTR", ""),
    ONCE(PIPE, "EMFILE", "4"), ONCE(POLL, "EINTR", "")
};

struct sweep {
    const char *folder, *name, *preload, *only_calls, *more_statuses, *report;
    char **command;
    char scratch[64], out[96], err[96], shared_path[96];
    struct faults_shared *shared;
    int most, failures, injected;
    bool is_verbose, has_several;
    bool prints_anew;                     // a time, or a number of threads
    struct snapshot before, after;        // of the folder; after the command as it is
    int status;                           // of the command as it is
    char *printed;
    size_t printed_length;
    int counts[PLACES][FAULTS_CALLS];
};

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

// ------------------------------------------------------------------------ a run

static void redirect(int fd, const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, fd) < 0)
        give_up(path);
    close(file);
}

static void be_command(const struct sweep *sweep, const char *fault, enum place place)
{
    const char *paths[PLACES] = { sweep->folder, sweep->out, sweep->err };
    if (chdir(sweep->folder) != 0)
        give_up(sweep->folder);
    redirect(0, "/dev/null", O_RDONLY);
    redirect(1, sweep->out, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(2, sweep->err, O_WRONLY | O_CREAT | O_TRUNC);
    setenv("HEXFOG_FAULT", fault, 1);
    setenv("HEXFOG_FAULT_PATH", paths[place], 1);
    setenv("HEXFOG_FAULT_SHARED", sweep->shared_path, 1);
    setenv("LD_PRELOAD", sweep->preload, 1);
    alarm(SECONDS);
    execvp(sweep->command[0], sweep->command);
    _exit(127);
}

// The wait status.
static int run(struct sweep *sweep, const char *fault, enum place place)
{
    int result;
    memset(sweep->shared, 0, sizeof *sweep->shared);
    pid_t pid = fork();
    if (pid == 0)
        be_command(sweep, fault, place);
    if (pid < 0 || waitpid(pid, &result, 0) != pid)
        give_up("fork");
    return result;
}

static bool has_printed_the_same(const struct sweep *sweep)
{
    size_t length;
    char *now = read_whole(sweep->out, &length);
    bool is_same = length == sweep->printed_length &&
                   (length == 0 || memcmp(now, sweep->printed, length) == 0);
    free(now);
    return is_same;
}

static void run_as_it_is(struct sweep *sweep)
{
    snapshot_take(&sweep->before, sweep->folder);
    for (int place = 0; place < PLACES; place++) {
        struct snapshot now;
        int result = run(sweep, "", (enum place)place);
        sweep->status = WIFEXITED(result) ? WEXITSTATUS(result) : -1;
        for (int call = 0; call < FAULTS_CALLS; call++)
            sweep->counts[place][call] = sweep->shared->counts[call];
        sweep->prints_anew |= place > 0 && !has_printed_the_same(sweep);
        free(sweep->printed);
        sweep->printed = read_whole(sweep->out, &sweep->printed_length);
        snapshot_free(&sweep->after);
        snapshot_take(&sweep->after, sweep->folder);
        snapshot_take(&now, sweep->folder);
        snapshot_restore(&sweep->before, &now, sweep->folder);
        snapshot_free(&now);
    }
    if (sweep->status < 0 || sweep->status > 6) {
        fprintf(stderr, "status %d without any fault\n", sweep->status);
        exit(2);
    }
}

// ------------------------------------------------------------------------ what it did

static bool said(const struct sweep *sweep, const char *word)
{
    size_t length;
    char *text = read_whole(sweep->err, &length);
    bool is_said = text && strstr(text, word);
    free(text);
    return is_said;
}

// Folders that --mkdir has made may stay.
static bool is_as_before(const struct sweep *sweep, const struct entry *entry)
{
    const struct entry *before = snapshot_find(&sweep->before, entry->path);
    if (!before && S_ISDIR(entry->mode))
        return true;
    return entry_is_equal(entry, before) ||
           (sweep->has_several && entry_is_equal(entry, snapshot_find(&sweep->after, entry->path)));
}

static bool is_report(const struct sweep *sweep, const char *path)
{
    return sweep->report && strcmp(sweep->report, path) == 0;
}

// The first entry that a failed command has changed, or lost; NULL: none.
static const char *changed(const struct sweep *sweep, const struct snapshot *now)
{
    for (size_t i = 0; i < now->count; i++)
        if (!is_report(sweep, now->entries[i].path) && !is_as_before(sweep, &now->entries[i]))
            return now->entries[i].path;
    for (size_t i = 0; i < sweep->before.count; i++)
        if (!snapshot_find(now, sweep->before.entries[i].path))
            return sweep->before.entries[i].path;
    return NULL;
}

// The first entry that is not as the command leaves it; NULL: none.
static const char *difference(const struct sweep *sweep, const struct snapshot *now)
{
    const struct snapshot *wanted = &sweep->after;
    for (size_t i = 0; i < wanted->count; i++)
        if (!is_report(sweep, wanted->entries[i].path) &&
            !entry_is_equal(&wanted->entries[i], snapshot_find(now, wanted->entries[i].path)))
            return wanted->entries[i].path;
    for (size_t i = 0; i < now->count; i++)
        if (!snapshot_find(wanted, now->entries[i].path))
            return now->entries[i].path;
    return NULL;
}

// What is wrong with how it ended; NULL: nothing. *entry: the file that is not as it should be.
static const char *fault_of(const struct sweep *sweep, const struct trial *trial, int result,
                            const struct snapshot *now, const char **entry)
{
    int status = WIFEXITED(result) ? WEXITSTATUS(result) : -1;
    bool is_refusal = sweep->status > 1; // and may say so in other words
    *entry = NULL;
    if (status < 0)
        return "it was ended by a signal";
    if (sweep->shared->held_blocks != 0)
        return "memory is not given back";
    if (status == sweep->status) {
        *entry = difference(sweep, now);
        if (*entry)
            return "it ended as usual, but the files are others";
        return has_printed_the_same(sweep) || sweep->prints_anew || is_refusal
                   ? NULL
                   : "it ended as usual, but printed another result";
    }
    if (status == 0 || status > 9 ||
        !(strchr(trial->statuses, '0' + status) || strchr(sweep->more_statuses, '0' + status)))
        return "it ended with another status";
    if (trial->place != ERR && !said(sweep, "error"))
        return "no message";
    if (status == 5 && !said(sweep, "memory"))
        return "no word about memory";
    *entry = changed(sweep, now);
    return *entry ? "the files are not as they were" : NULL;
}

static void tell(const struct sweep *sweep, const char *fault, int result, const char *what,
                 const char *entry)
{
    size_t length;
    char *message = read_whole(sweep->err, &length);
    printf("%s: %s: wait status 0x%x%s%s%s%s\n", sweep->name, fault, (unsigned)result,
           what ? ": " : "", what ? what : "", entry ? ": " : "", entry ? entry : "");
    if (message && length > 0)
        printf("    %.*s\n", (int)(length > 2000 ? 2000 : length), message);
    free(message);
}

// ------------------------------------------------------------------------ the sweep

static void try_one(struct sweep *sweep, const struct trial *trial, int nth)
{
    struct snapshot now;
    const char *entry;
    char fault[96];
    snprintf(fault, sizeof fault, "%s:%d%s:%s%s", faults_call_names[trial->call], nth,
             trial->goes_on ? "+" : "", trial->what, trial->also);
    int result = run(sweep, fault, trial->place);
    snapshot_take(&now, sweep->folder);
    const char *what = fault_of(sweep, trial, result, &now, &entry);
    sweep->injected += sweep->shared->injected > 0;
    if (what)
        sweep->failures++;
    if (sweep->is_verbose || (what && sweep->failures <= MOST_TOLD))
        tell(sweep, fault, result, what, entry);
    snapshot_restore(&sweep->before, &now, sweep->folder);
    snapshot_free(&now);
}

static bool is_wanted(const struct sweep *sweep, enum faults_call call)
{
    const char *name = faults_call_names[call];
    const char *found = sweep->only_calls ? strstr(sweep->only_calls, name) : name;
    size_t length = strlen(name);
    return found && (found == name || found == sweep->only_calls || found[-1] == ',') &&
           (found[length] == ',' || found[length] == '\0');
}

static void try_all(struct sweep *sweep, const struct trial *trial)
{
    int total = sweep->counts[trial->place][trial->call];
    int tries = total < sweep->most ? total : sweep->most;
    for (int i = 0; i < tries; i++) {
        int nth = tries > 1 ? 1 + (int)((long)i * (total - 1) / (tries - 1)) : total;
        try_one(sweep, trial, nth);
    }
}

static void make_scratch(struct sweep *sweep)
{
    const char *folder = getenv("TMPDIR");
    snprintf(sweep->scratch, sizeof sweep->scratch, "%s/sweepXXXXXX", folder ? folder : "/tmp");
    if (!mkdtemp(sweep->scratch))
        give_up(sweep->scratch);
    snprintf(sweep->out, sizeof sweep->out, "%s/out", sweep->scratch);
    snprintf(sweep->err, sizeof sweep->err, "%s/err", sweep->scratch);
    snprintf(sweep->shared_path, sizeof sweep->shared_path, "%s/shared", sweep->scratch);
    int fd = open(sweep->shared_path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || ftruncate(fd, sizeof *sweep->shared) != 0)
        give_up(sweep->shared_path);
    sweep->shared = mmap(NULL, sizeof *sweep->shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (sweep->shared == MAP_FAILED)
        give_up(sweep->shared_path);
    close(fd);
}

static void remove_scratch(const struct sweep *sweep)
{
    unlink(sweep->out);
    unlink(sweep->err);
    unlink(sweep->shared_path);
    rmdir(sweep->scratch);
}

static void write_log(const struct sweep *sweep, const char *path)
{
    FILE *log = path ? fopen(path, "a") : NULL;
    if (path && (!log || fprintf(log, "%s %d\n", sweep->name, sweep->injected) < 0 ||
                 fclose(log) != 0))
        give_up(path);
}

static bool read_options(struct sweep *sweep, int argc, char **argv, const char **log)
{
    for (int option; (option = getopt(argc, argv, "+a:c:l:m:np:r:sv")) != -1;) {
        switch (option) {
        case 'a': sweep->more_statuses = optarg; break;
        case 'c': sweep->only_calls = optarg; break;
        case 'l': *log = optarg; break;
        case 'm': sweep->most = atoi(optarg); break;
        case 'n': sweep->prints_anew = true; break;
        case 'p': sweep->preload = optarg; break;
        case 'r': sweep->report = optarg; break;
        case 's': sweep->has_several = true; break;
        case 'v': sweep->is_verbose = true; break;
        default: return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    struct sweep sweep = { .most = 1 << 30, .more_statuses = "" };
    const char *log = NULL;
    if (!read_options(&sweep, argc, argv, &log) || argc - optind < 3 || !sweep.preload ||
        sweep.most < 1) {
        fputs("usage: sweep [OPTION]... -p FAULTS.so FOLDER NAME COMMAND...\n", stderr);
        return 2;
    }
    sweep.folder = argv[optind];
    sweep.name = argv[optind + 1];
    sweep.command = argv + optind + 2;
    make_scratch(&sweep);
    run_as_it_is(&sweep);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        if (is_wanted(&sweep, trials[i].call))
            try_all(&sweep, &trials[i]);
    remove_scratch(&sweep);
    write_log(&sweep, log);
    printf("%s: %d faults, %d wrong\n", sweep.name, sweep.injected, sweep.failures);
    return sweep.failures > 0 || sweep.injected == 0;
}
