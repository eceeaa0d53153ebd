/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that change single elements by index: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/index.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

static bool has_elements(const struct call *call, int tensor)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, tensor), &count);
    return count > 0;
}

/* 161002 when a size of the index is larger than that of another tensor, except along dim. */
static aclnnStatus check_inside(const struct call *call, int index, int other, int64_t dim)
{
    const struct tensor *inner = call_tensor(call, index);
    const struct tensor *outer = call_tensor(call, other);
    for (int32_t i = 0; i < inner->rank && i < outer->rank; i++)
        if (i != dim && inner->dims[i] > outer->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of %s is %" PRId64 ", and that of %s %" PRId64
                          "; it may not be larger",
                          i, call_name(call, index), inner->dims[i], call_name(call, other),
                          outer->dims[i]);
    return ACLNN_SUCCESS;
}

aclnnStatus index_check_scattered(struct call *call, int self, int dim, int index, int src, int out)
{
    if (!has_elements(call, index))
        return ACLNN_SUCCESS;
    const struct tensor *target = call_tensor(call, self);
    const int others[] = {index, src};
    bool ones = call_is_on_950(call);
    for (int i = 0; i < 2; i++) {
        int32_t rank = call_tensor(call, others[i])->rank;
        if ((ones && rank == 0 ? 1 : rank) != (ones && target->rank == 0 ? 1 : target->rank))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s has %d dimensions, and %s has %d; as many are required",
                          call_name(call, self), target->rank, call_name(call, others[i]), rank);
    }
    aclnnStatus status = ACLNN_SUCCESS;
    if (call_tensor(call, out)->rank != 0 && out != self)
        status = check_same_shape(call, out, self);
    int64_t at = call->arguments[dim].integer;
    int64_t last = target->rank - 1;
    at = at < 0 ? (at + target->rank > 0 ? at + target->rank : 0) : (at < last ? at : last);
    if (status == ACLNN_SUCCESS)
        status = check_inside(call, index, src, -1);
    if (status == ACLNN_SUCCESS)
        status = check_inside(call, index, self, at);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, 0, 8);
    return status == ACLNN_SUCCESS ? call_dim_is_in(call, dim, target->rank) : status;
}

aclnnStatus index_check_complex_value(struct call *call, int value, int self)
{
    if (type_is_complex(call_tensor(call, self)->type) ||
        !type_is_complex(call_scalar(call, value)->type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is a complex number; with %s of %s a real one is required",
                  call_name(call, value), call_name(call, self),
                  data_type_name(call_tensor(call, self)->type));
}

#define MEAN 5

aclnnStatus index_check_no_mean(struct call *call, int reduce)
{
    if (call->arguments[reduce].integer != MEAN)
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "%s is %d, the mean, which is not implemented by this library (CANN has it)",
                  call_name(call, reduce), MEAN);
}

/* Largest and smallest elements do not exist for complex numbers. */
aclnnStatus index_check_order(struct call *call, int self, int reduce)
{
    int64_t value = call->arguments[reduce].integer;
    if (!type_is_complex(call_tensor(call, self)->type) || (value != 3 && value != 4))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64
                  ", and the data type of %s is %s; complex numbers have no largest "
                  "or smallest",
                  call_name(call, reduce), value, call_name(call, self),
                  data_type_name(call_tensor(call, self)->type));
}

/* The reductions that ScatterReduce has on the product. */
aclnnStatus index_check_reduction_of(struct call *call, int self, int reduce, int includeSelf)
{
    const struct tensor *target = call_tensor(call, self);
    int64_t value = call->arguments[reduce].integer;
    if (call->soc->architecture == ARCHITECTURE_2201 && target != NULL &&
        (target->type != ACL_FLOAT || value != 1 || call->arguments[includeSelf].integer == 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 ", %s %" PRId64
                      " and the data type %s; 1, 1 and DT_FLOAT are required on this product",
                      call_name(call, reduce), value, call_name(call, includeSelf),
                      call->arguments[includeSelf].integer, data_type_name(target->type));
    if (value >= 0 && value <= MEAN)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to 5 are supported",
                  call_name(call, reduce), value);
}
