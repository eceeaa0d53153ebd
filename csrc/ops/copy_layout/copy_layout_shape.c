/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of tensors that are moved, joined, cut and repeated. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/shape.h"
#include "ops/copy_layout/slice.h"
#include "ops/copy_layout/windows.h"

/* ---- Permutations ---------------------------------------------------------------------------- */

/* The shape with its dimensions permuted. */
bool copy_layout_shape_permuted(const struct call *call, int self, int dims, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers order = shape_numbers(call, dims);
    int32_t at = 0;
    shape->rank = 0;
    if (order.count != tensor->rank)
        return false;
    for (int64_t i = 0; i < order.count; i++) {
        if (!shape_dim_of(order.each[i], tensor->rank, &at))
            return false;
        shape_push(shape, tensor->dims[at]);
    }
    return true;
}

/* The shape that ConfusionTranspose reshapes to, permuted before or after that. */
bool copy_layout_shape_confused(const struct call *call, int self, int perm, int dims,
                                int transposeFirst, struct shape *shape)
{
    struct shape_numbers order = shape_numbers(call, perm);
    struct shape_numbers given = shape_numbers(call, dims);
    (void)self;
    if (shape_integer(call, transposeFirst) != 0)
        return shape_given_shape(call, dims, shape);
    shape->rank = 0;
    for (int64_t i = 0; i < order.count && i <= TENSOR_MAX_DIMS; i++) {
        if (order.each[i] < 0 || order.each[i] >= given.count)
            return false;
        shape_push(shape, given.each[order.each[i]]);
    }
    return true;
}

/* The shape joined to two dimensions, of which the second begins with the axis. */
bool copy_layout_shape_flattened(const struct call *call, int self, int axis, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int32_t at = 0;
    if (tensor->rank == 0)
        return shape_pair(shape, 1, 1);
    return shape_dim_of(shape_integer(call, axis), tensor->rank, &at) &&
           shape_pair(shape, shape_count(tensor->dims, at),
                      shape_count(&tensor->dims[at], tensor->rank - at));
}

/* ---- Diagonals ------------------------------------------------------------------------------- */

/* The shape of the matrix that has all elements on a diagonal. */
bool copy_layout_shape_diagonal_matrix(const struct call *call, int self, int diagonal,
                                       struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t away = shape_integer(call, diagonal);
    int64_t edge = shape_sum(shape_count(tensor->dims, tensor->rank),
                             away < 0 ? shape_difference(0, away) : away);
    return shape_pair(shape, edge, edge);
}

/* For a matrix the shape of its diagonal; for a vector that of the matrix. */
bool copy_layout_shape_diagonal(const struct call *call, int self, int diagonal,
                                struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t away = shape_integer(call, diagonal);
    if (tensor->rank < 2)
        return copy_layout_shape_diagonal_matrix(call, self, diagonal, shape);
    int64_t rows = shape_sum(tensor->dims[0], shape_smaller(away, 0));
    int64_t columns = shape_difference(tensor->dims[1], shape_larger(away, 0));
    return shape_line(shape, shape_larger(shape_smaller(rows, columns), 0));
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The shape with a part of one dimension. */
bool copy_layout_shape_sliced(const struct call *call, int self, int dim, int start, int end,
                              int step, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t by = shape_integer(call, step);
    int32_t at = 0;
    struct parts parts;
    if (tensor->rank == 0 || by < 1 || !shape_dim_of(shape_integer(call, dim), tensor->rank, &at))
        return false;
    shape_copy(shape, tensor);
    copy_layout_slice_cut(&parts, tensor->dims, tensor->rank, at, shape_integer(call, start),
                          shape_integer(call, end), by);
    shape->dims[at] = parts.count[at];
    return true;
}

/* The shape with parts of some dimensions. */
bool copy_layout_shape_sliced_v2(const struct call *call, int self, int starts, int ends, int axes,
                                 int steps, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers axis = shape_numbers(call, axes);
    struct shape_numbers step = shape_numbers(call, steps);
    struct parts parts;
    int32_t at = 0;
    if (shape_numbers(call, starts).count != axis.count ||
        shape_numbers(call, ends).count != axis.count || step.count != axis.count)
        return false;
    for (int64_t i = 0; i < axis.count; i++)
        if (tensor->rank == 0 || step.each[i] < 1 || !shape_dim_of(axis.each[i], tensor->rank, &at))
            return false;
    copy_layout_slice_cut_dims(&parts, tensor->dims, tensor->rank, call->arguments[starts].array,
                               call->arguments[ends].array, call->arguments[axes].array,
                               call->arguments[steps].array);
    shape->rank = tensor->rank;
    memcpy(shape->dims, parts.count, (size_t)tensor->rank * sizeof *shape->dims);
    return true;
}

/* The shape that the entries of an index expression cut. Bit i of a mask belongs to entry i. */
bool copy_layout_shape_strided(const struct call *call, int self, int begin, int end, int strides,
                               int beginMask, int endMask, int ellipsisMask, int newAxisMask,
                               int shrinkAxisMask, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct strided_parts parts;
    const struct strided_entries entries = {
        call->arguments[begin].array,     call->arguments[end].array,
        call->arguments[strides].array,   shape_integer(call, beginMask),
        shape_integer(call, endMask),     shape_integer(call, ellipsisMask),
        shape_integer(call, newAxisMask), shape_integer(call, shrinkAxisMask),
    };
    if (entries.begin->size != entries.strides->size || entries.end->size != entries.strides->size)
        return false;
    for (uint64_t i = 0; i < entries.strides->size; i++)
        if (copy_layout_slice_entry(entries.strides, i) == 0)
            return false;
    if (copy_layout_slice_cut_strided(&parts, tensor->dims, tensor->rank, &entries) !=
        ACLNN_SUCCESS)
        return false;
    shape->rank = parts.rank;
    memcpy(shape->dims, parts.dims, (size_t)parts.rank * sizeof *shape->dims);
    return true;
}

/* ---- Pieces that are joined, and parts of a tensor ------------------------------------------- */

/* Whether Cat leaves the tensor out: it has one dimension, of size 0. */
static bool is_left_out(const struct tensor *tensor)
{
    return tensor->rank == 1 && tensor->dims[0] == 0;
}

/* The shape of all tensors joined along a dimension. */
bool copy_layout_shape_joined(const struct call *call, int tensors, int dim, struct shape *shape)
{
    const struct tensor_array *list = call->arguments[tensors].tensors;
    const struct tensor *first = NULL;
    int32_t at = 0;
    if (!shape_has_members(list))
        return false;
    for (uint64_t i = 0; i < list->count; i++) {
        const struct tensor *tensor = list->members[i];
        if (is_left_out(tensor))
            continue;
        if (first == NULL) {
            first = tensor;
            if (first->rank == 0 || !shape_dim_of(shape_integer(call, dim), first->rank, &at))
                return false;
            shape_copy(shape, first);
        } else if (tensor->rank == first->rank) {
            shape->dims[at] = shape_sum(shape->dims[at], tensor->dims[at]);
        }
    }
    return first != NULL ? true : shape_line(shape, 0);
}

/* The shape of all tensors stacked along a new dimension. */
bool copy_layout_shape_stacked(const struct call *call, int tensors, int dim, struct shape *shape)
{
    const struct tensor_array *list = call->arguments[tensors].tensors;
    int32_t at = 0;
    if (!shape_has_members(list) || list->count == 0)
        return false;
    const struct tensor *first = list->members[0];
    if (!shape_dim_of(shape_integer(call, dim), first->rank + 1, &at))
        return false;
    shape->rank = 0;
    shape_push_dims(shape, first, 0, at);
    shape_push(shape, (int64_t)list->count);
    shape_push_dims(shape, first, at, first->rank);
    return true;
}

/* The shape of all tensors' chunks as rows. A tensor without elements adds nothing. */
bool copy_layout_shape_chunked(const struct call *call, int tensors, int chunks,
                               struct shape *shape)
{
    const struct tensor_array *list = call->arguments[tensors].tensors;
    int64_t rows = shape_integer(call, chunks);
    int64_t columns = 0;
    if (!shape_has_members(list) || rows < 1)
        return false;
    for (uint64_t i = 0; i < list->count; i++) {
        const struct tensor *tensor = list->members[i];
        if (tensor->rank == 0 || shape_count(tensor->dims, tensor->rank) == 0)
            continue;
        int64_t width = shape_product(shape_quotient_up(tensor->dims[0], rows),
                                      shape_count(&tensor->dims[1], tensor->rank - 1));
        columns = shape_sum(columns, width);
    }
    return shape_pair(shape, rows, columns);
}

/* The most parts that a result has. It keeps the list of shapes from growing without end. */
#define MOST_PARTS (1 << 20)

/* The shapes of parts of one size. The last part may be smaller. A size of 0 gives one part. */
bool copy_layout_shape_sections(const struct call *call, int self, int size, int dim,
                                struct shapes *shapes)
{
    const struct tensor *tensor = call_tensor(call, self);
    uint64_t section = (uint64_t)shape_integer(call, size);
    struct shape shape;
    int32_t at = 0;
    if (tensor->rank == 0 || !shape_dim_of(shape_integer(call, dim), tensor->rank, &at))
        return false;
    shape_copy(&shape, tensor);
    if (section == 0 || tensor->dims[at] <= 0)
        return shapes_add(shapes, &shape);
    uint64_t places = (uint64_t)tensor->dims[at];
    bool fits = (places - 1) / section < MOST_PARTS;
    for (uint64_t left = places; fits && left > 0; left -= (uint64_t)shape.dims[at]) {
        shape.dims[at] = (int64_t)(left < section ? left : section);
        fits = shapes_add(shapes, &shape);
    }
    return fits;
}

/* The shapes of parts of the given sizes. */
bool copy_layout_shape_split(const struct call *call, int self, int sizes, int dim,
                             struct shapes *shapes)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers parts = shape_numbers(call, sizes);
    struct shape shape;
    int32_t at = 0;
    bool fits = tensor->rank > 0 && shape_dim_of(shape_integer(call, dim), tensor->rank, &at);
    shape_copy(&shape, tensor);
    for (int64_t i = 0; fits && i < parts.count; i++) {
        shape.dims[at] = parts.each[i];
        fits = shapes_add(shapes, &shape);
    }
    return fits;
}

/* ---- Repetitions ----------------------------------------------------------------------------- */

/* The shape with so many copies along each dimension. Numbers in front of the others add new
 * dimensions. */
bool copy_layout_shape_repeated(const struct call *call, int self, int repeats, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers times = shape_numbers(call, repeats);
    int64_t more = times.count - tensor->rank;
    shape->rank = 0;
    for (int64_t i = 0; i < times.count && i <= TENSOR_MAX_DIMS; i++)
        shape_push(shape,
                   i < more ? times.each[i] : shape_product(tensor->dims[i - more], times.each[i]));
    return more >= 0;
}

/* The shape with another size of one dimension. A tensor without dimensions becomes one of one
 * dimension. */
static bool with_size(const struct tensor *tensor, int64_t dim, int64_t size, struct shape *shape)
{
    int32_t at = 0;
    if (!shape_dim_of(dim, tensor->rank, &at))
        return false;
    shape_copy(shape, tensor);
    if (tensor->rank > 0)
        shape->dims[at] = shape_larger(size, 0);
    return true;
}

/* The shape with another size of one dimension. */
bool copy_layout_shape_interleaved(const struct call *call, int self, int dim, int size,
                                   struct shape *shape)
{
    return with_size(call_tensor(call, self), shape_integer(call, dim), shape_integer(call, size),
                     shape);
}

/* The shape with one element for each number of repeats. A single number gives one element. */
bool copy_layout_shape_repeated_sums(const struct call *call, int self, int repeats, int axis,
                                     struct shape *shape)
{
    const struct tensor *times = call_tensor(call, repeats);
    return with_size(call_tensor(call, self), shape_integer(call, axis),
                     shape_count(times->dims, times->rank), shape);
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Whether these are two numbers, for height and width, neither below `least`. */
static bool are_two(struct shape_numbers numbers, int64_t least)
{
    return numbers.count == 2 && numbers.each[0] >= least && numbers.each[1] >= least;
}

/* The shape of windows of images as columns. */
bool copy_layout_shape_columns(const struct call *call, int self, int kernel, int dilation,
                               int padding, int stride, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct windows windows;
    int32_t first = tensor->rank - 3; /* the dimension of channels */
    if (first < 0 || !are_two(shape_numbers(call, kernel), 1) ||
        !are_two(shape_numbers(call, dilation), 1) || !are_two(shape_numbers(call, padding), 0) ||
        !are_two(shape_numbers(call, stride), 1) ||
        !copy_layout_windows_count(&tensor->dims[first + 1], call->arguments[kernel].array,
                                   call->arguments[dilation].array, call->arguments[padding].array,
                                   call->arguments[stride].array, &windows))
        return false;
    int64_t places = shape_product(windows.kernel[0], windows.kernel[1]);
    shape->rank = 0;
    shape_push_dims(shape, tensor, 0, first);
    shape_push(shape, shape_product(tensor->dims[first], places));
    shape_push(shape, shape_product(windows.count[0], windows.count[1]));
    return true;
}

/* The shape of the images whose windows are the columns. */
bool copy_layout_shape_images(const struct call *call, int columns, int size, int kernel,
                              struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, columns);
    struct shape_numbers sides = shape_numbers(call, kernel);
    struct shape_numbers plane = shape_numbers(call, size);
    int64_t places = 1;
    if (tensor->rank < 2)
        return false;
    for (int64_t i = 0; i < sides.count; i++)
        places = shape_product(places, sides.each[i]);
    shape->rank = 0;
    shape_push_dims(shape, tensor, 0, tensor->rank - 2);
    shape_push(shape, shape_quotient(tensor->dims[tensor->rank - 2], shape_larger(places, 1)));
    for (int64_t i = 0; i < plane.count && i <= TENSOR_MAX_DIMS; i++)
        shape_push(shape, plane.each[i]);
    return true;
}

/* The first half of the dimensions. */
bool copy_layout_shape_half(const struct call *call, int self, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, self);
    shape->rank = 0;
    shape_push_dims(shape, given, 0, given->rank / 2);
    return true;
}

/* The data type whose number is given. */
aclDataType copy_layout_shape_numbered(const struct call *call, int number)
{
    int64_t given = shape_integer(call, number);
    return given >= 0 && given < 64 ? (aclDataType)given : ACL_DT_UNDEFINED;
}

/* The numbers themselves. */
bool copy_layout_shape_viewed(const struct call *call, int size, struct shape *shape)
{
    struct shape_numbers numbers = shape_numbers(call, size);
    if (numbers.count < 1 || numbers.count > TENSOR_MAX_DIMS)
        return false;
    shape->rank = 0;
    for (int64_t i = 0; i < numbers.count; i++)
        shape_push(shape, numbers.each[i]);
    return true;
}
