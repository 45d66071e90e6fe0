// SPDX-License-Identifier: MIT
// Turns a completion script and the command table into the script with its tables renewed:
// what stands between `# BEGIN shell` and `# END`. `make completion` runs it.
//
//     renew SCRIPT >NEW      shell: bash, zsh
#include <stdio.h>
#include <string.h>
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

static int renew(FILE *script)
{
    static const char begin[] = "# BEGIN ", end[] = "# END\n";
    char line[512];
    bool is_inside = false;
    while (fgets(line, sizeof line, script)) {
        is_inside = is_inside && strcmp(line, end) != 0;
        if (!is_inside)
            fputs(line, stdout);
        if (is_inside || strncmp(line, begin, sizeof begin - 1) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        is_inside = true;
        if (!print_tables(line + sizeof begin - 1))
            return 1;
    }
    return is_inside || ferror(script) || fflush(stdout) ? 1 : 0;
}

int main(int argc, char **argv)
{
    FILE *script = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!script) {
        fputs("usage: renew SCRIPT >NEW\n", stderr);
        return 2;
    }
    int status = renew(script);
    fclose(script);
    return status;
}
