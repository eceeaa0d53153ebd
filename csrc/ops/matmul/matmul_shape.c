/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/matmul.h"
#include "base/data_type.h"
#include "ops/common/shape.h"
#include "ops/matmul/grouped_matmul.h"

/* The rows of one matrix and the columns of another, in as many dimensions as the first has. */
bool matmul_shape_product(const struct call *call, int left, int right, struct shape *shape)
{
    const struct tensor *a = call_tensor(call, left);
    const struct tensor *b = call_tensor(call, right);
    shape->rank = 0;
    shape_push_dims(shape, a, 0, a->rank - 1);
    shape_push_dims(shape, b, b->rank > 0 ? b->rank - 1 : 0, b->rank);
    return true;
}

/* The rows of x, and a column for each row of the weight. */
bool matmul_shape_turned_weight(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *a = call_tensor(call, x);
    const struct tensor *b = call_tensor(call, weight);
    shape->rank = 0;
    shape_push_dims(shape, a, 0, a->rank - 1);
    shape_push_dims(shape, b, 0, b->rank > 0 ? 1 : 0);
    return true;
}

/* The product of vectors, matrices or batches that broadcast, as NumPy multiplies. */
bool matmul_shape_multiplied(const struct call *call, int left, int right, struct shape *shape)
{
    const struct tensor *a = call_tensor(call, left);
    const struct tensor *b = call_tensor(call, right);
    shape->rank = 0;
    shape_push_dims(shape, a, 0, a->rank - 2);
    if (!shape_broadcast_with(shape, b->dims, b->rank > 2 ? b->rank - 2 : 0))
        return false;
    if (a->rank > 1)
        shape_push(shape, a->dims[a->rank - 2]);
    if (b->rank > 1)
        shape_push(shape, b->dims[b->rank - 1]);
    return true;
}

/* The product that joins a batch of matrices. */
bool matmul_shape_joint_product(const struct call *call, int left, int right, struct shape *shape)
{
    const struct tensor *a = call_tensor(call, left);
    const struct tensor *b = call_tensor(call, right);
    return a->rank > 1 && b->rank > 0 &&
           shape_pair(shape, a->dims[a->rank - 2], b->dims[b->rank - 1]);
}

/* The product of matrices or their transposes. */
bool matmul_shape_transposed_product(const struct call *call, int left, int right, int flipLeft,
                                     int flipRight, struct shape *shape)
{
    const struct tensor *a = call_tensor(call, left);
    const struct tensor *b = call_tensor(call, right);
    return a->rank == 2 && b->rank == 2 &&
           shape_pair(shape, a->dims[shape_integer(call, flipLeft) != 0],
                      b->dims[shape_integer(call, flipRight) == 0]);
}

/* All products of the elements of two vectors. */
bool matmul_shape_outer(const struct call *call, int left, int right, struct shape *shape)
{
    const struct tensor *b = call_tensor(call, right);
    shape_copy(shape, call_tensor(call, left));
    shape_push_dims(shape, b, 0, b->rank);
    return true;
}

/* The rows of a matrix as the only dimension. */
bool matmul_shape_matrix_rows(const struct call *call, int matrix, struct shape *shape)
{
    shape->rank = 0;
    shape_push_dims(shape, call_tensor(call, matrix), 0, 1);
    return true;
}

/* ---- Products whose kernels do more ---------------------------------------------------------- */

static bool is_in_order(const struct call *call, int perm)
{
    struct shape_numbers order = shape_numbers(call, perm);
    bool fits = order.count == 3;
    for (int64_t i = 0; fits && i < 3; i++)
        fits = order.each[i] == i;
    return fits;
}

/* Products of batches, with rows first or with the batches in so many parts. */
bool matmul_shape_turned_product(const struct call *call, int x1, int x2, int scale, int permX1,
                                 int permX2, int parts, struct shape *shape)
{
    const struct tensor *a = call_tensor(call, x1);
    const struct tensor *b = call_tensor(call, x2);
    int64_t count = shape_integer(call, parts);
    if (a->rank != 3 || b->rank != 3)
        return false;
    bool are_batches_first = is_in_order(call, permX1);
    int64_t batches = a->dims[are_batches_first ? 0 : 1];
    int64_t rows = a->dims[are_batches_first ? 1 : 0];
    int64_t columns = b->dims[is_in_order(call, permX2) ? 2 : 1];
    if (call_tensor(call, scale) != NULL) {
        shape_pair(shape, rows, 1);
        shape_push(shape, shape_product(batches, columns));
    } else if (count < 2) {
        shape_pair(shape, rows, batches);
        shape_push(shape, columns);
    } else {
        shape_pair(shape, count, rows);
        shape_push(shape, shape_product(batches / count, columns));
    }
    return true;
}

/* The type of the operand, or float32 when that is requested. */
aclDataType matmul_shape_fused_type(const struct call *call, int x1, int fusedOpType)
{
    const char *kind = call->arguments[fusedOpType].text;
    bool is_cast = kind != NULL && strcmp(kind, "16cast32") == 0;
    return is_cast ? ACL_FLOAT : call_type(call, x1);
}

/* ---- Products of groups ---------------------------------------------------------------------- */

/* From this splitItem on the results are in one tensor. */
#define ONE_TENSOR 2

/* An int32 holds eight int4. */
static int64_t columns_of(const struct tensor *tensor)
{
    int64_t columns = shape_from_last(tensor, 1, 0);
    return tensor->type == ACL_INT32 ? shape_product(columns, 8) : columns;
}

static bool add_pair(struct shapes *shapes, int64_t rows, int64_t columns)
{
    struct shape shape;
    shape_pair(&shape, rows, columns);
    return shapes_add(shapes, &shape);
}

/* A result for each tensor and its weight. */
static bool add_products(const struct tensor_array *left, const struct tensor_array *right,
                         struct shapes *shapes)
{
    bool fits = true;
    for (uint64_t i = 0; fits && i < left->count && i < right->count; i++) {
        struct shape shape = {0};
        shape_push_dims(&shape, left->members[i], 0, left->members[i]->rank - 1);
        shape_push(&shape, columns_of(right->members[i]));
        fits = shapes_add(shapes, &shape);
    }
    return fits;
}

/* The rows of all tensors, in one result. */
static bool add_joint_rows(const struct tensor_array *left, int64_t columns, struct shapes *shapes)
{
    int64_t rows = 0;
    for (uint64_t i = 0; i < left->count; i++)
        if (left->members[i]->rank > 0)
            rows = shape_sum(rows, left->members[i]->dims[0]);
    return add_pair(shapes, rows, columns);
}

/* A result for each group of rows, whose ends an array gives. */
static bool add_rows(struct shape_numbers ends, const struct tensor_array *right,
                     struct shapes *shapes)
{
    bool fits = true;
    for (int64_t i = 0; fits && i < ends.count && i < (int64_t)right->count; i++)
        fits = add_pair(shapes, shape_difference(ends.each[i], i > 0 ? ends.each[i - 1] : 0),
                        columns_of(right->members[i]));
    return fits;
}

static bool grouped(const struct call *call, int x, int weight, int groups, int split, int64_t kind,
                    struct shapes *shapes)
{
    const struct tensor_array *left = call->arguments[x].tensors;
    const struct tensor_array *right = call->arguments[weight].tensors;
    bool is_array = call_parameter(call, groups)->kind == ARGUMENT_INT_ARRAY;
    struct shape_numbers ends = shape_numbers_of(is_array ? call->arguments[groups].array : NULL);
    bool has_ends = is_array && call->arguments[groups].array != NULL;
    if (!shape_has_members(left) || !shape_has_members(right) || left->count == 0 ||
        right->count == 0)
        return false;
    int64_t columns = columns_of(right->members[0]);
    if (kind == GROUPS_OF_DEPTH) {
        const struct tensor *given = is_array ? NULL : call_tensor(call, groups);
        struct shape shape = {.rank = 1, .dims = {has_ends ? ends.count : 1}};
        if (given != NULL && given->rank > 0)
            shape.dims[0] = given->dims[0];
        shape_push_dims(&shape, left->members[0], 0, 1);
        shape_push(&shape, columns);
        return shapes_add(shapes, &shape);
    }
    if (kind != GROUPS_OF_ROWS)
        return add_products(left, right, shapes);
    int64_t item = shape_integer(call, split);
    if (item == ONE_TENSOR || item == ONE_TENSOR + 1 || !has_ends)
        return add_joint_rows(left, columns, shapes);
    return add_rows(ends, right, shapes);
}

/* Products without groups, of groups of rows (0), or of groups of the depth (2), in one tensor or
 * in one for each group. */
bool matmul_shape_grouped_product(const struct call *call, int x, int weight, int groups, int split,
                                  int kind, struct shapes *shapes)
{
    return grouped(call, x, weight, groups, split, shape_integer(call, kind), shapes);
}

/* The same as matmul_shape_grouped_product, where the number of tensors tells whether there are
 * groups. */
bool matmul_shape_grouped_first(const struct call *call, int x, int weight, int groups, int split,
                                struct shapes *shapes)
{
    const struct tensor_array *left = call->arguments[x].tensors;
    const struct tensor_array *right = call->arguments[weight].tensors;
    bool is_each = right->count == 1 ||
                   (left->count > 1 && shape_integer(call, split) < ONE_TENSOR);
    return grouped(call, x, weight, groups, split, is_each ? NO_GROUPS : GROUPS_OF_ROWS, shapes);
}

static aclDataType first_type(const struct call *call, int list)
{
    const struct tensor_array *given = call->arguments[list].tensors;
    bool is_left_out = given == NULL || given->count == 0 || given->members[0] == NULL;
    return is_left_out ? ACL_DT_UNDEFINED : given->members[0]->type;
}

/* The type of x, but of float8, hifloat8 and float4 bfloat16, and of int8 what the scale is for,
 * and int32 without a scale. */
aclDataType matmul_shape_grouped_type(const struct call *call, int x, int scale)
{
    aclDataType type = first_type(call, x);
    aclDataType factor = first_type(call, scale);
    if (type == ACL_INT4 || type == ACL_INT32)
        return ACL_FLOAT16;
    if (data_type_bits(type) <= 8 && type != ACL_INT8)
        return ACL_BF16;
    if (type != ACL_INT8)
        return type;
    switch (factor) {
    case ACL_DT_UNDEFINED: return ACL_INT32;
    case ACL_FLOAT: return ACL_FLOAT16;
    case ACL_BF16: return ACL_BF16;
    default: return ACL_INT8;
    }
}

/* Rows with the columns of a layer. */
bool matmul_shape_patch_layers(const struct call *call, int x, int biases, int layers,
                               struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *b = call_tensor(call, biases);
    int64_t count = shape_integer(call, layers);
    int64_t all = 1;
    for (int32_t i = 0; i < b->rank; i++)
        all = shape_product(all, b->dims[i]);
    if (t->rank < 1 || count < 1)
        return false;
    shape_copy(shape, t);
    shape->dims[t->rank - 1] = all / count;
    return true;
}

/* Rows with half of the columns of a product. */
bool matmul_shape_half_product(const struct call *call, int x, int weight, int transposed,
                               struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *w = call_tensor(call, weight);
    if (t->rank < 1 || w->rank != 2)
        return false;
    shape_copy(shape, t);
    shape->dims[t->rank - 1] = w->dims[shape_integer(call, transposed) != 0 ? 0 : 1] / 2;
    return true;
}

/* Rows with the columns of a matrix. */
bool matmul_shape_rows_by(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    if (t->rank < 1)
        return false;
    shape_copy(shape, t);
    shape->dims[t->rank - 1] = shape_from_last(call_tensor(call, weight), 1, 0);
    return true;
}
