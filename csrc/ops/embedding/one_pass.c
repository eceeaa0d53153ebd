/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/embedding/one_pass.h"

#include "base/number.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/scratch.h"
#include "ops/embedding/gradient_division.h"
#include "ops/common/indices.h"

#define TILING(field) EMBEDDING_DENSE_GRAD_TILING_##field
#define ARGUMENT(name) EMBEDDING_DENSE_GRAD_ARGUMENT_##name

/* The most bytes of the sums of both tables. One pass over grad saves another, so the second-level
 * cache may miss. */
#define MOST_SUM_BYTES ((uint64_t)4 << 20)

/* Sums are cleared before and written out after; that pays when there are this many rows a
 * weight. */
#define ROWS_A_WEIGHT 4

/* When grad is smaller than this it stays in the caches, and sorting is as fast. */
#define GRAD_BYTES (8 << 20)

/* Rows of more columns are so many cache lines that they are read as fast in any sequence. */
#define MOST_COLUMNS 256

/* A core takes at least this much of a row: two vectors of sums. */
#define COLUMNS_A_BLOCK 16

enum { TABLES = 2 };

/* The kernel for one pass; -1 for types that are rarely met, whose rows are sorted. */
static int kernel_of(int sum_kernel)
{
    switch (sum_kernel) {
    case KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32:
        return KERNEL_EMBEDDING_DENSE_GRAD_ONE_PASS_FLOAT32;
    case KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT16:
        return KERNEL_EMBEDDING_DENSE_GRAD_ONE_PASS_FLOAT16;
    case KERNEL_EMBEDDING_DENSE_GRAD_SUM_BFLOAT16:
        return KERNEL_EMBEDDING_DENSE_GRAD_ONE_PASS_BFLOAT16;
    default: return -1;
    }
}

/* Bytes of an element of grad and one of out together. */
static int64_t element_bytes(const struct embedding_grad_division *division)
{
    return division->sum_kernel == KERNEL_EMBEDDING_DENSE_GRAD_SUM_FLOAT32 ? 4 : 2;
}

static double grad_bytes(const struct embedding_grad_division *division)
{
    return (double)division->tiling[TILING(ROWS)] * (double)division->columns *
           (double)element_bytes(division);
}

bool embedding_one_pass_divide(struct embedding_grad_division *division)
{
    const int64_t *t = division->tiling;
    struct embedding_grad_one_pass *p = &division->one_pass;
    uint64_t weights = (uint64_t)t[TILING(WEIGHTS)];
    uint64_t total = 0;
    bool dense = t[TILING(GRAD_ROW_RANK)] == 1 && t[TILING(GRAD_COLUMN_STRIDE)] == 1;
    p->kernel = dense && !t[TILING(WIDE)] ? kernel_of(division->sum_kernel) : -1;
    if (__builtin_mul_overflow(weights, (uint64_t)division->columns * sizeof(float),
                               &p->sum_bytes) ||
        t[TILING(WEIGHTS)] > t[TILING(ROWS)] / ROWS_A_WEIGHT || p->sum_bytes > MOST_SUM_BYTES ||
        grad_bytes(division) < GRAD_BYTES || division->columns > MOST_COLUMNS)
        p->kernel = -1;
    if (p->kernel < 0)
        return true;
    p->most_blocks = clamp(division->columns / COLUMNS_A_BLOCK, 1, division->sum_blocks);
    bool fits = scratch_lay_out(&total, &p->sums, p->sum_bytes, 1) &&
                scratch_lay_out(&total, &p->row_weights, (uint64_t)t[TILING(ROWS)], 4) &&
                scratch_lay_out(&total, &p->sum_rows, (uint64_t)p->most_blocks * weights, 4) &&
                scratch_lay_out(&total, &p->errors, (uint64_t)t[TILING(COUNT_BLOCKS)], 8);
    p->total = total;
    return fits;
}

uint64_t embedding_one_pass_bytes(const struct embedding_grad_division *divisions)
{
    uint64_t sums = 0;
    uint64_t total = 0;
    for (int i = 0; i < TABLES; i++) {
        if (divisions[i].empty || divisions[i].rows_empty || divisions[i].one_pass.kernel < 0)
            return 0;
        sums += divisions[i].one_pass.sum_bytes;
        total += divisions[i].one_pass.total;
    }
    return sums <= MOST_SUM_BYTES ? total : 0;
}

static void bind(const struct embedding_grad_one_pass *p, char *scratch, int64_t *arguments)
{
    arguments[ARGUMENT(SUMS)] = (int64_t)(intptr_t)(scratch + p->sums);
    arguments[ARGUMENT(ROW_WEIGHTS)] = (int64_t)(intptr_t)(scratch + p->row_weights);
    arguments[ARGUMENT(SUM_ROWS)] = (int64_t)(intptr_t)(scratch + p->sum_rows);
    arguments[ARGUMENT(ERRORS)] = (int64_t)(intptr_t)(scratch + p->errors);
}

/* Writes down the weight of each row. Returns the first row whose index is out of range, or -1. */
static int64_t list_rows(const struct embedding_grad_division *division, const int64_t *arguments)
{
    const int64_t *t = division->tiling;
    ai_cores_run(division->index_kernels->list, t[TILING(COUNT_BLOCKS)], t, arguments);
    return indices_first_bad_row((const int64_t *)(intptr_t)arguments[ARGUMENT(ERRORS)],
                                 t[TILING(COUNT_BLOCKS)], t[TILING(ROWS)]);
}

/* The bytes of out, from the lowest element to behind the highest. */
static void out_range(const struct embedding_grad_division *division,
                      const struct embedding_grad_memory *memory, intptr_t range[2])
{
    const int64_t *t = division->tiling;
    int64_t row = (t[TILING(WEIGHTS)] - 1) * t[TILING(OUT_ROW_STRIDE)];
    int64_t column = (division->columns - 1) * t[TILING(OUT_COLUMN_STRIDE)];
    int64_t low = (row < 0 ? row : 0) + (column < 0 ? column : 0);
    int64_t high = (row > 0 ? row : 0) + (column > 0 ? column : 0) + 1;
    range[0] = (intptr_t)memory->out + (intptr_t)(low * element_bytes(division));
    range[1] = (intptr_t)memory->out + (intptr_t)(high * element_bytes(division));
}

/* Whether the second sum begins with what the first has written. */
static bool tables_overlap(const struct embedding_grad_division *divisions,
                           const struct embedding_grad_memory *memory)
{
    intptr_t first[2];
    intptr_t second[2];
    out_range(&divisions[0], &memory[0], first);
    out_range(&divisions[1], &memory[1], second);
    return first[0] < second[1] && second[0] < first[1];
}

bool embedding_one_pass_run(struct embedding_grad_division *divisions,
                            const struct embedding_grad_memory *memory, char *scratch, int64_t *bad)
{
    int64_t arguments[TABLES][EMBEDDING_DENSE_GRAD_ARGUMENT_COUNT] = {0};
    if (embedding_one_pass_bytes(divisions) == 0 || tables_overlap(divisions, memory))
        return false;
    /* When there are many more cores than parts of columns, sorting keeps more of them busy. */
    int64_t blocks = clamp(ai_cores_count(), 1, divisions->one_pass.most_blocks);
    if (2 * blocks < clamp(ai_cores_count(), 1, divisions->sum_blocks))
        return false;
    for (int i = 0; i < TABLES; i++) {
        embedding_grad_bind(&memory[i], arguments[i]);
        bind(&divisions[i].one_pass, scratch, arguments[i]);
        scratch += divisions[i].one_pass.total;
        bad[i] = list_rows(&divisions[i], arguments[i]);
    }
    arguments[0][ARGUMENT(OTHER_TILING)] = (int64_t)(intptr_t)divisions[1].tiling;
    arguments[0][ARGUMENT(OTHER_ARGUMENTS)] = (int64_t)(intptr_t)arguments[1];
    ai_cores_run(divisions->one_pass.kernel, blocks, divisions->tiling, arguments[0]);
    return true;
}
