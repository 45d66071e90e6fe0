# SPDX-License-Identifier: MIT
# Prints the start of an .hdr file.
printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\200\200\000\201'
