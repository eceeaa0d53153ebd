/* SPDX-License-Identifier: Apache-2.0 */
/* Losses of classes: kernels. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/loss.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)256 << 10)

/* Zeros, and in each position one number at the position's class. */
struct placing {
    const struct work_view *out;
    const struct work_view *classes;
    const struct work_view *numbers;
    int32_t dim;
    int64_t width;
    int64_t rows; /* rows of the last dimension; a dense output is one row of bytes */
    int64_t length;
    int64_t step;
    bool is_dense;
    int64_t positions;
};

/* The offset in bytes of an element of a view. One dimension may be left out. */
static int64_t place_of(const struct work_view *view, int64_t element, int32_t past,
                        int32_t without, int64_t width)
{
    int64_t place = 0;
    for (int32_t i = past - 1; i >= 0; i--) {
        if (i == without)
            continue;
        place += element % view->dims[i] * view->strides[i];
        element /= view->dims[i];
    }
    return place * width;
}

static void clear_block(int64_t block, int64_t blocks, void *context)
{
    const struct placing *p = context;
    struct block_share share = share_of_block(p->rows, block, blocks);
    if (p->is_dense) {
        memset(p->out->address + share.first, 0, (size_t)(share.past - share.first));
        return;
    }
    for (int64_t row = share.first; row < share.past; row++) {
        char *to = p->out->address + place_of(p->out, row, p->out->rank - 1, -1, p->width);
        for (int64_t i = 0; i < p->length; i++)
            memset(to + i * p->step, 0, (size_t)p->width);
    }
}

static void place_block(int64_t block, int64_t blocks, void *context)
{
    const struct placing *p = context;
    struct block_share share = share_of_block(p->positions, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t number = 0;
        int32_t rank = p->classes->rank;
        memcpy(&number, p->classes->address + place_of(p->classes, i, rank, -1, 8), sizeof number);
        if (number < 0 || number >= p->out->dims[p->dim])
            continue;
        char *to = p->out->address + place_of(p->out, i, p->out->rank, p->dim, p->width) +
                   number * p->out->strides[p->dim] * p->width;
        memcpy(to, p->numbers->address + place_of(p->numbers, i, rank, -1, p->width),
               (size_t)p->width);
    }
}

static void run_placing(const struct work *work, struct task_failure *failure)
{
    const int32_t *dim = work->attributes;
    const struct work_view *out = &work->outputs[0];
    int64_t width = data_type_bits(out->type) / 8;
    struct placing p = {out,
                        &work->inputs[0],
                        &work->inputs[1],
                        *dim,
                        width,
                        1,
                        out->dims[out->rank - 1],
                        out->strides[out->rank - 1] * width,
                        true,
                        1};
    int64_t step = 1;
    (void)failure;
    for (int32_t i = out->rank - 1; i >= 0; i--) {
        p.is_dense &= out->dims[i] == 1 || out->strides[i] == step;
        step *= out->dims[i];
        p.rows *= i < out->rank - 1 ? out->dims[i] : 1;
        p.positions *= i != *dim ? out->dims[i] : 1;
    }
    if (p.is_dense)
        p.rows = step * width;
    if (step == 0)
        return;
    ai_cores_run_function("clear", clear_block, blocks_for(step * width, BYTES_A_BLOCK, p.rows),
                          &p);
    ai_cores_run_function("place", place_block,
                          blocks_for(p.positions * 64, BYTES_A_BLOCK, p.positions), &p);
}
const struct l0_run loss_kernel_place_classes = {.run = run_placing};
