/* SPDX-License-Identifier: Apache-2.0 */
/* Work of the L0 operators that multiply matrices, as NumPy does: out[..., m, n] = left[..., m, k]
 * right[..., k, n]. Batches broadcast. A vector is a row on the left and a column on the right, and
 * out does not have that dim. Attributes say whether the matrices are transposed. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/matmul.h"
#include "executor/schedule.h"
#include "products/product.h"

/* The last two dims of an operand, or its only one, as an operand of a product. */
static struct product_operand operand_of(const struct work_view *view, bool is_row, bool transpose)
{
    struct product_operand operand = {.type = view->type};
    int64_t last = view->rank > 0 ? view->strides[view->rank - 1] : 0;
    int64_t other = view->rank > 1 ? view->strides[view->rank - 2] : 0;
    bool is_column = view->rank == 1 && !is_row;
    operand.row_stride = is_column || transpose ? last : other;
    operand.column_stride = transpose ? other : is_column ? 0 : last;
    return operand;
}

/* The stride of an operand along a batch dim of out. The operand has only the last so many batch
 * dims. */
static int64_t batch_stride(const struct work_view *view, int32_t batches, int32_t dim)
{
    int32_t own = view->rank - 2;
    int32_t at = dim - batches + own;
    return own > 0 && at >= 0 && view->dims[at] != 1 ? view->strides[at] : 0;
}

/* Joins the last batch dim with the rows, when the right matrix is the same along it. */
static bool join_rows(struct product *product)
{
    int32_t last = product->batch_rank - 1;
    struct product_operand *left = &product->left;
    struct product_operand *out = &product->out;
    if (last < 0 || product->right.batch_strides[last] != 0)
        return false;
    if (product->rows == 1) {
        left->row_stride = left->batch_strides[last];
        out->row_stride = out->batch_strides[last];
    } else if (left->batch_strides[last] != product->rows * left->row_stride ||
               out->batch_strides[last] != product->rows * out->row_stride) {
        return false;
    }
    product->rows *= product->batch_dims[last];
    product->batch_rank--;
    return true;
}

static struct product product_of(const struct work *work)
{
    const struct work_view *left = &work->inputs[0];
    const struct work_view *right = &work->inputs[1];
    const struct work_view *out = &work->outputs[0];
    const bool *transposes = work->attributes;
    bool flip_left = transposes != NULL && transposes[0];
    bool flip_right = transposes != NULL && transposes[1];
    bool is_row = left->rank == 1;
    bool is_column = right->rank == 1;
    struct product product = {
        .rows = is_row ? 1 : left->dims[left->rank - (flip_left ? 1 : 2)],
        .columns = is_column ? 1 : right->dims[right->rank - (flip_right ? 2 : 1)],
        .depth = left->dims[left->rank - (flip_left ? 2 : 1)],
        .left = operand_of(left, true, flip_left),
        .right = operand_of(right, false, flip_right),
        .out = operand_of(out, is_row, false),
    };
    int32_t batches = out->rank - !is_row - !is_column;
    if (is_row || is_column) { /* out does not have that dim */
        product.out.row_stride = is_row ? 0 : out->strides[out->rank - 1];
        product.out.column_stride = is_column ? 0 : out->strides[out->rank - 1];
    }
    for (int32_t i = 0; i < batches; i++) {
        if (out->dims[i] == 1)
            continue;
        int32_t at = product.batch_rank++;
        product.batch_dims[at] = out->dims[i];
        product.left.batch_strides[at] = batch_stride(left, batches, i);
        product.right.batch_strides[at] = batch_stride(right, batches, i);
        product.out.batch_strides[at] = out->strides[i];
    }
    while (join_rows(&product))
        continue;
    return product;
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
const struct l0_run matmul_kernel_product = {
    .check = check_product, .scratch_bytes = product_scratch_bytes, .run = run_product_work};
