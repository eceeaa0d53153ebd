/* SPDX-License-Identifier: Apache-2.0 */
/* Expand and Repeat, which repeat elements, and Cast and Copy, which may: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* ---- Expand ---------------------------------------------------------------------------------- */

aclnnStatus copy_layout_check_expanded_shape(struct call *call, int self, int size, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[size].array;
    char is[160];
    char wanted[160];
    int64_t lead = (int64_t)array->size - tensor->rank;
    bool fits = lead >= 0;
    for (int32_t i = 0; fits && i < tensor->rank; i++)
        fits = tensor->dims[i] == 1 || tensor->dims[i] == array_integers(array)[lead + i];
    if (fits && array->size <= TENSOR_MAX_DIMS)
        return call_shape_is(call, out, array_integers(array), (int32_t)array->size, false, "size");
    int32_t shown = array->size > TENSOR_MAX_DIMS ? TENSOR_MAX_DIMS : (int32_t)array->size;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "size is %s and the shape of self %s; counted from the last, each dimension of "
                  "self must be 1 or that of size",
                  dims_describe(array_integers(array), shown, wanted, sizeof wanted),
                  dims_describe(tensor->dims, tensor->rank, is, sizeof is));
}

/* ---- Repeat ---------------------------------------------------------------------------------- */

aclnnStatus copy_layout_check_repeats(struct call *call, int self, int repeats)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[repeats].array;
    if (array->size < (uint64_t)tensor->rank || array->size > 8)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "repeats has %" PRIu64 " entries; %d to 8 are required", array->size,
                      tensor->rank);
    for (uint64_t i = 0; i < array->size; i++)
        if (array_integers(array)[i] < 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "repeats[%" PRIu64 "] is %" PRId64 "; it must be 0 or more", i,
                          array_integers(array)[i]);
    return check_rank(call, self, 0, 8);
}

aclnnStatus copy_layout_check_nothing_repeated(struct call *call, int self, int repeats, int out)
{
    const struct array *array = call->arguments[repeats].array;
    check_empty(call, self);
    if (!call->is_empty)
        check_empty(call, out);
    for (uint64_t i = 0; i < array->size; i++)
        call->is_empty |= array_integers(array)[i] == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus copy_layout_check_repeated_shape(struct call *call, int self, int repeats, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[repeats].array;
    struct shape shape;
    int64_t places = 0;
    int32_t rank = (int32_t)array->size;
    for (int32_t i = 0; i < rank; i++) {
        int32_t at = i - (rank - tensor->rank);
        if (__builtin_mul_overflow(array_integers(array)[i], at >= 0 ? tensor->dims[at] : 1,
                                   &places))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "repeats[%d] is %" PRId64 "; the elements of out do not fit into 63 bits",
                          i, array_integers(array)[i]);
    }
    return call_shape_follows(call, out, copy_layout_shape_repeated(call, self, repeats, &shape),
                              &shape, rank == 0, "that of self, repeated");
}
