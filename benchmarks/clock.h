/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of programs that measure calls. */
#ifndef ACLNN_PY_BENCHMARKS_CLOCK_H
#define ACLNN_PY_BENCHMARKS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds since some time in the past. */
static inline int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif
