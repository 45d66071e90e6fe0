// SPDX-License-Identifier: MIT
// Turns what the system lets this process use into a number of threads.
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/workers.h"

// The mask of a machine with more CPUs than a cpu_set_t holds needs a larger set.
static int affinity_cpus(void)
{
    for (size_t size = CPU_SETSIZE; size <= (size_t)CPU_SETSIZE * 64; size *= 2) {
        cpu_set_t *set = CPU_ALLOC(size);
        if (!set)
            return 1;
        size_t bytes = CPU_ALLOC_SIZE(size);
        int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (count > 0)
            return count;
    }
    return 1;
}

static bool read_line(const char *path, char line[static 256])
{
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    bool is_read = fgets(line, 256, file) != NULL;
    fclose(file);
    return is_read;
}

static int cpus_from_quota(long long quota, long long period)
{
    if (quota <= 0 || period <= 0)
        return 0;
    long long cpus = (quota - 1) / period + 1;
    return cpus < INT_MAX ? (int)cpus : INT_MAX;
}

static int smaller_cap(int a, int b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

// cgroup v2: "max 100000" or "150000 100000".
static int cap_of_v2(const char *folder)
{
    char path[PATH_MAX], line[256];
    long long quota, period;
    if (snprintf(path, sizeof path, "%s/cpu.max", folder) >= (int)sizeof path
        || !read_line(path, line) || sscanf(line, "%lld %lld", &quota, &period) != 2)
        return 0;
    return cpus_from_quota(quota, period);
}

// cgroup v1: two files; a quota of -1 is none.
static int cap_of_v1(const char *folder)
{
    char path[PATH_MAX], quota[256], period[256];
    if (snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder) >= (int)sizeof path
        || !read_line(path, quota)
        || snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder) >= (int)sizeof path
        || !read_line(path, period))
        return 0;
    return cpus_from_quota(atoll(quota), atoll(period));
}

// The smallest cap from a group's folder up to the mount. A container may show the host's
// path with only its own group mounted: folders that are not there have no cap.
static int smallest_cap(const char *mount, const char *group, int (*cap_of)(const char *))
{
    char folder[PATH_MAX];
    int cap = 0;
    size_t mount_length = strlen(mount);
    if (snprintf(folder, sizeof folder, "%s%s", mount, group) >= (int)sizeof folder)
        return 0;
    for (;;) {
        cap = smaller_cap(cap, cap_of(folder));
        char *slash = strrchr(folder, '/');
        if (!slash || slash < folder + mount_length)
            return cap;
        *slash = '\0';
    }
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strncmp(p, word, length) == 0 && (p[length] == ',' || p[length] == '\0'))
            return true;
    return false;
}

// A line of /proc/self/cgroup is "number:controllers:group"; v2 has no controllers.
static int cap_of_line(const char *root, char *line)
{
    char mount[PATH_MAX];
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return 0;
    controllers++;
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';

    bool is_v2 = *controllers == '\0';
    if (!is_v2 && !has_word(controllers, "cpu"))
        return 0;
    const char *places[2] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    if (!is_v2) {
        places[0] = "/sys/fs/cgroup/cpu";
        places[1] = "/sys/fs/cgroup/cpu,cpuacct";
    }
    int cap = 0;
    for (int i = 0; i < 2; i++)
        if (snprintf(mount, sizeof mount, "%s%s", root, places[i]) < (int)sizeof mount)
            cap = smaller_cap(cap, smallest_cap(mount, group, is_v2 ? cap_of_v2 : cap_of_v1));
    return cap;
}

int hexfog_cgroup_cpus(const char *root)
{
    char path[PATH_MAX], line[PATH_MAX];
    int cap = 0;
    if (snprintf(path, sizeof path, "%s/proc/self/cgroup", root) >= (int)sizeof path)
        return 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    while (fgets(line, sizeof line, file))
        cap = smaller_cap(cap, cap_of_line(root, line));
    fclose(file);
    return cap;
}

int hexfog_default_threads(void)
{
    return smaller_cap(affinity_cpus(), hexfog_cgroup_cpus(""));
}
