// SPDX-License-Identifier: MIT
// Turns a plane of bytes into Radiance's run lengths.
#include "encode/rle.h"

#include <string.h>
#include "encode/bytes.h"

static uint64_t eight_at(const uint8_t *bytes)
{
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return HEXFOG_LE(64, eight);
}

static size_t first_byte(uint64_t marks)
{
    return (size_t)__builtin_ctzll(marks) / 8;
}

// Where the first three equal bytes at or after `at` begin; `count` when there are none.
// Eight places at a time: a byte of `apart` is 0 where a byte equals both that follow it, and
// the subtraction's borrows reach only places behind the first 0.
static size_t find_run(const uint8_t *plane, size_t at, size_t count)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    for (; at + 10 <= count; at += 8) {
        uint64_t here = eight_at(plane + at);
        uint64_t apart = (here ^ eight_at(plane + at + 1)) | (here ^ eight_at(plane + at + 2));
        uint64_t zeros = (apart - ones) & ~apart & tops;
        if (zeros)
            return at + first_byte(zeros);
    }
    for (; at + 2 < count; at++)
        if (plane[at] == plane[at + 1] && plane[at] == plane[at + 2])
            return at;
    return count;
}

static size_t run_end(const uint8_t *plane, size_t at, size_t count)
{
    uint8_t byte = plane[at];
    uint64_t eight = UINT64_C(0x0101010101010101) * byte;
    while (at + 32 <= count
           && ((eight_at(plane + at) ^ eight) | (eight_at(plane + at + 8) ^ eight)
               | (eight_at(plane + at + 16) ^ eight) | (eight_at(plane + at + 24) ^ eight)) == 0)
        at += 32;
    for (; at + 8 <= count; at += 8) {
        uint64_t apart = eight_at(plane + at) ^ eight;
        if (apart)
            return at + first_byte(apart);
    }
    while (at < count && plane[at] == byte)
        at++;
    return at;
}

// Most pieces are of one size, which memcpy is told: where it is not, gcc 12 has a slow
// instruction for what is so short.
static void copy(const uint8_t *from, size_t count, uint8_t *to)
{
    for (; count >= 16; count -= 16, from += 16, to += 16)
        memcpy(to, from, 16);
    for (; count > 0; count--)
        *to++ = *from++;
}

static uint8_t *put_literals(const uint8_t *plane, size_t count, uint8_t *out)
{
    for (; count >= 128; count -= 128, plane += 128, out += 129) {
        out[0] = 128;
        memcpy(out + 1, plane, 128);
    }
    if (count == 0)
        return out;
    out[0] = (uint8_t)count;
    copy(plane, count, out + 1);
    return out + 1 + count;
}

static uint8_t *put_run(uint8_t byte, size_t count, uint8_t *out)
{
    while (count > 0) {
        size_t piece = count < 127 ? count : 127;
        *out++ = (uint8_t)(128 + piece);
        *out++ = byte;
        count -= piece;
    }
    return out;
}

size_t hexfog_rle_plane(const uint8_t *plane, size_t count, uint8_t *out)
{
    uint8_t *end = out;
    size_t at = 0;
    while (at < count) {
        size_t run = find_run(plane, at, count);
        end = put_literals(plane + at, run - at, end);
        at = run;
        if (run < count) {
            at = run_end(plane, run, count);
            end = put_run(plane[run], at - run, end);
        }
    }
    return (size_t)(end - out);
}
