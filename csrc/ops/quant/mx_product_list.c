/* SPDX-License-Identifier: Apache-2.0 */
/* Products of floats of 8 bits whose blocks have scales, of batches that lie in the middle, and of
 * whole numbers summed over batches: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

/* ---- QuantBatchMatmulInplaceAdd -------------------------------------------------------------- */

void quant_list_product_added(struct l0_list *list, int x1, int x2, int x1ScaleOptional,
                              int x2Scale, int yRef)
{
    if (x1 == L0_NONE || x2 == L0_NONE || x1ScaleOptional == L0_NONE || x2Scale == L0_NONE ||
        yRef == L0_NONE)
        return;
    const int launched[] = {matmul_list_for_kernel(list, x1), matmul_list_for_kernel(list, x2),
                            l0_contiguous(list, x1ScaleOptional), l0_contiguous(list, x2Scale),
                            l0_contiguous(list, yRef)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor left = list->tensors[launched[0]];
    const struct l0_tensor right = list->tensors[launched[1]];
    const struct quant_matrices m1 = {1, left.dims[0], left.dims[1]};
    const struct quant_matrices m2 = {1, right.dims[0], right.dims[1]};
    const int64_t dims[] = {1, m1.columns, m2.columns};
    bool is_blocks = list->tensors[launched[2]].type == ACL_FLOAT8_E8M0;
    int result = l0_new_shaped(list, "sum", ACL_FLOAT, dims + 1, 2);
    quant_launch(list, &l0_QuantBatchMatmulInplaceAdd, launched, 5, &result, 1);
    int factors[] = {l0_convert(list, launched[0], ACL_FLOAT),
                     l0_convert(list, launched[1], ACL_FLOAT)};
    if (is_blocks) {
        factors[0] = quant_list_mx_restored(list, launched[0], launched[2], &m1, true);
        factors[1] = quant_list_mx_restored(list, launched[1], launched[3], &m2, true);
    }
    int sums = is_blocks
                   ? quant_list_multiplied(list, factors[0], factors[1], true, false, dims, 3)
                   : quant_list_multiplied(list, factors[0], factors[1], true, false, dims + 1, 2);
    if (sums == L0_NONE)
        return;
    int one = list_number_of(list, 1);
    const int inputs[] = {l0_reshape(list, sums, dims + 1, 2), is_blocks ? one : launched[2],
                          is_blocks ? one : launched[3], launched[4]};
    l0_step(list, L0_STEP_APPLY, &l0_QuantBatchMatmulInplaceAdd, inputs, 4, &result, 1, NULL);
    l0_view_copy(list, result, yRef);
}

/* ---- TransposeQuantBatchMatMul --------------------------------------------------------------- */

/* Operands as the kernel takes them. */
struct turned {
    int left;  /* [rows, batches, depth] */
    int right; /* [batches, depth, columns], or with the last two turned */
    int scale1;
    int scale2;
    bool is_flipped;
    int64_t rows;
    int64_t batches;
    int64_t depth;
    int64_t columns;
};

/* The left matrices with the batches first, as float32. */
static int left_of(struct l0_list *list, const struct turned *t, bool is_blocks)
{
    static const int64_t order[] = {1, 0, 2};
    const struct quant_matrices m = {t->rows, t->batches, t->depth};
    return quant_transposed(list,
                            is_blocks ? quant_list_mx_restored(list, t->left, t->scale1, &m, false)
                                      : l0_convert(list, t->left, ACL_FLOAT),
                            order);
}

static int right_of(struct l0_list *list, const struct turned *t, bool is_blocks)
{
    const struct quant_matrices m = {t->batches, t->is_flipped ? t->columns : t->depth,
                                     t->is_flipped ? t->depth : t->columns};
    return is_blocks ? quant_list_mx_restored(list, t->right, t->scale2, &m, !t->is_flipped)
                     : l0_convert(list, t->right, ACL_FLOAT);
}

/* The scale of each column, of 64 bits as words. */
static int column_scales(struct l0_list *list, int scales)
{
    const struct l0_tensor given = list->tensors[scales];
    if (given.type == ACL_FLOAT)
        return scales;
    int numbers = l0_new_shaped(list, "numbers", ACL_FLOAT, given.dims, given.rank);
    int bits = l0_convert(list, scales, ACL_UINT64);
    if (numbers != L0_NONE && bits != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_QuantWordScale, &bits, 1, &numbers, 1, NULL);
    return numbers;
}

static struct turned turned_of(struct l0_list *list, int x1, int x2, int scale1, int scale2,
                               const struct array *permX2)
{
    const struct tensor *left = list->tensors[x1].given;
    const struct tensor *right = list->tensors[x2].given;
    bool is_flipped = array_integers(permX2)[1] == 2;
    return (struct turned){
        .left = l0_contiguous(list, x1),
        .right = right->format == ACL_FORMAT_FRACTAL_NZ ? x2 : l0_contiguous(list, x2),
        .scale1 = quant_dense(list, scale1),
        .scale2 = l0_contiguous(list, scale2),
        .is_flipped = is_flipped,
        .rows = left->dims[0],
        .batches = left->dims[1],
        .depth = left->dims[2],
        .columns = right->dims[is_flipped ? 1 : 2],
    };
}

void quant_list_turned_product(struct l0_list *list, int x1, int x2, int x1Scale, int x2Scale,
                               const struct array *permX2, int out)
{
    static const int64_t order[] = {1, 0, 2};
    if (x1 == L0_NONE || x2 == L0_NONE || x2Scale == L0_NONE || out == L0_NONE)
        return;
    const struct turned t = turned_of(list, x1, x2, x1Scale, x2Scale, permX2);
    if (list->status != ACLNN_SUCCESS)
        return;
    bool is_blocks = list->tensors[t.scale2].type == ACL_FLOAT8_E8M0;
    const int64_t dims[] = {t.batches, t.rows, t.columns};
    const int64_t results[] = {t.rows, t.batches, t.columns};
    aclDataType type = list->tensors[out].type;
    int result = l0_new_shaped(list, "product", type, results, 3);
    int numbers = l0_new_shaped(list, "numbers", type, dims, 3);
    const int launched[] = {t.left, t.right, t.scale1, t.scale2};
    quant_launch(list, &l0_TransposeQuantBatchMatMul, launched, 4, &result, 1);
    int sums = quant_list_multiplied(list, left_of(list, &t, is_blocks),
                                     right_of(list, &t, is_blocks), false, t.is_flipped, dims, 3);
    if (sums == L0_NONE || numbers == L0_NONE)
        return;
    int one = list_number_of(list, 1);
    bool has_rows = !is_blocks && t.scale1 != L0_NONE;
    const int inputs[] = {sums, is_blocks ? one : column_scales(list, t.scale2),
                          has_rows ? quant_along(list, t.scale1, 3, 1) : one,
                          list_number_of(list, 0)};
    l0_step(list, L0_STEP_APPLY, &l0_DequantBias, inputs, 4, &numbers, 1, NULL);
    int64_t *kept = l0_take(list, sizeof order);
    if (kept == NULL)
        return;
    memcpy(kept, order, sizeof order);
    l0_step(list, L0_STEP_APPLY, &l0_Transpose, &numbers, 1, &result, 1, kept);
    l0_view_copy(list, result, out);
}

/* ---- QuantMatmulReduceSumWeightNz ------------------------------------------------------------ */

void quant_list_product_sum(struct l0_list *list, int x1, int x2, int x1Scale, int x2Scale, int out)
{
    if (x1 == L0_NONE || x2 == L0_NONE || x1Scale == L0_NONE || x2Scale == L0_NONE ||
        out == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, x1), x2, l0_contiguous(list, x1Scale),
                            l0_contiguous(list, x2Scale)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct tensor *right = list->tensors[x2].given;
    const struct l0_tensor left = list->tensors[launched[0]];
    const int64_t dims[] = {left.dims[0], left.dims[1], right->dims[2]};
    const int64_t rows[] = {left.dims[0], left.dims[1], 1};
    const int64_t first[] = {1, dims[1], dims[2]};
    int result = l0_new_shaped(list, "product", ACL_BF16, dims + 1, 2);
    int folded = l0_new_shaped(list, "sum", ACL_BF16, first, 3);
    quant_launch(list, &l0_QuantMatmulReduceSum, launched, 4, &result, 1);
    int sums = quant_list_multiplied(list, launched[0], launched[1], false, false, dims, 3);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (sums == L0_NONE || folded == L0_NONE || fold == NULL)
        return;
    fold->dims = 1;
    const int inputs[] = {sums, launched[3], l0_reshape(list, launched[2], rows, 3)};
    l0_step(list, L0_STEP_APPLY, &l0_QuantMatmulReduceSum, inputs, 3, &folded, 1, fold);
    int lines = l0_reshape(list, folded, dims + 1, 2);
    l0_step(list, L0_STEP_CAST, NULL, &lines, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}

/* ---- MatmulEmuSplitWeight -------------------------------------------------------------------- */

void quant_list_split_product(struct l0_list *list, int x, int wHigh, int wLow, int y,
                              double wLowScale)
{
    if (x == L0_NONE || wHigh == L0_NONE || wLow == L0_NONE || y == L0_NONE)
        return;
    const int launched[] = {matmul_list_for_kernel(list, x), matmul_list_for_kernel(list, wHigh),
                            matmul_list_for_kernel(list, wLow)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor result = list->tensors[y];
    int product = l0_new_shaped(list, "product", ACL_FLOAT, result.dims, 2);
    quant_launch(list, &l0_MatmulEmuSplitWeight, launched, 3, &product, 1);
    int left = l0_convert(list, launched[0], ACL_FLOAT);
    int high = quant_list_multiplied(list, left, l0_convert(list, launched[1], ACL_FLOAT), false,
                                     false, result.dims, 2);
    int low = quant_list_multiplied(list, left, l0_convert(list, launched[2], ACL_FLOAT), false,
                                    false, result.dims, 2);
    if (high == L0_NONE || low == L0_NONE || product == L0_NONE)
        return;
    const int inputs[] = {high, low, list_number_of(list, (float)wLowScale)};
    l0_step(list, L0_STEP_APPLY, &l0_MatmulEmuSplitWeight, inputs, 3, &product, 1, NULL);
    l0_view_copy(list, product, y);
}
