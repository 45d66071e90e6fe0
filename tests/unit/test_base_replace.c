// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/scratch.c
//
// Replacements when all goes well, and what is not replaced.
#include "prove.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "scratch.h"

static const struct hexfog_file_options plain = {0};

static void put_through(const char *path, const char *text, const struct hexfog_file_options *how)
{
    struct hexfog_replacement *file;
    struct hexfog_error error = {0};
    assert_int_equal(hexfog_replacement_open(path, how, &file, &error), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    assert_int_equal(sink.write(sink.context, text, strlen(text), &error), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_close(file, &error), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_commit(file, &error), HEXFOG_OK);
    hexfog_replacement_free(file);
}

static void nothing_shows_before_commit(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    scratch_put("a.hdr", "old");
    assert_int_equal(hexfog_replacement_open("a.hdr", &plain, &file, NULL), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    assert_int_equal(sink.write(sink.context, "new!", 4, NULL), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_bytes(file), 4);
    assert_int_equal(hexfog_replacement_close(file, NULL), HEXFOG_OK);
    scratch_holds("a.hdr", "old");
    assert_int_equal(scratch_entry_count(), 2);
    assert_int_equal(hexfog_replacement_commit(file, NULL), HEXFOG_OK);
    scratch_holds("a.hdr", "new!");
    assert_int_equal(scratch_entry_count(), 1);
    hexfog_replacement_free(file);
    scratch_holds("a.hdr", "new!");
}

static void uncommitted_leaves_no_trace(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    size_t held = hexfog_allocated_bytes();
    for (int closes = 0; closes < 2; closes++) {
        assert_int_equal(hexfog_replacement_open("a.hdr", &plain, &file, NULL), HEXFOG_OK);
        struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
        assert_int_equal(sink.write(sink.context, "new", 3, NULL), HEXFOG_OK);
        if (closes)
            assert_int_equal(hexfog_replacement_close(file, NULL), HEXFOG_OK);
        assert_int_equal(scratch_entry_count(), 1);
        hexfog_replacement_free(file);
        assert_int_equal(scratch_entry_count(), 0);
    }
    hexfog_replacement_free(NULL);
    assert_int_equal(hexfog_allocated_bytes(), held);
}

static void temporary_name_tells_its_owner(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    char host[300] = "", stem[700], name[256];
    assert_int_equal(hexfog_replacement_open("a.hdr", &plain, &file, NULL), HEXFOG_OK);
    scratch_only_entry(name);
    gethostname(host, sizeof host - 1);
    snprintf(stem, sizeof stem, ".a.hdr.hexfog-%s-%ld-", host, (long)getpid());
    if (host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-")] == 0)
        assert_memory_equal(name, stem, strlen(stem));
    assert_string_equal(name + strlen(name) - 4, ".tmp");
    hexfog_replacement_free(file);
}

static void long_names_fit(void **state)
{
    (void)state;
    char name[256], temporary[256];
    struct hexfog_replacement *file;
    for (size_t i = 0; i + 1 < sizeof name; i++)
        name[i] = "\xC3\xA9"[(i + 1) % 2];
    memcpy(name, "x", 1);
    strcpy(name + 251, ".hdr");
    put_through(name, "first", &plain);
    assert_int_equal(hexfog_replacement_open(name, &plain, &file, NULL), HEXFOG_OK);
    hexfog_replacement_free(file);
    put_through(name, "second", &plain);
    scratch_holds(name, "second");
    scratch_only_entry(temporary);
    assert_string_equal(temporary, name);
}

// A buffer is 256 KiB: pieces of all sizes, and patches before, across and behind its end.
static void patches_land_where_they_should(void **state)
{
    (void)state;
    enum { TOTAL = 1500000 };
    struct hexfog_replacement *file;
    unsigned char *wanted = malloc(TOTAL);
    for (size_t i = 0; i < TOTAL; i++)
        wanted[i] = (unsigned char)(i * 2654435761u >> 24);
    assert_int_equal(hexfog_replacement_open("a", &plain, &file, NULL), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    size_t done = 0, piece = 1;
    while (done < TOTAL) {
        piece = piece * 3 % 700001;
        if (piece > TOTAL - done)
            piece = TOTAL - done;
        assert_int_equal(sink.write(sink.context, wanted + done, piece, NULL), HEXFOG_OK);
        done += piece;
        assert_int_equal(hexfog_replacement_bytes(file), done);
        size_t start = done / 2, length = done - start < 5000 ? done - start : 5000;
        if (piece % 2)
            start = done - length;
        memset(wanted + start, (int)piece & 255, length);
        assert_int_equal(sink.write_at(sink.context, start, wanted + start, length, NULL),
                         HEXFOG_OK);
    }
    assert_int_equal(sink.write(sink.context, NULL, 0, NULL), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_commit(file, NULL), HEXFOG_OK);
    hexfog_replacement_free(file);
    scratch_holds_bytes("a", wanted, TOTAL);
    free(wanted);
}

static void patch_behind_the_end_is_refused(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    struct hexfog_error error;
    assert_int_equal(hexfog_replacement_open("a", &plain, &file, NULL), HEXFOG_OK);
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    assert_int_equal(sink.write(sink.context, "12", 2, NULL), HEXFOG_OK);
    assert_int_equal(sink.write_at(sink.context, 1, "ab", 2, &error), HEXFOG_IO);
    assert_int_equal(hexfog_replacement_commit(file, &error), HEXFOG_IO);
    hexfog_replacement_free(file);
    assert_int_equal(scratch_entry_count(), 0);
}

static void mode_is_kept(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0644, 0664, 0777, 0444, 0400, 0640};
    mode_t saved = umask(027);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        scratch_put("a", "old");
        assert_int_equal(chmod("a", modes[i]), 0);
        put_through("a", "new", &plain);
        assert_int_equal(scratch_mode("a"), modes[i]);
        unlink("a");
    }
    umask(saved);
}

static void new_files_obey_umask(void **state)
{
    (void)state;
    static const mode_t masks[] = {022, 002, 077, 0};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        mode_t saved = umask(masks[i]);
        put_through("a", "new", &plain);
        umask(saved);
        assert_int_equal(scratch_mode("a"), 0666 & ~masks[i]);
        unlink("a");
    }
}

static void private_file_is_never_open(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    char name[256];
    mode_t saved = umask(0);
    scratch_put("a", "secret");
    chmod("a", 0600);
    assert_int_equal(hexfog_replacement_open("a", &plain, &file, NULL), HEXFOG_OK);
    rename("a", "../aside");
    scratch_only_entry(name);
    assert_int_equal(scratch_mode(name), 0600);
    hexfog_replacement_free(file);
    unlink("../aside");
    umask(saved);
}

static void links_stay(void **state)
{
    (void)state;
    mkdir("there", 0777);
    scratch_put("there/target", "old");
    assert_int_equal(symlink("there/target", "link"), 0);
    assert_int_equal(symlink("link", "link2"), 0);
    put_through("link2", "new", &plain);
    scratch_holds("there/target", "new");
    assert_true(scratch_is_link("link"));
    assert_true(scratch_is_link("link2"));
    unlink("there/target");
    put_through("link", "made", &plain);
    scratch_holds("there/target", "made");
    assert_true(scratch_is_link("link"));
    assert_int_equal(scratch_entry_count(), 3);
}

static void endless_link_is_io(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    struct hexfog_error error;
    assert_int_equal(symlink("b", "a"), 0);
    assert_int_equal(symlink("a", "b"), 0);
    assert_int_equal(hexfog_replacement_open("a", &plain, &file, &error), HEXFOG_IO);
    assert_null(file);
    assert_true(scratch_is_link("a"));
}

static void refused(const char *path, const char *why)
{
    struct hexfog_replacement *file;
    struct hexfog_error error;
    assert_int_equal(hexfog_replacement_open(path, &plain, &file, &error), HEXFOG_INPUT);
    assert_string_equal(error.rule, "D24");
    assert_non_null(strstr(error.message, why));
    assert_null(file);
}

static void only_files_are_replaced(void **state)
{
    (void)state;
    mkdir("folder", 0777);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(symlink("/dev/null", "link"), 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    close(fd);
    refused("/dev/null", "/dev/null is a device");
    refused("/dev/full", "a device");
    refused("link", "a device");
    refused("folder", "folder is a folder");
    refused("folder/", "a folder");
    refused(".", "a folder");
    refused("..", "a folder");
    refused("/", "a folder");
    refused("pipe", "a pipe");
    refused("socket", "a socket");
    refused("", "path");
    refused("new/", "folder");
    assert_int_equal(scratch_entry_count(), 4);
}

// The place of a file that only hexfog writes.
static void links_may_be_refused(void **state)
{
    (void)state;
    static const struct hexfog_file_options strict = {.refuses_link = true};
    struct hexfog_replacement *file;
    struct hexfog_error error;
    scratch_put("mine", "mine");
    assert_int_equal(symlink("mine", "link"), 0);
    assert_int_equal(symlink("nowhere", "loose"), 0);
    static const char *const links[] = {"link", "loose"};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(hexfog_replacement_open(links[i], &strict, &file, &error), HEXFOG_INPUT);
        assert_string_equal(error.rule, "D24");
        assert_non_null(strstr(error.message, "a symbolic link"));
        assert_int_equal(hexfog_replacement_check(links[i], &strict, &error), HEXFOG_INPUT);
    }
    put_through("mine", "ours", &strict);
    scratch_holds("mine", "ours");
    // One that comes after the open is replaced itself.
    assert_int_equal(hexfog_replacement_open("new", &strict, &file, &error), HEXFOG_OK);
    assert_int_equal(symlink("mine", "new"), 0);
    assert_int_equal(hexfog_replacement_close(file, &error), HEXFOG_OK);
    assert_int_equal(hexfog_replacement_commit(file, &error), HEXFOG_OK);
    hexfog_replacement_free(file);
    scratch_holds("mine", "ours");
    scratch_holds("new", "");
    assert_int_equal(scratch_entry_count(), 4);
}

static void missing_folder_is_io(void **state)
{
    (void)state;
    struct hexfog_replacement *file;
    struct hexfog_error error;
    assert_int_equal(hexfog_replacement_open("no/a", &plain, &file, &error), HEXFOG_IO);
    assert_non_null(strstr(error.message, "no/a"));
    assert_non_null(strstr(error.message, "--mkdir"));
    assert_int_equal(scratch_entry_count(), 0);
    scratch_put("file", "x");
    assert_int_equal(hexfog_replacement_open("file/a", &plain, &file, &error), HEXFOG_IO);
    assert_non_null(strstr(error.message, "Not a directory"));
}

static void folders_are_made(void **state)
{
    (void)state;
    static const struct hexfog_file_options make = {.make_folders = true};
    struct hexfog_replacement *file;
    struct hexfog_error error;
    put_through("x/y//z/a", "deep", &make);
    scratch_holds("x/y/z/a", "deep");
    put_through("x/y/z/a", "again", &make);
    put_through("b", "here", &make);
    char path[4200];
    assert_non_null(getcwd(path, 4096));
    strcat(path, "/p/q/a");
    put_through(path, "absolute", &make);
    scratch_holds("p/q/a", "absolute");
    assert_int_equal(hexfog_replacement_open("b/c/a", &make, &file, &error), HEXFOG_IO);
    scratch_holds("b", "here");
}

static void syncing_succeeds(void **state)
{
    (void)state;
    static const struct hexfog_file_options sync = {.sync = true};
    put_through("a", "synced", &sync);
    scratch_holds("a", "synced");
}

static void several_files_at_once(void **state)
{
    (void)state;
    enum { FILES = 50 };
    struct hexfog_replacement *files[FILES];
    char name[16];
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "f%d", i);
        assert_int_equal(hexfog_replacement_open(name, &plain, &files[i], NULL), HEXFOG_OK);
        struct hexfog_byte_sink sink = hexfog_replacement_sink(files[i]);
        assert_int_equal(sink.write(sink.context, name, strlen(name), NULL), HEXFOG_OK);
        assert_int_equal(hexfog_replacement_close(files[i], NULL), HEXFOG_OK);
    }
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "f%d", i);
        if (i % 2 == 0)
            assert_int_equal(hexfog_replacement_commit(files[i], NULL), HEXFOG_OK);
        hexfog_replacement_free(files[i]);
        if (i % 2 == 0)
            scratch_holds(name, name);
    }
    assert_int_equal(scratch_entry_count(), FILES / 2);
}

// ------------------------------------------------------------------------ standard output

static int run_to(int fd, bool commits)
{
    struct hexfog_replacement *file;
    struct hexfog_error error;
    int stdout_copy = dup(1);
    dup2(fd, 1);
    hexfog_status status = hexfog_replacement_open("-", &plain, &file, &error);
    if (status == HEXFOG_OK) {
        struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
        sink.write(sink.context, "0123456789", 10, &error);
        sink.write_at(sink.context, 3, "abc", 3, &error);
        status = hexfog_replacement_close(file, &error);
        if (status == HEXFOG_OK && commits)
            status = hexfog_replacement_commit(file, &error);
        hexfog_replacement_free(file);
    }
    dup2(stdout_copy, 1);
    close(stdout_copy);
    return (int)status;
}

static void standard_output_gets_all_or_nothing(void **state)
{
    (void)state;
    char bytes[32] = "";
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(run_to(ends[1], false), HEXFOG_OK);
    assert_int_equal(run_to(ends[1], true), HEXFOG_OK);
    close(ends[1]);
    assert_int_equal(read(ends[0], bytes, sizeof bytes), 10);
    assert_string_equal(bytes, "012abc6789");
    close(ends[0]);
    assert_int_equal(scratch_entry_count(), 0);
}

static void full_standard_output_is_io(void **state)
{
    (void)state;
    int full = open("/dev/full", O_WRONLY);
    assert_true(full >= 0);
    assert_int_equal(run_to(full, true), HEXFOG_IO);
    close(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("nothing shows under the name before commit",
                          nothing_shows_before_commit),
        PROVES_IN_SCRATCH("what is not committed leaves no trace", uncommitted_leaves_no_trace),
        PROVES_IN_SCRATCH("a temporary name is hidden and tells host and process",
                          temporary_name_tells_its_owner),
        PROVES_IN_SCRATCH("a target's name may have 255 bytes", long_names_fit),
        PROVES_IN_SCRATCH("pieces and patches of any size land where they should",
                          patches_land_where_they_should),
        PROVES_IN_SCRATCH("a patch behind the end is refused", patch_behind_the_end_is_refused),
        PROVES_IN_SCRATCH("a replaced file keeps its mode", mode_is_kept),
        PROVES_IN_SCRATCH("a new file obeys umask", new_files_obey_umask),
        PROVES_IN_SCRATCH("a private file's replacement is private from the start",
                          private_file_is_never_open),
        PROVES_IN_SCRATCH("a link stays and its target is replaced or made", links_stay),
        PROVES_IN_SCRATCH("a link that leads nowhere is IO", endless_link_is_io),
        PROVES_IN_SCRATCH("what is there and no regular file is refused, D24",
                          only_files_are_replaced),
        PROVES_IN_SCRATCH("a link is refused, and never followed, where that is asked for",
                          links_may_be_refused),
        PROVES_IN_SCRATCH("a missing folder is IO and the message names --mkdir",
                          missing_folder_is_io),
        PROVES_IN_SCRATCH("folders are made when asked for", folders_are_made),
        PROVES_IN_SCRATCH("a file can be synced", syncing_succeeds),
        PROVES_IN_SCRATCH("several files are open at once", several_files_at_once),
        PROVES_IN_SCRATCH("standard output gets all bytes at commit or none",
                          standard_output_gets_all_or_nothing),
        PROVES_IN_SCRATCH("a full standard output is IO", full_standard_output_is_io),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
