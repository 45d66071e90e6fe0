// SPDX-License-Identifier: MIT
// Turns how often symbols occur into a prefix code.
#include "encode/huffman.h"

#include <stdbool.h>
#include <string.h>

enum { SYMBOLS = HEXFOG_HUFFMAN_SYMBOLS, MOST_NODES = 2 * SYMBOLS };

struct leaf { uint32_t weight; uint16_t symbol; };

// Those that occur, and more so that there are two.
static int list_leaves(const uint32_t *frequency, int count, struct leaf *leaves)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (frequency[i] > 0)
            leaves[found++] = (struct leaf){ frequency[i], (uint16_t)i };
    for (int i = 0; found < 2; i++)
        if (frequency[i] == 0)
            leaves[found++] = (struct leaf){ 1, (uint16_t)i };
    return found;
}

// By one byte of the weight; equal ones keep their order, so that the code is the same
// everywhere.
static void sort_by_byte(const struct leaf *in, int count, int shift, struct leaf *out)
{
    int start[257] = { 0 };
    for (int i = 0; i < count; i++)
        start[(in[i].weight >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++)
        start[i + 1] += start[i];
    for (int i = 0; i < count; i++)
        out[start[in[i].weight >> shift & 255]++] = in[i];
}

// How many leaves there are at each depth of Huffman's tree. Leaves come by weight, and so do
// the nodes that are made of them: the two lightest of both rows become the next node.
static void count_depths(const struct leaf *leaves, int count, int *at_depth)
{
    uint32_t weight[MOST_NODES];
    uint16_t parent[MOST_NODES], depth[MOST_NODES];
    int leaf = 0, node = count, made = count, last = 2 * count - 2;
    for (int i = 0; i < count; i++)
        weight[i] = leaves[i].weight;
    for (; made <= last; made++) {
        weight[made] = 0;
        for (int child = 0; child < 2; child++) {
            bool takes_leaf = leaf < count && (node >= made || weight[leaf] <= weight[node]);
            int taken = takes_leaf ? leaf++ : node++;
            weight[made] += weight[taken];
            parent[taken] = (uint16_t)made;
        }
    }
    depth[last] = 0;
    for (int i = last - 1; i >= 0; i--) {
        depth[i] = (uint16_t)(depth[parent[i]] + 1);
        if (i < count)
            at_depth[depth[i]]++;
    }
}

// Leaves deeper than `longest` come up to it; then the code has too many words, counted in
// words of `longest` bits: each step takes two away there and puts both below a leaf from
// above, which costs the least that restores the sum.
static void limit_depths(int *at_depth, int deepest, int longest)
{
    uint32_t used = 0;
    for (int depth = longest + 1; depth <= deepest; depth++)
        at_depth[longest] += at_depth[depth];
    for (int depth = 1; depth <= longest; depth++)
        used += (uint32_t)at_depth[depth] << (longest - depth);
    for (; used > UINT32_C(1) << longest; used--) {
        int above = longest - 1;
        while (at_depth[above] == 0)
            above--;
        at_depth[above]--;
        at_depth[above + 1] += 2;
        at_depth[longest]--;
    }
}

static uint16_t reversed(uint32_t word, int length)
{
    uint32_t result = 0;
    for (int i = 0; i < length; i++)
        result |= (word >> i & 1) << (length - 1 - i);
    return (uint16_t)result;
}

// Words of one length follow each other in the order of the symbols.
static void give_words(const int *at_depth, int longest, int count, struct hexfog_code *code)
{
    uint32_t next[HEXFOG_HUFFMAN_LONGEST + 1] = { 0 };
    for (int length = 1; length < longest; length++)
        next[length + 1] = (next[length] + (uint32_t)at_depth[length]) << 1;
    for (int i = 0; i < count; i++)
        if (code->length[i])
            code->bits[i] = reversed(next[code->length[i]]++, code->length[i]);
}

void hexfog_huffman_make(const uint32_t *frequency, int count, int longest,
                         struct hexfog_code *code)
{
    struct leaf leaves[SYMBOLS], spare[SYMBOLS];
    int at_depth[MOST_NODES] = { 0 };
    int found = list_leaves(frequency, count, leaves), next = 0;
    sort_by_byte(leaves, found, 0, spare);
    sort_by_byte(spare, found, 8, leaves);
    count_depths(leaves, found, at_depth);
    limit_depths(at_depth, found, longest);
    memset(code, 0, sizeof *code);
    for (int length = longest; length > 0; length--)
        for (int i = 0; i < at_depth[length]; i++)
            code->length[leaves[next++].symbol] = (uint8_t)length;
    give_words(at_depth, longest, count, code);
}
