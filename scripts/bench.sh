#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what the comparison needs (Debian, as root or through sudo; nothing when all is
# there), builds and runs it: make bench. Minutes at 4096 x 4096; its settings stand in
# bench/bench.py, its meaning in docs/performance.md.
#
#   sh scripts/bench.sh
#   BENCH_LARGE=1 sh scripts/bench.sh     16384 x 16384 too: about an hour and 20 GiB of disk
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

if [ $# -gt 0 ]; then
    echo "usage: [BENCH_LARGE=1] [BENCH_...=...] sh scripts/bench.sh    (docs/performance.md)" >&2
    exit 2
fi

# shellcheck disable=SC2086 # lists of names
if command -v dpkg-query >/dev/null 2>&1; then
    missing=$(missing_packages $build_packages $bench_packages)
else
    missing="$build_packages $bench_packages"
fi
if [ -n "$missing" ]; then
    need_apt "$missing"
    echo "installing: $missing"
    # shellcheck disable=SC2086
    install_packages $missing >/dev/null
fi
make -s -j"$(nproc)"
exec make -s bench
