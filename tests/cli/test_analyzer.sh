# SPDX-License-Identifier: MIT
# Two minutes of one CPU that does nothing else.
# SECONDS: 3600
. "$SRC/tests/checkers.sh"

finds_nothing analyzer "gcc -fanalyzer finds nothing in src"
