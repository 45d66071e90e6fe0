// SPDX-License-Identifier: MIT
// SOURCES: tests/faults.c tests/unit/scratch.c
//
// Temporary files when a process dies, and when several are at one target.
#include "prove.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../faults.h"
#include "base/alloc.h"
#include "base/file.h"
#include "base/temporary_name.h"
#include "scratch.h"

static const struct hexfog_file_options plain = {0};

static void replace_with(const char *path, const char *text)
{
    struct hexfog_replacement *file;
    assert_int_equal(hexfog_replacement_open(path, &plain, &file, NULL), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    assert_int_equal(sink.write(sink.context, text, strlen(text), NULL), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_commit(file, NULL), HEXFOG_OK);
    hexfog_replacement_free(file);
}

// Runs `act` in a child until it ends; returns how.
static int child_ends(void (*act)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        act();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

// ------------------------------------------------------------------------ signals

static void clean_up_and_die(int number)
{
    hexfog_replacements_unlink_all();
    signal(number, SIG_DFL);
    raise(number);
}

static void open_many_and_die(void)
{
    char name[16];
    struct hexfog_replacement *file;
    signal(SIGTERM, clean_up_and_die);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "f%d", i);
        if (hexfog_replacement_open(name, &plain, &file, NULL) != HEXFOG_OK)
            _exit(97);
    }
    raise(SIGTERM);
}

static void handler_removes_all(void **state)
{
    (void)state;
    scratch_put("f7", "old");
    int status = child_ends(open_many_and_die);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTERM);
    scratch_holds("f7", "old");
    assert_int_equal(scratch_entry_count(), 1);
}

static struct hexfog_replacement *inherited;

static void unlink_in_child(void)
{
    hexfog_replacements_unlink_all();
}

static void child_keeps_parents_files(void **state)
{
    (void)state;
    assert_int_equal(hexfog_replacement_open("a", &plain, &inherited, NULL), HEXFOG_OK);
    child_ends(unlink_in_child);
    assert_int_equal(scratch_entry_count(), 1);
    assert_int_equal(hexfog_replacement_commit(inherited, NULL), HEXFOG_OK);
    hexfog_replacement_free(inherited);
    scratch_holds("a", "");
}

// In a child: what a handler took is never freed.
static void commit_removed(void)
{
    struct hexfog_replacement *file;
    struct hexfog_error error;
    if (hexfog_replacement_open("a", &plain, &file, &error) != HEXFOG_OK)
        _exit(97);
    hexfog_replacements_unlink_all();
    if (hexfog_replacement_close(file, &error) != HEXFOG_OK)
        _exit(98);
    hexfog_status status = hexfog_replacement_commit(file, &error);
    hexfog_replacement_free(file);
    _exit((int)status);
}

static void removed_file_is_not_committed(void **state)
{
    (void)state;
    scratch_put("a", "old");
    int status = child_ends(commit_removed);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), HEXFOG_IO);
    scratch_holds("a", "old");
    assert_int_equal(scratch_entry_count(), 1);
}

// Of several, as one alone: the place in the list is another's by then.
static void commit_all_removed(void)
{
    struct hexfog_replacement *files[2], *other;
    struct hexfog_error error;
    for (int i = 0; i < 2; i++)
        if (hexfog_replacement_open(i ? "b" : "a", &plain, &files[i], &error) != HEXFOG_OK)
            _exit(97);
    hexfog_replacements_unlink_all();
    if (hexfog_replacement_open("other", &plain, &other, &error) != HEXFOG_OK)
        _exit(98);
    hexfog_status status = hexfog_replacements_commit(files, 2, &error);
    if (hexfog_replacement_commit(other, &error) != HEXFOG_OK)
        _exit(99);
    hexfog_replacements_unlink_all();
    _exit((int)status);
}

static void removed_files_are_not_committed(void **state)
{
    (void)state;
    scratch_put("a", "old");
    scratch_put("other", "old");
    int status = child_ends(commit_all_removed);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), HEXFOG_IO);
    scratch_holds("a", "old");
    scratch_holds("other", "");
    assert_int_equal(scratch_entry_count(), 2);
}

// A signal at every moment of many threads' work.
static void *replace_on_and_on(void *name)
{
    for (;;)
        replace_with(name, "whole");
    return NULL;
}

static void work_until_killed(void)
{
    static char names[4][2] = {"a", "b", "c", "c"};
    pthread_t threads[4];
    signal(SIGTERM, clean_up_and_die);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, replace_on_and_on, names[i]);
    pause();
}

static void signals_meet_threads(void **state)
{
    (void)state;
    for (int round = 0; round < 50; round++) {
        int status;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            // An assertion of cmocka in a thread that lost its file would speak.
            if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
                _exit(96);
            work_until_killed();
        }
        usleep((useconds_t)(2000 + round * 137));
        kill(child, SIGTERM);
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    // What a thread made while the handler ran on another is the next run's to sweep.
    replace_with("a", "whole");
    replace_with("b", "whole");
    replace_with("c", "whole");
    scratch_holds("a", "whole");
    scratch_holds("c", "whole");
    assert_int_equal(scratch_entry_count(), 3);
}

static void too_many_is_io(void **state)
{
    (void)state;
    static struct hexfog_replacement *files[400];
    struct hexfog_error error = {0};
    struct rlimit saved, limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &saved), 0);
    limit = saved;
    limit.rlim_cur = 200;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    size_t count = 0;
    while (count < 400
           && hexfog_replacement_open("a", &plain, &files[count], &error) == HEXFOG_OK)
        count++;
    setrlimit(RLIMIT_NOFILE, &saved);
    assert_in_range(count, 50, 200);
    assert_string_equal(error.message, "cannot write a: Too many open files");
    assert_int_equal(scratch_entry_count(), count);
    for (size_t i = 0; i < count; i++)
        hexfog_replacement_free(files[i]);
    assert_int_equal(scratch_entry_count(), 0);
}

// ------------------------------------------------------------------------ sweeping

static void die_with_file_open(void)
{
    struct hexfog_replacement *file;
    if (hexfog_replacement_open("a.hdr", &plain, &file, NULL) == HEXFOG_OK)
        kill(getpid(), SIGKILL);
}

static void leftovers_are_swept(void **state)
{
    (void)state;
    scratch_put("a.hdr", "old");
    for (int i = 0; i < 3; i++)
        assert_int_equal(WTERMSIG(child_ends(die_with_file_open)), SIGKILL);
    scratch_holds("a.hdr", "old");
    assert_int_equal(scratch_entry_count(), 2); // each has swept the one before
    replace_with("b.hdr", "other");
    assert_int_equal(scratch_entry_count(), 3);
    replace_with("a.hdr", "new");
    assert_int_equal(scratch_entry_count(), 2);
    scratch_holds("a.hdr", "new");
}

// The name that a process with this PID would give.
static void name_of(char name[NAME_MAX + 1], const char *target, long pid, const char *tail)
{
    char host[300] = "";
    gethostname(host, sizeof host - 1);
    int length = snprintf(name, NAME_MAX + 1, ".%.120s.hexfog-%.64s-%ld-%.24s", target, host, pid,
                          tail);
    assert_in_range(length, 1, NAME_MAX);
}

static pid_t dead_pid(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    return child;
}

// In a container there may be nobody who asks for the children of the dead.
static void zombies_are_gone(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0)
        die_with_file_open();
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    assert_int_equal(scratch_entry_count(), 1);
    replace_with("a.hdr", "new");
    assert_int_equal(scratch_entry_count(), 1);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

// A whole folder at once, of any target, also of one whose name looks like a temporary's.
static void folders_are_swept(void **state)
{
    (void)state;
    char name[NAME_MAX + 1], host[300] = "", odd[NAME_MAX + 1];
    long dead = dead_pid();
    gethostname(host, sizeof host - 1);
    name_of(name, "a.hdr", dead, "0123456789abcdef.tmp");
    scratch_put(name, "x");
    snprintf(odd, sizeof odd, "b.hexfog-%.64s-1-x", host);
    name_of(name, odd, dead, "0123456789abcdef.tmp");
    scratch_put(name, "x");
    scratch_put(odd, "mine");
    name_of(name, "a.hdr", (long)getppid(), "0123456789abcdef.tmp"); // alive
    scratch_put(name, "x");
    scratch_put(".a.hexfog-elsewhere-1-0123456789abcdef.tmp", "x");
    hexfog_sweep_folder(".");
    assert_int_equal(scratch_entry_count(), 3);
    scratch_holds(odd, "mine");
    scratch_holds(name, "x");
}

static void others_files_stay(void **state)
{
    (void)state;
    static const char *const names[] = {
        ".a.hexfog-elsewhere-1-0123456789abcdef.tmp", ".a.hdr.bak", "a.hexfog.json",
        ".a.hexfog-.tmp", ".ab.hexfog-x-1-0123456789abcdef.tmp",
    };
    char name[NAME_MAX + 1];
    long dead = dead_pid();
    size_t count = sizeof names / sizeof *names;
    for (size_t i = 0; i < count; i++)
        scratch_put(names[i], "x");
    static const char *const tails[] = {"0123456789abcde.tmp", "0123456789abcdef.tmpx",
                                        "0123456789ABCDEF.tmp", "0123456789abcdef"};
    for (size_t i = 0; i < 4; i++) {
        name_of(name, "a", dead, tails[i]);
        scratch_put(name, "x");
    }
    name_of(name, "a", (long)getppid(), "0123456789abcdef.tmp"); // alive
    scratch_put(name, "x");
    name_of(name, "a", dead, "00000000000000aa.tmp");
    mkdir(name, 0777); // no file
    replace_with("a", "new");
    assert_int_equal(scratch_entry_count(), count + 4 + 2 + 1);
    name_of(name, "a", dead, "0123456789abcdef.tmp");
    scratch_put(name, "x");
    replace_with("a", "new");
    assert_int_equal(access(name, F_OK), -1);
}

// In another container the owner's PID looks dead, or like our own; its lock tells.
static void locked_file_stays(void **state)
{
    (void)state;
    char name[NAME_MAX + 1];
    long pids[2] = {dead_pid(), getpid()};
    for (int i = 0; i < 2; i++) {
        name_of(name, "a", pids[i], "0123456789abcdef.tmp");
        scratch_put(name, "x");
        FILE *owner = fopen(name, "r+");
        assert_int_equal(flock(fileno(owner), LOCK_SH), 0);
        replace_with("a", "new");
        scratch_holds(name, "x");
        fclose(owner);
        replace_with("a", "new");
        assert_int_equal(access(name, F_OK), -1);
    }
}

static void sweeps_without_locks(void **state)
{
    (void)state;
    char name[NAME_MAX + 1];
    struct hexfog_replacement *living;
    faults_arm("flock:1+:ENOTSUP", scratch_path());
    assert_int_equal(hexfog_replacement_open("a", &plain, &living, NULL), HEXFOG_OK);
    name_of(name, "a", dead_pid(), "0123456789abcdef.tmp");
    scratch_put(name, "x");
    replace_with("a", "new");
    assert_int_equal(access(name, F_OK), -1);
    assert_true(faults_count("flock") >= 2);
    faults_arm("", "");
    assert_int_equal(hexfog_replacement_commit(living, NULL), HEXFOG_OK);
    hexfog_replacement_free(living);
    assert_int_equal(scratch_entry_count(), 1);
}

static void owner_is_read_from_the_name(void **state)
{
    (void)state;
    char name[NAME_MAX + 1], target[NAME_MAX + 1];
    hexfog_temporary_name(name, "a.hdr", 0xABC);
    assert_int_equal(hexfog_temporary_owner(name, "a.hdr"), getpid());
    assert_int_equal(hexfog_temporary_owner(name, "a.hd"), 0);
    assert_non_null(strstr(name, "-0000000000000abc.tmp"));
    memset(target, 'x', NAME_MAX);
    target[NAME_MAX] = '\0';
    hexfog_temporary_name(name, target, 1);
    assert_true(strlen(name) <= NAME_MAX);
    assert_int_equal(hexfog_temporary_owner(name, target), getpid());
}

// ------------------------------------------------------------------------ two at once

static void later_commit_wins(void **state)
{
    (void)state;
    struct hexfog_replacement *first, *second;
    assert_int_equal(hexfog_replacement_open("a", &plain, &first, NULL), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_open("a", &plain, &second, NULL), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(first);
    assert_int_equal(sink.write(sink.context, "first", 5, NULL), HEXFOG_OK);
    sink = hexfog_replacement_sink(second);
    assert_int_equal(sink.write(sink.context, "second!", 7, NULL), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_close(first, NULL), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_commit(second, NULL), HEXFOG_OK);
    scratch_holds("a", "second!");
    assert_int_equal(hexfog_replacement_commit(first, NULL), HEXFOG_OK);
    scratch_holds("a", "first");
    hexfog_replacement_free(first);
    hexfog_replacement_free(second);
    assert_int_equal(scratch_entry_count(), 1);
}

static void *replace_often(void *text)
{
    for (int i = 0; i < 300; i++)
        replace_with("a", text);
    return NULL;
}

static void threads_end_in_one_whole_file(void **state)
{
    (void)state;
    static char texts[3][200001];
    pthread_t threads[3];
    size_t held = hexfog_allocated_bytes();
    for (int i = 0; i < 3; i++) {
        memset(texts[i], 'a' + i, sizeof texts[i] - 1);
        assert_int_equal(pthread_create(&threads[i], NULL, replace_often, texts[i]), 0);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    char first[2] = "";
    FILE *file = fopen("a", "r");
    assert_int_equal(fread(first, 1, 1, file), 1);
    fclose(file);
    assert_in_range(*first, 'a', 'c');
    scratch_holds("a", texts[*first - 'a']);
    assert_int_equal(scratch_entry_count(), 1);
    assert_int_equal(hexfog_allocated_bytes(), held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("a signal handler removes every temporary file",
                          handler_removes_all),
        PROVES_IN_SCRATCH("a child that dies leaves its parent's files alone",
                          child_keeps_parents_files),
        PROVES_IN_SCRATCH("what was removed is not committed", removed_file_is_not_committed),
        PROVES_IN_SCRATCH("nor are several, and nobody else's file is taken for theirs",
                          removed_files_are_not_committed),
        PROVES_IN_SCRATCH("a signal in the middle of several threads' work leaves whole files",
                          signals_meet_threads),
        PROVES_IN_SCRATCH("too many open files are IO and leave nothing", too_many_is_io),
        PROVES_IN_SCRATCH("what a killed process left is swept by the next one, for its target",
                          leftovers_are_swept),
        PROVES_IN_SCRATCH("what a killed process left is swept before its parent asks for it",
                          zombies_are_gone),
        PROVES_IN_SCRATCH("a folder is swept of all that dead processes left, and of nothing else",
                          folders_are_swept),
        PROVES_IN_SCRATCH("files of others are not swept", others_files_stay),
        PROVES_IN_SCRATCH("a file that is locked is not swept, whatever its PID",
                          locked_file_stays),
        PROVES_IN_SCRATCH("without locks the PID decides, and files of this process stay",
                          sweeps_without_locks),
        PROVES("a temporary name gives its owner back, and fits", owner_is_read_from_the_name),
        PROVES_IN_SCRATCH("of two replacements of one target the later commit wins whole",
                          later_commit_wins),
        PROVES_IN_SCRATCH("three threads at one target end in one whole file",
                          threads_end_in_one_whole_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
