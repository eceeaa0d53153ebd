/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
bool cpu_runs(const char *level)
{
    __builtin_cpu_init();
    if (strcmp(level, "v2") == 0)
        return __builtin_cpu_supports("x86-64-v2") != 0;
    if (strcmp(level, "v3") == 0)
        return __builtin_cpu_supports("x86-64-v3") != 0;
    if (strcmp(level, "v4") == 0)
        return __builtin_cpu_supports("x86-64-v4") != 0;
    return false;
}
#else
bool cpu_runs(const char *level)
{
    return strcmp(level, "aarch64") == 0;
}
#endif

int cpu_count(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return CPU_COUNT(&allowed);
    /* The machine has more CPUs than the set has room for. */
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : (int)online;
}
