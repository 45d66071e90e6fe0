// SPDX-License-Identifier: MIT
// Turns an OpenEXR file, ours or a stranger's, into rows of floats through OpenEXRCore, one
// block of scanlines or one row of tiles at a time. The only file that knows the library.
#include <stdio.h>
#include <string.h>
#include <OpenEXR/openexr.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/bands.h"

enum { R, G, B, CHANNELS = HEXFOG_BAND_CHANNELS, PLANES = HEXFOG_BAND_PLANES };
static const char *const channel_names[CHANNELS] = { "R", "G", "B" };

// A block is at most 256 rows of 65536 texels; past this the file has hundreds of channels.
#define MAX_BLOCK_BYTES (UINT64_C(1) << 31)

struct slot {
    exr_decode_pipeline_t pipeline;
    bool is_made;
};

struct exr {
    struct hexfog_reader head;
    exr_context_t context;
    struct slot slots[HEXFOG_MOST_SLOTS];
    struct hexfog_bands bands;
    int part, channel_count;
    int32_t y_min, tile_width;        // of the data window; of a block, 0: scanlines
};

// What the library asks for -----------------------------------------------

// Of this thread's call. The library calls some damage a lack of memory, a lack by other names.
static _Thread_local struct trouble { bool is_memory_out; char problem[256]; } trouble;

// Keeps the first message: later ones are its consequences.
static void keep_problem(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void)context, (void)code;
    if (!trouble.problem[0])
        hexfog_plain_text(trouble.problem, sizeof trouble.problem, message, strcspn(message, "\n"));
}

static int64_t read_bytes(exr_const_context_t context, void *user, void *bytes, uint64_t count,
                          uint64_t offset, exr_stream_error_func_ptr_t fail)
{
    struct exr *exr = user;
    struct hexfog_error error = { .message = "more bytes than memory has addresses" };
    size_t wanted = (size_t)count, got;

    if (wanted == count &&
        hexfog_input_read(&exr->head.input, offset, bytes, wanted, &got, &error) == HEXFOG_OK)
        return (int64_t)got;
    fail(context, EXR_ERR_READ_IO, "%s", error.message);
    return -1;
}

static int64_t size_of_file(exr_const_context_t context, void *user)
{
    (void)context;
    return (int64_t)((struct exr *)user)->head.input.size_bytes;
}

// Cleared: a damaged block may fill its buffer only in part, and the library does not notice.
static void *allocate(size_t size)
{
    void *memory = hexfog_alloc_zeroed(size, 1);
    trouble.is_memory_out = trouble.is_memory_out || !memory;
    return memory;
}

static const char *problem_of(exr_result_t code)
{
    if (trouble.problem[0])
        return trouble.problem;
    return code == EXR_ERR_OUT_OF_MEMORY ? "the file is damaged"
                                         : exr_get_default_error_message(code);
}

static hexfog_status fail(exr_result_t code, struct hexfog_error *error)
{
    if (trouble.is_memory_out)
        return hexfog_fail_memory(error, "an .exr file's block");
    return hexfog_fail(error, HEXFOG_IO, "%s", problem_of(code));
}

static hexfog_status fail_row(const struct exr *exr, int32_t row, exr_result_t code,
                              struct hexfog_error *error)
{
    if (code == EXR_ERR_FEATURE_NOT_IMPLEMENTED)
        return hexfog_fail(error, HEXFOG_IO,
                           "compression %s is not read here: OpenEXR's C library lacks it "
                           "(convert the file to none, zips or zip)",
                           exr->head.info.compression_name);
    if (trouble.is_memory_out)
        return fail(code, error);
    return hexfog_fail(error, HEXFOG_IO, "row %d: %s", (int)row, problem_of(code));
}

static hexfog_status start(struct exr *exr, struct hexfog_error *error)
{
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;

    setup.error_handler_fn = keep_problem;
    setup.alloc_fn = allocate;
    setup.free_fn = hexfog_free;
    setup.user_data = exr;
    setup.read_fn = read_bytes;
    setup.size_fn = size_of_file;
    setup.max_image_width = setup.max_image_height = exr->head.limits.max_side_px;
    setup.max_tile_width = setup.max_tile_height = exr->head.limits.max_side_px;
    setup.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    trouble = (struct trouble){ .is_memory_out = false };
    // It leaves out an attribute that found no memory, and says that all is well.
    exr_result_t code = exr_start_read(&exr->context, exr->head.path, &setup);
    return code == EXR_ERR_SUCCESS && !trouble.is_memory_out ? HEXFOG_OK : fail(code, error);
}

// The header --------------------------------------------------------------

static const exr_attr_chlist_entry_t *find_channel(const exr_attr_chlist_t *list, const char *name)
{
    for (int i = 0; i < list->num_channels; i++) {
        if (strcmp(list->entries[i].name.str, name) == 0)
            return &list->entries[i];
    }
    return NULL;
}

// The first part with channels R and G.
static hexfog_status choose_part(struct exr *exr, const exr_attr_chlist_t **list,
                                 struct hexfog_error *error)
{
    int count = 0;

    exr_get_count(exr->context, &count);
    for (int part = 0; part < count; part++) {
        exr_storage_t storage;
        if (exr_get_storage(exr->context, part, &storage) != EXR_ERR_SUCCESS ||
            (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED) ||
            exr_get_channels(exr->context, part, list) != EXR_ERR_SUCCESS ||
            !find_channel(*list, channel_names[R]) || !find_channel(*list, channel_names[G]))
            continue;
        exr->part = part;
        return HEXFOG_OK;
    }
    return hexfog_fail(error, HEXFOG_IO, "no channels R and G (of halves or floats, not deep)");
}

static hexfog_status check_channel(const exr_attr_chlist_entry_t *channel,
                                   struct hexfog_error *error)
{
    if (channel->pixel_type != EXR_PIXEL_HALF && channel->pixel_type != EXR_PIXEL_FLOAT)
        return hexfog_fail(error, HEXFOG_IO,
                           "channel %s holds integers (allowed: half, float)", channel->name.str);
    if (channel->x_sampling != 1 || channel->y_sampling != 1)
        return hexfog_fail(error, HEXFOG_IO, "channel %s has a value for every %d x %d texels only",
                           channel->name.str, (int)channel->x_sampling, (int)channel->y_sampling);
    return HEXFOG_OK;
}

static hexfog_status read_channels(struct exr *exr, const exr_attr_chlist_t *list,
                                   struct hexfog_error *error)
{
    struct hexfog_texture_info *info = &exr->head.info;
    int halves = 0, found = 0;

    exr->channel_count = list->num_channels;
    for (int c = 0; c < CHANNELS; c++) {
        const exr_attr_chlist_entry_t *channel = find_channel(list, channel_names[c]);
        if (!channel)
            continue;
        hexfog_status status = check_channel(channel, error);
        if (status != HEXFOG_OK)
            return status;
        found++;
        halves += channel->pixel_type == EXR_PIXEL_HALF;
    }
    info->has_blue = found == CHANNELS;
    info->precision = halves == found ? HEXFOG_HALF
                      : halves == 0   ? HEXFOG_FLOAT
                                      : HEXFOG_PRECISION_DEFAULT;
    info->channels = list->num_channels > found ? HEXFOG_CHANNELS_DEFAULT
                     : info->has_blue           ? HEXFOG_RGB
                                                : HEXFOG_RG;
    for (int i = 0; i < list->num_channels; i++)
        hexfog_add_channel_name(info, list->entries[i].name.str);
    return HEXFOG_OK;
}

static void read_compression(struct exr *exr)
{
    exr_compression_t compression = EXR_COMPRESSION_LAST_TYPE;

    exr_get_compression(exr->context, exr->part, &compression);
    hexfog_name_compression(&exr->head.info, (unsigned)compression);
}

static void read_metadata(struct exr *exr)
{
    const exr_attribute_t *attribute = NULL;

    if (exr_get_attribute_by_name(exr->context, exr->part, "hexfog", &attribute) !=
            EXR_ERR_SUCCESS ||
        attribute->type != EXR_ATTR_STRING)
        return;
    hexfog_metadata_read(attribute->string->str, (size_t)attribute->string->length,
                         &exr->head.info.metadata);
}

// What games stumble over; tiles are found in read_blocks.
static void find_forbidden(struct exr *exr, const exr_attr_box2i_t *data)
{
    const exr_attribute_t *colours = NULL;
    exr_attr_box2i_t display = *data;
    exr_lineorder_t order = EXR_LINEORDER_INCREASING_Y;

    exr_get_display_window(exr->context, exr->part, &display);
    exr_get_lineorder(exr->context, exr->part, &order);
    if (exr_get_attribute_by_name(exr->context, exr->part, "chromaticities", &colours) ==
        EXR_ERR_SUCCESS)
        hexfog_add_finding(&exr->head.info, "chromaticities");
    if (order != EXR_LINEORDER_INCREASING_Y)
        hexfog_add_finding(&exr->head.info, "a line order other than INCREASING_Y");
    hexfog_hold_windows(&exr->head.info,
                        (int32_t[]){ data->min.x, data->min.y, data->max.x, data->max.y },
                        (int32_t[]){ display.min.x, display.min.y, display.max.x, display.max.y });
}

static hexfog_status read_blocks(struct exr *exr, struct hexfog_error *error)
{
    struct hexfog_texture_info *info = &exr->head.info;
    exr_storage_t storage = EXR_STORAGE_SCANLINE;
    exr_result_t code;

    exr_get_storage(exr->context, exr->part, &storage);
    info->is_tiled = storage == EXR_STORAGE_TILED;
    if (info->is_tiled)
        hexfog_add_finding(info, "tiles in place of scanlines");
    if (info->is_tiled)
        code = exr_get_tile_sizes(exr->context, exr->part, 0, 0, &exr->tile_width,
                                  &exr->head.block_rows);
    else
        code = exr_get_scanlines_per_chunk(exr->context, exr->part, &exr->head.block_rows);
    if (code != EXR_ERR_SUCCESS)
        return fail(code, error);
    if (exr->head.block_rows < 1 || (info->is_tiled && exr->tile_width < 1))
        return hexfog_fail(error, HEXFOG_IO, "blocks of %d x %d texels", (int)exr->tile_width,
                           (int)exr->head.block_rows);
    if (exr->head.block_rows > info->height_px)
        exr->head.block_rows = info->height_px;
    // The library makes a table with 8 bytes a block; a file that lacks room for it is cut.
    int32_t across = info->is_tiled ? (info->width_px + exr->tile_width - 1) / exr->tile_width : 1;
    int32_t down = (info->height_px + exr->head.block_rows - 1) / exr->head.block_rows;
    if ((uint64_t)across * (uint64_t)down > info->file_bytes / 8)
        return hexfog_fail(error, HEXFOG_IO, "the file ends inside its table of blocks");
    return HEXFOG_OK;
}

static hexfog_status read_header(struct exr *exr, struct hexfog_error *error)
{
    const exr_attr_chlist_t *list = NULL;
    exr_attr_box2i_t window;
    hexfog_status status = choose_part(exr, &list, error);

    status = status == HEXFOG_OK ? read_channels(exr, list, error) : status;
    if (status != HEXFOG_OK)
        return status;
    exr_result_t code = exr_get_data_window(exr->context, exr->part, &window);
    if (code != EXR_ERR_SUCCESS)
        return fail(code, error);
    int64_t width = (int64_t)window.max.x - window.min.x + 1;
    int64_t height = (int64_t)window.max.y - window.min.y + 1;
    status = hexfog_check_side_px(&exr->head.limits, width, height, error);
    if (status != HEXFOG_OK)
        return status;
    exr->head.info.width_px = (int32_t)width;
    exr->head.info.height_px = (int32_t)height;
    exr->y_min = window.min.y;
    read_compression(exr);
    read_metadata(exr);
    find_forbidden(exr, &window);
    return read_blocks(exr, error);
}

// Blocks ------------------------------------------------------------------

// HEXFOG_BAND_SPARE for a stranger's.
static int plane_of(const char *name)
{
    int c = R;
    while (c < CHANNELS && strcmp(name, channel_names[c]) != 0)
        c++;
    return c;
}

// Where a block's texels go: from `column` of these planes' rows on. Every channel goes
// somewhere: the library's fast paths (3.1.5) do not look for channels that nobody wants.
static void aim(const struct exr *exr, exr_decode_pipeline_t *pipeline, float *const planes[PLANES],
                int32_t column)
{
    for (int i = 0; i < pipeline->channel_count; i++) {
        exr_coding_channel_info_t *channel = &pipeline->channels[i];
        channel->decode_to_ptr = (uint8_t *)(planes[plane_of(channel->channel_name)] + column);
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = channel->data_type == EXR_PIXEL_UINT ? EXR_PIXEL_UINT
                                                                       : EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = sizeof(float);
        channel->user_line_stride = exr->head.info.width_px * (int32_t)sizeof(float);
    }
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// The library takes sizes from the file's own table and block heads.
static hexfog_status check_block(const struct exr *exr, const exr_chunk_info_t *block, int32_t row,
                                 int32_t column, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = &exr->head.info;
    int32_t width = least(info->is_tiled ? exr->tile_width : info->width_px,
                          info->width_px - column);

    if (block->width != width || block->packed_size > info->file_bytes ||
        block->height != least(exr->head.block_rows, info->height_px - row))
        return hexfog_fail(error, HEXFOG_IO, "row %d: a block with a wrong size", (int)row);
    if (block->unpacked_size > MAX_BLOCK_BYTES)
        return hexfog_fail(error, HEXFOG_IO, "row %d: a block of %llu bytes (allowed: %llu)",
                           (int)row, (unsigned long long)block->unpacked_size,
                           (unsigned long long)MAX_BLOCK_BYTES);
    return hexfog_check_reader_memory(&exr->head.limits,
                                      3 * block->unpacked_size + block->packed_size, error);
}

// Texels that a damaged block leaves out are 0, not those of the block before.
static void clear(void *buffer, size_t size)
{
    if (buffer)
        memset(buffer, 0, size);
}

static exr_result_t make_pipeline(struct exr *exr, struct slot *slot,
                                  const exr_chunk_info_t *block)
{
    exr_decode_pipeline_t *pipeline = &slot->pipeline;

    if (!slot->is_made) {
        exr_result_t code = exr_decoding_initialize(exr->context, exr->part, block, pipeline);
        slot->is_made = code == EXR_ERR_SUCCESS;
        return code;
    }
    clear(pipeline->unpacked_buffer, pipeline->unpacked_alloc_size);
    clear(pipeline->scratch_buffer_1, pipeline->scratch_alloc_size_1);
    clear(pipeline->scratch_buffer_2, pipeline->scratch_alloc_size_2);
    return exr_decoding_update(exr->context, exr->part, block, pipeline);
}

// A block among others: its first row and column in the image, and the planes' part for the row.
struct place {
    int32_t row, column;
    float *const *planes;
};

static hexfog_status decode_block(struct exr *exr, struct slot *slot,
                                  const exr_chunk_info_t *block, const struct place *place,
                                  struct hexfog_error *error)
{
    hexfog_status status = check_block(exr, block, place->row, place->column, error);
    if (status != HEXFOG_OK)
        return status;
    exr_result_t code = make_pipeline(exr, slot, block);
    if (code == EXR_ERR_SUCCESS) {
        aim(exr, &slot->pipeline, place->planes, place->column);
        code = exr_decoding_choose_default_routines(exr->context, exr->part, &slot->pipeline);
    }
    if (code == EXR_ERR_SUCCESS)
        code = exr_decoding_run(exr->context, exr->part, &slot->pipeline);
    bool is_right = code == EXR_ERR_SUCCESS && !trouble.is_memory_out;
    return is_right ? HEXFOG_OK : fail_row(exr, place->row, code, error);
}

static hexfog_status load_scanlines(struct exr *exr, struct slot *slot, const struct place *place,
                                    struct hexfog_error *error)
{
    exr_chunk_info_t block;
    exr_result_t code = exr_read_scanline_chunk_info(exr->context, exr->part,
                                                     exr->y_min + place->row, &block);

    if (code != EXR_ERR_SUCCESS)
        return fail_row(exr, place->row, code, error);
    if (block.start_y != exr->y_min + place->row)
        return hexfog_fail(error, HEXFOG_IO, "row %d: a block of other rows", (int)place->row);
    return decode_block(exr, slot, &block, place, error);
}

static hexfog_status load_tiles(struct exr *exr, struct slot *slot, struct place place,
                                struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    for (; place.column < exr->head.info.width_px && status == HEXFOG_OK;
         place.column += exr->tile_width) {
        exr_chunk_info_t block;
        int across = place.column / exr->tile_width, down = place.row / exr->head.block_rows;
        exr_result_t code = exr_read_tile_chunk_info(exr->context, exr->part, across, down, 0, 0,
                                                     &block);
        status = code == EXR_ERR_SUCCESS ? decode_block(exr, slot, &block, &place, error)
                                         : fail_row(exr, place.row, code, error);
    }
    return status;
}

static hexfog_status load(void *context, int slot, int32_t first_row, float *const planes[PLANES],
                          struct hexfog_error *error)
{
    struct exr *exr = context;
    struct place place = { first_row, 0, planes };

    trouble = (struct trouble){ .is_memory_out = false };
    return exr->head.info.is_tiled ? load_tiles(exr, &exr->slots[slot], place, error)
                                   : load_scanlines(exr, &exr->slots[slot], &place, error);
}

// The reader's calls --------------------------------------------------------

static hexfog_status decode(struct hexfog_reader *reader, int slot, const struct hexfog_span *span,
                            struct hexfog_error *error)
{
    return hexfog_bands_read(&((struct exr *)reader)->bands, slot, span, error);
}

// With what the library takes for a block: packed, unpacked and between.
static uint64_t slot_bytes(const struct hexfog_reader *reader, int32_t rows)
{
    const struct exr *exr = (const struct exr *)reader;
    uint64_t bytes = hexfog_band_bytes(&exr->bands);

    (void)rows;
    return bytes + 3 * (bytes / PLANES) * (uint64_t)exr->channel_count;
}

static bool make_slot(struct hexfog_reader *reader, int slot, int32_t rows)
{
    (void)rows;
    return hexfog_band_make(&((struct exr *)reader)->bands, slot);
}

static void release(struct hexfog_reader *reader)
{
    struct exr *exr = (struct exr *)reader;

    for (int i = 0; i < HEXFOG_MOST_SLOTS; i++) {
        if (exr->slots[i].is_made)
            exr_decoding_destroy(exr->context, &exr->slots[i].pipeline);
    }
    if (exr->context)
        exr_finish(&exr->context);
    hexfog_bands_free(&exr->bands);
}

static hexfog_status make_bands(struct exr *exr, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = &exr->head.info;

    exr->bands = (struct hexfog_bands){ info->width_px, info->height_px, exr->head.block_rows,
                                        info->has_blue, .load = load, .context = exr };
    return hexfog_bands_start(&exr->bands, &exr->head.limits, error);
}

hexfog_status hexfog_exr_reader_make(const struct hexfog_reader *head,
                                     struct hexfog_reader **reader, struct hexfog_error *error)
{
    struct exr *exr = hexfog_alloc_zeroed(1, sizeof *exr);

    if (!exr)
        return hexfog_fail_memory(error, "an .exr reader");
    exr->head = *head;
    exr->head.info.format = HEXFOG_EXR;
    exr->head.decode = decode;
    exr->head.slot_bytes = slot_bytes;
    exr->head.make_slot = make_slot;
    exr->head.release = release;
    hexfog_status status = start(exr, error);
    if (status == HEXFOG_OK)
        status = read_header(exr, error);
    if (status == HEXFOG_OK)
        status = make_bands(exr, error);
    if (status != HEXFOG_OK) {
        release(&exr->head);
        hexfog_free(exr);
        return status;
    }
    *reader = &exr->head;
    return HEXFOG_OK;
}
