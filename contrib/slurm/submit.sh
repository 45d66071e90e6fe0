#!/bin/sh
# SPDX-License-Identifier: MIT
# Bakes a list of maps on a cluster that runs Slurm: a job array, then a job that merges its
# reports. Prints the number of the latter, whose exit code is the answer.
#
#   submit.sh SHARDS REPORTS @LIST [OPTION]...      options of hexfog batch
#
# SBATCH_* variables are sbatch's own ways to choose a partition, an account and so on.
set -eu

if [ $# -lt 3 ]; then
    echo "usage: $0 SHARDS REPORTS @LIST [OPTION of hexfog batch]..." >&2
    exit 2
fi
case $1 in
'' | *[!0-9]* | 0*) echo "$0: SHARDS is \"$1\" (allowed: 1 and more)" >&2; exit 2 ;;
esac
shards=$1
reports=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$reports"
rm -f "$reports"/shard-*.json "$reports"/all.json "$reports"/all.xml
array=$(sbatch --parsable --array="0-$((shards - 1))" --output="$reports/shard-%a.log" \
    "$here/bake.sbatch" "$reports" "$@")
sbatch --parsable --dependency="afterany:${array%%;*}" --output="$reports/merge.log" \
    "$here/merge.sbatch" "$reports"
