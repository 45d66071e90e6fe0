#!/bin/sh
# SPDX-License-Identifier: MIT
# Turns text files into C for the build to include:
#
#   embed.sh NAME SUFFIX FILE...     a table NAME[] of { name, text }, in the files' order;
#                                    a name is the file's own without folder and SUFFIX
set -eu

table=$1
suffix=$2
shift 2
echo "/* Made by scripts/embed.sh. */"
index=0
for file; do
    # Octal character constants, not strings: C sets no limit to their number.
    echo "static const char ${table}_${index}[] = {"
    od -A n -v -t o1 "$file" | sed "s/ *\([0-7][0-7]*\)/'\\\\\1',/g"
    echo "0 };"
    index=$((index + 1))
done
echo "static const struct { const char *name, *text; } ${table}[] = {"
index=0
for file; do
    echo "    { \"$(basename "$file" "$suffix")\", ${table}_$index },"
    index=$((index + 1))
done
echo "};"
