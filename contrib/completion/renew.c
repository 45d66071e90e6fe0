// SPDX-License-Identifier: MIT
// Turns a completion script and the command table into the script with its tables renewed:
// what stands between `# BEGIN shell` and `# END`. `make completion` runs it.
//
//     renew SCRIPT >NEW      shell: bash, zsh
#include <stdio.h>
#include <string.h>
#include "../../man/blocks.h"
#include "completion.h"

static bool print_tables(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        return hexfog_print_bash();
    if (strcmp(shell, "zsh") == 0)
        return hexfog_print_zsh();
    fprintf(stderr, "renew: no shell is called '%s'\n", shell);
    return false;
}

int main(int argc, char **argv)
{
    static const struct hexfog_blocks blocks = { "renew", "SCRIPT", "# BEGIN ", "# END\n",
                                                 print_tables };
    return hexfog_renew_blocks(argc, argv, &blocks);
}
