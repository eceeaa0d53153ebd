/* SPDX-License-Identifier: Apache-2.0 */
/* Sums over ranks by MPI: mpicc -O2 all_reduce_mpi.c, mpiexec -n RANKS ./a.out */
#include <mpi.h>
#include <string.h>

#include "all_reduce.h"

static float *from;
static float *to;

static int ranks_begin(int argc, char **argv, int *ranks)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    from = calloc((size_t)MOST_COUNT, sizeof *from);
    to = calloc((size_t)MOST_COUNT, sizeof *to);
    return rank;
}

static void ranks_set(const float *numbers, int64_t count)
{
    memcpy(from, numbers, (size_t)count * sizeof *numbers);
}

static void ranks_add(int64_t count)
{
    MPI_Allreduce(from, to, (int)count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void ranks_get(float *sums, int64_t count)
{
    memcpy(sums, to, (size_t)count * sizeof *sums);
}

static void ranks_end(void)
{
    free(from);
    free(to);
    MPI_Finalize();
}
