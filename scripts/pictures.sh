#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/pictures.md: runs its commands, with the pictures in DIR.
#
#   HEXFOG=build/hexfog scripts/pictures.sh [DIR]      default: docs/pictures
set -eu

cd "$(dirname "$0")/.."
case "${1-}" in
-*)
    echo "usage: [HEXFOG=...] sh scripts/pictures.sh [DIR]" >&2
    exit 2
    ;;
esac
hexfog=${HEXFOG:-build/hexfog}
folder=${1:-docs/pictures}
mkdir -p "$folder"

hexfog() {
    "$hexfog" "$@"
}

# Commands begin with `hexfog`; what a \ ends goes on in the next line. diff says 1 where
# something differs.
export TMPDIR="${TMPDIR:-/tmp}"
sed -e ':join' -e '/\\$/{N; s/\\\n *//; b join' -e '}' docs/pictures.md | grep '^hexfog ' |
    sed -e 's| docs/pictures/| "$folder"/|' -e 's| /tmp/| "$TMPDIR"/|g' |
    while IFS= read -r command; do
        status=0
        eval "$command" || status=$?
        case "$status $command" in
        0\ * | 1\ hexfog\ diff\ *) ;;
        *) exit "$status" ;;
        esac
    done
