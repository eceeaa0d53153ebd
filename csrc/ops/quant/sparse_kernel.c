/* SPDX-License-Identifier: Apache-2.0 */
/* Makes rows dense of which each four numbers keep two. */
#include <stdint.h>
#include <string.h>

#include "declared/quant.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/quant/sparse.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer numbers is not worth waking a thread for. */
#define NUMBERS_A_BLOCK ((int64_t)64 << 10)

struct densing {
    const int8_t *kept;
    const uint8_t *index;
    int8_t *rows; /* [n, k] */
    int64_t n;
    int64_t k;
    struct sparse_blocks blocks;
};

/* Eight numbers; where an index names a place twice, both are added. */
static void dense_eight(const int8_t *kept, unsigned index, int8_t *numbers)
{
    int sums[SPARSE_EIGHT + 1] = {0}; /* the last one: behind all places */
    for (int half = 0; half < 2; half++, index >>= 4) {
        int second = (int)(index >> 2 & 3) + 1;
        sums[half * SPARSE_FOUR + (int)(index & 3)] += kept[2 * half];
        sums[second < SPARSE_FOUR ? half * SPARSE_FOUR + second : SPARSE_EIGHT] +=
            kept[2 * half + 1];
    }
    for (int i = 0; i < SPARSE_EIGHT; i++)
        numbers[i] = (int8_t)sums[i];
}

static void dense_row(const struct densing *d, int64_t row)
{
    int8_t numbers[SPARSE_EIGHT];
    for (int64_t at = 0; at < d->k; at += SPARSE_EIGHT) {
        int64_t place = at / SPARSE_PART * d->blocks.rows + row;
        int64_t part = at % SPARSE_PART / SPARSE_EIGHT;
        int64_t count = d->k - at < SPARSE_EIGHT ? d->k - at : SPARSE_EIGHT;
        dense_eight(d->kept + place * SPARSE_KEPT + part * SPARSE_FOUR,
                    d->index[place * SPARSE_INDEX + part], numbers);
        memcpy(d->rows + row * d->k + at, numbers, (size_t)count);
    }
}

static void dense_block(int64_t block, int64_t blocks, void *context)
{
    const struct densing *d = context;
    struct block_share share = share_of_block(d->n, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        dense_row(d, row);
}

static void make_dense(const struct work *work, struct task_failure *failure)
{
    const struct work_view *rows = &work->outputs[0];
    struct densing d = {
        .kept = (const int8_t *)work->inputs[0].address,
        .index = (const uint8_t *)work->inputs[1].address,
        .rows = (int8_t *)rows->address,
        .n = rows->dims[0],
        .k = rows->dims[1],
        .blocks = sparse_blocks_of(rows->dims[0], (rows->dims[1] + 1) / 2),
    };
    (void)failure;
    ai_cores_run_function("dense_sparse", dense_block, blocks_for(d.n * d.k, NUMBERS_A_BLOCK, d.n),
                          &d);
}
const struct l0_run quant_kernel_dense_sparse = {.run = make_dense};
