#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/pictures.md: runs its commands, with the pictures in DIR.
#
#   HEXFOG=build/hexfog scripts/pictures.sh [DIR]      default: docs/pictures
set -eu

cd "$(dirname "$0")/.."
hexfog=${HEXFOG:-build/hexfog}
folder=${1:-docs/pictures}
mkdir -p "$folder"

hexfog() {
    "$hexfog" "$@"
}

# Commands begin with `hexfog`; what a \ ends goes on in the next line.
sed -e ':join' -e '/\\$/{N; s/\\\n *//; b join' -e '}' docs/pictures.md | grep '^hexfog ' |
    sed "s|-o docs/pictures/|-o \"\$folder\"/|" | while IFS= read -r command; do
    eval "$command"
done
