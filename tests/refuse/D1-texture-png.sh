# SPDX-License-Identifier: MIT
# Prints the start of a .png file.
printf '\211PNG\r\n\032\n\000\000\000\015IHDR'
