# SPDX-License-Identifier: MIT
# Prints the start of an .exr file.
printf '\166\057\061\001\002\000\000\000channels\000chlist\000'
