// SPDX-License-Identifier: MIT
// Turns counts and sizes into memory: a checked multiply, one limit for the process, and a
// header before each block that remembers its size.
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hexfog.h"

// A cache line: wide vector loads stay inside one, and the header keeps the block on one.
enum { ALIGNMENT_BYTES = 64 };

struct header {
    size_t size_bytes;
};

static atomic_size_t held_bytes, peak_bytes, limit_bytes_now, call_count;
static atomic_size_t failing_call; // number of the first call that fails; 0 = none
static _Thread_local bool refused_by_limit;

static struct header *header_of(void *memory)
{
    return (struct header *)(void *)((char *)memory - ALIGNMENT_BYTES);
}

bool hexfog_multiply(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *product = a * b;
    return true;
}

static void raise_peak(size_t held)
{
    size_t peak = atomic_load(&peak_bytes);
    while (held > peak && !atomic_compare_exchange_weak(&peak_bytes, &peak, held))
        ;
}

// Counts the bytes before they are asked for, so that threads cannot pass the limit together.
static bool reserve(size_t size)
{
    size_t limit = atomic_load(&limit_bytes_now);
    size_t held = atomic_load(&held_bytes);
    do {
        size_t room = (limit == 0 ? SIZE_MAX : limit) - held;
        if ((limit != 0 && held > limit) || size > room) {
            refused_by_limit = limit != 0; // and stays so while others find room
            return false;
        }
    } while (!atomic_compare_exchange_weak(&held_bytes, &held, held + size));
    raise_peak(held + size);
    return true;
}

static bool is_call_to_fail(void)
{
    size_t call = atomic_fetch_add(&call_count, 1) + 1;
    size_t failing = atomic_load(&failing_call);
    return failing != 0 && call >= failing;
}

void *hexfog_alloc(size_t count, size_t size)
{
    size_t size_bytes;
    void *block = NULL;

    if (is_call_to_fail() || !hexfog_multiply(count, size, &size_bytes)
        || size_bytes > (size_t)PTRDIFF_MAX - ALIGNMENT_BYTES) {
        refused_by_limit = false;
        return NULL;
    }
    if (!reserve(size_bytes))
        return NULL;
    if (posix_memalign(&block, ALIGNMENT_BYTES, ALIGNMENT_BYTES + size_bytes) != 0) {
        refused_by_limit = false;
        atomic_fetch_sub(&held_bytes, size_bytes);
        return NULL;
    }
    ((struct header *)block)->size_bytes = size_bytes;
    return (char *)block + ALIGNMENT_BYTES;
}

void *hexfog_alloc_zeroed(size_t count, size_t size)
{
    void *memory = hexfog_alloc(count, size);
    if (memory)
        memset(memory, 0, count * size);
    return memory;
}

// Moves always: realloc of the system would not keep the alignment.
void *hexfog_realloc(void *memory, size_t count, size_t size)
{
    void *moved = hexfog_alloc(count, size);
    if (moved && memory) {
        size_t old_bytes = header_of(memory)->size_bytes;
        memcpy(moved, memory, old_bytes < count * size ? old_bytes : count * size);
        hexfog_free(memory);
    }
    return moved;
}

void hexfog_free(void *memory)
{
    if (!memory)
        return;
    struct header *header = header_of(memory);
    atomic_fetch_sub(&held_bytes, header->size_bytes);
    free(header);
}

char *hexfog_copy_bytes(const char *bytes, size_t length)
{
    char *copy = length < SIZE_MAX ? hexfog_alloc(length + 1, 1) : NULL;
    if (!copy)
        return NULL;
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *hexfog_copy_string(const char *string)
{
    return hexfog_copy_bytes(string, strlen(string));
}

size_t hexfog_allocated_bytes(void)
{
    return atomic_load(&held_bytes);
}

size_t hexfog_peak_allocated_bytes(void)
{
    return atomic_load(&peak_bytes);
}

void hexfog_forget_peak(void)
{
    atomic_store(&peak_bytes, atomic_load(&held_bytes));
}

size_t hexfog_allocation_count(void)
{
    return atomic_load(&call_count);
}

size_t hexfog_memory_limit(void)
{
    return atomic_load(&limit_bytes_now);
}

size_t hexfog_spare_bytes(void)
{
    size_t limit = hexfog_memory_limit(), held = hexfog_allocated_bytes();

    if (limit == 0)
        return SIZE_MAX;
    return limit > held ? (limit - held) / 4 : 0;
}

void hexfog_set_memory_limit(size_t limit_bytes)
{
    atomic_store(&limit_bytes_now, limit_bytes);
}

bool hexfog_was_refused_by_limit(void)
{
    return refused_by_limit;
}

void hexfog_fail_allocation(size_t nth)
{
    atomic_store(&failing_call, nth == 0 ? 0 : atomic_load(&call_count) + nth);
}
