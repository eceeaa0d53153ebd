/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shape functions: what shape a result has, or what data type, by the other arguments of its call.
 *
 * The "out" of a declaration names them, a check compares the caller's tensor with what one gives,
 * and aclnnExtGetOutputs answers it. They are FAMILY_shape_RULE, or shape_RULE where several
 * families name them, and take parameters by position as checks do. A shape function writes the
 * shape and gives whether there is one; a list's gives a shape for each member; one of a data type
 * gives the type, or ACL_DT_UNDEFINED.
 *
 * They may run before any check: of the arguments it is known only that what may not be NULL is not
 * NULL, and that there are at most TENSOR_MAX_DIMS dims. Sums and products stop at the ends of
 * int64_t instead of overflowing.
 */
#ifndef ACLNN_PY_OPS_COMMON_SHAPE_H
#define ACLNN_PY_OPS_COMMON_SHAPE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "executor/call.h"
#include "executor/outputs.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

static inline bool shape_is_power_of_two(int64_t number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

static inline int64_t shape_sum(int64_t a, int64_t b)
{
    int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

static inline int64_t shape_difference(int64_t a, int64_t b)
{
    int64_t difference = 0;
    if (!__builtin_sub_overflow(a, b, &difference))
        return difference;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

static inline int64_t shape_product(int64_t a, int64_t b)
{
    int64_t product = 0;
    if (!__builtin_mul_overflow(a, b, &product))
        return product;
    return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}

/* The quotient rounded down; 0 when the divisor is less than 1. */
static inline int64_t shape_quotient(int64_t a, int64_t b)
{
    if (b < 1)
        return 0;
    return a / b - (a % b < 0 ? 1 : 0);
}

/* The quotient rounded up; 0 when the divisor is less than 1. */
static inline int64_t shape_quotient_up(int64_t a, int64_t b)
{
    if (b < 1)
        return 0;
    return a / b + (a % b > 0 ? 1 : 0);
}

static inline int64_t shape_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t shape_larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The product of all dims. */
static inline int64_t shape_count(const int64_t *dims, int32_t rank)
{
    int64_t count = 1;
    for (int32_t i = 0; i < rank; i++)
        count = shape_product(count, dims[i]);
    return count;
}

static inline int64_t shape_elements(const struct tensor *tensor)
{
    return shape_count(tensor->dims, tensor->rank);
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* The numbers of an aclIntArray; there are none when it is NULL. */
struct shape_numbers {
    int64_t count;
    const int64_t *each;
};

static inline struct shape_numbers shape_numbers_of(const struct array *array)
{
    if (array == NULL)
        return (struct shape_numbers){0, NULL};
    return (struct shape_numbers){(int64_t)array->size, array_integers(array)};
}

static inline struct shape_numbers shape_numbers(const struct call *call, int array)
{
    return shape_numbers_of(call->arguments[array].array);
}

static inline int64_t shape_integer(const struct call *call, int parameter)
{
    return call->arguments[parameter].integer;
}

/* Finds the dimension that a number names; -1 is the last. A tensor without dimensions counts as
 * one with one. */
static inline bool shape_dim_of(int64_t dim, int32_t rank, int32_t *at)
{
    int32_t dims = rank > 0 ? rank : 1;
    if (dim < -dims || dim >= dims)
        return false;
    *at = (int32_t)(dim < 0 ? dim + dims : dim);
    return true;
}

/* A dimension counted from the end, 1 being the last; `other` when there are not so many. */
static inline int64_t shape_from_last(const struct tensor *tensor, int32_t place, int64_t other)
{
    return tensor->rank >= place ? tensor->dims[tensor->rank - place] : other;
}

/* Whether a list and all of its members are given. */
static inline bool shape_has_members(const struct tensor_array *list)
{
    for (uint64_t i = 0; list != NULL && i < list->count; i++)
        if (list->members[i] == NULL)
            return false;
    return list != NULL;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Appends a dimension. */
static inline void shape_push(struct shape *shape, int64_t dim)
{
    if (shape->rank < TENSOR_MAX_DIMS)
        shape->dims[shape->rank] = dim;
    shape->rank++;
}

/* Appends dimensions of a tensor, from one up to another. */
static inline void shape_push_dims(struct shape *shape, const struct tensor *tensor, int32_t first,
                                   int32_t past)
{
    for (int32_t i = first; i < past && i < tensor->rank; i++)
        shape_push(shape, tensor->dims[i]);
}

/* Copies the shape of a tensor. */
static inline bool shape_copy(struct shape *shape, const struct tensor *tensor)
{
    shape->rank = tensor->rank;
    memcpy(shape->dims, tensor->dims, (size_t)tensor->rank * sizeof *tensor->dims);
    return true;
}

/* A shape without dimensions. */
static inline bool shape_none(struct shape *shape)
{
    shape->rank = 0;
    return true;
}

/* No shape: the result has to be NULL with these arguments. */
static inline bool shape_absent(struct shape *shape)
{
    shape->rank = SHAPE_ABSENT;
    return true;
}

/* A shape of one dimension. */
static inline bool shape_line(struct shape *shape, int64_t places)
{
    shape->rank = 1;
    shape->dims[0] = places;
    return true;
}

/* A shape of two dimensions. */
static inline bool shape_pair(struct shape *shape, int64_t rows, int64_t columns)
{
    shape->rank = 2;
    shape->dims[0] = rows;
    shape->dims[1] = columns;
    return true;
}

/* Broadcasts a shape with another one. When that is impossible it returns false and leaves the
 * shape as it was. */
bool shape_broadcast_with(struct shape *shape, const int64_t *dims, int32_t rank);

/* ---- Rules of several families --------------------------------------------------------------- */

/* The shape to which the given tensors broadcast. */
bool shape_broadcast(const struct call *call, const int *tensors, int count, struct shape *shape);

/* The shape of a tensor, or of a list's first member. */
bool shape_same(const struct call *call, int operand, struct shape *shape);

#endif
