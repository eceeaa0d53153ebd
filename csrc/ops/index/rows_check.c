/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that change rows by index along one dimension: checks. */
#include "ops/index/rows.h"

#include <inttypes.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/index.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

static int64_t size_of(const struct tensor *tensor, int64_t dim)
{
    return tensor->rank == 0 ? 1 : dim < tensor->rank ? tensor->dims[dim] : -1;
}

/* 161002 unless source has the shape of self's rows, and index has one number for each. */
static aclnnStatus check_rows(struct call *call, int self, int dim, int index, int source)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *rows = call_tensor(call, source);
    const struct tensor *places = call_tensor(call, index);
    int64_t at = index_rows_front(call->arguments[dim].integer, target->rank);
    for (int32_t i = 0; i < target->rank; i++)
        if (i != at && size_of(rows, i) != target->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of %s is %" PRId64 ", and that of %s %" PRId64
                          "; they must be the same but along dim",
                          i, call_name(call, source), size_of(rows, i), call_name(call, self),
                          target->dims[i]);
    if (places->rank > 1)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %d dimensions; one or none is supported",
                      call_name(call, index), places->rank);
    if (size_of(places, 0) != size_of(rows, at))
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "%s has %" PRId64 " elements, and %s has %" PRId64 " rows; as many are required",
            call_name(call, index), size_of(places, 0), call_name(call, source), size_of(rows, at));
    return ACLNN_SUCCESS;
}

aclnnStatus index_check_added_rows(struct call *call, int self, int dim, int index, int source)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *rows = call_tensor(call, source);
    aclnnStatus status = call_dim_is_in(call, dim, target->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    if (target->rank == 0 && call->arguments[dim].integer != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; 0 is required where %s has no dimensions",
                      call_name(call, dim), call->arguments[dim].integer, call_name(call, self));
    if (target->rank != 0 && target->rank != (rows->rank > 0 ? rows->rank : 1))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %d dimensions, and %s has %d; as many are required",
                      call_name(call, self), target->rank, call_name(call, source), rows->rank);
    return check_rows(call, self, dim, index, source);
}

aclnnStatus index_check_copied_rows(struct call *call, int self, int dim, int index, int source)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *rows = call_tensor(call, source);
    const struct tensor *places = call_tensor(call, index);
    if (rows->rank == 0 && size_of(places, 0) != 1)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "%s has %" PRId64 " elements, and %s has %" PRId64 " rows; as many are required",
            call_name(call, index), size_of(places, 0), call_name(call, source), (int64_t)1);
    if (target->rank != rows->rank && target->rank != 0 && (rows->rank != 0 || target->rank > 1))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %d dimensions, and %s has %d; as many are required",
                      call_name(call, self), target->rank, call_name(call, source), rows->rank);
    aclnnStatus status = call_dim_is_in(call, dim, target->rank);
    return status == ACLNN_SUCCESS ? check_rows(call, self, dim, index, source) : status;
}

aclnnStatus index_check_filled_rows(struct call *call, int self, int dim, int index, int out)
{
    const struct tensor *target = call_tensor(call, self);
    const struct array *places = call->arguments[index].array;
    int64_t count = 0;
    if (tensor_element_count(target, &count) && count == 0)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_same_shape(call, self, out);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, 0, 8);
    if (status == ACLNN_SUCCESS)
        status = call_dim_is_in(call, dim, target->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t limit = size_of(target, index_rows_front(call->arguments[dim].integer, target->rank));
    const int64_t *values = array_integers(places);
    for (uint64_t i = 0; i < places->size; i++)
        if (values[i] < -limit || values[i] >= limit)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] is %" PRId64 "; %" PRId64 " to %" PRId64
                          " are places along dim",
                          call_name(call, index), i, values[i], -limit, limit - 1);
    return ACLNN_SUCCESS;
}

aclnnStatus index_check_real_value(struct call *call, int value)
{
    if (!type_is_complex(call_scalar(call, value)->type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is a complex number; a real one is required",
                  call_name(call, value));
}

/* ---- IndexFill ------------------------------------------------------------------------------- */

/* The dimension and the shape of IndexFill. */
aclnnStatus index_check_fill_dim(struct call *call, int self, int dim, int out)
{
    const struct tensor *target = call_tensor(call, self);
    int64_t count = 0;
    if (tensor_element_count(target, &count) && count == 0)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_same_shape(call, self, out);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, 0, 8);
    return status == ACLNN_SUCCESS ? call_dim_is_in(call, dim, target->rank) : status;
}

/* 561103 when the kernel of mode 0 does not take the operands. */
aclnnStatus index_check_add_mode(struct call *call, int self, int dim, int mode)
{
    static const uint64_t types = FLOATS | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT16);
    const struct tensor *target = call_tensor(call, self);
    int64_t at = call->arguments[dim].integer;
    if (call->deterministic || call->arguments[mode].integer != 0 ||
        (l0_has_type(types, target->type) && target->rank == 2 && (at == 0 || at == -2)))
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_INNER_NULLPTR,
        "mode is 0; with it self must have two dimensions, dim be 0, and the data type be "
        "float32, float16, bfloat16, int32 or int16");
}
