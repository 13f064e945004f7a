// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/threads.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/sweep/team.h"

// The number that a text begins with, behind which only one of `ends` may stand. 0: none.
static int leading_number(const char *text, const char *ends)
{
    char *end;
    const long n = strtol(text, &end, 10);
    if (end == text || (*end && !strchr(ends, *end)) || n < 1)
        return 0;
    return n < BF_THREADS_MOST ? (int)n : BF_THREADS_MOST;
}

int bf_threads_of_omp(const char *text)
{
    return text ? leading_number(text, ", \t") : 0;
}

// Slurm also writes lists such as `2(x3)`, which say nothing about this task.
int bf_threads_of_slurm(const char *text)
{
    return text ? leading_number(text, "") : 0;
}

static int whole_processors(double quota, double period)
{
    if (!(quota > 0) || !(period > 0))
        return 0;
    const double n = quota / period;
    return n < 1 ? 1 : n < BF_THREADS_MOST ? (int)n : BF_THREADS_MOST;
}

int bf_threads_of_cpu_max(const char *text)
{
    double quota, period;
    return sscanf(text, "%lf %lf", &quota, &period) == 2 ? whole_processors(quota, period) : 0;
}

int bf_threads_of_quota(const char *quota, const char *period)
{
    return whole_processors(strtod(quota, NULL), strtod(period, NULL));
}

static bool read_line(const char *path, char *line, size_t size)
{
    FILE *file = fopen(path, "r");
    const bool ok = file && fgets(line, (int)size, file);
    if (file)
        fclose(file);
    return ok;
}

// The least quota of the group at `path` below `root` and of those it is in.
static int quota_of_group(const char *root, char *path, bool second)
{
    int least = 0;
    for (;;) {
        char file[512], one[64], two[64];
        int n = 0;
        snprintf(file, sizeof file, "%s%s/%s", root, path, second ? "cpu.max" : "cpu.cfs_quota_us");
        if (read_line(file, one, sizeof one)) {
            snprintf(file, sizeof file, "%s%s/cpu.cfs_period_us", root, path);
            if (second)
                n = bf_threads_of_cpu_max(one);
            else if (read_line(file, two, sizeof two))
                n = bf_threads_of_quota(one, two);
        }
        if (n && (!least || n < least))
            least = n;
        char *slash = strrchr(path, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

// /proc/self/cgroup has `0::/path` for version 2 and `4:cpu,cpuacct:/path` for version 1.
static int quota_of_process(void)
{
    char line[512];
    int least = 0;
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        const bool second = controllers[1] == '\0';
        if (!second && !strstr(controllers + 1, "cpu"))
            continue;
        const int n =
            quota_of_group(second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu", path, second);
        if (n && (!least || n < least))
            least = n;
    }
    if (file)
        fclose(file);
    return least;
}

static void limit(struct bf_threads *t, int count, const char *what)
{
    if (count > 0 && count < t->count)
        *t = (struct bf_threads){count, what};
}

struct bf_threads bf_threads_allowed(void)
{
    struct bf_threads t = {BF_THREADS_MOST, "the most there can be"};
    limit(&t, bf_team_processors(), "the processors this program may run on");
    limit(&t, quota_of_process(), "the quota of its control group");
    limit(&t, bf_threads_of_slurm(getenv("SLURM_CPUS_PER_TASK")), "SLURM_CPUS_PER_TASK");
    limit(&t, bf_threads_of_omp(getenv("OMP_NUM_THREADS")), "OMP_NUM_THREADS");
    return t;
}
