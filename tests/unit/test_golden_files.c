// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/golden.c tests/unit/encode_io.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
// SOURCES: tests/unit/read_back_exr.c tests/unit/read_back_stb.c
// PKG: OpenEXR
// LIBS: -ltinyexr
//
// The golden maps through every file and encoder of the program, as other readers decode
// them (OpenEXR, stb_image): level exact, G within the bound of the format. BUILD is where
// the program was built.
#include "golden.h"
#include "prove.h"
#include "read_back.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDEN_COUNT = 17 };

// What one golden map was baked into, decoded: R and G, as float, row by row.
struct decoded {
    float *r, *g;
    char metadata[200];
};

struct job {
    const char *name;
    struct golden golden;
    struct board board;
    struct reference *reference;
    char folder[200];
    uint64_t files;
};

// ---------------------------------------------------------------- running the program

static void load(struct memory_file *file, const char *path)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    file->capacity = 8 << 20;
    file->bytes = malloc(file->capacity);
    assert_non_null(file->bytes);
    file->length = fread(file->bytes, 1, file->capacity, stream);
    assert_true(file->length > 0 && file->length < file->capacity);
    assert_int_equal(fclose(stream), 0);
}

// Bakes the map into one file with these options and reads it whole.
static void bake(struct job *job, const char *suffix, const char *options,
                 struct memory_file *file)
{
    char command[1024], path[300];
    const char *program = getenv("HEXFOG");
    snprintf(path, sizeof path, "%s/map%s", job->folder, suffix);
    snprintf(command, sizeof command, "'%s' bake -q tests/golden/%s.hexfog.json -o '%s' %s",
             program ? program : "build/hexfog", job->name, path, options);
    if (system(command) != 0)
        fail_msg("failed: %s", command);
    *file = (struct memory_file){.length = 0};
    load(file, path);
    assert_int_equal(remove(path), 0);
    job->files++;
}

// ---------------------------------------------------------------- bounds

static double level_scale_of(const struct job *job, const char *suffix)
{
    return strcmp(suffix, ".png") == 0 ? 255 : job->golden.level_scale;
}

// The table of formats, written out.
static double hdr_bound(const struct job *job)
{
    double top = job->golden.max_level / job->golden.level_scale, power = 1;
    while (!(top < power * (1 - 0x1p-9)))
        power *= 2;
    return 0x1p-9 * power;
}

static bool texel_is_right(const struct job *job, size_t i, int32_t level, double g,
                           double bound)
{
    const struct golden *golden = &job->golden;
    double slack = bound + golden->g_tolerance;
    if (level == golden->level[i] && fabs(g - golden->g[i]) <= slack)
        return true;
    if (!golden->tie[i])
        return false;
    size_t width = (size_t)golden->width;
    struct reference_value value =
        reference_at(job->reference, reference_texel_centre(job->reference, (int32_t)(i % width),
                                                            (int32_t)(i / width)));
    for (int n = 0; n < value.count; n++)
        if (level == value.choices[n].level && fabs(g - (double)value.choices[n].g) <= slack)
            return true;
    return false;
}

static void hold_texels(const struct job *job, const struct decoded *decoded, double scale,
                        double bound, const char *what)
{
    size_t count = (size_t)job->golden.width * (size_t)job->golden.height, wrong = 0;
    for (size_t i = 0; i < count; i++) {
        double level = floor((double)decoded->r[i] * scale + 0.5);
        if (isfinite(level) && isfinite(decoded->g[i]) &&
            texel_is_right(job, i, (int32_t)level, (double)decoded->g[i], bound))
            continue;
        if (wrong++ < 3)
            print_error("%s, texel %zu: %g + %.9g, not %d + %.17g within %.3g\n", what, i, level,
                        (double)decoded->g[i], job->golden.level[i], job->golden.g[i], bound);
    }
    assert_int_equal(wrong, 0);
}

static void hold_metadata(const struct job *job, const char *metadata, double scale)
{
    char wanted[200];
    snprintf(wanted, sizeof wanted, "version=1 level_scale=%g max_level=%d metric=%s", scale,
             job->golden.max_level,
             job->board.description.field.metric == HEXFOG_SWEEP ? "sweep" : "seamless");
    assert_string_equal(metadata, wanted);
}

// ---------------------------------------------------------------- formats

static void hold_hdr(struct job *job)
{
    struct memory_file stream, reference;
    struct decoded decoded = {.r = NULL};
    size_t count = (size_t)job->golden.width * (size_t)job->golden.height;
    bake(job, ".hdr", "--encoder stream", &stream);
    bake(job, ".hdr", "--encoder reference", &reference);
    assert_int_equal(stream.length, reference.length);
    assert_memory_equal(stream.bytes, reference.bytes, stream.length);
    assert_int_equal(sscanf((const char *)stream.bytes, "#?RADIANCE\n# hexfog %199[^\n]",
                            decoded.metadata), 1);
    hold_metadata(job, decoded.metadata, job->golden.level_scale);
    float *rgb = read_hdr_with_stb(&stream, job->golden.width, job->golden.height);
    decoded.r = calloc(count, sizeof *decoded.r);
    decoded.g = calloc(count, sizeof *decoded.g);
    assert_true(decoded.r != NULL && decoded.g != NULL);
    for (size_t i = 0; i < count; i++) {
        decoded.r[i] = rgb[3 * i];
        decoded.g[i] = rgb[3 * i + 1];
        assert_true(fabsf(rgb[3 * i + 2]) <= 0);
    }
    hold_texels(job, &decoded, job->golden.level_scale, hdr_bound(job), ".hdr");
    free(rgb);
    free(decoded.r);
    free(decoded.g);
    memory_file_free(&stream);
    memory_file_free(&reference);
}

// The tEXt chunk, found by its name.
static void read_png_text(const struct memory_file *file, char metadata[200])
{
    static const char mark[] = "tEXthexfog"; // its NUL parts keyword and text
    for (size_t i = 8; i + sizeof mark < file->length; i++) {
        if (memcmp(file->bytes + i, mark, sizeof mark) != 0)
            continue;
        size_t length = (size_t)file->bytes[i - 2] << 8 | file->bytes[i - 1];
        assert_in_range(length, 8, 199);
        memcpy(metadata, file->bytes + i + sizeof mark, length - 7);
        metadata[length - 7] = '\0';
        return;
    }
    fail_msg("no tEXt chunk named hexfog");
}

static void hold_png(struct job *job)
{
    struct memory_file file;
    struct decoded decoded = {.r = NULL};
    size_t count = (size_t)job->golden.width * (size_t)job->golden.height;
    bake(job, ".png", "", &file);
    read_png_text(&file, decoded.metadata);
    hold_metadata(job, decoded.metadata, 255);
    uint8_t *rgb = read_png_with_stb(&file, job->golden.width, job->golden.height);
    decoded.r = calloc(count, sizeof *decoded.r);
    decoded.g = calloc(count, sizeof *decoded.g);
    assert_true(decoded.r != NULL && decoded.g != NULL);
    for (size_t i = 0; i < count; i++) {
        decoded.r[i] = (float)rgb[3 * i] / 255;
        decoded.g[i] = (float)rgb[3 * i + 1] / 255;
        assert_int_equal(rgb[3 * i + 2], 0);
    }
    hold_texels(job, &decoded, level_scale_of(job, ".png"), 1.0 / 510 + 0x1p-24, ".png");
    free(rgb);
    free(decoded.r);
    free(decoded.g);
    memory_file_free(&file);
}

struct exr_kind {
    const char *encoder, *precision, *compression, *channels;
};

static void hold_exr(struct job *job, const struct exr_kind *kind)
{
    struct memory_file file;
    struct exr_image image;
    char options[200];
    bool half = strcmp(kind->precision, "half") == 0;
    size_t count = (size_t)job->golden.width * (size_t)job->golden.height;
    snprintf(options, sizeof options, "--encoder %s --precision %s --compression %s --channels %s",
             kind->encoder, kind->precision, kind->compression, kind->channels);
    bake(job, ".exr", options, &file);
    read_exr(&image, &file);
    assert_int_equal(image.width, job->golden.width);
    assert_int_equal(image.height, job->golden.height);
    assert_int_equal(image.is_half, half);
    assert_int_equal(image.channel_count, strlen(kind->channels));
    hold_metadata(job, image.metadata, job->golden.level_scale);
    struct decoded decoded = {.r = image.r, .g = image.g};
    hold_texels(job, &decoded, job->golden.level_scale, half ? 0x1p-12 : 0x1p-25, options);
    for (size_t i = 0; image.b != NULL && i < count; i++)
        assert_true(fabsf(image.b[i]) <= 0);
    exr_image_free(&image);
    memory_file_free(&file);
}

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { EXR_KINDS = 28, HAS_PIZ = false }; // tinyexr's PIZ is refused there
#else
enum { EXR_KINDS = 32, HAS_PIZ = true };
#endif

static void hold_every_exr(struct job *job)
{
    static const char *const encoders[] = {"stream", "reference"};
    static const char *const precisions[] = {"half", "float"};
    static const char *const compressions[] = {"none", "zips", "zip", "rle", "piz"};
    static const char *const channels[] = {"rgb", "rg"};
    for (int i = 0; i < 40; i++) {
        struct exr_kind kind = {encoders[i / 20], precisions[i / 10 % 2], compressions[i / 2 % 5],
                                channels[i % 2]};
        if (i < 20 && i / 2 % 5 > 2) // the stream encoder has the first three
            continue;
        if (i / 2 % 5 == 4 && !HAS_PIZ)
            continue;
        hold_exr(job, &kind);
    }
}

static void every_file_is_golden(void **state)
{
    struct job job = {.name = *state};
    const char *parent = getenv("TMPDIR");
    snprintf(job.folder, sizeof job.folder, "%s/golden-XXXXXX", parent ? parent : "/tmp");
    assert_non_null(mkdtemp(job.folder));
    golden_read(&job.golden, job.name);
    board_make(&job.board, "%s", job.golden.description);
    job.reference = reference_make(&job.board.description);
    hold_hdr(&job);
    hold_png(&job);
    hold_every_exr(&job);
    assert_int_equal(job.files, 2 + 1 + EXR_KINDS);
    reference_free(job.reference);
    board_free(&job.board);
    golden_free(&job.golden);
    assert_int_equal(remove(job.folder), 0);
}

int main(void)
{
    static char sentences[GOLDEN_COUNT][96];
    struct CMUnitTest tests[GOLDEN_COUNT] = {{NULL, NULL, NULL, NULL, NULL}};
    for (int i = 0; golden_names[i] != NULL && i < GOLDEN_COUNT; i++) {
        snprintf(sentences[i], sizeof sentences[i],
                 "%s: every file and encoder holds the golden level and G", golden_names[i]);
        tests[i] = (struct CMUnitTest){sentences[i], every_file_is_golden, NULL, NULL,
                                       (void *)(uintptr_t)golden_names[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
