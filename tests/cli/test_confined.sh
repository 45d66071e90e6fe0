# SPDX-License-Identifier: MIT
# What reads a stranger's file is a child process with limits of memory and time; SECURITY.md.
# A library that is loaded before all others plays the decoder that was taken over.
. "$SRC/tests/lib.sh"
root=$(cd "$HEXFOG_TMP" && pwd -P)
cd "$root" || exit
export LC_ALL=C ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"

cat >map.json <<'JSON'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 }, "outputs": [ { "path": "a.exr" } ] }
JSON
"$HEXFOG" bake -q map.json -o a.exr -o a.hdr -o a.png -o a.ktx2
"$HEXFOG" bake -q map.json -o b.exr --set field.metric='"seamless"'
cp a.png board.png
echo '{ "layout": "odd-r", "hexes": { "a": { "q": 0, "r": 0 }, "b": { "q": 1, "r": 0 } } }' \
    >map.hexjson
mkdir one two
cp a.exr one
cp b.exr two
"$HEXFOG" hash a.exr a.png >sums

# The first read of a file whose name is in CONFINED_FILE (its end), in whatever process, tells
# the process and its limits, and then does what CONFINED_DOES says.
cat >confined.c <<'C'
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static pid_t first;
__attribute__((constructor)) static void start(void) { first = getpid(); }
static int is_meant(const char *path)
{
    const char *name = getenv("CONFINED_FILE");
    size_t length = strlen(path), end = name ? strlen(name) : 0;
    return end > 0 && length >= end && strcmp(path + length - end, name) == 0;
}
static void tell(void)
{
    struct rlimit memory, core;
    unsigned seconds = alarm(0);
    getrlimit(RLIMIT_AS, &memory);
    getrlimit(RLIMIT_CORE, &core);
    FILE *log = fopen(getenv("CONFINED_LOG"), "ae");
    fprintf(log, "%s memory %s core %s time %s\n", getpid() == first ? "parent" : "child",
            memory.rlim_cur == RLIM_INFINITY ? "any" : "limited",
            core.rlim_cur == 0 ? "none" : "any", seconds > 0 ? "limited" : "any");
    fclose(log);
    alarm(seconds);
}
static void act(void)
{
    const char *what = getenv("CONFINED_DOES");
    if (what && strcmp(what, "crash") == 0)
        raise(SIGSEGV);
    if (what && strcmp(what, "exit") == 0)
        _exit(0);
    if (what && strcmp(what, "hang") == 0) {
        alarm(1);
        for (;;)
            pause();
    }
}
int open64(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...);
    *(void **)&next = dlsym(RTLD_NEXT, "open64");
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int may = getenv("CONFINED_PARENT") && getpid() == first;
    if ((flags & O_ACCMODE) == O_RDONLY && is_meant(path) && !may) {
        tell();
        act();
    }
    return next(path, flags, mode);
}
int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open64(path, flags, mode);
}
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags) { return open64(path, flags); }
C
# shellcheck disable=SC2086 # a compiler may have words
${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -fPIC -shared -o confined.so confined.c

# watched FILE DOES COMMAND...: its status in $watched_status, the log in `log`.
watched() {
    rm -f log
    watched_file=$1
    watched_does=$2
    shift 2
    watched_status=0
    env LD_PRELOAD="$root/confined.so" CONFINED_FILE="$watched_file" CONFINED_LOG="$root/log" \
        CONFINED_DOES="$watched_does" "$HEXFOG" "$@" >out 2>err || watched_status=$?
    [ -s log ] || wrong "nobody opened $watched_file"
}

# The error is of a file that the dead child has read, and has the name of the other one.
names_files() {
    has "$named: error: reading the " err
    [ "$named" = "$file" ] || has " (or $file) " err
}
build_faults "$root/faults.so"
no_process() {
    status=0
    env LD_PRELOAD="$root/faults.so" HEXFOG_FAULT=fork:1+:EAGAIN "$HEXFOG" "$@" \
        --messages json >out 2>err || status=$?
    is 4 "$status"
    /usr/bin/python3 - "$named" <<'END'
import json, sys
lines = [json.loads(line) for line in open("err", encoding="utf-8")]
errors = [line for line in lines if line["severity"] == "error"]
assert any("no process for" in error["message"] for error in errors), errors
assert all(error["file"] for error in errors), errors
assert sys.argv[1] in [error["file"] for error in errors], errors
END
}

limits="memory limited"
grep -q -- '-fsanitize' "$BUILD/flags" && limits="memory any" # its own tables need too much
# in_a_child FILE COMMAND...; the child reads NAMED first, if that is set.
in_a_child() {
    file=$1
    shift
    named=${NAMED:-$file}
    watched "$file" "" "$@"
    is "child $limits core none time limited" "$(sort -u log)"
    watched "$file" crash "$@"
    is 4 "$watched_status"
    has "crashed (signal 11, Segmentation fault)" err
    names_files
    watched "$file" exit "$@"
    is 4 "$watched_status"
    has "ended the process (exit status 0)" err
    names_files
    no_process "$@"
    is "" "$(find . -name 'core*' -o -name '.*.tmp')"
}
# It looks at the first four bytes itself: is it a description?
info_in_a_child() {
    export CONFINED_PARENT=1
    in_a_child a.exr info a.exr
}
check "info reads a texture in a child with limits" info_in_a_child
check "hash likewise" in_a_child a.hdr hash a.hdr
check "hash --check likewise" in_a_child a.png hash --check sums
check "shader likewise" in_a_child a.ktx2 shader a.ktx2
# of_two FIRST FILE COMMAND...: FILE is the second that the child reads.
of_two() {
    NAMED=$1
    shift
    in_a_child "$@"
}
check "diff likewise" of_two a.exr b.exr diff a.exr b.exr
check "diff of folders likewise" in_a_child two/b.exr diff two two
check "diff --image likewise" of_two a.exr b.exr diff a.exr b.exr --image diff.png
check "verify likewise" in_a_child a.exr verify --gpu none map.json a.exr
check "preview likewise" in_a_child a.png preview -q a.png -o p.png
check "preview --over likewise" in_a_child board.png preview -q map.json --over board.png -o p.png
check "preview --channel likewise" in_a_child a.exr preview -q a.exr --channel g -o p.png

hang_ends() {
    export CONFINED_PARENT=1
    watched a.exr hang info a.exr
    is 4 "$watched_status"
    has "did not end within" err
}
check "a reader that hangs is ended by the clock" hang_ends

# The map's text is read by the program, what stands in it by the child: seen by its crash.
cat >crash.c <<'C'
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static pid_t first;
__attribute__((constructor)) static void start(void) { first = getpid(); }
void *cJSON_ParseWithLengthOpts(const char *text, size_t length, const char **end, int must_end);
void *cJSON_ParseWithLengthOpts(const char *text, size_t length, const char **end, int must_end)
{
    (void)text, (void)length, (void)end, (void)must_end;
    raise(SIGSEGV);
    return NULL;
}
void *XML_ParserCreate_MM(const char *encoding, const void *memory, const char *separator);
void *XML_ParserCreate_MM(const char *encoding, const void *memory, const char *separator)
{
    (void)encoding, (void)memory, (void)separator;
    raise(SIGSEGV);
    return NULL;
}
C
${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -fPIC -shared -o crash.so crash.c
map_crashes() {
    status=0
    env LD_PRELOAD="$root/crash.so" "$HEXFOG" "$@" >out 2>err || status=$?
    is 4 "$status"
    has "error: reading the map crashed (signal 11, Segmentation fault)" err
    is "" "$(find . -name 'core*' -o -name '.*.tmp' -o -name new.json -o -name new.exr)"
}
cp "$SRC/tests/maps/infinite.tmx" .
check "import reads HexJSON in a child" map_crashes import map.hexjson -o new.json
check "import reads XML in a child" map_crashes import infinite.tmx -o new.json
check "bake reads a map in a child" map_crashes bake infinite.tmx -o new.exr
