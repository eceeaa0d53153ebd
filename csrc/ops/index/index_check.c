/* SPDX-License-Identifier: Apache-2.0 */
/* Index and IndexPutImpl: checks. */
#include "ops/index/index.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/index.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* The same as check_member_types, for members that have elements. */
aclnnStatus index_check_types_of_filled_members(struct call *call, int list,
                                                const struct type_set *allowed)
{
    struct call_members members;
    aclnnStatus status = ACLNN_SUCCESS;
    call_members(call, list, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++) {
        int64_t count = 0;
        if (members.tensors[i] != NULL && tensor_element_count(members.tensors[i], &count) &&
            count > 0)
            status = call_refuse_type(call, call_member_name(call, list, &members, i),
                                      members.tensors[i]->type, allowed);
    }
    return status;
}

/* The dims of the result. For the elements that masks choose it takes the size that the other
 * indices have. */
static void result_dims(const struct subscripts *s, const struct tensor *self, int64_t *dims)
{
    int32_t rank = self->rank > 0 ? self->rank : 1;
    for (int32_t i = 0; i < index_result_rank(s, rank); i++) {
        int32_t dim = index_self_dim(s, rank, i);
        dims[i] = dim < 0 ? s->dims[i - s->first] : self->rank > 0 ? self->dims[dim] : 1;
    }
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_result_rank(const struct call *call, const struct subscripts *s, int self,
                                     int indices)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor_array *entries = call->arguments[indices].tensors;
    int32_t rank = index_result_rank(s, target->rank);
    int32_t counted = rank;
    /* The vendor counts the dimensions of the first index, even when that is a mask. */
    for (int32_t i = s->count - 1; i >= 0; i--)
        if (!s->entries[i].is_gap)
            counted = entries->members[i]->rank + target->rank - s->defined;
    if (rank <= MOST_DIMS && counted >= 0 && counted <= MOST_DIMS)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the result has %" PRId32 " dimensions; 0 to 8 are supported",
                  counted < 0 ? counted : rank);
}

/* The entries fit the indexed tensor, and out has the shape of what they name. */
aclnnStatus index_check_indexed(struct call *call, int self, int indices, int out)
{
    struct subscripts s;
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *result = call_tensor(call, out);
    const struct tensor *target = call_tensor(call, self);
    aclnnStatus status = index_find_subscripts(target, call->arguments[indices].tensors, &s);
    if (status == ACLNN_SUCCESS)
        status = check_result_rank(call, &s, self, indices);
    if (status != ACLNN_SUCCESS)
        return status;
    result_dims(&s, target, dims);
    if (s.has_mask && index_found_dim(&s) < result->rank)
        dims[index_found_dim(&s)] = result->dims[index_found_dim(&s)];
    return call_shape_is(call, out, dims, index_result_rank(&s, target->rank), target->rank == 0,
                         "self by indices");
}

/* There are no more entries than dimensions, and masks have the sizes of the dimensions that they
 * cover. */
aclnnStatus index_check_masks(struct call *call, int self, int indices)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor_array *entries = call->arguments[indices].tensors;
    bool has_mask = false;
    int32_t dim = 0;
    if (entries->count > (uint64_t)target->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "indices has %" PRIu64 " entries; what is indexed has %" PRId32
                      " dimension(s), and no more entries are allowed",
                      entries->count, target->rank);
    for (uint64_t i = 0; i < entries->count; i++)
        has_mask = has_mask || (index_has_elements(entries->members[i]) &&
                                entries->members[i]->type == ACL_BOOL);
    /* When one entry is a mask the vendor treats all entries as masks. */
    for (uint64_t i = 0; has_mask && i < entries->count; i++) {
        const struct tensor *index = entries->members[i];
        aclnnStatus status = index_has_elements(index)
                                 ? index_compare_mask(target, index, dim, (int32_t)i)
                                 : ACLNN_SUCCESS;
        if (status != ACLNN_SUCCESS)
            return status;
        dim += index_has_elements(index) ? index->rank : 1;
    }
    return ACLNN_SUCCESS;
}

/* The entries fit, and values broadcast to the shape of what they name. */
aclnnStatus index_check_put_values(struct call *call, int self, int indices, int values)
{
    struct subscripts s;
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *source = call_tensor(call, values);
    const struct tensor *target = call_tensor(call, self);
    aclnnStatus status = index_find_subscripts(target, call->arguments[indices].tensors, &s);
    if (status != ACLNN_SUCCESS || s.defined == 0)
        return status;
    int32_t rank = index_result_rank(&s, target->rank);
    if (rank > MOST_DIMS)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the result has %" PRId32 " dimensions; 0 to 8 are supported", rank);
    bool fits = source->rank <= rank;
    result_dims(&s, target, dims);
    for (int32_t i = 0; fits && i < source->rank; i++) {
        int32_t at = rank - source->rank + i;
        bool is_found = s.has_mask && at == index_found_dim(&s) && dims[at] == 1;
        fits = is_found || source->dims[i] == 1 || source->dims[i] == dims[at];
    }
    if (fits)
        return ACLNN_SUCCESS;
    char is[160];
    char required[160];
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "the shape of values is %s; one that broadcasts to %s, which indices name, is required",
        dims_describe(source->dims, source->rank, is, sizeof is),
        dims_describe(dims, rank, required, sizeof required));
}

/* 561103 when a mask chooses complex numbers. */
aclnnStatus index_check_complex(struct call *call, int self, int indices)
{
    const struct tensor_array *entries = call->arguments[indices].tensors;
    bool has_mask = false;
    for (uint64_t i = 0; i < entries->count; i++)
        has_mask = has_mask || (index_has_elements(entries->members[i]) &&
                                entries->members[i]->type == ACL_BOOL);
    if (!has_mask || call_tensor(call, self)->type != ACL_COMPLEX64)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "the data type of self is DT_COMPLEX64; with masks in indices it is not "
                  "supported");
}
