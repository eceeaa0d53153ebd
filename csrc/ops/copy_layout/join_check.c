/* SPDX-License-Identifier: Apache-2.0 */
/* Cat, Stack, SplitTensor, SplitWithSize: checks. */
#include "ops/copy_layout/join.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* A tensor is contiguous when another has this type. */
aclnnStatus copy_layout_check_contiguous_for(struct call *call, int tensor, int other, int type)
{
    if (call_type(call, other) != (aclDataType)type || view_is_dense(call_tensor(call, tensor)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is not contiguous; it has to be where the data type of %s is %s",
                  call_name(call, tensor), call_name(call, other),
                  data_type_name((aclDataType)type));
}

/* 561002 where rows of two elements a byte would end in a half byte: what the tiling refuses. */
aclnnStatus copy_layout_check_even_rows_for(struct call *call, int tensor, int other, int type)
{
    const struct tensor *t = call_tensor(call, tensor);
    if (call_type(call, other) != (aclDataType)type || t->rank == 0 ||
        t->dims[t->rank - 1] % 2 == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR,
                  "the last dimension of %s is %" PRId64 "; it must be even where %s is %s",
                  call_name(call, tensor), t->dims[t->rank - 1], call_name(call, other),
                  data_type_name((aclDataType)type));
}

/* Every member is given and has this type. */
static aclnnStatus check_each_type(const struct call *call, int list,
                                   const struct call_members *members, aclDataType type)
{
    for (uint64_t i = 0; i < members->count; i++) {
        struct argument_name name = call_member_name(call, list, members, i);
        if (members->tensors[i] == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclTensor",
                          ARGUMENT_TEXT(name));
        if (members->tensors[i]->type != type)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s; all must be %s, as the first is",
                          ARGUMENT_TEXT(name), data_type_name(members->tensors[i]->type),
                          data_type_name(type));
    }
    return ACLNN_SUCCESS;
}

aclnnStatus copy_layout_check_same_member_types(struct call *call, int list)
{
    struct call_members members;
    call_members(call, list, &members);
    return members.count == 0 ? ACLNN_SUCCESS
                              : check_each_type(call, list, &members, call_type(call, list));
}

aclnnStatus copy_layout_check_promote_list(struct call *call, int list)
{
    struct call_members members;
    call_members(call, list, &members);
    call->promoted = members.count > 0 ? members.tensors[0]->type : ACL_DT_UNDEFINED;
    for (uint64_t i = 1; i < members.count; i++) {
        aclDataType type = members.tensors[i]->type;
        aclDataType both = type_promote(type, call->promoted);
        if (both == ACL_DT_UNDEFINED)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is %s and those before it %s; there is no data type for both",
                          ARGUMENT_TEXT(call_member_name(call, list, &members, i)),
                          data_type_name(type), data_type_name(call->promoted));
        call->promoted = both;
    }
    return ACLNN_SUCCESS;
}

/* ---- Cat ------------------------------------------------------------------------------------- */

/* Whether Cat leaves the tensor out: it has one dimension, of size 0. */
static bool is_left_out(const struct tensor *tensor)
{
    return tensor->rank == 1 && tensor->dims[0] == 0;
}

aclnnStatus copy_layout_check_joined(struct call *call, int list)
{
    aclnnStatus status = check_given(call, list);
    if (status == ACLNN_SUCCESS)
        status = check_members_given(call, list);
    if (status != ACLNN_SUCCESS)
        return status;
    struct tensor_array *tensors = call->arguments[list].tensors;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < tensors->count; i++)
        kept += !is_left_out(tensors->members[i]);
    call->is_empty = kept == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus copy_layout_check_joined_formats(struct call *call, int list, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct tensor *result = call_tensor(call, out);
    aclnnStatus status = check_format(call, list);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < tensors->count; i++)
        if (!is_left_out(tensors->members[i]) && tensors->members[i]->format != result->format)
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "the format of %s is %s, that of %s is %s; they must be equal",
                            "a tensor", format_name(tensors->members[i]->format), "out",
                            format_name(result->format));
    return status;
}

static bool differ_elsewhere(const struct tensor *a, const struct tensor *b, int64_t dim)
{
    bool differ = a->rank != b->rank;
    for (int32_t i = 0; !differ && i < a->rank; i++)
        differ = i != dim && a->dims[i] != b->dims[i];
    return differ;
}

static aclnnStatus report_shapes(const struct tensor *first, const struct tensor *other,
                                 uint64_t number)
{
    char one[160];
    char two[160];
    if (first->rank != other->rank)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "tensors[%" PRIu64
            "] has %d dimension(s), %s, and the first tensor %d, %s; all must have as many",
            number, other->rank, dims_describe(other->dims, other->rank, two, sizeof two),
            first->rank, dims_describe(first->dims, first->rank, one, sizeof one));
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of tensors[%" PRIu64
                  "] is %s, that of the first tensor %s; only the joined dimension may differ",
                  number, dims_describe(other->dims, other->rank, two, sizeof two),
                  dims_describe(first->dims, first->rank, one, sizeof one));
}

aclnnStatus copy_layout_check_joined_shape(struct call *call, int list, int dim, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct tensor *first = NULL;
    struct shape shape;
    int64_t places = 0;
    int64_t at = call->arguments[dim].integer;
    uint64_t kept = 0;
    aclnnStatus status = check_rank(call, list, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    for (uint64_t i = 0; i < tensors->count; i++) {
        const struct tensor *tensor = tensors->members[i];
        if (is_left_out(tensor))
            continue;
        if (first == NULL) {
            first = tensor;
            if (first->rank == 0)
                return report(ACLNN_ERR_PARAM_INVALID,
                              "tensors[%" PRIu64 "] has no dimensions; one at least is required",
                              i);
            status = call_dim_is_in(call, dim, first->rank);
            if (status != ACLNN_SUCCESS)
                return status;
            at += at < 0 ? first->rank : 0;
        }
        if (differ_elsewhere(first, tensor, at))
            return report_shapes(first, tensor, i);
        if (__builtin_add_overflow(places, tensor->dims[at], &places))
            return check_tensor_dims(tensor, argument_named("tensors"));
        kept += !tensor_is_empty(tensor);
    }
    call->is_empty = kept == 0;
    if (kept == 0)
        return ACLNN_SUCCESS;
    status = call_shape_follows(call, out, copy_layout_shape_joined(call, list, dim, &shape),
                                &shape, true, "that of all tensors");
    /* CANN copies a single tensor, and the copy fails on a wrong shape. */
    return status != ACLNN_SUCCESS && kept == 1 ? ACLNN_ERR_INNER_NULLPTR : status;
}

/* ---- Stack ----------------------------------------------------------------------------------- */

aclnnStatus copy_layout_check_stacked_shape(struct call *call, int list, int dim, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct tensor *first = tensors->count > 0 ? tensors->members[0] : NULL;
    struct shape shape;
    if (first == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "tensors has no members; one at least is required");
    aclnnStatus status = check_rank(call, list, 0, 8);
    if (status == ACLNN_SUCCESS)
        status = call_dim_is_in(call, dim, first->rank + 1);
    for (uint64_t i = 1; status == ACLNN_SUCCESS && i < tensors->count; i++)
        if (differ_elsewhere(first, tensors->members[i], -1))
            status = report_shapes(first, tensors->members[i], i);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = tensor_is_empty(first);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    return call_shape_follows(call, out, copy_layout_shape_stacked(call, list, dim, &shape), &shape,
                              true, "that of all tensors");
}

static aclnnStatus check_parts(struct call *call, int self, int dim, int out,
                               const struct part_sizes *sizes)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor_array *parts = call->arguments[out].tensors;
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t at = call->arguments[dim].integer;
    aclnnStatus status = ACLNN_SUCCESS;
    at += at < 0 ? tensor->rank : 0;
    memcpy(dims, tensor->dims, (size_t)tensor->rank * sizeof *dims);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < sizes->count; i++) {
        if (i == parts->count)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "out has %" PRIu64 " tensor(s); self has %" PRIu64 " parts", i,
                          sizes->count);
        dims[at] = copy_layout_join_size_of(sizes, i);
        status = call_member_shape_is(call, out, i, dims, tensor->rank, true, "that of the part");
    }
    return status;
}

aclnnStatus copy_layout_check_sections(struct call *call, int self, int sections, int dim, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    uint64_t section = (uint64_t)call->arguments[sections].integer;
    int64_t at = call->arguments[dim].integer;
    aclnnStatus status = call_dim_is_in(call, dim, tensor->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t places = tensor->dims[at < 0 ? at + tensor->rank : at];
    if ((places == 0) != (section == 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "splitSections is %" PRIu64 ", and self has %" PRId64
                      " places along dim; a number above 0 is required of both, or 0 of both",
                      section, places);
    if (tensor_is_empty(tensor))
        return ACLNN_SUCCESS;
    struct part_sizes sizes = copy_layout_join_sizes_of_sections(places, section);
    status = check_parts(call, self, dim, out, &sizes);
    /* CANN copies a single part, and the copy fails on a wrong shape. */
    bool is_copy = section == (uint64_t)places && call->arguments[out].tensors->count > 0;
    return status != ACLNN_SUCCESS && is_copy ? ACLNN_ERR_INNER_NULLPTR : status;
}

aclnnStatus copy_layout_check_split_sizes(struct call *call, int self, int sizes, int dim, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[sizes].array;
    const struct tensor_array *parts = call->arguments[out].tensors;
    const int64_t *given = array_integers(array);
    int64_t at = call->arguments[dim].integer;
    int64_t sum = 0;
    aclnnStatus status = call_dim_is_in(call, dim, tensor->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t places = tensor->dims[at < 0 ? at + tensor->rank : at];
    bool fits = array->size == parts->count;
    for (uint64_t i = 0; fits && i < array->size; i++)
        fits = given[i] >= 0 && !__builtin_add_overflow(sum, given[i], &sum);
    if (!fits || sum != places)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "splitSize has %" PRIu64 " entries, and out %" PRIu64
                      " tensor(s); as many are required, none below 0, and a sum of %" PRId64
                      ", the places of self along dim",
                      array->size, parts->count, places);
    if (tensor_is_empty(tensor))
        return ACLNN_SUCCESS;
    struct part_sizes all = {array->size, given, 0, 0};
    status = check_parts(call, self, dim, out, &all);
    return status != ACLNN_SUCCESS && array->size == 1 ? ACLNN_ERR_INNER_NULLPTR : status;
}
