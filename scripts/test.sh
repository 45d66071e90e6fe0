#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what the tests need (Debian, as root or through sudo; nothing when all is
# there), builds with warnings as errors and runs every test.
#
#   sh scripts/test.sh [NAME]...     as tests/run.sh
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

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
WERROR=1 exec sh tests/run.sh "$@"
