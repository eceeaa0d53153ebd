/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of decompositions, of distances, and of einsum. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/linalg.h"
#include "declared/matmul.h"
#include "ops/common/shape.h"

/* ---- Matrices -------------------------------------------------------------------------------- */

static int64_t rows_of(const struct tensor *matrices)
{
    return shape_from_last(matrices, 2, 0);
}

static int64_t columns_of(const struct tensor *matrices)
{
    return shape_from_last(matrices, 1, 0);
}

static int64_t smaller_side(const struct tensor *matrices)
{
    return shape_smaller(rows_of(matrices), columns_of(matrices));
}

/* The same batches, with matrices of another size. */
static bool with_matrix(const struct tensor *matrices, int64_t rows, int64_t columns,
                        struct shape *shape)
{
    shape->rank = 0;
    shape_push_dims(shape, matrices, 0, matrices->rank - 2);
    shape_push(shape, rows);
    shape_push(shape, columns);
    return matrices->rank >= 2;
}

/* The dimensions before those of the matrices. */
bool linalg_shape_batches(const struct call *call, int matrices, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, matrices);
    shape->rank = 0;
    shape_push_dims(shape, tensor, 0, tensor->rank - 2);
    return true;
}

/* The modes of aclnnLinalgQr: as many columns as the smaller side, all columns, or only the
 * triangle. */
enum { REDUCED, COMPLETE, TRIANGLE };

static bool orthogonal(const struct tensor *matrices, bool some, struct shape *shape)
{
    int64_t rows = rows_of(matrices);
    return with_matrix(matrices, rows, some ? smaller_side(matrices) : rows, shape);
}

static bool triangle(const struct tensor *matrices, bool some, struct shape *shape)
{
    int64_t rows = some ? smaller_side(matrices) : rows_of(matrices);
    return with_matrix(matrices, rows, columns_of(matrices), shape);
}

/* The orthogonal columns of a QR decomposition: as many as the smaller side, all, or none. */
bool linalg_shape_qr_orthogonal(const struct call *call, int self, int mode, struct shape *shape)
{
    int64_t how = shape_integer(call, mode);
    return how == TRIANGLE ? shape_line(shape, 0)
                           : orthogonal(call_tensor(call, self), how != COMPLETE, shape);
}

/* The triangle of the same decomposition. */
bool linalg_shape_qr_triangle(const struct call *call, int self, int mode, struct shape *shape)
{
    return triangle(call_tensor(call, self), shape_integer(call, mode) != COMPLETE, shape);
}

/* The orthogonal columns: as many as the smaller side, or as many as there are rows. */
bool linalg_shape_qr_some_orthogonal(const struct call *call, int self, int some,
                                     struct shape *shape)
{
    return orthogonal(call_tensor(call, self), shape_integer(call, some) != 0, shape);
}

/* The triangle of the same decomposition. */
bool linalg_shape_qr_some_triangle(const struct call *call, int self, int some, struct shape *shape)
{
    return triangle(call_tensor(call, self), shape_integer(call, some) != 0, shape);
}

/* As many numbers as the smaller side has elements. */
bool linalg_shape_singular_values(const struct call *call, int input, struct shape *shape)
{
    const struct tensor *matrices = call_tensor(call, input);
    linalg_shape_batches(call, input, shape);
    shape_push(shape, smaller_side(matrices));
    return matrices->rank >= 2;
}

/* The left singular vectors as columns: one a row, or one a singular value; or none. */
bool linalg_shape_left_vectors(const struct call *call, int input, int fullMatrices, int computeUV,
                               struct shape *shape)
{
    if (shape_integer(call, computeUV) == 0)
        return shape_line(shape, 0);
    return orthogonal(call_tensor(call, input), shape_integer(call, fullMatrices) == 0, shape);
}

/* The right singular vectors as columns: one a column, or one a singular value; or none. */
bool linalg_shape_right_vectors(const struct call *call, int input, int fullMatrices, int computeUV,
                                struct shape *shape)
{
    const struct tensor *matrices = call_tensor(call, input);
    int64_t columns = columns_of(matrices);
    if (shape_integer(call, computeUV) == 0)
        return shape_line(shape, 0);
    return with_matrix(matrices, columns,
                       shape_integer(call, fullMatrices) != 0 ? columns : smaller_side(matrices),
                       shape);
}

/* A column for each right side, in batches that broadcast. */
bool linalg_shape_solutions(const struct call *call, int sides, int matrices, struct shape *shape)
{
    return matmul_shape_multiplied(call, matrices, sides, shape);
}

/* A matrix for each solution. */
bool linalg_shape_triangles(const struct call *call, int sides, int matrices, struct shape *shape)
{
    if (!matmul_shape_multiplied(call, matrices, sides, shape) || shape->rank == 0)
        return false;
    shape->dims[shape->rank - 1] = columns_of(call_tensor(call, matrices));
    return true;
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* A distance for each pair of points, in batches that broadcast. */
bool linalg_shape_distances(const struct call *call, int x1, int x2, struct shape *shape)
{
    const struct tensor *first = call_tensor(call, x1);
    const struct tensor *second = call_tensor(call, x2);
    if (first->rank < 2 || second->rank < 2)
        return false;
    shape->rank = 0;
    shape_push_dims(shape, first, 0, first->rank - 2);
    if (!shape_broadcast_with(shape, second->dims, second->rank - 2))
        return false;
    shape_push(shape, rows_of(first));
    shape_push(shape, rows_of(second));
    return true;
}

/* A number for each pair of rows. */
bool linalg_shape_pairs(const struct call *call, int self, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t rows = tensor->rank > 0 ? tensor->dims[0] : 0;
    return shape_line(shape, shape_product(rows, shape_difference(rows, 1)) / 2);
}

/* ---- Einsum ---------------------------------------------------------------------------------- */

/* The size of the dimension that a letter names, in the last operand that has the letter. */
static int64_t size_of(const struct tensor_array *tensors, const char *equation, char letter)
{
    int64_t size = 0;
    uint64_t tensor = 0;
    int32_t dim = 0;
    for (const char *at = equation; *at != '\0' && *at != '-' && tensor < tensors->count; at++) {
        if (*at == ',') {
            tensor++;
            dim = 0;
            continue;
        }
        if (*at == letter && dim < tensors->members[tensor]->rank)
            size = tensors->members[tensor]->dims[dim];
        dim++;
    }
    return size;
}

/* The dimensions of the result, by the letters of an equation. */
bool linalg_shape_einsum(const struct call *call, int tensors, int equation, struct shape *shape)
{
    const struct tensor_array *list = call->arguments[tensors].tensors;
    const char *text = call->arguments[equation].text;
    const char *arrow = strstr(text, "->");
    if (!shape_has_members(list))
        return false;
    shape->rank = 0;
    for (const char *at = arrow != NULL ? arrow + 2 : ""; *at != '\0'; at++)
        shape_push(shape, size_of(list, text, *at));
    return true;
}
