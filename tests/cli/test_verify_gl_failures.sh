# SPDX-License-Identifier: MIT
# Without a GL that works, verify says why and what to do, and never that a file is proven.
# Every failure of GL that is known is provoked; some machines cope with one of them, and
# then the test proves that instead.
. "$SRC/tests/lib.sh"

root=$(cd "$HEXFOG_TMP" && pwd -P)
cd "$root"
# shellcheck disable=SC2086 # a compiler may have words
${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -fPIC -shared -o gl_trouble.so "$SRC/tests/gl_trouble.c"
build_faults faults.so
# A sanitizer minds crashes.
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"

cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 48, "height": 40 },
  "outputs": [ { "path": "map.exr", "compression": "none" } ] }
END
sed 's/"texture"/"field": { "metric": "seamless" }, "texture"/' map.json >other.json
"$HEXFOG" bake -q map.json

# The one texture of the JSON in `out`, as `texture` of a Python condition.
texture() {
    /usr/bin/python3 -c '
import json, sys
texture = json.load(open("out"))["textures"][0]
assert eval("(" + sys.argv[1] + ")"), json.dumps(texture, indent=1)' "$1"
}

# unavailable MESSAGE ENVIRONMENT...: status 6 with these words, a CPU verdict, no GPU one.
unavailable() {
    message=$1
    shift
    status_is 6 env "$@" "$HEXFOG" verify --json map.json
    grep -q "^map\.exr: error: .*$message" err || wrong "$(cat err)"
    is 1 "$(grep -c . err)"
    texture 'texture["status"] == "unavailable" and texture["failed"] == []
        and texture["error"] and texture["likely"] == "none"
        and [c["verdict"] for c in texture["checks"]] == ["pass"] * 9 + ["not checked"]
        and texture["checks"][9]["id"] == "gpu"
        and texture["checks"][9]["detail"] == texture["error"]
        and texture["checks"][9]["measured"] is None'
    status_is 6 env "$@" "$HEXFOG" verify --gpu software map.json
    grep -q '^  gpu  .* not checked$' out
    has "  not proven (unavailable)" out
    hasnt "proven: all" out
    # A wrong file is wrong without GL too, and --gpu none asks for none.
    status_is 1 env "$@" "$HEXFOG" verify other.json map.exr
    status_is 0 env "$@" "$HEXFOG" verify --gpu none map.json
    has "nothing was drawn" out
}

install='install libegl1 and libgl1-mesa-dri'
trouble="LD_PRELOAD=$root/gl_trouble.so"

if [ "${GL:-1}" = 0 ]; then
    check "a build without GL says so" unavailable "built without GL" LC_ALL=C
    for what in "GL that is missing" "drivers that crash or hang"; do
        skip "$what" "built without GL"
    done
    exit
fi

draws() {
    status_is 0 "$HEXFOG" verify --json map.json
    texture 'texture["gpu"]["renderer"] and len(texture["checks"]) == 22'
}
check "GL works here: what follows is provoked" draws

check "no libEGL: what to install" unavailable "$install" "$trouble" GL_TROUBLE=missing
check "no EGL in libEGL: what to install" unavailable "install libegl1" "$trouble" GL_TROUBLE=empty
check "no EGL vendor: what to install, and what is set" \
    unavailable "$install.*set in the environment: __EGL_VENDOR_LIBRARY_DIRS" \
    __EGL_VENDOR_LIBRARY_DIRS=/nonexistent
check "no Mesa drivers: what to install, and what is set" \
    unavailable "$install.*eglInitialize.*set in the environment: LIBGL_DRIVERS_PATH" \
    LIBGL_DRIVERS_PATH=/nonexistent
check "a driver that there is not: what is set" \
    unavailable "set in the environment: GALLIUM_DRIVER" GALLIUM_DRIVER=bogus

# OpenGL 2.1 is too old, but then OpenGL ES serves.
old_gl() {
    status_is 0 env MESA_GL_VERSION_OVERRIDE=2.1 "$HEXFOG" verify --json map.json
    texture '"OpenGL ES 3" in texture["gpu"]["version"] and len(texture["checks"]) == 22
        and all(c["verdict"] == "pass" for c in texture["checks"])'
    status_is 0 env MESA_GL_VERSION_OVERRIDE=2.1 "$HEXFOG" verify map.json
    has ", OpenGL ES 3" out
    hasnt "OpenGL OpenGL" out
    status_is 0 "$HEXFOG" verify map.json
    has ", OpenGL 4" out
}
check "OpenGL 2.1 alone: OpenGL ES draws instead, and proves" old_gl
check "OpenGL 2.1 and OpenGL ES 2.0: what is needed" \
    unavailable "no OpenGL 3.3 or OpenGL ES 3.0.*MESA_GL_VERSION_OVERRIDE" \
    MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLES_VERSION_OVERRIDE=2.0

# llvmpipe of Mesa 22.3 crashes with these vectors where the CPU has AVX-512; elsewhere it
# may draw, and then it has to prove.
wide_vectors_draw() {
    status_is 0 env LP_NATIVE_VECTOR_WIDTH=512 "$HEXFOG" verify --json map.json
    texture 'texture["gpu"] and len(texture["checks"]) == 22'
}
status=0
LP_NATIVE_VECTOR_WIDTH=512 "$HEXFOG" verify map.json >/dev/null 2>&1 || status=$?
if [ $status -eq 0 ]; then
    check "vectors of 512 bits: this machine copes, and proves" wide_vectors_draw
else
    check "vectors of 512 bits: the crash is told, with what is set" \
        unavailable "the GL driver crashed (signal .*LP_NATIVE_VECTOR_WIDTH" \
        LP_NATIVE_VECTOR_WIDTH=512
fi

# A hanging driver takes a second here in place of minutes.
check "a driver that aborts: a message" \
    unavailable "the GL driver crashed (signal 6, Aborted).*--gpu none" "$trouble" GL_TROUBLE=abort
check "a driver that segfaults: a message" \
    unavailable "the GL driver crashed (signal 11, .*--gpu none" "$trouble" GL_TROUBLE=segfault
check "a driver that ends the process with status 0 proves nothing" \
    unavailable "the GL driver ended the process (exit status 0)" "$trouble" GL_TROUBLE=exit
check "a driver's process that is killed: a message" \
    unavailable "the GL driver was killed (out of memory?)" "$trouble" GL_TROUBLE=kill
check "a driver that hangs: the time limit" \
    unavailable "the GL driver did not end within [0-9]* seconds" "$trouble" GL_TROUBLE=hang \
    GL_SHORT_TIME=1

devices() {
    status_is 6 "$HEXFOG" verify --gpu device:99 map.json
    has "there is no EGL device 99" err
    status_is 0 "$HEXFOG" verify --gpu device:0 map.json
    has "device 0" out
}
check "an EGL device that there is not is named" devices

# ------------------------------------------------------------------------ no GL at all

libraries() {
    LD_DEBUG=libs "$HEXFOG" "$@" 2>&1 >/dev/null | grep -E 'find library=|calling init' ||
        wrong "no list of libraries"
}
never_loads() {
    ldd "$HEXFOG" >linked
    fails grep -E 'EGL|libGL|gallium|LLVM' linked
    libraries bake map.json -o b.hdr -o b.exr -o b.png >loaded
    fails grep -E 'EGL|libGL|gallium|LLVM' loaded
    libraries verify --gpu none map.json >loaded
    fails grep -E 'EGL|libGL|gallium|LLVM' loaded
    libraries verify map.json >loaded
    grep -q 'libEGL' loaded
}
check "bake and verify --gpu none never load GL" never_loads

without_gl() {
    (cd "$SRC" && make -s -j2 GL=0 BUILD="$root/nogl" CC="${CC:-cc}" CFLAGS=-O1 CPPFLAGS= \
        LDFLAGS= all)
    fails grep -q libEGL nogl/hexfog
    status_is 6 nogl/hexfog verify map.json
    has "built without GL (make GL=0)" err
    status_is 0 nogl/hexfog verify --gpu none map.json
    has "right: all 9 checks on the CPU pass" out
    status_is 1 nogl/hexfog verify other.json map.exr
    status_is 1 nogl/hexfog verify --gpu none other.json map.exr
}
check "make GL=0 builds, bakes and verifies on the CPU" without_gl

# ------------------------------------------------------------------------ signals

child_of() {
    child=$(cat "/proc/$1/task/$1/children" 2>/dev/null) && child=${child% } && [ -n "$child" ]
}
child_is_stopped() {
    child_of "$1" && grep -q '^State:.T' "/proc/$child/status"
}
is_gone() {
    [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"
}

# verify stops while it writes a picture; a signal to the program alone ends both.
ends_by() {
    rm -rf images
    # A shell's background jobs ignore SIGINT.
    env --default-signal=INT "LD_PRELOAD=$root/faults.so" HEXFOG_FAULT_PATH="$root/images" \
        HEXFOG_FAULT=write:2:SIGSTOP "$HEXFOG" verify --images images --mkdir map.json >out &
    verify=$!
    wait_until child_is_stopped "$verify"
    is 1 "$(find images -name '.*.tmp' | wc -l)"
    kill -"$1" "$verify"
    status=0
    wait "$verify" || status=$?
    is "$2" "$status"
}
signals_end_it() {
    for signal in INT:130 TERM:143 HUP:129; do
        ends_by "${signal%:*}" "${signal#*:}"
        is_gone "$child"
        is "" "$(find images -name '.*.tmp')"
        is "" "$(cat out)"
    done
}
# A program that is killed cannot clean up; its child still does, once it may.
kill_ends_it() {
    ends_by KILL 137
    kill -CONT "$child" 2>/dev/null || true
    wait_until is_gone "$child"
    is "" "$(find images -name '.*.tmp')"
}
hanging_driver_ends() {
    env "$trouble" GL_TROUBLE=hang "$HEXFOG" verify map.json >out &
    verify=$!
    wait_until child_of "$verify"
    kill -TERM "$verify"
    status=0
    wait "$verify" || status=$?
    is 143 "$status"
    is_gone "$child"
}
check "a signal ends verify and its child at once, and leaves nothing" signals_end_it
check "a signal ends a driver that hangs" hanging_driver_ends
check "SIGKILL ends the child too, which leaves nothing" kill_ends_it
