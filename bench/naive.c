// SPDX-License-Identifier: MIT
// The obvious program: the tile, its level and G of one texel after the other, into one
// large array, which a library or fwrite then saves. hexfog is compared with it (make bench).
//
//   naive SIZE SPACING LEVEL_SCALE FILE     FILE.raw (R, G as floats), FILE.hdr or FILE.exr
//
// Flat-top tiles SPACING texels apart, one source in the middle of the image (bench/boards.py
// has its place), metric "sweep".
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tinyexr.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#define SQRT3 1.7320508075688772
static const double ORIGIN_X = 0.31, ORIGIN_Y = -0.17320508;

struct hex { int q, r; };

static const struct hex directions[6] = { {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1} };

static struct hex hex_round(double q, double r)
{
    double s = -q - r;
    double rq = round(q), rr = round(r), rs = round(s);
    double dq = fabs(rq - q), dr = fabs(rr - r), ds = fabs(rs - s);

    if (dq > dr && dq > ds)
        rq = -rr - rs;
    else if (dr > ds)
        rr = -rq - rs;
    return (struct hex){ (int)rq, (int)rr };
}

static int distance(struct hex h)
{
    return (abs(h.q) + abs(h.r) + abs(h.q + h.r)) / 2;
}

static void fog(double x, double y, double spacing, double *level, double *g)
{
    double size = spacing / SQRT3;
    struct hex h = hex_round(2.0 / 3.0 * x / size, (-1.0 / 3.0 * x + SQRT3 / 3.0 * y) / size);
    double u = x - 1.5 * size * h.q, v = y - spacing * (h.r + 0.5 * h.q);

    *level = distance(h);
    *g = 0;
    for (int k = 0; k < 6; k++) {
        struct hex next = { h.q + directions[k].q, h.r + directions[k].r };
        if (distance(next) > *level) {
            double nx = SQRT3 / 2 * directions[k].q, ny = directions[k].r + 0.5 * directions[k].q;
            *g = fmax(*g, 0.5 + (u * nx + v * ny) / spacing);
        }
    }
}

static int save(const char *path, int size, int channels, const float *pixels)
{
    const char *suffix = strrchr(path, '.');

    if (suffix && strcmp(suffix, ".hdr") == 0)
        return stbi_write_hdr(path, size, size, channels, pixels);
    if (suffix && strcmp(suffix, ".exr") == 0)
        return SaveEXR(pixels, size, size, channels, 0, path, NULL) == TINYEXR_SUCCESS;
    FILE *file = fopen(path, "wb");
    size_t count = (size_t)size * (size_t)size * (size_t)channels;
    int written = file && fwrite(pixels, sizeof *pixels, count, file) == count;
    return file && fclose(file) == 0 && written;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: naive SIZE SPACING LEVEL_SCALE FILE\n");
        return 2;
    }
    int size = atoi(argv[1]);
    double spacing = atof(argv[2]), level_scale = atof(argv[3]);
    int channels = strstr(argv[4], ".raw") ? 2 : 3; // the libraries want blue too
    float *pixels = calloc((size_t)size * (size_t)size * (size_t)channels, sizeof *pixels);
    if (!pixels)
        return 1;
    for (int j = 0; j < size; j++)
        for (int i = 0; i < size; i++) {
            double x = i + 0.5 - size / 2.0 - ORIGIN_X, y = j + 0.5 - size / 2.0 - ORIGIN_Y;
            double level, g;
            fog(x, y, spacing, &level, &g);
            float *pixel = pixels + ((size_t)j * (size_t)size + (size_t)i) * (size_t)channels;
            pixel[0] = (float)(level / level_scale);
            pixel[1] = (float)g;
        }
    int saved = save(argv[4], size, channels, pixels);
    free(pixels);
    return saved ? 0 : 1;
}
