// SPDX-License-Identifier: MIT
// Moving pictures: the palette, and that a failing sink or allocation is a status.
#include "prove.h"
#include "base/alloc.h"
#include "base/error.h"
#include "check/gif.h"
#include "check/gif_palette.h"

#include <stdlib.h>
#include <string.h>

static void settle(struct hexfog_palette *palette, const struct hexfog_canvas *canvas,
                   const struct hexfog_rgb8 *pinned, int pinned_count)
{
    struct hexfog_error error;
    *palette = (struct hexfog_palette){ 0 };
    assert_int_equal(hexfog_palette_add(palette, canvas, &error), HEXFOG_OK);
    assert_int_equal(hexfog_palette_settle(palette, pinned, pinned_count, &error), HEXFOG_OK);
}

static struct hexfog_rgb8 found(struct hexfog_palette *palette, const uint8_t *rgb)
{
    return palette->colours[hexfog_palette_find(palette, rgb)];
}

static void few_colours_are_kept(void **state)
{
    (void)state;
    uint8_t rgb[3 * 255];
    struct hexfog_canvas canvas = { 255, 1, rgb };
    struct hexfog_palette palette;
    for (int i = 0; i < 255; i++) {
        rgb[3 * i] = (uint8_t)i;
        rgb[3 * i + 1] = (uint8_t)(7 * i);
        rgb[3 * i + 2] = (uint8_t)(255 - i);
    }
    settle(&palette, &canvas, NULL, 0);
    assert_int_equal(palette.count, 255);
    for (int i = 0; i < 255; i++) {
        struct hexfog_rgb8 colour = found(&palette, rgb + 3 * i);
        assert_memory_equal(&colour, rgb + 3 * i, 3);
    }
    hexfog_palette_free(&palette);
}

static void many_colours_are_near(void **state)
{
    (void)state;
    enum { SIDE = 128 };
    static uint8_t rgb[3 * SIDE * SIDE];
    struct hexfog_canvas canvas = { SIDE, SIDE, rgb };
    const struct hexfog_rgb8 pinned[] = { { 1, 2, 3 }, { 250, 128, 7 } };
    struct hexfog_palette palette;
    for (int i = 0; i < SIDE * SIDE; i++) { // two ramps, and a pinned colour now and then
        struct hexfog_rgb8 colour = i % 97 == 0 ? pinned[1]
            : (struct hexfog_rgb8){ (uint8_t)(i % SIDE * 2), (uint8_t)(i / SIDE * 2), 40 };
        memcpy(rgb + 3 * i, &colour, 3);
    }
    settle(&palette, &canvas, pinned, 2);
    assert_int_equal(palette.count, HEXFOG_PALETTE_SIZE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        struct hexfog_rgb8 colour = found(&palette, rgb + 3 * i);
        assert_true(abs(colour.r - rgb[3 * i]) <= 20);
        assert_true(abs(colour.g - rgb[3 * i + 1]) <= 20);
        if (i % 97 == 0)
            assert_memory_equal(&colour, &pinned[1], 3);
    }
    const uint8_t never_added[] = { 255, 120, 9 };
    struct hexfog_rgb8 colour = found(&palette, never_added);
    assert_memory_equal(&colour, &pinned[1], 3);
    hexfog_palette_free(&palette);
}

// A white square that moves over black; frame 2 is like frame 1.
static void draw(void *context, int32_t frame, const struct hexfog_canvas *canvas)
{
    (void)context;
    memset(canvas->rgb, 0, 3 * (size_t)canvas->width_px * (size_t)canvas->height_px);
    int32_t place = frame < 2 ? frame : frame - 1;
    memset(canvas->rgb + 3 * (place * canvas->width_px + place), 255, 3);
}

struct memory { uint8_t bytes[4096]; size_t length, room; };

static hexfog_status put(void *context, const void *bytes, size_t count,
                         struct hexfog_error *error)
{
    struct memory *memory = context;
    if (memory->length + count > memory->room)
        return hexfog_fail(error, HEXFOG_IO, "no room");
    memcpy(memory->bytes + memory->length, bytes, count);
    memory->length += count;
    return HEXFOG_OK;
}

static const struct hexfog_gif moving = { 16, 9, 4, 8, 80, NULL, 0, draw, NULL };

static hexfog_status write_moving(struct memory *memory, size_t room, struct hexfog_error *error)
{
    struct hexfog_byte_sink sink = { .context = memory, .write = put };
    memory->length = 0;
    memory->room = room;
    *error = (struct hexfog_error){ 0 };
    return hexfog_gif_write(&moving, &sink, error);
}

static void bytes_are_a_gif(void **state)
{
    (void)state;
    struct memory memory, again;
    struct hexfog_error error;
    assert_int_equal(write_moving(&memory, sizeof memory.bytes, &error), HEXFOG_OK);
    assert_memory_equal(memory.bytes, "GIF89a\x10\0\x09\0", 10);
    assert_int_equal(memory.bytes[memory.length - 1], ';');
    assert_int_equal(write_moving(&again, sizeof memory.bytes, &error), HEXFOG_OK);
    assert_int_equal(again.length, memory.length);
    assert_memory_equal(again.bytes, memory.bytes, memory.length);
}

static void every_short_write_fails(void **state)
{
    (void)state;
    struct memory memory;
    struct hexfog_error error;
    assert_int_equal(write_moving(&memory, sizeof memory.bytes, &error), HEXFOG_OK);
    for (size_t room = memory.length; room-- > 0;) {
        assert_int_equal(write_moving(&memory, room, &error), HEXFOG_IO);
        assert_string_equal(error.message, "no room");
    }
}

static void every_failing_allocation_is_a_status(void **state)
{
    (void)state;
    struct memory memory;
    struct hexfog_error error;
    hexfog_status status = HEXFOG_MEMORY;
    size_t held = hexfog_allocated_bytes(), nth = 1;
    for (; status != HEXFOG_OK; nth++) {
        hexfog_fail_allocation(nth);
        status = write_moving(&memory, sizeof memory.bytes, &error);
        hexfog_fail_allocation(0);
        assert_true(status == HEXFOG_OK || status == HEXFOG_MEMORY);
        assert_int_equal(hexfog_allocated_bytes(), held);
    }
    assert_true(nth > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("255 colours are kept as they are", few_colours_are_kept),
        PROVES("of more, each gets a near one and the pinned ones themselves",
               many_colours_are_near),
        PROVES("frames become the bytes of a .gif, the same each time", bytes_are_a_gif),
        PROVES("a sink that fails at any byte is its status", every_short_write_fails),
        PROVES("any failing allocation is MEMORY and leaves nothing",
               every_failing_allocation_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
