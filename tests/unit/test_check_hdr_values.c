// SPDX-License-Identifier: MIT
// The numbers that an .hdr's bytes mean, all of them, under each of the three decoders.
// SOURCES: tests/unit/board.c tests/unit/planes.c tests/unit/foreign_exr.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "planes.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Flat scanlines, a row an exponent: no pixel looks like a run's.
static void every_mantissa_and_exponent_is_read(void **state)
{
    (void)state;
    static const char head[] = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 256 +X 256\n";
    static uint8_t bytes[sizeof head - 1 + 4 * 65536];
    uint8_t *pixels = bytes + sizeof head - 1;
    memcpy(bytes, head, sizeof head - 1);
    for (int i = 0; i < 65536; i++) {
        int m = i % 256;
        const uint8_t pixel[4] = { (uint8_t)m, (uint8_t)(255 - m), (uint8_t)(m ^ 85),
                                   (uint8_t)(i / 256) };
        memcpy(pixels + 4 * i, pixel, 4);
    }
    FILE *file = fopen("all.hdr", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    assert_int_equal(fclose(file), 0);
    for (enum hexfog_rgbe_decoder decoder = HEXFOG_DECODER_A; decoder <= HEXFOG_DECODER_C;
         decoder++) {
        struct planes planes = planes_read("all.hdr", decoder, 9);
        for (int i = 0; i < 65536; i++) {
            const float *const plane[] = { planes.r, planes.g, planes.b };
            for (int c = 0; c < 3; c++) {
                double m = pixels[4 * i + c], e = pixels[4 * i + 3];
                double share = decoder == HEXFOG_DECODER_A   ? m / 256
                               : decoder == HEXFOG_DECODER_B ? m / 255
                                                             : (m + 0.5) / 256;
                float value = e < 1 ? 0.0f : (float)(share * pow(2, e - 128));
                assert_true(plane[c][i] == value);
            }
        }
        planes_free(&planes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("every mantissa under every exponent is the number that it means",
                          every_mantissa_and_exponent_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
