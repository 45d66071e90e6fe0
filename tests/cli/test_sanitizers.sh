# SPDX-License-Identifier: MIT
# Three minutes of one CPU that does nothing else.
# SECONDS: 3600
. "$SRC/tests/checkers.sh"

finds_nothing asan-unit "unit tests pass under the address and undefined-behaviour sanitizers"
