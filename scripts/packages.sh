# SPDX-License-Identifier: MIT
# The Debian packages that hexfog needs, in one list. Sourced by the scripts beside it.
# shellcheck disable=SC2034 # the lists are for those scripts

build_packages="gcc libc6-dev make pkg-config libcjson-dev libdeflate-dev libegl-dev
    libexpat1-dev libgif-dev libopenexr-dev libzstd-dev nettle-dev libstb-dev libtinyexr-dev
    zlib1g-dev"

# What draws without a display and without a GPU: `hexfog verify` does.
gl_packages="libegl1 libgl1-mesa-dri"

# What the tests need besides those: other programs that read our files, and
# ways to make trouble (dates, locales, full disks).
test_packages="binutils bsdextrautils clang cmake cppcheck faketime git glslang-tools godot3
    imagemagick libcmocka-dev locales mandoc mount ninja-build openexr openimageio-tools
    parallel procps python3-jsonschema python3-numpy shellcheck spirv-cross spirv-tools
    util-linux valgrind xauth xvfb zsh zstd"

# What `make bench` compares with, besides libraries that the build has.
bench_packages="git openimageio-tools python3-numpy"

# What `make fuzz` needs besides: libFuzzer with its sanitizers, AFL++, coverage.
fuzz_packages="afl++ clang libclang-rt-14-dev llvm"

# What tests/cluster.sh starts.
cluster_packages="munge procps python3 slurm-client slurmctld slurmd"

# What tests/run-all.sh needs besides: clang-tidy, the memory sanitizer's library.
tidy_packages="clang-tidy"
msan_packages="libclang-rt-14-dev"

# What shows contrib/three's page; large, so that scripts/test.sh installs it when asked.
browser_packages="chromium nodejs npm"

# Names that installed packages provide: nodejs from elsewhere than Debian has npm in it, and
# refuses another one.
provided_packages() {
    dpkg-query -W -f '${db:Status-Status} ${Provides}\n' 2>/dev/null |
        sed -n 's/^installed //p' | tr ',' '\n' | sed 's/^ *//; s/ .*//'
}

# Prints those of the packages that are not installed, on one line.
missing_packages() {
    provided=
    for package; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
        [ "$state" != installed ] || continue
        provided=${provided:-$(provided_packages)}
        printf '%s\n' "$provided" | grep -qxF "$package" || printf '%s ' "$package"
    done
}

# Runs a command as root: as it is, or through sudo.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Ends the script unless packages can be installed here.
need_apt() {
    if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
        echo "$0: this is not a Debian-like system (no apt-get)." >&2
        echo "$0: install what these packages hold, then run make: $*" >&2
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
        echo "$0: to install packages this needs root, or sudo; missing: $*" >&2
        exit 1
    fi
}

install_packages() {
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "$@"
}
