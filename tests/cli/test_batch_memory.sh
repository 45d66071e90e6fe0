# SPDX-License-Identifier: MIT
# A part of tests/faults.sh: each allocation of hexfog's own fails in two batches, where which
# one it is has once decided between the status for memory, another one and a crash.
FAULTS_CALLS=${FAULTS_CALLS:-door}
set -- batch-goes-on batch-changed
. "$SRC/tests/faults.sh"
