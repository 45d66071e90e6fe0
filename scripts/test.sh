#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what the tests need (Debian, as root or through sudo; nothing when all is
# there), builds with warnings as errors and runs every test.
#
#   sh scripts/test.sh [--browser] [NAME]...     as tests/run.sh
#   sh scripts/test.sh --cluster                 tests/cluster.sh alone (root)
#
# --browser: Chromium too (some 300 MB), for tests/cli/test_kit_three.sh, which is skipped
# without it. --cluster: Slurm and MUNGE, for a cluster of two nodes on this machine.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

if [ "${1-}" = --browser ]; then
    shift
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 && browser_packages=chromium
    test_packages="$test_packages $browser_packages"
fi

tests=run.sh
if [ "${1-}" = --cluster ]; then
    shift
    test_packages=$cluster_packages
    tests=cluster.sh
fi

# shellcheck disable=SC2086 # lists of names
if command -v dpkg-query >/dev/null 2>&1; then
    missing=$(missing_packages $build_packages $gl_packages $test_packages)
else
    missing="$build_packages $gl_packages $test_packages"
fi
if [ -n "$missing" ]; then
    need_apt "$missing"
    echo "installing: $missing"
    # shellcheck disable=SC2086
    install_packages $missing >/dev/null
fi
[ $tests = run.sh ] || make -s -j"$(nproc)"
WERROR=1 exec sh tests/$tests "$@"
