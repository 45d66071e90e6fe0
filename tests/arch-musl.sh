#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the libraries that hexfog links with musl-gcc, from the sources of Debian's packages:
#
#   sh tests/arch-musl.sh FOLDER        FOLDER/include, FOLDER/lib/libmuslhexfog.a
#
# tinyexr is left out: it is C++, for which Debian has no library on musl. hexfog loads it only for
# the encoder "reference", which says so. Started by tests/arch.sh.
set -eu
mkdir -p "$1"
cd "$1"
[ ! -e finished ] || exit 0
rm -rf ./*
mkdir -p lists/partial archives/partial sources.d include lib objects
: >status

# An apt of its own, which knows where sources are. The release's, not its security updates: of
# those an archive keeps the newest alone, and nothing here runs on strangers' files.
for file in /etc/apt/sources.list.d/*.sources; do
    [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"sources.d/${file##*/}"
done
[ ! -e /etc/apt/sources.list ] ||
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >sources.d/all.list
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
set -- -qq -o "Dir::State::lists=$PWD/lists" -o "Dir::State::status=$PWD/status" \
    -o "Dir::Cache::archives=$PWD/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/sources.d" \
    -o Debug::NoLocking=true -o "APT::Sandbox::User=$(id -un)"
apt-get "$@" update || true
for package in cjson expat giflib libdeflate libzstd nettle openexr zlib; do
    apt-get "$@" source --download-only "$package/$release"
    dpkg-source --no-check -x "${package}"_*.dsc "$package"
done >sources.log 2>&1

# objects LIBRARY FLAGS FILE...
objects() {
    library=$1 flags=$2
    shift 2
    for file; do
        # shellcheck disable=SC2086 # the flags are words
        musl-gcc -O2 -fPIC -w $flags -c -o "objects/$library-$(basename "$file" .c).o" "$file"
    done
}

mkdir -p include/cjson include/nettle include/OpenEXR include/Imath include/stb
objects cjson '' cjson/cJSON.c
cp cjson/cJSON.h include/cjson
objects deflate -Ilibdeflate libdeflate/lib/*.c libdeflate/lib/x86/*.c
cp libdeflate/libdeflate.h include
objects z '-DHAVE_UNISTD_H' zlib/[a-fh-z]*.c
cp zlib/zlib.h zlib/zconf.h include
: >expat/expat/lib/expat_config.h
objects expat '-Iexpat/expat/lib -DHAVE_GETRANDOM -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024
    -DBYTEORDER=1234' expat/expat/lib/xmlparse.c expat/expat/lib/xmltok.c expat/expat/lib/xmlrole.c
cp expat/expat/lib/expat.h expat/expat/lib/expat_external.h include
objects zstd '-DZSTD_DISABLE_ASM' libzstd/lib/common/*.c libzstd/lib/decompress/*.c
cp libzstd/lib/*.h include
objects gif '' giflib/dgif_lib.c giflib/egif_lib.c giflib/gifalloc.c giflib/gif_err.c \
    giflib/gif_hash.c giflib/openbsd-reallocarray.c
cp giflib/gif_lib.h include
(cd nettle && ./configure CC=musl-gcc --disable-public-key --disable-assembler --disable-shared \
    --disable-documentation --disable-openssl && make libnettle.a) >nettle.log 2>&1
cp nettle/*.h include/nettle
cp nettle/libnettle.a lib
# Debian's headers, but for what is compiled here, know no C library.
cp /usr/include/OpenEXR/*.h include/OpenEXR
cp /usr/include/Imath/*.h include/Imath
cp /usr/include/stb/*.h include/stb
cp /usr/include/tinyexr.h include
objects exr '-Iinclude -Iinclude/OpenEXR -Iinclude/Imath' openexr/src/lib/OpenEXRCore/*.c
ar rcs lib/libmuslhexfog.a objects/*.o
: >finished
