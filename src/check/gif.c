// SPDX-License-Identifier: MIT
// Turns frames into .gif bytes through giflib. The only file that knows giflib.
#include "check/gif.h"

#include <gif_lib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/gif_palette.h"

enum { COLOURS = 256, UNCHANGED = COLOURS - 1 };

struct writer {
    const struct hexfog_gif *gif;
    struct hexfog_byte_sink sink;
    hexfog_status status;         // of the sink: giflib's callback can only come up short
    struct hexfog_error *error;
    GifFileType *file;
    struct hexfog_palette palette;
    struct hexfog_canvas canvas;  // one frame
    uint8_t *now, *before;        // places in the palette, of this frame and of the last
    uint8_t *line;
};

static int put(GifFileType *file, const GifByteType *bytes, int count)
{
    struct writer *writer = file->UserData;

    if (writer->status == HEXFOG_OK)
        writer->status = writer->sink.write(writer->sink.context, bytes, (size_t)count,
                                            writer->error);
    return writer->status == HEXFOG_OK ? count : 0;
}

static hexfog_status explain(const struct writer *writer, int code)
{
    if (writer->status != HEXFOG_OK)
        return writer->status;
    if (code == E_GIF_ERR_NOT_ENOUGH_MEM)
        return hexfog_fail(writer->error, HEXFOG_MEMORY, "out of memory for a .gif");
    return hexfog_fail(writer->error, HEXFOG_IO, "giflib failed: %s",
                       GifErrorString(code) ? GifErrorString(code) : "no reason given");
}

// What changed ------------------------------------------------------------------

struct patch { int32_t left, top, right, bottom; }; // the last two are the first outside

static void widen(struct patch *patch, int32_t x, int32_t y)
{
    patch->left = x < patch->left ? x : patch->left;
    patch->top = y < patch->top ? y : patch->top;
    patch->right = x >= patch->right ? x + 1 : patch->right;
    patch->bottom = y >= patch->bottom ? y + 1 : patch->bottom;
}

// The rectangle of all pixels that changed; one pixel when none did.
static struct patch find_patch(const struct writer *writer, bool is_first)
{
    int32_t width = writer->gif->width_px, height = writer->gif->height_px;
    struct patch patch = { width, height, 0, 0 };

    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            size_t i = (size_t)y * (size_t)width + (size_t)x;
            if (is_first || writer->now[i] != writer->before[i])
                widen(&patch, x, y);
        }
    return patch.right ? patch : (struct patch){ 0, 0, 1, 1 };
}

// Frames ------------------------------------------------------------------------

static bool put_control(struct writer *writer, int32_t frame)
{
    const struct hexfog_gif *gif = writer->gif;
    GraphicsControlBlock control = {
        .DisposalMode = DISPOSE_DO_NOT,
        .DelayTime = frame == gif->frame_count - 1 ? gif->last_frame_cs : gif->frame_cs,
        .TransparentColor = frame == 0 ? NO_TRANSPARENT_COLOR : UNCHANGED
    };
    GifByteType bytes[4];
    size_t count = EGifGCBToExtension(&control, bytes);

    return EGifPutExtension(writer->file, GRAPHICS_EXT_FUNC_CODE, (int)count, bytes) == GIF_OK;
}

static bool put_lines(struct writer *writer, const struct patch *patch, bool is_first)
{
    size_t width = (size_t)writer->gif->width_px, count = (size_t)(patch->right - patch->left);

    for (int32_t y = patch->top; y < patch->bottom; y++) {
        size_t start = (size_t)y * width + (size_t)patch->left;
        for (size_t i = 0; i < count; i++) {
            bool is_same = !is_first && writer->now[start + i] == writer->before[start + i];
            writer->line[i] = is_same ? UNCHANGED : writer->now[start + i];
        }
        if (EGifPutLine(writer->file, writer->line, (int)count) != GIF_OK)
            return false;
    }
    return true;
}

static bool put_frame(struct writer *writer, int32_t frame)
{
    size_t count = (size_t)writer->gif->width_px * (size_t)writer->gif->height_px;

    writer->gif->draw(writer->gif->context, frame, &writer->canvas);
    for (size_t i = 0; i < count; i++)
        writer->now[i] = hexfog_palette_find(&writer->palette, writer->canvas.rgb + 3 * i);
    struct patch patch = find_patch(writer, frame == 0);
    if (!put_control(writer, frame)
        || EGifPutImageDesc(writer->file, patch.left, patch.top, patch.right - patch.left,
                            patch.bottom - patch.top, false, NULL) != GIF_OK
        || !put_lines(writer, &patch, frame == 0))
        return false;
    uint8_t *swapped = writer->before;
    writer->before = writer->now;
    writer->now = swapped;
    return true;
}

// The file ----------------------------------------------------------------------

static bool put_header(struct writer *writer)
{
    GifColorType colours[COLOURS] = { { 0, 0, 0 } };
    unsigned char forever[3] = { 1, 0, 0 };
    GifFileType *file = writer->file;

    for (int i = 0; i < writer->palette.count; i++) {
        const struct hexfog_rgb8 *colour = &writer->palette.colours[i];
        colours[i] = (GifColorType){ colour->r, colour->g, colour->b };
    }
    ColorMapObject *map = GifMakeMapObject(COLOURS, colours);
    EGifSetGifVersion(file, true);
    bool is_put = map && EGifPutScreenDesc(file, writer->gif->width_px, writer->gif->height_px, 8,
                                           0, map) == GIF_OK;
    if (!map)
        file->Error = E_GIF_ERR_NOT_ENOUGH_MEM;
    GifFreeMapObject(map);
    return is_put && (writer->gif->frame_count < 2
                      || (EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK
                          && EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK
                          && EGifPutExtensionBlock(file, 3, forever) == GIF_OK
                          && EGifPutExtensionTrailer(file) == GIF_OK));
}

static hexfog_status write_file(struct writer *writer)
{
    int code = 0, close_code = 0;

    writer->file = EGifOpen(writer, put, &code);
    if (!writer->file)
        return explain(writer, code);
    bool is_put = put_header(writer);
    for (int32_t i = 0; is_put && i < writer->gif->frame_count; i++)
        is_put = put_frame(writer, i);
    code = writer->file->Error;
    bool is_closed = EGifCloseFile(writer->file, &close_code) == GIF_OK;
    if (is_put && is_closed)
        return writer->status; // giflib does not look at the result of every write
    return explain(writer, is_put ? close_code : code);
}

static hexfog_status choose_palette(struct writer *writer)
{
    const struct hexfog_gif *gif = writer->gif;
    hexfog_status status = HEXFOG_OK;

    for (int32_t i = 0; i < gif->frame_count && status == HEXFOG_OK; i++) {
        gif->draw(gif->context, i, &writer->canvas);
        status = hexfog_palette_add(&writer->palette, &writer->canvas, writer->error);
    }
    if (status != HEXFOG_OK)
        return status;
    return hexfog_palette_settle(&writer->palette, gif->pinned, gif->pinned_count, writer->error);
}

hexfog_status hexfog_gif_write(const struct hexfog_gif *gif, const struct hexfog_byte_sink *sink,
                               struct hexfog_error *error)
{
    size_t count = (size_t)gif->width_px * (size_t)gif->height_px;
    struct writer writer = { .gif = gif, .sink = *sink, .error = error };
    hexfog_status status = HEXFOG_OK;

    writer.canvas = (struct hexfog_canvas){ gif->width_px, gif->height_px, hexfog_alloc(count, 3) };
    writer.now = hexfog_alloc(count, 1);
    writer.before = hexfog_alloc(count, 1);
    writer.line = hexfog_alloc((size_t)gif->width_px, 1);
    if (!writer.canvas.rgb || !writer.now || !writer.before || !writer.line)
        status = hexfog_fail_memory(error, "the frames of a .gif");
    if (status == HEXFOG_OK)
        status = choose_palette(&writer);
    if (status == HEXFOG_OK)
        status = write_file(&writer);
    hexfog_free(writer.canvas.rgb);
    hexfog_free(writer.now);
    hexfog_free(writer.before);
    hexfog_free(writer.line);
    hexfog_palette_free(&writer.palette);
    return status;
}
