// SPDX-License-Identifier: MIT
// Turns a plane of bytes into Radiance's run lengths.
#include "encode/rle.h"

#include <string.h>

// Where the first three equal bytes at or after `at` begin; `count` when there are none.
// A byte that differs from the one before it rules out both triples that hold the pair,
// so most steps skip two.
static size_t find_run(const uint8_t *plane, size_t at, size_t count)
{
    while (at + 2 < count) {
        if (plane[at + 1] != plane[at + 2])
            at += 2;
        else if (plane[at] != plane[at + 1])
            at += 1;
        else
            return at;
    }
    return count;
}

static size_t run_end(const uint8_t *plane, size_t at, size_t count)
{
    uint8_t byte = plane[at];
    uint64_t eight, word;
    memset(&eight, byte, sizeof eight);
    while (at + 8 <= count) {
        memcpy(&word, plane + at, sizeof word);
        if (word != eight)
            break;
        at += 8;
    }
    while (at < count && plane[at] == byte)
        at++;
    return at;
}

static uint8_t *put_literals(const uint8_t *plane, size_t count, uint8_t *out)
{
    while (count > 0) {
        size_t piece = count < 128 ? count : 128;
        *out++ = (uint8_t)piece;
        memcpy(out, plane, piece);
        out += piece;
        plane += piece;
        count -= piece;
    }
    return out;
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
