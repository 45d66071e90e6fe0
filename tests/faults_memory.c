// SPDX-License-Identifier: MIT
// Turns allocations, of whatever library, into calls that faults.c counts and makes fail; tells
// how many blocks of hexfog's own door are left at the end of the process.
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    void (*free)(void *);
} next;

// Looking them up may take memory, a few words, before there is any: from here, for good.
static _Alignas(max_align_t) unsigned char early[4096];
static size_t early_bytes;
static _Atomic int is_looking_up;

static void *early_block(size_t size)
{
    size_t begin = early_bytes;
    early_bytes += (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    return early_bytes <= sizeof early ? early + begin : NULL;
}

static bool is_early(const void *block)
{
    uintptr_t begin = (uintptr_t)early, at = (uintptr_t)block;
    return at >= begin && at < begin + sizeof early;
}

#define LOOK_UP(name) *(void **)&next.name = dlsym(RTLD_NEXT, #name)
static bool is_ready(void)
{
    if (next.free)
        return true;
    if (atomic_exchange(&is_looking_up, 1))
        return false;
    LOOK_UP(malloc);
    LOOK_UP(calloc);
    LOOK_UP(realloc);
    LOOK_UP(posix_memalign);
    LOOK_UP(aligned_alloc);
    LOOK_UP(free);
    return true;
}

static bool fails(void)
{
    return faults_meet(FAULTS_MEMORY) == FAULTS_ERROR;
}

void *malloc(size_t size)
{
    if (!is_ready())
        return early_block(size);
    return fails() ? NULL : next.malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (!is_ready())
        return early_block(count * size);
    return fails() ? NULL : next.calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    if (is_early(block) || !is_ready())
        abort();
    return size > 0 && fails() ? NULL : next.realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return !is_ready() || fails() ? NULL : next.aligned_alloc(alignment, size);
}

// ------------------------------------------------------------------------ the door

// Open addressing; what does not fit is not told.
enum { MOST_BLOCKS = 1 << 16 };
static _Atomic uintptr_t held[MOST_BLOCKS];
static _Atomic int held_count;
static pid_t first_process;

static size_t place_of(const void *block)
{
    return ((uintptr_t)block >> 6) * UINT64_C(0x9E3779B97F4A7C15) >> 48;
}

static void hold(const void *block)
{
    for (size_t i = place_of(block), tries = 0; tries < MOST_BLOCKS; tries++) {
        _Atomic uintptr_t *place = &held[(i + tries) % MOST_BLOCKS];
        uintptr_t now = atomic_load(place);
        if (now <= 1 && atomic_compare_exchange_strong(place, &now, (uintptr_t)block)) {
            atomic_fetch_add(&held_count, 1);
            return;
        }
    }
}

// A gap would end the search for what stands behind it: 1 is a place that was in use.
static void let_go(const void *block)
{
    for (size_t i = place_of(block), tries = 0; tries < MOST_BLOCKS; tries++) {
        _Atomic uintptr_t *place = &held[(i + tries) % MOST_BLOCKS];
        if (atomic_load(place) == (uintptr_t)block) {
            atomic_store(place, 1);
            atomic_fetch_sub(&held_count, 1);
            return;
        }
        if (atomic_load(place) == 0)
            return;
    }
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (!is_ready() || faults_meet(FAULTS_DOOR) == FAULTS_ERROR || fails())
        return ENOMEM;
    int result = next.posix_memalign(block, alignment, size);
    if (result == 0)
        hold(*block);
    return result;
}

void free(void *block)
{
    if (!block || is_early(block) || !is_ready())
        return;
    let_go(block);
    next.free(block);
}

__attribute__((constructor)) static void remember_process(void)
{
    first_process = getpid();
}

__attribute__((destructor)) static void tell_held(void)
{
    if (getpid() == first_process)
        atomic_store(&faults_shared()->held_blocks, atomic_load(&held_count));
}
