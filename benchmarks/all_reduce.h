/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a sum over ranks takes, for all_reduce_hccl.c and all_reduce_mpi.c, which say how ranks find
 * each other and add. Rank 0 prints a line for each size: the bytes, and then one number a sample,
 * in nanoseconds. The result is looked at once for each size.
 */
#ifndef ACLNN_PY_BENCHMARKS_ALL_REDUCE_H
#define ACLNN_PY_BENCHMARKS_ALL_REDUCE_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

#define MOST_COUNT ((int64_t)4 << 20)

/* What a program says. Numbers are float32; the sum of `count` of them has come when it returns. */
static int ranks_begin(int argc, char **argv, int *ranks);
static void ranks_set(const float *numbers, int64_t count);
static void ranks_add(int64_t count);
static void ranks_get(float *sums, int64_t count);
static void ranks_end(void);

static void all_reduce_check(int ranks, int64_t count)
{
    float *numbers = malloc((size_t)count * sizeof *numbers);
    if (numbers == NULL)
        exit(1);
    for (int64_t i = 0; i < count; i++)
        numbers[i] = (float)(i % 1000);
    ranks_set(numbers, count);
    ranks_add(count);
    ranks_get(numbers, count);
    for (int64_t i = 0; i < count; i++)
        if (numbers[i] != (float)ranks * (float)(i % 1000)) {
            fprintf(stderr, "element %" PRId64 " is %g\n", i, numbers[i]);
            exit(1);
        }
    free(numbers);
}

int main(int argc, char **argv)
{
    static const struct {
        int64_t count;
        int samples;
    } sizes[] = {{2, 2000}, {16384, 500}, {MOST_COUNT, 20}};
    int ranks;
    int rank = ranks_begin(argc, argv, &ranks);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int64_t count = sizes[i].count;
        all_reduce_check(ranks, count);
        for (int j = 0; j < sizes[i].samples / 10; j++)
            ranks_add(count);
        if (rank == 0)
            printf("%" PRId64, count * (int64_t)sizeof(float));
        for (int j = 0; j < sizes[i].samples; j++) {
            ranks_add(2); /* all begin together */
            int64_t begin = now();
            ranks_add(count);
            if (rank == 0)
                printf(" %" PRId64, now() - begin);
        }
        if (rank == 0)
            printf("\n");
    }
    ranks_end();
    return 0;
}

#endif
