/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose kernels do more than multiply: kernels. */
#include "ops/matmul/fused_product.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/matmul.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

/* The product in the layout of out: [m, b, n], [m, 1, b * n] or [parts, m, b / parts * n]. */
static struct product turned_product_of(const struct work *work)
{
    const struct turned_product *t = work->attributes;
    const struct work_view *left = &work->inputs[0];
    const struct work_view *right = &work->inputs[1];
    const struct work_view *out = &work->outputs[0];
    const struct turned_sides sides = matmul_fused_product_sides_of(
        left->dims, right->dims, t->is_left_by_rows, t->is_right_turned);
    bool is_whole = t->parts == 1 && out->dims[2] == sides.columns && out->dims[1] == sides.batches;
    int64_t next = is_whole ? out->strides[1] : sides.columns * out->strides[2];
    struct product product = {
        .rows = sides.rows,
        .columns = sides.columns,
        .depth = sides.depth,
        .batch_rank = 2,
        .batch_dims = {t->parts, sides.batches / t->parts},
        .left = {.type = left->type,
                 .row_stride = left->strides[t->is_left_by_rows ? 0 : 1],
                 .column_stride = left->strides[2]},
        .right = {.type = right->type,
                  .row_stride = right->strides[t->is_right_turned ? 2 : 1],
                  .column_stride = right->strides[t->is_right_turned ? 1 : 2]},
        .out = {.type = out->type,
                .row_stride = out->strides[t->parts > 1 ? 1 : 0],
                .column_stride = out->strides[2],
                .batch_strides = {out->strides[0], next}},
    };
    int64_t step = left->strides[t->is_left_by_rows ? 1 : 0];
    product.left.batch_strides[0] = step * product.batch_dims[1];
    product.left.batch_strides[1] = step;
    product.right.batch_strides[0] = right->strides[0] * product.batch_dims[1];
    product.right.batch_strides[1] = right->strides[0];
    return product;
}

static aclnnStatus check_turned_work(const struct work *work)
{
    const struct product product = turned_product_of(work);
    return product_check(&product);
}

static uint64_t turned_scratch_bytes(const struct work *work)
{
    const struct product product = turned_product_of(work);
    return (uint64_t)product_scratch(&product);
}

static void run_turned_work(const struct work *work, struct task_failure *failure)
{
    const struct product product = turned_product_of(work);
    (void)failure;
    product_matrix(&product, work->inputs[0].address, work->inputs[1].address,
                   work->outputs[0].address, work->scratch);
}
const struct l0_run matmul_kernel_turned_product = {
    .check = check_turned_work, .scratch_bytes = turned_scratch_bytes, .run = run_turned_work};

static void run_quantise_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *sums = &work->inputs[0];
    const struct work_view *scale = &work->inputs[1];
    const struct work_view *out = &work->outputs[0];
    const int64_t tiling[QUANTISATION_TILING_SIZE] = {
        [QUANTISATION_TILING_ROWS] = sums->dims[0],
        [QUANTISATION_TILING_COLUMNS] = sums->dims[2],
        [QUANTISATION_TILING_SUMS_ROW] = sums->strides[0],
        [QUANTISATION_TILING_SUMS_COLUMN] = sums->strides[2],
        [QUANTISATION_TILING_SCALE_COLUMN] = scale->strides[0],
        [QUANTISATION_TILING_OUT_ROW] = out->strides[0],
        [QUANTISATION_TILING_OUT_COLUMN] = out->strides[2],
    };
    const int64_t arguments[QUANTISATION_ARGUMENT_COUNT] = {
        [QUANTISATION_ARGUMENT_SUMS] = (int64_t)(intptr_t)sums->address,
        [QUANTISATION_ARGUMENT_SCALES] = (int64_t)(intptr_t)scale->address,
        [QUANTISATION_ARGUMENT_OUT] = (int64_t)(intptr_t)out->address,
    };
    (void)failure;
    ai_cores_run(KERNEL_QUANTISATION_ROWS, least(sums->dims[0], ai_cores_count()), tiling,
                 arguments);
}
const struct l0_run matmul_kernel_quantise_rows = {.run = run_quantise_work};
