/* SPDX-License-Identifier: MIT */
/* Files with blocks that the build renews from the program's tables. */
#ifndef HEXFOG_BLOCKS_H
#define HEXFOG_BLOCKS_H

#include <stdbool.h>

struct hexfog_blocks {
    const char *program;         /* as messages name it */
    const char *operand;         /* what its usage calls the file */
    const char *begin;           /* a block follows a line that begins so */
    const char *end;             /* and goes up to this line, which ends in \n */
    /* Prints the block that the rest of the line asks for; false when it said what is wrong. */
    bool (*print)(const char *what);
};

/* The main of such a program: the file argv[1] to standard output, its blocks printed anew.
 * Returns the exit status. */
int hexfog_renew_blocks(int argc, char **argv, const struct hexfog_blocks *blocks);

#endif
