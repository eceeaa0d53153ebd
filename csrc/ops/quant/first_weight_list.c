/* SPDX-License-Identifier: Apache-2.0 */
/* WeightQuantBatchMatmul: its list of L0 operators. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "declared/binary.h"
#include "declared/matmul.h"
#include "ops/common/list.h"
#include "ops/quant/first_weight.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "workspace/l0_operators.h"

/* The restored matrix, in float16. */
struct restoring {
    int x2;                    /* dense */
    int offset, scale;         /* of the kernel for few rows */
    int add_offset, mul_scale; /* of others */
    double factor, summand;
    bool is_flipped;
};

/* Numbers for the columns of the product, beside the matrix as it lies. */
static int beside(struct l0_list *list, int numbers, bool is_flipped)
{
    if (numbers == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[numbers];
    const int64_t dims[] = {is_flipped ? t.elements : 1, is_flipped ? 1 : t.elements};
    return l0_reshape(list, numbers, dims, 2);
}

static int as_numbers(struct l0_list *list, int words)
{
    const struct l0_tensor t = list->tensors[words];
    int numbers = l0_new_shaped(list, "scales", ACL_FLOAT, t.dims, t.rank);
    if (numbers != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_QuantWordScale, &words, 1, &numbers, 1, NULL);
    return numbers;
}

/* By the offsets and scales of columns. */
static int by_columns(struct l0_list *list, const struct restoring *r)
{
    const struct l0_tensor t = list->tensors[r->x2];
    int numbers = l0_new_shaped(list, "weights", ACL_FLOAT16, t.dims, t.rank);
    int scales = as_numbers(list, r->scale);
    if (numbers == L0_NONE || scales == L0_NONE)
        return L0_NONE;
    const int inputs[] = {r->x2, beside(list, r->offset, r->is_flipped),
                          beside(list, scales, r->is_flipped)};
    l0_step(list, L0_STEP_APPLY, &l0_WeightQuantFirst, inputs, 3, &numbers, 1, NULL);
    return numbers;
}

static bool is_near(double number, double other)
{
    return fabs(number - other) <= FLT_EPSILON;
}

/* By one offset and factor, and by what is given in float16. */
static int by_numbers(struct l0_list *list, const struct restoring *r)
{
    int numbers = l0_cast(list, r->x2, ACL_FLOAT);
    if (!is_near(r->summand, 0))
        numbers = list_apply(list, &l0_Add, ACL_FLOAT,
                             (const int[]){numbers, list_number_of(list, r->summand)}, 2, 0);
    if (!is_near(r->factor, 1))
        numbers = list_muls_by(list, numbers, (float)r->factor);
    numbers = l0_cast(list, numbers, ACL_FLOAT16);
    if (r->add_offset != L0_NONE)
        numbers = list_apply(list, &l0_Add, ACL_FLOAT16, (const int[]){numbers, r->add_offset}, 2,
                             0);
    if (r->mul_scale != L0_NONE)
        numbers = list_apply(list, &l0_Mul, ACL_FLOAT16, (const int[]){numbers, r->mul_scale}, 2,
                             0);
    return numbers;
}

/* Sums of products, with a bias rounded to float16. */
static int multiplied(struct l0_list *list, int left, int right, int bias, bool flip1, bool flip2,
                      const struct l0_tensor *out)
{
    bool *flips = l0_take(list, 2 * sizeof *flips);
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, out->dims, out->rank);
    int result = l0_new_shaped(list, "biased", ACL_FLOAT, out->dims, out->rank);
    const int factors[] = {l0_convert(list, left, ACL_FLOAT), l0_convert(list, right, ACL_FLOAT)};
    if (flips == NULL || sums == L0_NONE || result == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    flips[0] = flip1;
    flips[1] = flip2;
    l0_step(list, L0_STEP_APPLY, &l0_QuantBatchMatmulV3, factors, 2, &sums, 1, flips);
    if (bias == L0_NONE)
        return sums;
    int half = l0_convert(list, l0_convert(list, bias, ACL_FLOAT16), ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_QuantProductAdded, (const int[]){sums, half}, 2, &result, 1,
            NULL);
    return result;
}

/* Without a depth: zeros, and a bias. */
static void without_depth(struct l0_list *list, int bias, int out)
{
    const struct l0_tensor o = list->tensors[out];
    int zeros = list_fill(list, ACL_FLOAT16, 0, o.dims, o.rank);
    if (bias != L0_NONE)
        zeros = list_apply(list, &l0_Add, ACL_FLOAT16,
                           (const int[]){zeros, l0_cast(list, bias, ACL_FLOAT16)}, 2, 0);
    if (zeros != L0_NONE)
        l0_view_copy(list, zeros, out);
}

void quant_list_first_weight_product(struct l0_list *list, int x1, int x2, int diagonalMatrix,
                                     int deqOffset, int deqScale, int addOffset, int mulScale,
                                     int bias, bool transposeX1, bool transposeX2,
                                     double antiquantScale, double antiquantOffset, int out)
{
    if (x1 == L0_NONE || x2 == L0_NONE || out == L0_NONE)
        return;
    const struct tensor *left = list->tensors[x1].given;
    const struct quant_product_sides sides = quant_product_sides(left, list->tensors[x2].given,
                                                                 transposeX1, transposeX2);
    const struct l0_tensor o = list->tensors[out];
    int summand = quant_dense(list, bias);
    if (sides.depth == 0) {
        without_depth(list, summand, out);
        return;
    }
    bool is_few = sides.rows <= QUANT_FIRST_WEIGHT_FEW;
    int dense = l0_contiguous(list, x1);
    const struct restoring r = {
        .x2 = l0_contiguous(list, x2),
        .offset = is_few ? quant_dense(list, deqOffset) : L0_NONE,
        .scale = is_few ? quant_dense(list, deqScale) : L0_NONE,
        .add_offset = is_few ? L0_NONE : quant_dense(list, addOffset),
        .mul_scale = is_few ? L0_NONE : quant_dense(list, mulScale),
        .factor = (float)antiquantScale,
        .summand = (float)antiquantOffset,
        .is_flipped = transposeX2,
    };
    if (dense == L0_NONE || r.x2 == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    int result = l0_new_shaped(list, "product", ACL_FLOAT16, o.dims, o.rank);
    int weights = is_few ? L0_NONE : by_numbers(list, &r);
    const int few[] = {dense, r.x2, quant_dense(list, diagonalMatrix), r.offset, r.scale, summand};
    const int many[] = {dense, weights, summand};
    if (is_few)
        quant_launch(list, &l0_WeightQuantBatchmatmul, few, 6, &result, 1);
    else
        quant_launch(list, &l0_MatMulV3, many, 3, &result, 1);
    if (is_few)
        weights = by_columns(list, &r);
    int sums = weights == L0_NONE
                   ? L0_NONE
                   : multiplied(list, dense, weights, summand, transposeX1, transposeX2, &o);
    if (sums == L0_NONE || result == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
