# SPDX-License-Identifier: MIT
# Runs a program on a terminal of so many columns and prints what it wrote there:
#
#     on_terminal.py COLUMNS PROGRAM [ARGUMENT]...
import fcntl
import os
import pty
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execv(sys.argv[2], sys.argv[2:])
try:
    while True:
        sys.stdout.buffer.write(os.read(terminal, 4096))
except OSError:  # the other end is closed
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
