// SPDX-License-Identifier: MIT
// Memory: the checked multiply, the limit, and the call that is made to fail.
#include "prove.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "hexfog.h"

static void overflow_is_refused(void **state)
{
    (void)state;
    size_t product = 7, held = hexfog_allocated_bytes();
    assert_false(hexfog_multiply(SIZE_MAX / 2 + 1, 2, &product));
    assert_true(hexfog_multiply(SIZE_MAX / 2, 2, &product));
    assert_true(product == SIZE_MAX - 1);
    assert_null(hexfog_alloc(SIZE_MAX / 2 + 1, 2));
    assert_null(hexfog_alloc_zeroed(SIZE_MAX / 16, 17));
    assert_null(hexfog_alloc(SIZE_MAX, 1));
    assert_int_equal(hexfog_allocated_bytes(), held);
}

static void blocks_are_aligned(void **state)
{
    (void)state;
    for (size_t size = 0; size < 300; size += 7) {
        char *block = hexfog_alloc(size, 1);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 64, 0);
        memset(block, 0xAA, size);
        hexfog_free(block);
    }
}

static void zeroed_is_clear(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        unsigned char *block = hexfog_alloc_zeroed(1000, 3);
        assert_non_null(block);
        for (int k = 0; k < 3000; k++)
            assert_int_equal(block[k], 0);
        memset(block, 0xFF, 3000);
        hexfog_free(block);
    }
}

static void resizing_keeps_bytes(void **state)
{
    (void)state;
    char *block = hexfog_realloc(NULL, 4, 1);
    memcpy(block, "abc", 4);
    block = hexfog_realloc(block, 100000, 1);
    assert_string_equal(block, "abc");
    assert_int_equal((uintptr_t)block % 64, 0);
    hexfog_fail_allocation(1);
    assert_null(hexfog_realloc(block, 200000, 1));
    hexfog_fail_allocation(0);
    assert_string_equal(block, "abc");
    block = hexfog_realloc(block, 2, 1);
    assert_int_equal(block[1], 'b');
    hexfog_free(block);
}

static void held_bytes_are_counted(void **state)
{
    (void)state;
    size_t held = hexfog_allocated_bytes();
    void *a = hexfog_alloc(1000, 10), *b = hexfog_alloc(5, 1);
    assert_int_equal(hexfog_allocated_bytes(), held + 10005);
    assert_true(hexfog_peak_allocated_bytes() >= held + 10005);
    hexfog_free(a);
    assert_int_equal(hexfog_allocated_bytes(), held + 5);
    hexfog_free(b);
    hexfog_free(NULL);
    assert_int_equal(hexfog_allocated_bytes(), held);
    assert_true(hexfog_peak_allocated_bytes() >= held + 10005);
}

static void limit_is_held(void **state)
{
    (void)state;
    struct hexfog_error error;
    size_t held = hexfog_allocated_bytes();
    hexfog_set_memory_limit(held + 1000);
    void *most = hexfog_alloc(1000, 1);
    assert_non_null(most);
    assert_null(hexfog_alloc(1, 1));
    assert_int_equal(hexfog_fail_memory(&error, "the tiles"), HEXFOG_MEMORY);
    assert_non_null(strstr(error.message, "--max-memory"));
    assert_non_null(strstr(error.message, "the tiles"));
    hexfog_free(most);
    void *again = hexfog_alloc(1000, 1);
    assert_non_null(again);
    // A limit below what is held already refuses, and does not wrap around.
    hexfog_set_memory_limit(1);
    assert_null(hexfog_alloc(1, 1));
    hexfog_set_memory_limit(0);
    hexfog_free(again);
}

static void other_failures_name_no_limit(void **state)
{
    (void)state;
    struct hexfog_error error;
    hexfog_set_memory_limit(SIZE_MAX / 2);
    hexfog_fail_allocation(1);
    assert_null(hexfog_alloc(1, 1));
    hexfog_fail_allocation(0);
    assert_int_equal(hexfog_fail_memory(&error, "the tiles"), HEXFOG_MEMORY);
    assert_null(strstr(error.message, "--max-memory"));
    hexfog_set_memory_limit(0);
}

static void nth_call_fails(void **state)
{
    (void)state;
    size_t calls = hexfog_allocation_count();
    hexfog_fail_allocation(3);
    void *first = hexfog_alloc(1, 1), *second = hexfog_copy_string("x");
    assert_non_null(first);
    assert_non_null(second);
    assert_null(hexfog_alloc(1, 1));
    assert_null(hexfog_copy_bytes("abc", 2));
    hexfog_fail_allocation(0);
    void *third = hexfog_alloc(1, 1);
    assert_non_null(third);
    assert_int_equal(hexfog_allocation_count(), calls + 5);
    hexfog_free(first);
    hexfog_free(second);
    hexfog_free(third);
}

static void copies_end_in_nul(void **state)
{
    (void)state;
    char *copy = hexfog_copy_bytes("abcdef", 3), *string = hexfog_copy_string("");
    assert_string_equal(copy, "abc");
    assert_string_equal(string, "");
    hexfog_free(copy);
    hexfog_free(string);
}

enum { THREADS = 4, ROUNDS = 20000, BLOCK_BYTES = 400 };

static void *take_and_give(void *refused)
{
    for (int i = 0; i < ROUNDS; i++) {
        void *block = hexfog_alloc(BLOCK_BYTES, 1);
        if (!block)
            ++*(int *)refused;
        hexfog_free(block);
    }
    return NULL;
}

// With room for two blocks, four threads must be refused now and then, never pass.
static void threads_share_the_limit(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int refused[THREADS] = {0};
    size_t held = hexfog_allocated_bytes();
    void *rest = hexfog_alloc(hexfog_peak_allocated_bytes() - held, 1);
    size_t limit = hexfog_allocated_bytes() + 2 * BLOCK_BYTES;

    assert_non_null(rest);
    hexfog_set_memory_limit(limit);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_give, &refused[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_true(hexfog_peak_allocated_bytes() <= limit);
    hexfog_set_memory_limit(0);
    hexfog_free(rest);
    assert_int_equal(hexfog_allocated_bytes(), held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a size whose product overflows is refused", overflow_is_refused),
        PROVES("every block is aligned to 64 bytes, also one of no bytes", blocks_are_aligned),
        PROVES("a zeroed block is clear where an old one was", zeroed_is_clear),
        PROVES("a resized block keeps its bytes, and its old self on failure",
               resizing_keeps_bytes),
        PROVES("held and peak bytes are counted", held_bytes_are_counted),
        PROVES("past the limit allocation fails and the message names --max-memory",
               limit_is_held),
        PROVES("memory that is out for another reason does not blame the limit",
               other_failures_name_no_limit),
        PROVES("the Nth call fails and all after it", nth_call_fails),
        PROVES("copies end in NUL", copies_end_in_nul),
        PROVES("threads together never pass the limit", threads_share_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
