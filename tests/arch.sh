#!/bin/sh
# SPDX-License-Identifier: MIT
# The same bytes on every machine: bakes all samples and golden boards, small, on other
# processors (by Debian's cross compilers and qemu) and compares each file, and what the
# readers say of it, with this machine's. Then the unit tests run there.
#
#   sh tests/arch.sh [--quick] [NAME]...     default: all; --list shows them
#
# --quick leaves the unit tests out. Compilers and qemu are installed where they are missing
# (Debian, as root or through sudo); the libraries of another machine are fetched with apt
# into the build folder and touch nothing that is installed.
# The last line is `N passed, N failed`, `, N skipped` only when so.
# Environment: BUILD (build), JOBS.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/packages.sh
unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH CFLAGS CPPFLAGS LDFLAGS
unset MAKEFLAGS MFLAGS MAKELEVEL
LC_ALL=C
JOBS=${JOBS:-$(nproc)}
build=${BUILD:-build}
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
arch=$build/arch
export LC_ALL JOBS

machines='sse2     x86-64 with SSE2 only (qemu)
avx2     x86-64 with AVX2, without AVX-512 (qemu)
avx512   x86-64 with AVX-512, on this CPU
aarch64  64-bit ARM
s390x    64 bits, big-endian
armhf    32-bit ARM
i386     32-bit x86
musl     this machine with the C library musl'

libraries='libc6-dev libcjson-dev libcmocka-dev libdeflate-dev libexpat1-dev libgif-dev
    libopenexr-dev libzstd-dev nettle-dev libstb-dev libtinyexr-dev zlib1g-dev'

# triplet of Debian's libraries, compiler's prefix, Debian's name, qemu
machine_facts() {
    case $1 in
    aarch64) echo aarch64-linux-gnu aarch64-linux-gnu arm64 qemu-aarch64 ;;
    s390x) echo s390x-linux-gnu s390x-linux-gnu s390x qemu-s390x ;;
    armhf) echo arm-linux-gnueabihf arm-linux-gnueabihf armhf qemu-arm ;;
    i386) echo i386-linux-gnu i686-linux-gnu i386 qemu-i386 ;;
    esac
}

# Installs the packages that are missing; false where they cannot be had.
provide() {
    missing=$(missing_packages "$@")
    [ -z "$missing" ] && return
    echo "installing: $missing"
    # shellcheck disable=SC2086 # a list of names
    (need_apt "$missing" && install_packages $missing) >"$arch/install.log" 2>&1 && return
    cat "$arch/install.log"
    return 1
}

# fetch_libraries DEBIAN_NAME ROOT: libraries and headers of another machine, unpacked below
# ROOT/fs, by an apt of its own: no state of this machine's is read or written.
fetch_libraries() {
    [ -e "$2/done" ] && return
    rm -rf "$2"
    mkdir -p "$2/lists/partial" "$2/archives/partial" "$2/fs"
    : >"$2/status"
    set -- "$1" "$2" -o "Dir::State::lists=$2/lists" -o "Dir::State::status=$2/status" \
        -o "Dir::Cache::archives=$2/archives" -o Dir::Cache::pkgcache= \
        -o Dir::Cache::srcpkgcache= -o "APT::Architecture=$1" -o "APT::Architectures=$1" \
        -o Debug::NoLocking=true -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none
    name=$1 root=$2
    shift 2
    # Of several archives one may be between two states: what the others have can be enough.
    apt-get "$@" -qq update >"$root/log" 2>&1
    # shellcheck disable=SC2086 # a list of names
    apt-get "$@" -qq -y --no-install-recommends --download-only install $libraries \
        >>"$root/log" 2>&1 || {
        cat "$root/log"
        echo "no libraries for $name"
        return 1
    }
    for package in "$root"/archives/*.deb; do
        dpkg -x "$package" "$root/fs" || return 1
    done
    rm -rf "$root/archives" "$root/lists"
    : >"$root/done"
}

# make_for FOLDER MAKE_ARGUMENT...: the program, without EGL.
make_for() {
    folder=$1
    shift
    make -s -j"$JOBS" BUILD="$folder" GL=0 WERROR=1 "$@" "$folder/hexfog" >"$folder.log" 2>&1 &&
        return
    grep -v "^  [A-Z]* " "$folder.log"
    return 1
}

outputs='[{"path":"m.hdr"},{"path":"none.exr","compression":"none"},{"path":"zip.exr"},
    {"path":"zips.exr","compression":"zips","precision":"float"},{"path":"m.png"},
    {"path":"float.exr","precision":"float"},{"path":"rg.exr","channels":"rg"},
    {"path":"reference.hdr","encoder":"reference"},
    {"path":"reference.exr","encoder":"reference"},
    {"path":"m.ktx2"},{"path":"chain.ktx2","precision":"rgb9e5","mipmaps":true},
    {"path":"rgb.ktx2","precision":"float","channels":"rgb","mipmaps":true},
    {"path":"m.fogmap.json"}]'

# Without tinyexr.
outputs_of_musl=$(echo "$outputs" | sed 's/\("path":"reference.exr"\),"encoder":"reference"/\1/')

# What the readers say of one board's files, in their own folder: sizes, histograms, hashes.
read_back() {
    for texture in *.hdr *.exr *.ktx2 *.png; do
        "$@" info --json "$texture" || return 1
    done >info.txt
    "$@" hash ./*.hdr ./*.exr ./*.ktx2 ./*.png >hash.txt || return 1
    "$@" diff m.hdr zips.exr >diff.txt || return 1
    "$@" diff --ignore metadata m.png chain.ktx2 >>diff.txt || return 1
}

# bake_all FOLDER PROGRAM...: every board's files, and what is read from them.
bake_all() {
    folder=$1
    shift
    rm -rf "$folder"
    for board in samples/*.hexfog.jsonc tests/golden/*.hexfog.json; do
        size=
        case $board in
        */busharium.*) size='--set texture.width=133 --set texture.height=133' ;;
        esac
        baked=$folder/${board%%.*} # samples and goldens share names
        # shellcheck disable=SC2086 # options without blanks
        "$@" bake -q --mkdir --output-dir "$baked" --set "outputs=$outputs" $size "$board" &&
            (cd "$baked" && read_back "$@") || return 1
        # shellcheck disable=SC2086
        "$@" verify --gpu none "$board" $size "$baked"/*.exr "$baked/m.hdr" "$baked/m.ktx2" \
            >"$baked/verify.log" || return 1
    done
    "$@" preview -q samples/two-sources-mountains.hexfog.jsonc -o "$folder/p.gif" --frames 3 \
        --size 96 --look watercolour &&
        for map in tests/maps/*.tmj tests/maps/*.tmx; do
            "$@" import -q "$map" --source 0,0 -o "$folder/${map##*/}.json" 2>"$folder/import.log"
            echo "$? $map" >>"$folder/import.txt"
            sed '/^qemu-/d' "$folder/import.log" >>"$folder/import.txt" # its warnings are its own
        done
}

# same_files NAME [NATIVE]: each file of NATIVE has the same bytes there, and no other is there.
same_files() {
    count=$(find "$arch/${2-native}.out" -type f ! -name '*.log' | wc -l)
    diff -r -q -x '*.log' "$arch/${2-native}.out" "$arch/$1.out" || return 1
    [ "$count" -gt 300 ] || { echo "only $count files"; return 1; }
    echo "$1: $count files, each as on this machine"
}

bake_native() {
    make_for "$arch/native" CC="${CC:-cc}" &&
        bake_all "$arch/native.out" "$arch/native/hexfog"
}

# The processor that qemu plays decides which code runs, here and in the libraries.
bake_as_x86() {
    [ "$(uname -m)" = x86_64 ] || { skipped="this machine is no x86-64"; return; }
    case $1 in
    avx512)
        grep -qw avx512f /proc/cpuinfo || { skipped="this CPU has no AVX-512"; return; }
        bake_all "$arch/$1.out" "$arch/native/hexfog"
        ;;
    sse2) provide qemu-user &&
        bake_all "$arch/$1.out" qemu-x86_64 -cpu qemu64 "$arch/native/hexfog" ;;
    avx2) provide qemu-user &&
        bake_all "$arch/$1.out" qemu-x86_64 -cpu Haswell "$arch/native/hexfog" ;;
    esac && same_files "$1"
}

bake_with_musl() {
    outputs=$outputs_of_musl
    provide dpkg-dev musl-tools && sh tests/arch-musl.sh "$arch/musl.root" || return 1
    make_for "$arch/musl" CC='musl-gcc -static-pie' \
        PACKAGE_CFLAGS="-I$arch/musl.root/include -I$arch/musl.root/include/OpenEXR" \
        LIBS="-L$arch/musl.root/lib -lmuslhexfog -lnettle -lm" &&
        bake_all "$arch/native-musl.out" "$arch/native/hexfog" &&
        bake_all "$arch/musl.out" "$arch/musl/hexfog" && same_files musl native-musl
}

# Tests that draw need EGL; those that only this machine's speed or kernel decide stay here.
unit_tests() {
    for file in tests/unit/test_*.c; do
        case $file in
        */test_gl_* | */test_shader_text.c | */test_shader_languages.c) continue ;;
        esac
        file=${file##*/}
        echo "unit/${file%.c}"
    done
}

bake_as_other() {
    # shellcheck disable=SC2046 # four words
    set -- "$1" $(machine_facts "$1")
    root=$arch/$1.root
    provide "gcc-$3" qemu-user && fetch_libraries "$4" "$root" || return 1
    PKG_CONFIG_LIBDIR=$root/fs/usr/lib/$2/pkgconfig:$root/fs/usr/share/pkgconfig
    PKG_CONFIG_SYSROOT_DIR=$root/fs
    export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
    make_for "$arch/$1" CC="$3-gcc --sysroot=$root/fs" AR="$3-ar" &&
        bake_all "$arch/$1.out" "$5" -L "$root/fs" "$arch/$1/hexfog" && same_files "$1" ||
        return 1
    [ -z "$quick" ] || return 0
    # shellcheck disable=SC2046 # a list of names
    RUN="$5 -L $root/fs" BUILD=$arch/$1 CC="$3-gcc --sysroot=$root/fs" AR="$3-ar" GL=0 WERROR=1 \
        HEXFOG_PROPERTY_COUNT=200 HEXFOG_EDGE_COUNT=500 sh tests/run.sh $(unit_tests)
}

quick=
case ${1-} in
--list)
    echo "$machines"
    exit 0
    ;;
--quick)
    quick=yes
    shift
    ;;
esac
# shellcheck disable=SC2046 # a list of names
[ $# -gt 0 ] || set -- $(echo "$machines" | sed 's/ .*//')
for name; do
    echo "$machines" | grep -q "^$name " && continue
    echo "$0: no machine is called $name (sh tests/arch.sh --list)" >&2
    exit 2
done

mkdir -p "$arch"
bake_native || exit 1
passed=0 failed=0 skips=0
for name; do
    began=$(date +%s) skipped=
    case $name in
    sse2 | avx2 | avx512) bake_as_x86 "$name" ;;
    musl) (bake_with_musl) ;;
    *) (bake_as_other "$name") ;;
    esac
    status=$?
    if [ -n "$skipped" ]; then
        echo "SKIP $name: $skipped"
        skips=$((skips + 1))
        continue
    fi
    [ $status -eq 0 ] && verdict=ok passed=$((passed + 1)) || verdict=FAILED failed=$((failed + 1))
    echo "$name $verdict, $(($(date +%s) - began)) s"
done
[ $skips -eq 0 ] && echo "$passed passed, $failed failed" ||
    echo "$passed passed, $failed failed, $skips skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
