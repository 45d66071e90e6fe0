# SPDX-License-Identifier: MIT
# Seven seconds of one CPU.
. "$SRC/tests/checkers.sh"

finds_nothing cppcheck "cppcheck finds nothing in src"
