// SPDX-License-Identifier: MIT
// SOURCES: tests/faults.c
//
// Jobs on several threads, finished in order; and how many threads there may be.
#include "prove.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../faults.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/workers.h"

enum { MOST_JOBS = 2000, MOST_WORKERS = 16 };

struct record {
    atomic_int works[MOST_JOBS];
    atomic_int working, at_once;       // now, and at most so far
    int64_t order[MOST_JOBS];          // not atomic: `finish` runs one at a time
    size_t finished;
    int worker_of[MOST_JOBS];
    bool is_busy[MOST_WORKERS];        // a worker has one job at a time
    bool changes_worker;
    int64_t failing_work, failing_finish;
    pthread_t caller;
    atomic_bool leaves_caller;
};

static hexfog_status do_work(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct record *record = context;
    int now = atomic_fetch_add(&record->working, 1) + 1, most = atomic_load(&record->at_once);
    while (now > most && !atomic_compare_exchange_weak(&record->at_once, &most, now))
        ;
    if (!pthread_equal(pthread_self(), record->caller))
        atomic_store(&record->leaves_caller, true);
    assert_in_range(worker, 0, MOST_WORKERS - 1);
    atomic_fetch_add(&record->works[job], 1);
    record->worker_of[job] = worker;
    record->is_busy[worker] = true;
    // Later jobs end sooner, so that order does not come by itself.
    if (job % 7 == 0)
        usleep(200);
    atomic_fetch_sub(&record->working, 1);
    if (record->failing_work >= 0 && job >= record->failing_work)
        return hexfog_fail(error, HEXFOG_IO, "work %d", (int)job);
    return HEXFOG_OK;
}

static hexfog_status do_finish(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct record *record = context;
    if (record->worker_of[job] != worker || !record->is_busy[worker])
        record->changes_worker = true;
    record->is_busy[worker] = false;
    record->order[record->finished++] = job;
    if (record->failing_finish >= 0 && job >= record->failing_finish)
        return hexfog_fail(error, HEXFOG_NO, "finish %d", (int)job);
    return HEXFOG_OK;
}

static hexfog_status run(struct record *record, int64_t jobs, int threads, int64_t failing_work,
                         int64_t failing_finish, struct hexfog_error *error)
{
    memset(record, 0, sizeof *record);
    record->failing_work = failing_work;
    record->failing_finish = failing_finish;
    record->caller = pthread_self();
    struct hexfog_ordered_jobs ordered = {record, jobs, threads, do_work, do_finish};
    return hexfog_run_ordered(&ordered, error);
}

static const int thread_counts[] = {1, 2, 3, 16};
#define EACH_THREAD_COUNT(i) (size_t i = 0; i < 4; i++)

static void jobs_finish_in_order(void **state)
{
    (void)state;
    static struct record record;
    struct hexfog_error error;
    for EACH_THREAD_COUNT (i) {
        assert_int_equal(run(&record, MOST_JOBS, thread_counts[i], -1, -1, &error), HEXFOG_OK);
        assert_int_equal(record.finished, MOST_JOBS);
        for (int job = 0; job < MOST_JOBS; job++) {
            assert_int_equal(record.works[job], 1);
            assert_int_equal(record.order[job], job);
        }
        assert_false(record.changes_worker);
        assert_true(record.at_once <= thread_counts[i]);
    }
}

static void odd_counts_run(void **state)
{
    (void)state;
    static struct record record;
    for (int64_t jobs = 0; jobs < 5; jobs++) {
        for EACH_THREAD_COUNT (i) {
            assert_int_equal(run(&record, jobs, thread_counts[i], -1, -1, NULL), HEXFOG_OK);
            assert_int_equal(record.finished, jobs);
        }
    }
}

static void one_thread_is_the_caller(void **state)
{
    (void)state;
    static struct record record;
    faults_arm("", "");
    assert_int_equal(run(&record, 100, 1, -1, -1, NULL), HEXFOG_OK);
    assert_false(record.leaves_caller);
    assert_int_equal(faults_count("pthread_create"), 0);
}

static void several_work_at_once(void **state)
{
    (void)state;
    static struct record record;
    assert_int_equal(run(&record, MOST_JOBS, 3, -1, -1, NULL), HEXFOG_OK);
    assert_true(record.at_once >= 2);
    assert_true(record.leaves_caller);
}

static void lowest_failing_work_is_told(void **state)
{
    (void)state;
    static struct record record;
    for EACH_THREAD_COUNT (i) {
        for (int round = 0; round < 20; round++) {
            struct hexfog_error error = {0};
            int64_t failing = 700 + round;
            assert_int_equal(run(&record, MOST_JOBS, thread_counts[i], failing, -1, &error),
                             HEXFOG_IO);
            char wanted[32];
            snprintf(wanted, sizeof wanted, "work %d", (int)failing);
            assert_string_equal(error.message, wanted);
            assert_int_equal(record.finished, failing);
            assert_int_equal(record.working, 0);
            int started = 0;
            for (int job = 0; job < MOST_JOBS; job++)
                started += record.works[job];
            assert_in_range(started, failing + 1, failing + thread_counts[i]);
        }
    }
}

static void failing_finish_is_the_last(void **state)
{
    (void)state;
    static struct record record;
    for EACH_THREAD_COUNT (i) {
        struct hexfog_error error = {0};
        assert_int_equal(run(&record, MOST_JOBS, thread_counts[i], -1, 300, &error), HEXFOG_NO);
        assert_string_equal(error.message, "finish 300");
        assert_int_equal(record.finished, 301);
    }
    // Work of job 5 fails first in time; in order it is behind the finish of job 4.
    struct hexfog_error error = {0};
    assert_int_equal(run(&record, MOST_JOBS, 16, 5, 4, &error), HEXFOG_NO);
    assert_string_equal(error.message, "finish 4");
    assert_int_equal(run(&record, MOST_JOBS, 3, 5, -1, NULL), HEXFOG_IO);
}

static void fewer_threads_do(void **state)
{
    (void)state;
    static struct record record;
    faults_arm("pthread_create:2+:EAGAIN", "");
    assert_int_equal(run(&record, 500, 16, -1, -1, NULL), HEXFOG_OK);
    assert_int_equal(record.finished, 500);
    assert_true(record.at_once <= 2);
    faults_arm("pthread_create:1+:EAGAIN", "");
    assert_int_equal(run(&record, 500, 16, -1, -1, NULL), HEXFOG_OK);
    assert_int_equal(record.finished, 500);
    assert_false(record.leaves_caller);
    faults_arm("", "");
}

static void no_memory_is_told(void **state)
{
    (void)state;
    static struct record record;
    struct hexfog_error error;
    hexfog_fail_allocation(1);
    assert_int_equal(run(&record, 5, 2, -1, -1, &error), HEXFOG_MEMORY);
    hexfog_fail_allocation(0);
    assert_int_equal(record.finished, 0);
}

static void default_threads_obey_affinity(void **state)
{
    (void)state;
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    int most = hexfog_default_threads();
    assert_in_range(most, 1, CPU_COUNT(&all));
    CPU_ZERO(&one);
    for (size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(hexfog_default_threads(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_int_equal(hexfog_default_threads(), most);
}

// A tree that stands for the system's: files with their contents below a scratch folder.
static char root[4096];

static void put(const char *path, const char *text)
{
    char full[2 * sizeof root];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *p = full + strlen(root) + 1; *p; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        mkdir(full, 0777);
        *p = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_root(void **state)
{
    (void)state;
    const char *scratch = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/cgroup-XXXXXX", scratch ? scratch : "/tmp");
    return mkdtemp(root) ? 0 : 1;
}

static int remove_root(void **state)
{
    (void)state;
    char command[2 * sizeof root];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

static void v2_quota_caps(void **state)
{
    (void)state;
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/proc/self/cgroup", "0::/user.slice/job\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/sys/fs/cgroup/user.slice/job/cpu.max", "250000 100000\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 3);
    put("/sys/fs/cgroup/user.slice/job/cpu.max", "1000 100000\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 1);
}

static void outer_quota_caps(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/user.slice/job\n");
    put("/sys/fs/cgroup/user.slice/job/cpu.max", "800000 100000\n");
    put("/sys/fs/cgroup/user.slice/cpu.max", "400000 100000\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 4);
    // In a container the group is the host's path, and only its own folder is mounted.
    put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
    put("/proc/self/cgroup", "0::/docker/0123\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 2);
}

static void v1_quota_caps(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "7:cpuset,cpufreq:/x\n4:cpu,cpuacct:/job\n"
                             "1:name=systemd:/job\n0::/\n");
    put("/sys/fs/cgroup/cpuset/x/cpu.max", "100000 100000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
    put("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "150000\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 2);
}

static void nonsense_does_not_cap(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "nonsense\n0:\n0::\n:::\n0::job\n");
    put("/sys/fs/cgroup/cpu.max", "many few\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/sys/fs/cgroup/cpu.max", "100000 0\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/sys/fs/cgroup/cpu.max", "-5 -5\n");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
    put("/sys/fs/cgroup/cpu.max", "");
    assert_int_equal(hexfog_cgroup_cpus(root), 0);
}

#define PROVES_IN_ROOT(sentence, function) {sentence, function, make_root, remove_root, NULL}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("with 1, 2, 3, 16 threads each job is worked once and finished in order",
               jobs_finish_in_order),
        PROVES("no job, and fewer jobs than threads, are no trouble", odd_counts_run),
        PROVES("one thread is the caller's own", one_thread_is_the_caller),
        PROVES("several jobs are worked at once", several_work_at_once),
        PROVES("of failing work the lowest job is told, those before it are finished",
               lowest_failing_work_is_told),
        PROVES("a failing finish is the last one", failing_finish_is_the_last),
        PROVES("threads that do not start are done without, also all of them",
               fewer_threads_do),
        PROVES("no memory for the workers is MEMORY", no_memory_is_told),
        PROVES("the default number of threads obeys the affinity mask",
               default_threads_obey_affinity),
        PROVES_IN_ROOT("a quota of cgroup v2 caps, rounded up, and max does not", v2_quota_caps),
        PROVES_IN_ROOT("a quota of an outer group caps too, also in a container",
                       outer_quota_caps),
        PROVES_IN_ROOT("a quota of cgroup v1 caps, and -1 does not", v1_quota_caps),
        PROVES_IN_ROOT("a quota that cannot be read does not cap", nonsense_does_not_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
