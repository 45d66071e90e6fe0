// SPDX-License-Identifier: MIT
// Turns raw texels (R, G as floats) into a file through a library of others, and prints the
// seconds that the library took: from pixels in memory as it wants them to the closed file.
//
//   peers WRITER SIZE FILE.raw FILE     WRITER: a name of the table below
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool tinyexr_none(const struct pixels *pixels, const char *path)
{
    return peer_tinyexr(pixels, PEER_NONE, false, path);
}

static bool tinyexr_zip(const struct pixels *pixels, const char *path)
{
    return peer_tinyexr(pixels, PEER_ZIP, false, path);
}

static bool tinyexr_half_zip(const struct pixels *pixels, const char *path)
{
    return peer_tinyexr(pixels, PEER_ZIP, true, path);
}

static bool openexr_none(const struct pixels *pixels, const char *path)
{
    return peer_openexr(pixels, PEER_NONE, false, path);
}

static bool openexr_zip(const struct pixels *pixels, const char *path)
{
    return peer_openexr(pixels, PEER_ZIP, false, path);
}

static bool openexr_half_zip(const struct pixels *pixels, const char *path)
{
    return peer_openexr(pixels, PEER_ZIP, true, path);
}

static const struct writer {
    const char *name;
    bool (*write)(const struct pixels *pixels, const char *path);
} writers[] = {
    { "tinyexr-none", tinyexr_none }, { "tinyexr-zip", tinyexr_zip },
    { "tinyexr-half-zip", tinyexr_half_zip }, { "openexr-none", openexr_none },
    { "openexr-zip", openexr_zip }, { "openexr-half-zip", openexr_half_zip },
    { "stb-hdr", peer_stb },
};

static bool allocate(struct pixels *pixels, bool wants_rgb)
{
    size_t count = (size_t)pixels->size * (size_t)pixels->size;

    if (wants_rgb)
        return (pixels->rgb = calloc(3 * count, sizeof(float)));
    for (int i = 0; i < 3; i++)
        if (!(pixels->planes[i] = calloc(count, sizeof(float))))
            return false;
    return true;
}

static void put(struct pixels *pixels, size_t at, float r, float g)
{
    if (pixels->rgb) {
        pixels->rgb[3 * at] = r;
        pixels->rgb[3 * at + 1] = g;
        pixels->rgb[3 * at + 2] = 0;
        return;
    }
    pixels->planes[0][at] = 0;
    pixels->planes[1][at] = g;
    pixels->planes[2][at] = r;
}

static bool read_pixels(struct pixels *pixels, const char *path)
{
    size_t width = (size_t)pixels->size;
    float *row = malloc(2 * width * sizeof *row);
    FILE *file = fopen(path, "rb");
    bool whole = row && file;

    for (size_t j = 0; j < width && whole; j++) {
        whole = fread(row, 2 * sizeof *row, width, file) == width;
        for (size_t i = 0; i < width && whole; i++)
            put(pixels, j * width + i, row[2 * i], row[2 * i + 1]);
    }
    if (file)
        fclose(file);
    free(row);
    return whole;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    const struct writer *writer = NULL;
    for (size_t i = 0; argc == 5 && i < sizeof writers / sizeof writers[0]; i++)
        if (strcmp(writers[i].name, argv[1]) == 0)
            writer = &writers[i];
    if (!writer) {
        fprintf(stderr, "usage: peers WRITER SIZE FILE.raw FILE\n");
        return 2;
    }
    struct pixels pixels = { .size = atoi(argv[2]) };
    if (!allocate(&pixels, writer->write == peer_stb) || !read_pixels(&pixels, argv[3])) {
        fprintf(stderr, "peers: %s: cannot read %d x %d texels\n", argv[3], pixels.size,
                pixels.size);
        return 1;
    }
    double began = now();
    if (!writer->write(&pixels, argv[4]))
        return 1;
    printf("%.9f\n", now() - began);
    return 0; // the system takes the pixels back
}
