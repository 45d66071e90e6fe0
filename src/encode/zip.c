// SPDX-License-Identifier: MIT
// Turns the even and the odd bytes of rows into one zlib stream.
#include "encode/zip.h"

#include <string.h>
#include "base/alloc.h"
#include "encode/bytes.h"
#include "encode/deflate.h"
#include "encode/tokens.h"

// Why not a library's deflate: libdeflate, the fastest in Debian whose bytes are the same on
// every CPU, takes most of its time for what is plain here, the runs of B and R, and it needs a
// block as a whole. The seed's map, 4096 x 4096, in ns a texel and MB of .exr zip, measured in
// turns on one (busy) machine:
//
//                       libdeflate 1     5            9            here, fast    here
//     half, sweep       15.7   3.70    15.6  2.92   111  2.21     4.3  3.55     4.9  3.11
//     half, seamless    16.6   5.78    19.1  4.78   134  3.92     5.7  5.59     6.5  4.97
//     float, sweep      29.0  17.29    33.6 16.73    80 16.27    15.6 18.93    18.6 18.04
//     float, seamless   31.6  24.02    36.7 23.65    78 23.17    20.4 26.25    24.1 24.91
//
// Since B has its own path and the nearest match goes first, halves take 0.92 and floats 0.82 of
// that here, for 0.1 and 0.5 per cent more bytes at most.
enum {
    WINDOW = HEXFOG_FARTHEST_MATCH,
    ROOM = 96 << 10,     // bytes beside the window: it moves once as many have come
    HASH_BITS = 14,
    AT_ONCE = 8,         // bytes that are compared at once
    FIRST_PLACE = WINDOW + 1 // so that a place of 0 is out of reach
};

// Bytes of a match at least, which are hashed. A literal of halves takes one bit or two, so
// that only long matches save any; floats are noise in between.
enum { LEAST_HALF = 7, LEAST_FLOAT = 4 };

// 32 bytes are nearly as good as any more for floats, by a thousandth; for halves not.
enum { ENOUGH_HALF = HEXFOG_LONGEST_MATCH, ENOUGH_FLOAT = 32 };

// One of the halves.
struct plane {
    uint8_t *bytes;      // the window and what came after it
    size_t capacity, filled;
    uint32_t start;      // the stream's first place
    uint32_t offset;     // the place of bytes[0]
    uint32_t adler;
    uint64_t *table;     // the last place with the same bytes, and the one before, by hash
    struct hexfog_tokens *tokens;
    struct hexfog_bits bits;
};

struct hexfog_zip {
    struct hexfog_zip_kind kind;
    size_t rows;             // of this stream so far
    uint8_t first_odd;
    struct plane even, odd;
};

struct match { uint32_t length, distance; };

static uint64_t eight_at(const uint8_t *bytes)
{
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return HEXFOG_LE(64, eight);
}

// Tokens -------------------------------------------------------------------

static inline void add_token(struct plane *plane, uint32_t token)
{
    struct hexfog_tokens *tokens = plane->tokens;
    tokens->list[tokens->count++] = token;
    if (tokens->count == HEXFOG_BLOCK_TOKENS)
        hexfog_tokens_write(tokens, false, &plane->bits);
}

static inline void add_literal(struct plane *plane, uint8_t byte)
{
    plane->tokens->literals[byte]++;
    add_token(plane, byte);
}

static inline void add_match(struct plane *plane, struct match match)
{
    struct hexfog_tokens *tokens = plane->tokens;
    tokens->literals[hexfog_length_symbol(match.length)]++;
    tokens->distances[hexfog_distance_symbol(match.distance)]++;
    add_token(plane, hexfog_match_token(match.length, match.distance));
}

// Matches ------------------------------------------------------------------

static inline uint64_t *bucket_of(const struct plane *plane, uint64_t eight, uint32_t least)
{
    uint64_t hashed = eight << 8 * (AT_ONCE - least);
    return plane->table + (hashed * UINT64_C(0x9E3779B97F4A7C15) >> (64 - HASH_BITS));
}

static inline void put_in(uint64_t *bucket, uint32_t place)
{
    *bucket = *bucket << 32 | place;
}

static inline void learn(const struct plane *plane, size_t at, uint32_t least)
{
    put_in(bucket_of(plane, eight_at(plane->bytes + at), least), plane->offset + (uint32_t)at);
}

// How many of the first seven bytes stand so far back as well: none for what is out of reach.
// Without a branch, for none could be foreseen.
static inline struct match seven_equal(const uint8_t *here, uint64_t eight, uint32_t distance)
{
    bool is_near = distance - 1 < WINDOW;
    uint64_t apart = eight ^ eight_at(here - (is_near ? distance : 0));
    apart |= (is_near ? 0 : 1) | UINT64_C(1) << 63;
    return (struct match){ (uint32_t)__builtin_ctzll(apart) / 8, distance };
}

// Of equal ones the first: it is the nearest, whose distance takes the fewest bits.
static inline struct match longer(struct match a, struct match b)
{
    return (struct match){ b.length > a.length ? b.length : a.length,
                           b.length > a.length ? b.distance : a.distance };
}

static inline uint64_t difference(const uint8_t *a, const uint8_t *b)
{
    return eight_at(a) ^ eight_at(b);
}

// A match whose seven bytes are equal goes on, to `most` bytes.
static struct match extended(const uint8_t *here, struct match match, uint32_t most)
{
    const uint8_t *there = here - match.distance;
    uint32_t i = match.length;
    if (i < AT_ONCE - 1)
        return match;
    while (i + 4 * AT_ONCE <= most
           && (difference(here + i, there + i) | difference(here + i + 8, there + i + 8)
               | difference(here + i + 16, there + i + 16)
               | difference(here + i + 24, there + i + 24)) == 0)
        i += 4 * AT_ONCE;
    for (; i + AT_ONCE <= most; i += AT_ONCE) {
        uint64_t apart = difference(here + i, there + i);
        if (apart)
            return (struct match){ i + (uint32_t)__builtin_ctzll(apart) / 8, match.distance };
    }
    while (i < most && here[i] == there[i])
        i++;
    return (struct match){ i, match.distance };
}

// How a row is searched.
struct search {
    size_t to;           // its end: bytes behind are not there yet and must not be looked at
    uint32_t above;      // how far back the row before stands; 0 where that is out of reach
    uint32_t least;      // bytes of a match at least
    uint32_t enough;     // bytes after which no longer match is looked for
    bool is_fast;
};

// The best match, if it is long enough; and this place is learnt. The nearest is looked at
// first: where it is enough, the others are not looked at.
static inline struct match find_match(const struct plane *plane, size_t at, struct search search)
{
    const uint8_t *here = plane->bytes + at;
    uint64_t eight = eight_at(here), *bucket = bucket_of(plane, eight, search.least);
    uint64_t places = *bucket;
    uint32_t place = plane->offset + (uint32_t)at;
    size_t left = search.to - at;
    uint32_t most = left < HEXFOG_LONGEST_MATCH ? (uint32_t)left : HEXFOG_LONGEST_MATCH;
    put_in(bucket, place);
    struct match last = seven_equal(here, eight, place - (uint32_t)places);
    if (last.length == AT_ONCE - 1)
        last = extended(here, last, most);
    if (search.is_fast || last.length >= search.enough)
        return last;
    struct match before = seven_equal(here, eight, place - (uint32_t)(places >> 32));
    struct match up = seven_equal(here, eight, search.above);
    struct match best = longer(longer(last, before), up);
    if (best.length < AT_ONCE - 1)
        return best;
    return longer(longer(last, extended(here, before, most)), extended(here, up, most));
}

// Rows ---------------------------------------------------------------------

// The first and the last bytes of a match are where others begin; to learn all of them takes
// longer than it saves.
static inline void learn_ends(const struct plane *plane, size_t from, size_t to, uint32_t least)
{
    learn(plane, from + 1, least);
    learn(plane, to - 1, least);
    if (least == LEAST_FLOAT) {
        learn(plane, from + 2, least);
        learn(plane, to - 2, least);
    }
}

static inline void compress(struct plane *plane, size_t from, struct search search)
{
    size_t at = from;
    while (at + AT_ONCE <= search.to) {
        struct match match = find_match(plane, at, search);
        if (match.length < search.least) {
            add_literal(plane, plane->bytes[at++]);
            continue;
        }
        add_match(plane, match);
        if (at + match.length + AT_ONCE <= search.to)
            learn_ends(plane, at, at + match.length, search.least);
        at += match.length;
    }
    while (at < search.to)
        add_literal(plane, plane->bytes[at++]);
}

// Bytes of which all but the first are the same.
static void compress_plain(struct plane *plane, size_t from, size_t count)
{
    const uint8_t *bytes = plane->bytes + from;
    size_t at = 0;
    while (at < count && at < 2)
        add_literal(plane, bytes[at++]);
    while (count - at >= LEAST_FLOAT) {
        size_t left = count - at;
        uint32_t piece = left < HEXFOG_LONGEST_MATCH ? (uint32_t)left : HEXFOG_LONGEST_MATCH;
        add_match(plane, (struct match){ piece, 1 });
        at += piece;
    }
    while (at < count)
        add_literal(plane, bytes[at++]);
}

// Each kind of search has its own loop, in which what it does not do takes no time.
static void compress_row(struct plane *plane, size_t from, const struct hexfog_zip_kind *kind)
{
    bool has_above = plane->offset + from - plane->start >= kind->half_row
                  && kind->half_row <= WINDOW;
    uint32_t above = has_above ? (uint32_t)kind->half_row : 0;
    size_t to = plane->filled;
    if (kind->is_float && kind->is_fast)
        compress(plane, from, (struct search){ to, above, LEAST_FLOAT, ENOUGH_FLOAT, true });
    else if (kind->is_float)
        compress(plane, from, (struct search){ to, above, LEAST_FLOAT, ENOUGH_FLOAT, false });
    else if (kind->is_fast)
        compress(plane, from, (struct search){ to, above, LEAST_HALF, ENOUGH_HALF, true });
    else
        compress(plane, from, (struct search){ to, above, LEAST_HALF, ENOUGH_HALF, false });
}

static void add_row(struct plane *plane, size_t skipped, size_t plain,
                    const struct hexfog_zip_kind *kind)
{
    size_t from = plane->filled + skipped;
    plane->start += (uint32_t)skipped; // no match begins before
    plane->filled += kind->half_row;
    plane->adler = hexfog_adler32(plane->adler, plane->bytes + from, plane->filled - from);
    if (plain > skipped) {
        compress_plain(plane, from, plain - skipped);
        from += plain - skipped;
    }
    compress_row(plane, from, kind);
}

// The first odd byte is written by hexfog_zip_end.
void hexfog_zip_add(struct hexfog_zip *zip, size_t plain)
{
    bool is_first = zip->rows++ == 0;
    if (is_first)
        zip->first_odd = zip->odd.bytes[0];
    add_row(&zip->even, 0, plain, &zip->kind);
    add_row(&zip->odd, is_first, plain, &zip->kind);
}

static uint8_t *room_in(struct plane *plane, size_t count)
{
    if (plane->filled + count > plane->capacity) {
        size_t gone = plane->filled - WINDOW;
        memmove(plane->bytes, plane->bytes + gone, WINDOW);
        plane->offset += (uint32_t)gone;
        plane->filled = WINDOW;
    }
    return plane->bytes + plane->filled;
}

struct hexfog_zip_row hexfog_zip_room(struct hexfog_zip *zip)
{
    return (struct hexfog_zip_row){ room_in(&zip->even, zip->kind.half_row),
                                    room_in(&zip->odd, zip->kind.half_row) };
}

// Streams ------------------------------------------------------------------

// Places go on from stream to stream, with a window between them: what the table holds of
// streams before is out of reach. It is cleared before places grow out of 32 bits.
static void begin_plane(struct plane *plane)
{
    plane->start = plane->offset + (uint32_t)plane->filled + WINDOW;
    if (plane->offset == 0 || plane->start > UINT32_C(1) << 31) {
        memset(plane->table, 0, sizeof *plane->table << HASH_BITS);
        plane->start = FIRST_PLACE;
    }
    plane->offset = plane->start;
    plane->filled = 0;
    plane->adler = 1;
    plane->bits = (struct hexfog_bits){ .bytes = plane->bits.bytes };
}

static void begin(struct hexfog_zip *zip)
{
    begin_plane(&zip->even);
    begin_plane(&zip->odd);
    zip->rows = 0;
    // The head of a zlib stream: deflate with a window of 32 KiB, by a fast algorithm.
    zip->even.bits.bytes[0] = 0x78;
    zip->even.bits.bytes[1] = 0x5e;
    zip->even.bits.count = 2;
}

// Of the bytes of `a` and then those of `b`, which are `count`.
static uint32_t joined_adler(uint32_t a, uint32_t b, uint64_t count)
{
    const uint64_t prime = 65521;
    uint64_t a_sum = (a & 0xffff) + prime - 1; // less the 1 before the first byte
    uint64_t sum = a_sum + (b & 0xffff);
    uint64_t sums = (a >> 16) + (b >> 16) + count % prime * a_sum;
    return (uint32_t)(sums % prime << 16 | sum % prime);
}

size_t hexfog_zip_end(struct hexfog_zip *zip, uint8_t correction, const uint8_t **bytes)
{
    struct plane *even = &zip->even, *odd = &zip->odd;
    uint8_t first_odd = (uint8_t)(zip->first_odd + correction);
    uint32_t adler = joined_adler(even->adler, hexfog_adler32(1, &first_odd, 1), 1);
    adler = joined_adler(adler, odd->adler, (uint64_t)zip->rows * zip->kind.half_row - 1);
    hexfog_tokens_write(even->tokens, false, &even->bits);
    add_literal(even, first_odd);
    hexfog_tokens_write(even->tokens, false, &even->bits);
    hexfog_tokens_write(odd->tokens, true, &odd->bits);
    hexfog_bits_append(&even->bits, &odd->bits);
    size_t count = hexfog_bits_end(&even->bits);
    hexfog_put_u32_be(even->bits.bytes + count, adler);
    *bytes = even->bits.bytes;
    begin(zip);
    return count + 4;
}

// Memory -------------------------------------------------------------------

static size_t plane_capacity(const struct hexfog_zip_kind *kind)
{
    size_t room = kind->half_row > ROOM ? kind->half_row : ROOM;
    size_t all = kind->half_row * kind->rows;
    return all < WINDOW + room ? all : WINDOW + room;
}

// The even half takes the bits of all even bytes, of the first odd one and of the other ones.
static size_t bits_capacity(const struct hexfog_zip_kind *kind)
{
    return 2 * hexfog_tokens_bytes_at_most(kind->half_row * kind->rows) +
           hexfog_tokens_bytes_at_most(1) + 16;
}

static bool make_plane(struct plane *plane, const struct hexfog_zip_kind *kind, size_t bits)
{
    plane->capacity = plane_capacity(kind);
    plane->bytes = hexfog_alloc(1, plane->capacity);
    plane->table = hexfog_alloc((size_t)1 << HASH_BITS, sizeof *plane->table);
    plane->tokens = hexfog_alloc(1, sizeof *plane->tokens);
    plane->bits.bytes = hexfog_alloc(1, bits);
    if (!plane->bytes || !plane->table || !plane->tokens || !plane->bits.bytes)
        return false;
    hexfog_tokens_clear(plane->tokens);
    return true;
}

struct hexfog_zip *hexfog_zip_make(const struct hexfog_zip_kind *kind)
{
    size_t bits = bits_capacity(kind);
    struct hexfog_zip *zip = hexfog_alloc_zeroed(1, sizeof *zip);
    if (!zip)
        return NULL;
    zip->kind = *kind;
    if (!make_plane(&zip->even, kind, bits) || !make_plane(&zip->odd, kind, bits / 2)) {
        hexfog_zip_free(zip);
        return NULL;
    }
    begin(zip);
    return zip;
}

static void free_plane(struct plane *plane)
{
    hexfog_free(plane->bytes);
    hexfog_free(plane->table);
    hexfog_free(plane->tokens);
    hexfog_free(plane->bits.bytes);
}

void hexfog_zip_free(struct hexfog_zip *zip)
{
    if (!zip)
        return;
    free_plane(&zip->even);
    free_plane(&zip->odd);
    hexfog_free(zip);
}

uint64_t hexfog_zip_memory_bytes(const struct hexfog_zip_kind *kind)
{
    uint64_t bits = bits_capacity(kind);
    uint64_t plane = plane_capacity(kind) + (sizeof(uint64_t) << HASH_BITS) +
                     sizeof(struct hexfog_tokens);
    return sizeof(struct hexfog_zip) + 2 * plane + bits + bits / 2;
}
