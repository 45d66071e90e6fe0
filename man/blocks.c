// SPDX-License-Identifier: MIT
// Turns a file with blocks into the file with its blocks renewed.
#include "blocks.h"

#include <stdio.h>
#include <string.h>

static int renew(FILE *file, const struct hexfog_blocks *blocks)
{
    size_t begin_length = strlen(blocks->begin);
    char line[512];
    bool is_inside = false;

    while (fgets(line, sizeof line, file)) {
        is_inside = is_inside && strcmp(line, blocks->end) != 0;
        if (!is_inside)
            fputs(line, stdout);
        if (is_inside || strncmp(line, blocks->begin, begin_length) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        is_inside = true;
        if (!blocks->print(line + begin_length))
            return 1;
    }
    return is_inside || ferror(file) || fflush(stdout) ? 1 : 0;
}

int hexfog_renew_blocks(int argc, char **argv, const struct hexfog_blocks *blocks)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: %s %s >NEW\n", blocks->program, blocks->operand);
        return 2;
    }
    int status = renew(file, blocks);
    fclose(file);
    return status;
}
