/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products with packed weights, and of what is quantised and restored. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/quant.h"
#include "ops/common/shape.h"
#include "ops/conv/convolution.h"
#include "ops/quant/active.h"
#include "ops/quant/block.h"
#include "ops/quant/dynamic.h"
#include "ops/quant/mx.h"
#include "ops/quant/norm.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"

/* The product of matrices. An int32 holds 8 numbers along the dense dimension. */
bool quant_shape_packed_product(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    bool is_packed = right->type == ACL_INT32 && left->rank == 2 && right->rank > 0 &&
                     right->dims[0] == left->dims[1];
    shape->rank = 0;
    shape_push_dims(shape, left, 0, 1);
    for (int32_t i = 1; i < right->rank; i++)
        shape_push(shape, shape_product(right->dims[i], is_packed ? QUANT_IN_A_WORD : 1));
    return true;
}

static bool multiplied(const struct call *call, int x1, int x2, bool flip1, bool flip2,
                       struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    if (left->rank < 2 || right->rank < 2)
        return false;
    const struct quant_product_sides sides = quant_product_sides(left, right, flip1, flip2);
    shape->rank = quant_product_batches(left, right, shape->dims);
    if (shape->rank < 0)
        return false;
    shape_push(shape, sides.rows);
    shape_push(shape, sides.columns);
    return true;
}

/* The product of quantised matrices, or their transposes. */
bool quant_shape_quant_product(const struct call *call, int x1, int x2, int flip1, int flip2,
                               struct shape *shape)
{
    return multiplied(call, x1, x2, shape_integer(call, flip1) != 0,
                      shape_integer(call, flip2) != 0, shape);
}

bool quant_shape_quant_product_plain(const struct call *call, int x1, int x2, struct shape *shape)
{
    return multiplied(call, x1, x2, false, false, shape);
}

/* A place for each row of two matrices. */
bool quant_shape_rows_of_both(const struct call *call, int x1, int x2, struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    return left->rank == 2 && right->rank == 2 && shape_pair(shape, left->dims[0], right->dims[0]);
}

/* What windows see of an image with margins; 0 and less where none fits. */
bool quant_shape_convolved(const struct call *call, int input, int weight, int stride, int padding,
                           int dilation, struct shape *shape)
{
    const struct tensor *image = call_tensor(call, input);
    const struct tensor *windows = call_tensor(call, weight);
    const struct shape_numbers steps = shape_numbers(call, stride);
    const struct shape_numbers margins = shape_numbers(call, padding);
    const struct shape_numbers spreads = shape_numbers(call, dilation);
    int32_t spatial = image->rank - 2;
    if (spatial < 2 || spatial > 3 || windows->rank != image->rank || steps.count != spatial ||
        spreads.count != spatial || (margins.count != spatial && margins.count != 2 * spatial))
        return false;
    shape->rank = 0;
    shape_push(shape, image->dims[0]);
    shape_push(shape, windows->dims[0]);
    for (int32_t i = 0; i < spatial; i++) {
        int64_t before = 0;
        int64_t behind = 0;
        conv_sides(call->arguments[padding].array, spatial, i, &before, &behind);
        int64_t reach = shape_product(windows->dims[2 + i] - 1, spreads.each[i]);
        int64_t room = shape_sum(shape_sum(image->dims[2 + i], before), behind);
        int64_t left = shape_difference(shape_difference(room, reach), 1);
        shape_push(shape,
                   steps.each[i] < 1 ? 0 : shape_sum(shape_quotient(left, steps.each[i]), 1));
    }
    return true;
}

/* bfloat16 where the scale is no 64 bits and nothing is float16, else float16; int8 with an offset,
 * unless it is one of groups. */
aclDataType quant_shape_quant_product_type(const struct call *call, int scale, int offset, int bias)
{
    aclDataType type = call_tensor(call, scale) == NULL ? ACL_FLOAT : call_type(call, scale);
    if (offset >= 0 && call_tensor(call, offset) != NULL)
        return call_tensor(call, offset)->rank > 1 ? ACL_BF16 : ACL_INT8;
    if (type == ACL_UINT64 || type == ACL_INT64 || type == ACL_FLOAT16)
        return ACL_FLOAT16;
    return call_tensor(call, bias) != NULL && call_type(call, bias) == ACL_FLOAT16 ? ACL_FLOAT16
                                                                                   : ACL_BF16;
}

/* int8 when there is a scale, otherwise the type of the operand. */
aclDataType quant_shape_quantised_or(const struct call *call, int x, int scale)
{
    return call_tensor(call, scale) != NULL ? ACL_INT8 : call_type(call, x);
}

/* The shape of quantised numbers: eight int4 lie in an int32. */
bool quant_shape_quantised(const struct call *call, int x, int type, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, x));
    if (shape_integer(call, type) == ACL_INT32 && shape->rank > 0)
        shape->dims[shape->rank - 1] /= QUANT_IN_A_WORD;
    return true;
}

/* The shape of restored numbers: eight int4 lie in an int32. */
bool quant_shape_restored(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *from = call_tensor(call, x);
    shape_copy(shape, from);
    if (from->type != ACL_INT32)
        return true;
    if (shape->rank == 0)
        return shape_line(shape, QUANT_IN_A_WORD);
    shape->dims[shape->rank - 1] = shape_product(shape->dims[shape->rank - 1], QUANT_IN_A_WORD);
    return true;
}

/* The data type whose number is given. */
aclDataType quant_shape_named(const struct call *call, int type)
{
    return (aclDataType)shape_integer(call, type);
}

static bool scales_of(const struct call *call, int x, int spread, struct shape *shape)
{
    const struct tensor *numbers = call_tensor(call, x);
    if (spread < 0 || numbers->rank < 2)
        return false;
    shape->rank = quant_spread_dims(numbers->dims, numbers->rank, spread, shape->dims);
    return true;
}

/* One scale for each row. */
bool quant_shape_token_scales(const struct call *call, int x, struct shape *shape)
{
    return scales_of(call, x, QUANT_PER_TOKEN, shape);
}

static int spread_of(const struct call *call, int mode)
{
    const char *name = call->arguments[mode].text;
    return name != NULL ? quant_find_spread(name) : -1;
}

/* One scale for each row, for all numbers, or for each column. */
bool quant_shape_scales(const struct call *call, int x, int mode, struct shape *shape)
{
    return scales_of(call, x, spread_of(call, mode), shape);
}

/* The same as quant_shape_scales; none where quantisation is symmetric. */
bool quant_shape_offsets(const struct call *call, int x, int mode, int symmetric,
                         struct shape *shape)
{
    return shape_integer(call, symmetric) != 0 ? shape_absent(shape)
                                               : scales_of(call, x, spread_of(call, mode), shape);
}

/* A word for each scale, or for each offset where there is one scale. */
bool quant_shape_words(const struct call *call, int scale, int offset, struct shape *shape)
{
    const struct tensor *offsets = call_tensor(call, offset);
    shape_copy(shape, call_tensor(call, scale));
    if (offsets != NULL && shape->rank == 1 && shape->dims[0] == 1)
        shape->dims[0] = shape_from_last(offsets, 1, 1);
    return true;
}

/* The shape of the elements for a result that is wanted, else one element. */
bool quant_shape_first_wanted(const struct call *call, int x, int smooth1, int smooth2, int mask,
                              struct shape *shape)
{
    return quant_wants(call, smooth1, smooth2, mask, 0) ? shape_copy(shape, call_tensor(call, x))
                                                        : shape_line(shape, 1);
}

bool quant_shape_second_wanted(const struct call *call, int x, int smooth1, int smooth2, int mask,
                               struct shape *shape)
{
    return quant_wants(call, smooth1, smooth2, mask, 1) ? shape_copy(shape, call_tensor(call, x))
                                                        : shape_line(shape, 1);
}

static bool row_scales(const struct call *call, int x, bool is_wanted, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, x));
    shape->rank -= 1;
    return is_wanted ? shape->rank >= 0 : shape_line(shape, 1);
}

/* One scale for each row of a result that is wanted, else one. */
bool quant_shape_first_scales(const struct call *call, int x, int smooth1, int smooth2, int mask,
                              struct shape *shape)
{
    return row_scales(call, x, quant_wants(call, smooth1, smooth2, mask, 0), shape);
}

bool quant_shape_second_scales(const struct call *call, int x, int smooth1, int smooth2, int mask,
                               struct shape *shape)
{
    return row_scales(call, x, quant_wants(call, smooth1, smooth2, mask, 1), shape);
}

static bool has_both(const struct call *call, int smooth1, int smooth2)
{
    return call_tensor(call, smooth1) != NULL && call_tensor(call, smooth2) != NULL;
}

/* The shape of the elements where both have smooth scales, else one element. */
bool quant_shape_with_both(const struct call *call, int x, int smooth1, int smooth2,
                           struct shape *shape)
{
    return has_both(call, smooth1, smooth2) ? shape_copy(shape, call_tensor(call, x))
                                            : shape_line(shape, 1);
}

bool quant_shape_scales_with_both(const struct call *call, int x, int smooth1, int smooth2,
                                  struct shape *shape)
{
    return row_scales(call, x, has_both(call, smooth1, smooth2), shape);
}

/* 1 in place of the last dimension. */
bool quant_shape_row_roots(const struct call *call, int x, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, x));
    if (shape->rank == 0)
        return false;
    shape->dims[shape->rank - 1] = 1;
    return true;
}

/* One scale for each row where scales follow from the numbers; none where they are given. */
bool quant_shape_scales_in_mode(const struct call *call, int x, int mode, struct shape *shape)
{
    const char *name = call->arguments[mode].text;
    return name != NULL && quant_is_dynamic(name) ? scales_of(call, x, QUANT_PER_TOKEN, shape)
                                                  : shape_absent(shape);
}

/* One scale for each row where scales follow from the numbers; one where they are given. */
bool quant_shape_scales_or_one(const struct call *call, int x, int mode, struct shape *shape)
{
    const char *name = call->arguments[mode].text;
    return name != NULL && quant_is_dynamic(name) ? scales_of(call, x, QUANT_PER_TOKEN, shape)
                                                  : shape_line(shape, 1);
}

/* A result that there is not. */
bool quant_shape_no_result(const struct call *call, int x, struct shape *shape)
{
    (void)call;
    (void)x;
    return shape_absent(shape);
}

/* Half the last dimension. */
bool quant_shape_half_last(const struct call *call, int x, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, x));
    if (shape->rank == 0)
        return false;
    shape->dims[shape->rank - 1] /= 2;
    return true;
}

/* Whether the norm is a result in place of the sum, on a product whose kernels write one of both.
 */
static bool gives_norm(const struct call *call, int x1, int gamma, int scales1, int scales2,
                       int points1, int points2, int beta, int divides)
{
    struct quant_norm_form form = quant_norm_form_of(call, x1, gamma, scales1, scales2, points1,
                                                     points2, beta, divides);
    form.has_norm = true;
    return !form.has_beta && form.gamma != NULL && form.scales1 != NULL && quant_is_norm_v2(&form);
}

/* The shape of the elements where the sum is a result. */
bool quant_shape_sum_of_norm(const struct call *call, int x1, int gamma, int scales1, int scales2,
                             int points1, int points2, int beta, int divides, struct shape *shape)
{
    bool has_sum = call_is_on_950(call) ||
                   !gives_norm(call, x1, gamma, scales1, scales2, points1, points2, beta, divides);
    return has_sum ? shape_copy(shape, call_tensor(call, x1)) : shape_absent(shape);
}

/* The shape of the elements where the norm is a result. */
bool quant_shape_norm_of_sum(const struct call *call, int x1, int gamma, int scales1, int scales2,
                             int points1, int points2, int beta, int divides, struct shape *shape)
{
    bool has_norm = call_is_on_950(call) ||
                    gives_norm(call, x1, gamma, scales1, scales2, points1, points2, beta, divides);
    return has_norm ? shape_copy(shape, call_tensor(call, x1)) : shape_absent(shape);
}

/* Two scales for each pair of blocks along a dimension. */
bool quant_shape_mx_scales(const struct call *call, int x, int axis, int block, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t at = shape_integer(call, axis);
    int64_t size = shape_integer(call, block);
    at = at < 0 ? at + t->rank : at;
    if (at < 0 || at >= t->rank || size <= 0 || t->rank >= TENSOR_MAX_DIMS)
        return false;
    quant_mx_scale_dims(t->dims, t->rank, at, size, shape->dims);
    shape->rank = t->rank + 1;
    return true;
}

/* Two scales for each pair of blocks of 32 along the last dimension. */
bool quant_shape_mx_row_scales(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    if (t->rank < 1 || t->rank >= TENSOR_MAX_DIMS)
        return false;
    quant_mx_scale_dims(t->dims, t->rank, t->rank - 1, QUANT_MX_BLOCK, shape->dims);
    shape->rank = t->rank + 1;
    return true;
}

/* Two scales for each pair of blocks of 32 along the rows of a product. */
bool quant_shape_product_scales(const struct call *call, int x1, int x2, int flip1, int flip2,
                                struct shape *shape)
{
    struct shape product;
    if (!quant_shape_quant_product(call, x1, x2, flip1, flip2, &product) ||
        product.rank >= TENSOR_MAX_DIMS)
        return false;
    quant_mx_scale_dims(product.dims, product.rank, product.rank - 1, QUANT_MX_BLOCK, shape->dims);
    shape->rank = product.rank + 1;
    return true;
}

/* Two scales for each pair of blocks of 32 along the last dimension but one. */
bool quant_shape_mx_column_scales(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    if (t->rank < 2 || t->rank >= TENSOR_MAX_DIMS)
        return false;
    quant_mx_scale_dims(t->dims, t->rank, t->rank - 2, QUANT_MX_BLOCK, shape->dims);
    shape->rank = t->rank + 1;
    return true;
}

/* Two scales for each pair of blocks of 32 rows in groups. */
bool quant_shape_group_scales(const struct call *call, int x, int groups, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    if (t->rank != 2 || g->rank != 1)
        return false;
    shape->rank = 0;
    shape_push(shape, quant_mx_group_pairs(t->dims[0], g->dims[0]));
    shape_push(shape, t->dims[1]);
    shape_push(shape, 2);
    return true;
}

static bool unit_scales(int64_t rows, int64_t columns, int axis, struct shape *shape)
{
    const int64_t dims[] = {rows, columns};
    quant_mx_scale_dims(dims, 2, axis, QUANT_MX_BLOCK, shape->dims);
    shape->rank = 3;
    return true;
}

/* The same for the halves of rows, which become one. */
bool quant_shape_unit_scales(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    return t->rank == 2 && unit_scales(t->dims[0], t->dims[1] / 2, 1, shape);
}

bool quant_shape_unit_group_scales(const struct call *call, int x, int groups, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    if (t->rank != 2 || (g != NULL && g->rank != 1))
        return false;
    unit_scales(t->dims[0], t->dims[1] / 2, 0, shape);
    if (g != NULL)
        shape->dims[0] = quant_mx_group_pairs(t->dims[0], g->dims[0]);
    return true;
}

/* The roots of rows, where they are wanted. */
bool quant_shape_wanted_roots(const struct call *call, int x, int wanted, struct shape *shape)
{
    return shape_integer(call, wanted) != 0 ? quant_shape_row_roots(call, x, shape)
                                            : shape_absent(shape);
}

/* A scale for each rectangle of the last two dimensions. */
bool quant_shape_block_scales(const struct call *call, int x, int height, int width,
                              struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t rows = shape_integer(call, height);
    int64_t columns = shape_integer(call, width);
    if (t->rank < 2 || rows <= 0 || columns <= 0)
        return false;
    quant_block_scale_dims(t->dims, t->rank, rows, columns, shape->dims);
    shape->rank = t->rank;
    return true;
}

/* An int32 for each eight places of the last dimension. */
bool quant_shape_packed_words(const struct call *call, int x, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, x));
    if (shape->rank == 0)
        return false;
    shape->dims[shape->rank - 1] /= QUANT_IN_A_WORD;
    return true;
}

bool quant_shape_first_dim(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    return t->rank > 0 && shape_line(shape, t->dims[0]);
}

/* Scales of rows, or of pairs of blocks where the product has those. */
bool quant_shape_rotated_scales(const struct call *call, int x, struct shape *shape)
{
    return call_is_on_950(call) ? quant_shape_mx_row_scales(call, x, shape)
                                : quant_shape_first_dim(call, x, shape);
}

aclDataType quant_shape_rotated_type(const struct call *call, int x)
{
    (void)x;
    return call_is_on_950(call) ? ACL_FLOAT8_E4M3FN : ACL_INT8;
}

aclDataType quant_shape_rotated_scale_type(const struct call *call, int x)
{
    (void)x;
    return call_is_on_950(call) ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
}

/* One element. */
bool quant_shape_one(const struct call *call, int x, struct shape *shape)
{
    (void)call;
    (void)x;
    return shape_line(shape, 1);
}

/* The rows of x, and half of the columns of the matrices. */
bool quant_shape_unit_product(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, weight);
    int64_t in_one = t->type == ACL_INT32 ? 8 : 1;
    int64_t columns = t->rank == 5 ? t->dims[1] * t->dims[4] : t->rank == 3 ? t->dims[2] : 0;
    return call_tensor(call, x)->rank == 2 &&
           shape_pair(shape, call_tensor(call, x)->dims[0], columns * in_one / 2);
}

bool quant_shape_unit_rows(const struct call *call, int x, struct shape *shape)
{
    return call_tensor(call, x)->rank == 2 && shape_line(shape, call_tensor(call, x)->dims[0]);
}

static const struct tensor *first_member(const struct call *call, int list)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    return members == NULL || members->count == 0 ? NULL : members->members[0];
}

/* The rows of x, and half of the columns that scales have numbers for; powers of two of columns are
 * in pairs, which lie behind them. */
bool quant_shape_unit_lists(const struct call *call, int x, int scales, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *first = first_member(call, scales);
    int32_t last = first == NULL                    ? -1
                   : first->type == ACL_FLOAT8_E8M0 ? first->rank - 2
                                                    : first->rank - 1;
    return t != NULL && t->rank == 2 && last >= 0 &&
           shape_pair(shape, t->dims[0], first->dims[last] / 2);
}

bool quant_shape_unit_list_scales(const struct call *call, int x, int scales, struct shape *shape)
{
    struct shape numbers;
    if (quant_shape_unit_list_scale_type(call, scales) != ACL_FLOAT8_E8M0)
        return quant_shape_unit_rows(call, x, shape);
    if (!quant_shape_unit_lists(call, x, scales, &numbers))
        return false;
    quant_mx_scale_dims(numbers.dims, 2, 1, QUANT_MX_BLOCK, shape->dims);
    shape->rank = 3;
    return true;
}

/* Numbers of the type of x, where CANN takes any of several. */
aclDataType quant_shape_unit_list_type(const struct call *call, int x)
{
    return call_is_on_950(call) ? call_tensor(call, x)->type : ACL_INT8;
}

aclDataType quant_shape_unit_list_scale_type(const struct call *call, int scales)
{
    const struct tensor *first = first_member(call, scales);
    return first != NULL && first->type == ACL_FLOAT8_E8M0 ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
}

/* The same for halves of the last dimension, which become one. */
bool quant_shape_half_scales(const struct call *call, int x, struct shape *shape)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    if (t->rank < 1 || t->rank >= TENSOR_MAX_DIMS)
        return false;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] /= 2;
    quant_mx_scale_dims(dims, t->rank, t->rank - 1, QUANT_MX_BLOCK, shape->dims);
    shape->rank = t->rank + 1;
    return true;
}

/* Two scales for each pair of blocks of 32 along a dimension, of the halves of another one; of rows
 * in groups. */
bool quant_shape_active_scales(const struct call *call, int x, int groups, int dim, int axis,
                               struct shape *shape)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    int64_t at = shape_integer(call, dim);
    int64_t along = shape_integer(call, axis);
    at = at < 0 ? at + t->rank : at;
    along = along < 0 ? along + t->rank : along;
    if (at < 0 || at >= t->rank || along < 0 || along >= t->rank || t->rank >= TENSOR_MAX_DIMS)
        return false;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[at] /= 2;
    quant_mx_scale_dims(dims, t->rank, along, QUANT_MX_BLOCK, shape->dims);
    shape->rank = t->rank + 1;
    if (g != NULL && g->rank == 1 && along == t->rank - 2)
        shape->dims[along] = quant_mx_group_pairs(dims[along], g->dims[0]);
    return true;
}

/* Two scales for each pair of blocks of 32 rows, in groups where these are told. */
bool quant_shape_gradient_scales(const struct call *call, int x, int groups, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    if (!quant_shape_mx_column_scales(call, x, shape))
        return false;
    if (g != NULL && g->rank == 1)
        shape->dims[t->rank - 2] = quant_mx_group_pairs(t->dims[t->rank - 2], g->dims[0]);
    return true;
}

/* One scale for each 512 places of the last dimension. */
bool quant_shape_level_scales(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    if (t->rank < 1)
        return false;
    shape_copy(shape, t);
    shape->dims[t->rank - 1] = t->dims[t->rank - 1] / 512 + (t->dims[t->rank - 1] % 512 != 0);
    return true;
}

/* The products of matrices whose batches lie in the middle. */
bool quant_shape_turned_product(const struct call *call, int x1, int x2, int order,
                                struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct shape_numbers numbers = shape_numbers(call, order);
    if (left->rank != 3 || right->rank != 3 || numbers.count != 3)
        return false;
    shape->rank = 0;
    shape_push_dims(shape, left, 0, 2);
    shape_push(shape, right->dims[numbers.each[1] == 2 ? 1 : 2]);
    return true;
}

/* Products that are summed over batches. */
bool quant_shape_summed_product(const struct call *call, int x1, int x2, struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    if (left->rank != 3 || right->rank != 3)
        return false;
    shape->rank = 0;
    shape_push(shape, left->dims[1]);
    shape_push(shape, right->dims[2]);
    return true;
}

/* One scale for each rectangle of groups of rows. */
bool quant_shape_group_blocks(const struct call *call, int x, int groups, int height, int width,
                              struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    int64_t rows = shape_integer(call, height);
    int64_t columns = shape_integer(call, width);
    if (t->rank < 2 || g->rank != 1 || rows <= 0 || columns <= 0)
        return false;
    shape->rank = t->rank;
    quant_block_scale_dims(t->dims, t->rank, rows, columns, shape->dims);
    shape->dims[t->rank - 2] = t->dims[t->rank - 2] / rows + g->dims[0];
    return true;
}

/* The scales of weighted units: of blocks of 128, of blocks of 32 in pairs, or one for each group.
 */
bool quant_shape_group_unit_scales(const struct call *call, int x, int groups, int mode,
                                   struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    int64_t given = shape_integer(call, mode);
    if (given == 1)
        return quant_shape_half_scales(call, x, shape);
    if (given != 0)
        return shape_line(shape, g != NULL && g->rank == 1 ? g->dims[0] : 1);
    if (t->rank < 1)
        return false;
    shape_copy(shape, t);
    shape->dims[t->rank - 1] = t->dims[t->rank - 1] / 256;
    return true;
}

aclDataType quant_shape_group_scale(const struct call *call, int mode)
{
    return shape_integer(call, mode) == 1 ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
}

aclDataType quant_shape_group_quantised(const struct call *call, int type, int mode)
{
    return shape_integer(call, mode) >= 2 ? ACL_HIFLOAT8 : (aclDataType)shape_integer(call, type);
}

/* The shape of weights that are given. */
bool quant_shape_weight_gradient(const struct call *call, int weight, struct shape *shape)
{
    if (call_tensor(call, weight) == NULL)
        return shape_absent(shape);
    shape_copy(shape, call_tensor(call, weight));
    return true;
}
