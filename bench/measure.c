// SPDX-License-Identifier: MIT
// Runs a command and writes what it took, in one line: wall seconds, CPU seconds (user and
// system), greatest resident set in bytes. Its own memory is small: Linux counts that of a
// process before its exec among that of the command.
//
//   measure REPORT COMMAND...     ends with the command's status, or 128 + its signal
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: measure REPORT COMMAND...\n");
        return 2;
    }
    double began = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror("measure");
        return 1;
    }
    double wall = now() - began;
    FILE *report = fopen(argv[1], "w");
    if (!report)
        return 1;
    fprintf(report, "%.9f %.6f %lld\n", wall, seconds(usage.ru_utime) + seconds(usage.ru_stime),
            1024LL * usage.ru_maxrss);
    if (fclose(report) != 0)
        return 1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
