/* SPDX-License-Identifier: Apache-2.0 */
/* Work of the L0 operators that multiply matrices: out[..., m, n] = left[..., m, k] right[..., k,
 * n]. */
#include "products/product.h"

#include "executor/schedule.h"

static struct product_operand operand_of(const struct work_view *view)
{
    return (struct product_operand){.type = view->type,
                                    .row_stride = view->strides[view->rank - 2],
                                    .column_stride = view->strides[view->rank - 1]};
}

static struct product product_of(const struct work *work)
{
    const struct work_view *left = &work->inputs[0];
    const struct work_view *right = &work->inputs[1];
    return (struct product){.rows = left->dims[left->rank - 2],
                            .columns = right->dims[right->rank - 1],
                            .depth = left->dims[left->rank - 1],
                            .left = operand_of(left),
                            .right = operand_of(right),
                            .out = operand_of(&work->outputs[0])};
}

static aclnnStatus check_product(const struct work *work)
{
    const struct product product = product_of(work);
    return product_check(&product);
}

static uint64_t product_scratch_bytes(const struct work *work)
{
    const struct product product = product_of(work);
    return (uint64_t)product_scratch(&product);
}

static void run_product_work(const struct work *work, struct task_failure *failure)
{
    const struct product product = product_of(work);
    (void)failure;
    product_matrix(&product, work->inputs[0].address, work->inputs[1].address,
                   work->outputs[0].address, work->scratch);
}

extern const struct l0_run run_product;
const struct l0_run run_product = {
    .check = check_product, .scratch_bytes = product_scratch_bytes, .run = run_product_work};
