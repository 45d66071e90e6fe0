// SPDX-License-Identifier: MIT
// SOURCES: tests/faults.c tests/unit/scratch.c
//
// Replacements when the system says no: the old file is whole, no temporary file is left,
// the status is IO and the message says why.
#include "prove.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../faults.h"
#include "base/alloc.h"
#include "base/file.h"
#include "scratch.h"

enum { TEXT_BYTES = 700000 }; // three buffers

static char text[TEXT_BYTES + 1];

static const struct hexfog_file_options syncing = {.sync = true};

static hexfog_status fill(struct hexfog_replacement *file, struct hexfog_error *error)
{
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    hexfog_status status = HEXFOG_OK;
    for (size_t done = 0; done < TEXT_BYTES && status == HEXFOG_OK; done += 1000)
        status = sink.write(sink.context, text + done, 1000, error);
    if (status == HEXFOG_OK)
        status = sink.write_at(sink.context, 5, text + 5, 20, error);
    if (status == HEXFOG_OK)
        status = hexfog_replacement_close(file, error);
    return status == HEXFOG_OK ? hexfog_replacement_commit(file, error) : status;
}

// One whole replacement of `path`, as a bake does it.
static hexfog_status replace(const char *path, const struct hexfog_file_options *options,
                             struct hexfog_error *error)
{
    struct hexfog_replacement *file;
    hexfog_status status = hexfog_replacement_open(path, options, &file, error);
    if (status != HEXFOG_OK)
        return status;
    status = fill(file, error);
    hexfog_replacement_free(file);
    return status;
}

static hexfog_status replace_under(const char *fault, struct hexfog_error *error)
{
    memset(text, 't', TEXT_BYTES);
    faults_arm(fault, scratch_path());
    hexfog_status status = replace("a.hdr", &syncing, error);
    faults_arm("", "");
    return status;
}

static void must_fail(const char *fault, int reason)
{
    struct hexfog_error error = {0};
    size_t held = hexfog_allocated_bytes();
    scratch_put("a.hdr", "old");
    chmod("a.hdr", 0640);
    if (replace_under(fault, &error) != HEXFOG_IO)
        fail_msg("%s went unseen", fault);
    scratch_holds("a.hdr", "old");
    assert_int_equal(scratch_mode("a.hdr"), 0640);
    assert_int_equal(scratch_entry_count(), 1);
    assert_non_null(strstr(error.message, "a.hdr"));
    assert_non_null(strstr(error.message, strerror(reason)));
    assert_int_equal(hexfog_allocated_bytes(), held);
}

static void must_succeed(const char *fault)
{
    struct hexfog_error error = {0};
    scratch_put("a.hdr", "old");
    if (replace_under(fault, &error) != HEXFOG_OK)
        fail_msg("%s: %s", fault, error.message);
    scratch_holds("a.hdr", text);
    assert_int_equal(scratch_entry_count(), 1);
}

static void every_failure_is_seen(void **state)
{
    (void)state;
    must_fail("open:1:EACCES", EACCES);
    must_fail("open:1:EROFS", EROFS);
    must_fail("open:1:EMFILE", EMFILE);
    must_fail("open:1+:EEXIST", EEXIST);
    must_fail("write:1:ENOSPC", ENOSPC);
    must_fail("write:2:EDQUOT", EDQUOT);
    must_fail("write:3:EIO", EIO);
    must_fail("write:2:EFBIG", EFBIG);
    must_fail("pwrite:1:ENOSPC", ENOSPC);
    must_fail("fchmod:1:EPERM", EPERM);
    must_fail("fsync:1:EIO", EIO);
    must_fail("fsync:1:ENOSPC", ENOSPC);
    must_fail("close:1:ENOSPC", ENOSPC);
    must_fail("close:1:EIO", EIO);
    must_fail("close:1:EINTR", EINTR);
    must_fail("rename:1:EACCES", EACCES);
    must_fail("rename:1:EXDEV", EXDEV);
    must_fail("getrandom:1:ENOSYS", ENOSYS);
}

// The faults above would prove nothing if there were no such call, or one more that counts.
static void each_call_is_made(void **state)
{
    (void)state;
    struct hexfog_error error;
    scratch_put("a.hdr", "old");
    chmod("a.hdr", 0640);
    faults_arm("", scratch_path());
    assert_int_equal(replace("a.hdr", &syncing, &error), HEXFOG_OK);
    static const struct {
        const char *call;
        int count;
    } calls[] = {{"open", 1}, {"write", 3}, {"pwrite", 1}, {"fchmod", 1}, {"fsync", 2},
                 {"rename", 1}, {"getrandom", 1}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        assert_int_equal(faults_count(calls[i].call), calls[i].count);
    assert_true(faults_count("close") >= 1);
    faults_arm("", "");
}

static void interruptions_are_survived(void **state)
{
    (void)state;
    must_succeed("open:1:EINTR");
    must_succeed("open:1:EEXIST");
    must_succeed("getrandom:1:EINTR");
    must_succeed("write:1:EINTR,write:2:short,write:4:short,write:5:EINTR");
    must_succeed("pwrite:1:EINTR,pwrite:2:short");
    must_succeed("fsync:1:EINTR");
    must_succeed("fsync:2:EINVAL");
}

// After the rename the new file is there and whole; what is not certain is told.
static void unsynced_folder_is_told(void **state)
{
    (void)state;
    struct hexfog_error error;
    scratch_put("a.hdr", "old");
    assert_int_equal(replace_under("fsync:2:EIO", &error), HEXFOG_IO);
    scratch_holds("a.hdr", text);
    assert_int_equal(scratch_entry_count(), 1);
}

static void first_failure_sticks(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    struct hexfog_error error;
    assert_int_equal(hexfog_replacement_open("a", &syncing, &file, &error), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    faults_arm("write:1:ENOSPC", scratch_path());
    assert_int_equal(sink.write(sink.context, text, TEXT_BYTES, &error), HEXFOG_IO);
    assert_int_equal(sink.write(sink.context, "x", 1, &error), HEXFOG_IO);
    assert_int_equal(sink.write_at(sink.context, 0, "x", 0, &error), HEXFOG_IO);
    assert_int_equal(hexfog_replacement_close(file, &error), HEXFOG_IO);
    assert_int_equal(hexfog_replacement_close(file, &error), HEXFOG_IO);
    assert_int_equal(hexfog_replacement_commit(file, &error), HEXFOG_IO);
    assert_string_equal(error.message, "cannot write a: No space left on device");
    hexfog_replacement_free(file);
    assert_int_equal(scratch_entry_count(), 0);
    faults_arm("", "");
}

static void folders_that_cannot_be_made(void **state)
{
    (void)state;
    static const struct hexfog_file_options make = {.make_folders = true};
    struct hexfog_error error;
    faults_arm("mkdir:2+:ENOSPC", scratch_path());
    assert_int_equal(replace("x/y/a", &make, &error), HEXFOG_IO);
    assert_string_equal(error.message, "cannot make the folder x/y: No space left on device");
    // What keeps x from being made says why, not that y has no folder then.
    rmdir("x");
    faults_arm("mkdir:1:EACCES", scratch_path());
    assert_int_equal(replace("x/y/a", &make, &error), HEXFOG_IO);
    assert_string_equal(error.message, "cannot make the folder x/y: Permission denied");
    mkdir("x", 0777);
    faults_arm("mkdir:1:EROFS", scratch_path());
    assert_int_equal(replace("x/y/a", &make, &error), HEXFOG_OK);
    faults_arm("", "");
}

static void nth_allocation_is_memory(void **state)
{
    (void)state;
    size_t held = hexfog_allocated_bytes();
    memset(text, 't', TEXT_BYTES);
    mkdir("folder", 0777);
    for (size_t nth = 1;; nth++) {
        struct hexfog_error error = {0};
        unlink("link");
        unlink("folder/target");
        assert_int_equal(symlink("folder/target", "link"), 0);
        hexfog_fail_allocation(nth);
        hexfog_status status = replace("link", &syncing, &error);
        hexfog_fail_allocation(0);
        assert_int_equal(hexfog_allocated_bytes(), held);
        if (status == HEXFOG_OK) {
            assert_true(nth > 5);
            break;
        }
        assert_int_equal(status, HEXFOG_MEMORY);
        assert_true(error.message[0] != '\0');
        assert_int_equal(access("folder/target", F_OK), -1);
    }
    assert_int_equal(scratch_entry_count(), 2);
}

// ------------------------------------------------------------------------ real limits

static void full_disk_is_io(void **state)
{
    (void)state;
    struct hexfog_error error;
    mkdir("disk", 0777);
    if (mount("none", "disk", "tmpfs", 0, "size=512k") != 0) {
        print_message("cannot mount a tmpfs: %s\n", strerror(errno));
        skip();
    }
    scratch_put("disk/a", "old");
    memset(text, 't', TEXT_BYTES);
    hexfog_status status = replace("disk/a", &syncing, &error);
    FILE *file = fopen("disk/a", "r");
    char old[8] = "";
    size_t length = fread(old, 1, sizeof old, file);
    fclose(file);
    int left = rename("disk/a", "disk/b") != 0 || unlink("disk/b") != 0 || rmdir("disk") == 0;
    umount2("disk", MNT_DETACH);
    assert_int_equal(status, HEXFOG_IO);
    assert_string_equal(error.message, "cannot write disk/a: No space left on device");
    assert_int_equal(length, 3);
    assert_string_equal(old, "old");
    assert_int_equal(left, 0);
}

static void size_limit_is_io(void **state)
{
    (void)state;
    struct hexfog_error error;
    struct rlimit saved, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &saved), 0);
    limit = saved;
    limit.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    scratch_put("a", "old");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    hexfog_status status = replace("a", &syncing, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &saved), 0);
    assert_int_equal(status, HEXFOG_IO);
    assert_string_equal(error.message, "cannot write a: File too large");
    scratch_holds("a", "old");
    assert_int_equal(scratch_entry_count(), 1);
}

// ------------------------------------------------------------------------ standard output

// In a child, since it is its standard streams that are at stake. Returns its status, and
// what it wrote to descriptor 9 in `said`.
static int in_child(int (*act)(void), char said[256])
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 9);
        close(ends[0]);
        close(ends[1]);
        _exit(act());
    }
    close(ends[1]);
    memset(said, 0, 256);
    ssize_t length = read(ends[0], said, 255);
    close(ends[0]);
    int status;
    assert_true(length >= 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int tell(hexfog_status status, const struct hexfog_error *error)
{
    return dprintf(9, "%s", error->message) < 0 ? 99 : (int)status;
}

static int write_to_closed_stdout(void)
{
    struct hexfog_error error = {0};
    close(1);
    return tell(replace("-", &syncing, &error), &error);
}

static int write_to_broken_pipe(void)
{
    struct hexfog_error error = {0};
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends) != 0)
        return 99;
    dup2(ends[1], 1);
    close(ends[0]);
    return tell(replace("-", &syncing, &error), &error);
}

static void lost_stdout_is_io(void **state)
{
    (void)state;
    char said[256];
    assert_int_equal(in_child(write_to_closed_stdout, said), HEXFOG_IO);
    assert_string_equal(said, "cannot write standard output: Bad file descriptor");
    assert_int_equal(in_child(write_to_broken_pipe, said), HEXFOG_IO);
    assert_string_equal(said, "cannot write standard output: Broken pipe");
}

// With 0, 1 and 2 closed the file's descriptor must not become one of them: a message to
// stderr would stand in the texture.
static int replace_without_streams(void)
{
    struct hexfog_replacement *file;
    struct hexfog_error error = {0};
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    hexfog_status status = hexfog_replacement_open("a", &syncing, &file, &error);
    if (status != HEXFOG_OK)
        return tell(status, &error);
    if (write(1, "x", 1) == 1 || write(2, "x", 1) == 1)
        return 98;
    status = fill(file, &error);
    hexfog_replacement_free(file);
    return tell(status, &error);
}

static void closed_streams_do_no_harm(void **state)
{
    (void)state;
    char said[256];
    memset(text, 't', TEXT_BYTES);
    assert_int_equal(in_child(replace_without_streams, said), HEXFOG_OK);
    scratch_holds("a", text);
}

// Where there are no files without a name, and where there is no room for one.
static int spool_with_a_name(void)
{
    struct hexfog_error error = {0};
    int null = open("/dev/null", O_WRONLY);
    dup2(null, 1);
    setenv("TMPDIR", scratch_path(), 1);
    faults_arm("open:1:ENOTSUP", scratch_path());
    hexfog_status status = replace("-", &syncing, &error);
    return faults_count("open") != 2 ? 98 : tell(status, &error);
}

static int spool_without_room(void)
{
    struct hexfog_error error = {0};
    setenv("TMPDIR", "/nonexistent", 1);
    return tell(replace("-", &syncing, &error), &error);
}

static void spool_falls_back(void **state)
{
    (void)state;
    char said[256];
    assert_int_equal(in_child(spool_with_a_name, said), HEXFOG_OK);
    assert_int_equal(scratch_entry_count(), 0);
    assert_int_equal(in_child(spool_without_room, said), HEXFOG_IO);
    assert_string_equal(said, "cannot make a temporary file in /nonexistent: "
                              "No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("open, write, pwrite, fchmod, fsync, close and rename may fail, and "
                          "the old file is whole, nothing is left, the message says why",
                          every_failure_is_seen),
        PROVES_IN_SCRATCH("a replacement makes each of these calls", each_call_is_made),
        PROVES_IN_SCRATCH("interruptions and short writes are survived",
                          interruptions_are_survived),
        PROVES_IN_SCRATCH("a folder that cannot be synced is told, the new file is whole",
                          unsynced_folder_is_told),
        PROVES_IN_SCRATCH("after a failed write everything fails with its reason",
                          first_failure_sticks),
        PROVES_IN_SCRATCH("a folder that cannot be made is IO", folders_that_cannot_be_made),
        PROVES_IN_SCRATCH("each allocation may fail: MEMORY, nothing made, nothing leaked",
                          nth_allocation_is_memory),
        PROVES_IN_SCRATCH("on a full disk the old file stays whole, nothing is left",
                          full_disk_is_io),
        PROVES_IN_SCRATCH("past the process's file size limit likewise", size_limit_is_io),
        PROVES_IN_SCRATCH("a closed standard output and a broken pipe are IO",
                          lost_stdout_is_io),
        PROVES_IN_SCRATCH("closed standard streams do not end up in the file",
                          closed_streams_do_no_harm),
        PROVES_IN_SCRATCH("standard output is spooled without O_TMPFILE too, and a missing "
                          "TMPDIR is IO",
                          spool_falls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
