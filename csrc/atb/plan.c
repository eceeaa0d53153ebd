/* SPDX-License-Identifier: Apache-2.0 */
#include "declared/binary.h"
#include "atb/plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "workspace/l0.h"
#include "tensor/layout.h"

int32_t atb_only(bool holds, const char *where)
{
    return holds ? ATB_NO_ERROR
                 : atb_report(ATB_ERROR_CANN_ERROR,
                              "the parameter asks for what is not implemented: the operation is "
                              "where %s",
                              where);
}

int32_t atb_require(bool holds, const char *what)
{
    return holds ? ATB_NO_ERROR
                 : atb_report(ATB_ERROR_INVALID_PARAM,
                              "the parameter is not valid; it is required that %s", what);
}

int32_t atb_check_rank(const char *what, const struct atb_desc *desc, uint64_t least, uint64_t most)
{
    uint64_t rank = desc->shape.count;
    if (rank >= least && rank <= most)
        return ATB_NO_ERROR;
    return atb_report(ATB_ERROR_INVALID_TENSOR_DIM_NUM,
                      "%s has %" PRIu64 " dimension(s); %" PRIu64 " to %" PRIu64 " are required",
                      what, rank, least, most);
}

int32_t atb_check_dim(const char *what, int64_t is, int64_t required)
{
    return is == required
               ? ATB_NO_ERROR
               : atb_report(ATB_ERROR_INVALID_TENSOR_DIM,
                            "%s is %" PRId64 "; %" PRId64 " is required", what, is, required);
}

int32_t atb_check_same(const char *what, const struct atb_desc *desc, const struct atb_desc *other)
{
    char is[160];
    char required[160];
    size_t bytes = (size_t)other->shape.count * sizeof *other->shape.dims;
    if (desc->shape.count == other->shape.count &&
        memcmp(desc->shape.dims, other->shape.dims, bytes) == 0)
        return ATB_NO_ERROR;
    dims_describe(desc->shape.dims, (int32_t)desc->shape.count, is, sizeof is);
    dims_describe(other->shape.dims, (int32_t)other->shape.count, required, sizeof required);
    return atb_report(ATB_ERROR_INVALID_TENSOR_DIM, "the shape of %s is %s; %s is required", what,
                      is, required);
}

int32_t atb_check_list(const char *what, size_t count, const void *outside, size_t least,
                       size_t most)
{
    if (count >= least && count <= most && outside == NULL)
        return ATB_NO_ERROR;
    return atb_report(ATB_ERROR_INVALID_PARAM,
                      "%s has %zu member(s); %zu to %zu are required, in a list without room for "
                      "more than 64",
                      what, count, least, most);
}

int atb_axis(const struct atb_desc *desc, int64_t axis)
{
    int64_t rank = (int64_t)desc->shape.count;
    int64_t found = axis < 0 ? axis + rank : axis;
    return found >= 0 && found < rank ? (int)found : -1;
}

int32_t atb_check_axis(const char *what, const struct atb_desc *desc, int64_t axis)
{
    return atb_axis(desc, axis) >= 0
               ? ATB_NO_ERROR
               : atb_report(ATB_ERROR_INVALID_PARAM,
                            "%s is %" PRId64 "; the tensor has %" PRIu64 " dimension(s)", what,
                            axis, desc->shape.count);
}

int atb_one(const void *param)
{
    (void)param;
    return 1;
}

int atb_two(const void *param)
{
    (void)param;
    return 2;
}

int atb_three(const void *param)
{
    (void)param;
    return 3;
}

int64_t atb_dim(const struct atb_desc *desc, int dim)
{
    return desc->shape.dims[dim < 0 ? (int)desc->shape.count + dim : dim];
}

void atb_fail(struct single *s, enum atb_status status, const char *format, ...)
{
    char text[512];
    va_list values;
    if (s->status != ACL_SUCCESS)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    s->status = atb_report(status, "%s", text);
}

atb_view atb_in(const struct single *s, int place)
{
    return s->inputs[place];
}

atb_view atb_out(const struct single *s, int place)
{
    return s->outputs[place];
}

atb_view atb_arranged(struct single *s, atb_view view, int64_t offset, int32_t rank,
                      const int64_t *dims, const int64_t *strides)
{
    struct single_view *copy = s->status == ACL_SUCCESS && view != NULL
                                   ? arena_take(&s->arena, sizeof *copy)
                                   : NULL;
    if (copy == NULL)
        return view;
    *copy = *view;
    copy->rank = rank;
    memcpy(copy->dims, dims, (size_t)rank * sizeof *dims);
    memcpy(copy->strides, strides, (size_t)rank * sizeof *strides);
    copy->offset += offset;
    return copy;
}

atb_view atb_float(struct single *s, atb_view view)
{
    atb_view copy = single_like_of(s, view, ACL_FLOAT);
    if (view != NULL)
        single_copy(s, copy, view);
    return copy;
}

atb_view atb_factors(struct single *s, atb_view view)
{
    struct single_view *words = s->status == ACL_SUCCESS && view != NULL && view->type == ACL_INT64
                                    ? arena_take(&s->arena, sizeof *words)
                                    : NULL;
    if (words == NULL)
        return atb_float(s, view);
    *words = *view;
    words->type = ACL_FLOAT;
    words->offset *= 2;
    for (int32_t i = 0; i < words->rank; i++)
        words->strides[i] *= 2;
    return atb_float(s, words);
}

atb_view atb_product(struct single *s, atb_view a, atb_view b)
{
    atb_view product = single_like_of(s, a, ACL_FLOAT);
    ATB_CALL(Mul, ATB_TENSOR(a), ATB_TENSOR(b), ATB_TENSOR(product));
    return product;
}
