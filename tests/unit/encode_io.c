// SPDX-License-Identifier: MIT
// Fields and files for the encoders' tests.
#include "prove.h"
#include "encode_io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double edge_g(struct random *random)
{
    static const double steps[] = { 255.0, 256.0, 512.0, 2048.0, 4096.0, 16777216.0, 33554432.0 };
    double step = steps[random_int(random, 0, 6)];
    double middle = (floor(random_unit(random) * step) + 0.5) / step;
    int32_t side = random_int(random, -3, 3);
    if (side == -3)
        return 0.0;
    if (side == 3)
        return 1.0;
    return side == 0 ? middle : nextafter(middle, side < 0 ? 0.0 : 1.0);
}

static void set_texel(struct field *field, enum field_kind kind, size_t at, struct random *random)
{
    int32_t x = (int32_t)(at % (size_t)field->width), y = (int32_t)(at / (size_t)field->width);
    switch (kind) {
    case FIELD_TILES:
        field->level[at] = (x / 11 + y / 7) % (field->max_level + 1);
        field->g[at] = y % 14 < 7 ? (x % 11 + 0.5) / 11.0 : (double)(y % 7) / 6.0;
        return;
    case FIELD_NOISE:
        field->level[at] = random_int(random, 0, field->max_level);
        field->g[at] = random_unit(random);
        return;
    case FIELD_FLAT:
        field->level[at] = field->max_level;
        field->g[at] = 0.5;
        return;
    case FIELD_EDGES:
        field->level[at] = random_chance(random, 0.3) ? random_int(random, 0, field->max_level) : 0;
        field->g[at] = edge_g(random);
        return;
    }
}

void field_make(struct field *field, enum field_kind kind, int32_t width, int32_t height,
                int32_t max_level, uint64_t seed)
{
    struct random random = { seed };
    size_t count = (size_t)width * (size_t)height;
    *field = (struct field){ .width = width, .height = height, .max_level = max_level };
    field->level = malloc(count * sizeof *field->level);
    field->g = malloc(count * sizeof *field->g);
    assert_true(field->level && field->g);
    for (size_t i = 0; i < count; i++)
        set_texel(field, kind, i, &random);
}

void field_free(struct field *field)
{
    free(field->level);
    free(field->g);
    *field = (struct field){ 0 };
}

static hexfog_status failing(struct memory_file *file, struct hexfog_error *error)
{
    file->writes++;
    if (!file->fail_at || file->writes < file->fail_at)
        return HEXFOG_OK;
    if (error)
        *error = (struct hexfog_error){ .status = HEXFOG_IO, .message = "no room" };
    return HEXFOG_IO;
}

static hexfog_status write_bytes(void *context, const void *bytes, size_t count,
                                 struct hexfog_error *error)
{
    struct memory_file *file = context;
    hexfog_status status = failing(file, error);
    if (status != HEXFOG_OK)
        return status;
    assert_false(file->is_reserved);
    if (file->capacity - file->length < count) {
        file->capacity = 2 * (file->length + count) + 64;
        file->bytes = realloc(file->bytes, file->capacity);
        assert_non_null(file->bytes);
    }
    memcpy(file->bytes + file->length, bytes, count);
    file->length += count;
    return HEXFOG_OK;
}

static hexfog_status write_bytes_at(void *context, uint64_t offset, const void *bytes,
                                    size_t count, struct hexfog_error *error)
{
    struct memory_file *file = context;
    hexfog_status status = failing(file, error);
    if (status != HEXFOG_OK)
        return status;
    assert_true(offset + count <= file->length);
    memcpy(file->bytes + offset, bytes, count);
    return HEXFOG_OK;
}

static hexfog_status reserve(void *context, uint64_t total_bytes, struct hexfog_error *error)
{
    struct memory_file *file = context;
    hexfog_status status = failing(file, error);
    if (status != HEXFOG_OK)
        return status;
    assert_int_equal(file->length, 0);
    free(file->bytes);
    file->length = file->capacity = (size_t)total_bytes;
    file->bytes = malloc(file->length);
    assert_non_null(file->bytes);
    memset(file->bytes, 0xee, file->length);
    file->is_reserved = true;
    return HEXFOG_OK;
}

struct hexfog_byte_sink memory_file_sink(struct memory_file *file)
{
    return (struct hexfog_byte_sink){ .context = file, .write = write_bytes,
                                      .write_at = write_bytes_at,
                                      .reserve = file->reserves ? reserve : NULL };
}

void memory_file_free(struct memory_file *file)
{
    free(file->bytes);
    *file = (struct memory_file){ 0 };
}

const char *memory_file_save(const struct memory_file *file, const char *name)
{
    static char path[512];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/tmp", name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file->bytes, 1, file->length, out), file->length);
    assert_int_equal(fclose(out), 0);
    return path;
}

static struct hexfog_rows band_of(const struct field *field, int32_t first_row)
{
    int32_t left = field->height - first_row;
    size_t at = (size_t)first_row * (size_t)field->width;
    return (struct hexfog_rows){
        .width_px = field->width,
        .first_row = first_row,
        .row_count = left < HEXFOG_BAND_ROWS ? left : HEXFOG_BAND_ROWS,
        .level = field->level + at,
        .g = field->g + at,
    };
}

// Every row, then the band, as a sink of hexfog_bake gets them.
static hexfog_status prepare_band(const struct hexfog_sink *sink, int worker,
                                  struct hexfog_rows *rows, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    for (int32_t i = 0; i < rows->row_count && sink->take_row && status == HEXFOG_OK; i++) {
        size_t at = (size_t)i * (size_t)rows->width_px;
        struct hexfog_rows row = { rows->width_px, rows->first_row + i, 1, rows->level + at,
                                   rows->g + at };
        status = sink->take_row(sink->context, worker, &row, error);
    }
    return status == HEXFOG_OK && sink->prepare
        ? sink->prepare(sink->context, worker, rows, error) : status;
}

hexfog_status field_feed(const struct field *field, struct hexfog_sink sink, int workers,
                         struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    int32_t step = workers * HEXFOG_BAND_ROWS;
    for (int32_t row = 0; row < field->height; row += step) {
        for (int worker = 0; worker < workers; worker++) {
            int32_t first = row + worker * HEXFOG_BAND_ROWS;
            struct hexfog_rows rows = band_of(field, first < field->height ? first : 0);
            if (first < field->height && status == HEXFOG_OK)
                status = prepare_band(&sink, worker, &rows, error);
        }
        for (int worker = 0; worker < workers; worker++) {
            int32_t first = row + worker * HEXFOG_BAND_ROWS;
            struct hexfog_rows rows = band_of(field, first < field->height ? first : 0);
            if (first < field->height && status == HEXFOG_OK)
                status = sink.commit(sink.context, worker, &rows, error);
        }
    }
    return status;
}

hexfog_status field_encode(const struct field *field, const struct hexfog_encoding *encoding,
                           struct memory_file *file, struct hexfog_error *error)
{
    enum { WORKERS = 3 };
    struct hexfog_encoder *encoder = NULL;
    hexfog_status status =
        hexfog_encoder_make(encoding, WORKERS, memory_file_sink(file), &encoder, error);
    if (status != HEXFOG_OK) {
        assert_null(encoder);
        return status;
    }
    status = field_feed(field, hexfog_encoder_sink(encoder), WORKERS, error);
    if (status == HEXFOG_OK)
        status = hexfog_encoder_finish(encoder, error);
    hexfog_encoder_free(encoder);
    return status;
}

void field_must_encode(const struct field *field, const struct hexfog_encoding *encoding,
                       struct memory_file *file)
{
    struct hexfog_error error = { .status = HEXFOG_OK };
    *file = (struct memory_file){ 0 };
    if (field_encode(field, encoding, file, &error) != HEXFOG_OK)
        fail_msg("%s: %s", encoding_name(encoding), error.message);
}

struct hexfog_encoding encoding_for(const struct field *field, enum hexfog_format format)
{
    struct hexfog_encoding encoding = {
        .format = format,
        .width_px = field->width,
        .height_px = field->height,
        .level_scale = format == HEXFOG_PNG ? 255.0 : 64.0,
        .max_level = field->max_level,
        .metric = HEXFOG_SWEEP,
    };
    while (format != HEXFOG_PNG && encoding.level_scale <= field->max_level)
        encoding.level_scale *= 2.0;
    if (format == HEXFOG_EXR) {
        encoding.precision = HEXFOG_HALF;
        encoding.compression = HEXFOG_ZIP;
        encoding.channels = HEXFOG_RGB;
    }
    if (format == HEXFOG_KTX2) {
        encoding.precision = HEXFOG_HALF;
        encoding.channels = HEXFOG_RG;
    }
    return encoding;
}

enum { KTX2_KINDS = 2 * 5, EFFORT_KINDS = 2 * 4 };

static struct hexfog_encoding ktx2_encoding(const struct field *field, int kind)
{
    struct hexfog_encoding encoding = encoding_for(field, HEXFOG_KTX2);
    encoding.mipmaps = kind % 2;
    encoding.precision = kind / 2 == 4 ? HEXFOG_RGB9E5 : kind / 4 ? HEXFOG_FLOAT : HEXFOG_HALF;
    encoding.channels = kind / 2 == 4   ? HEXFOG_CHANNELS_DEFAULT
                        : kind / 2 % 2 ? HEXFOG_RGB
                                       : HEXFOG_RG;
    return encoding;
}

bool encoding_number(const struct field *field, int number, struct hexfog_encoding *encoding)
{
    static const enum hexfog_compression compressions[] = {
        HEXFOG_COMPRESSION_NONE, HEXFOG_ZIPS, HEXFOG_ZIP,   // stream
        HEXFOG_COMPRESSION_NONE, HEXFOG_ZIPS, HEXFOG_ZIP, HEXFOG_RLE,
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        HEXFOG_RLE // tinyexr's PIZ is refused there
#else
        HEXFOG_PIZ
#endif
    };
    if (number < 2) {
        *encoding = encoding_for(field, HEXFOG_HDR);
        encoding->encoder = number == 0 ? HEXFOG_STREAM : HEXFOG_REFERENCE;
        return true;
    }
    if (number == 2) {
        *encoding = encoding_for(field, HEXFOG_PNG);
        return true;
    }
    int kind = number - 3;
    if (kind >= 8 * 4 + KTX2_KINDS + EFFORT_KINDS)
        return false;
    if (kind >= 8 * 4 + KTX2_KINDS) {
        kind -= 8 * 4 + KTX2_KINDS;
        *encoding = encoding_for(field, HEXFOG_EXR);
        encoding->effort = kind % 2 ? HEXFOG_EFFORT_FAST : HEXFOG_EFFORT_BEST;
        encoding->precision = kind / 2 % 2 ? HEXFOG_FLOAT : HEXFOG_HALF;
        encoding->compression = kind / 4 ? HEXFOG_ZIPS : HEXFOG_ZIP;
        return true;
    }
    if (kind >= 8 * 4) {
        *encoding = ktx2_encoding(field, kind - 8 * 4);
        return true;
    }
    *encoding = encoding_for(field, HEXFOG_EXR);
    encoding->compression = compressions[kind % 8];
    encoding->encoder = kind % 8 < 3 ? HEXFOG_STREAM : HEXFOG_REFERENCE;
    encoding->precision = kind / 8 % 2 ? HEXFOG_FLOAT : HEXFOG_HALF;
    encoding->channels = kind / 16 ? HEXFOG_RG : HEXFOG_RGB;
    return true;
}

const char *encoding_name(const struct hexfog_encoding *encoding)
{
    static const char *const formats[] = { "none", ".hdr", ".exr", ".ktx2", ".png" };
    static const char *const precisions[] = { "", " half", " float", " rgb9e5" };
    static const char *const compressions[] = { "", " none", " zips", " zip", " rle", " piz" };
    static const char *const channels[] = { "", " rgb", " rg" };
    static const char *const efforts[] = { "", " fast", "", " best" };
    static char name[100];
    snprintf(name, sizeof name, "%s%s%s%s%s%s %s %dx%d", formats[encoding->format],
             precisions[encoding->precision], compressions[encoding->compression],
             channels[encoding->channels], encoding->mipmaps ? " mipmaps" : "",
             efforts[encoding->effort],
             encoding->encoder == HEXFOG_REFERENCE ? "reference" : "stream",
             (int)encoding->width_px, (int)encoding->height_px);
    return name;
}
