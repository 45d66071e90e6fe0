// SPDX-License-Identifier: MIT
// Turns the files of a corpus into one call of their target each.
//
//     replay TARGET FILE...
//     replay --list            the targets
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_ROW(name) { #name, fuzz_##name },
static const struct target {
    const char *name;
    void (*run)(const uint8_t *data, size_t size);
} targets[] = { FUZZ_TARGETS(FUZZ_ROW) };

static uint8_t bytes[1 << 20];

static bool replay(const struct target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    bool is_whole = feof(file) && !ferror(file);
    fclose(file);
    if (!is_whole) {
        fprintf(stderr, "%s: cannot be read whole\n", path);
        return false;
    }
    char *copy = fuzz_copy(bytes, size);
    target->run((const uint8_t *)copy, size);
    free(copy);
    return true;
}

static int list_targets(void)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        puts(targets[i].name);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list_targets();
    for (size_t i = 0; argc > 2 && i < sizeof targets / sizeof *targets; i++) {
        if (strcmp(argv[1], targets[i].name) != 0)
            continue;
        for (int k = 2; k < argc; k++) {
            if (!replay(&targets[i], argv[k]))
                return 1;
        }
        printf("%s: %d files\n", argv[1], argc - 2);
        return 0;
    }
    fputs("usage: replay TARGET FILE... | --list\n", stderr);
    return 2;
}
