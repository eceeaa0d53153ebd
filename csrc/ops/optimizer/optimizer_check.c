/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of optimizers: checks. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/report.h"
#include "declared/common.h"
#include "declared/optimizer.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus optimizer_check_singles(struct call *call, const int *tensors, int count)
{
    for (int i = 0; i < count; i++) {
        int64_t elements = 0;
        const struct tensor *tensor = call_tensor(call, tensors[i]);
        if (tensor == NULL || (tensor_element_count(tensor, &elements) && elements == 1))
            continue;
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " element(s); one is required",
                      call->operator->parameters[tensors[i]].name, elements);
    }
    return ACLNN_SUCCESS;
}

aclnnStatus optimizer_check_no_less_than_zero(struct call *call, int number)
{
    if (!(call->arguments[number].real < 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must not be negative",
                  call_name(call, number), call->arguments[number].real);
}

aclnnStatus optimizer_check_in_int32_from_1(struct call *call, int number)
{
    int64_t given = call->arguments[number].integer;
    return given >= 1 && given <= INT32_MAX
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 to %d is required",
                        call_name(call, number), given, INT32_MAX);
}

aclnnStatus optimizer_check_list_where(struct call *call, int list, int flag)
{
    if (call->arguments[flag].integer == 0 || call->arguments[list].tensors != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; where %s is true it is required",
                  call_name(call, list), call_name(call, flag));
}

aclnnStatus optimizer_check_some_members(struct call *call, int list)
{
    if (call->arguments[list].tensors->count > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no members", call_name(call, list));
}

aclnnStatus optimizer_check_alike_if_any(struct call *call, int list, int other)
{
    if (call->arguments[other].tensors == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_members_given(call, other);
    return status == ACLNN_SUCCESS ? check_members_alike(call, list, other) : status;
}

aclnnStatus optimizer_check_steps_of(struct call *call, int list, int steps)
{
    const struct tensor_array *members = call->arguments[steps].tensors;
    const char *name = call_name(call, steps);
    if (members->count != call->arguments[list].tensors->count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRIu64 " tensor(s), %s has %" PRIu64 "; there must be as many",
                      call_name(call, list), call->arguments[list].tensors->count, name,
                      members->count);
    for (uint64_t i = 0; i < members->count; i++) {
        int64_t elements = 0;
        if (!tensor_element_count(members->members[i], &elements) || elements != 1)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " element(s); one is required",
                          name, elements);
    }
    return ACLNN_SUCCESS;
}

aclnnStatus optimizer_check_at_most_one(struct call *call, int tensor)
{
    int64_t elements = 0;
    const struct tensor *given = call_tensor(call, tensor);
    if (given == NULL || (tensor_element_count(given, &elements) && elements <= 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " element(s); one is required",
                  call_name(call, tensor), elements);
}

aclnnStatus optimizer_check_momentum_of(struct call *call, int list, int momentum, int dampening,
                                        int nesterov)
{
    const double least = (double)1e-6F;
    double share = call->arguments[momentum].real;
    double damped = fabs(call->arguments[dampening].real);
    const struct tensor_array *members = call->arguments[list].tensors;
    if (members != NULL && members->count == 0)
        members = call->arguments[list].tensors = NULL;
    if (call->arguments[nesterov].integer != 0 && (share <= 0 || damped >= least))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %g and %s is %g; by Nesterov the first is above 0, the second 0",
                      call_name(call, momentum), share, call_name(call, dampening),
                      call->arguments[dampening].real);
    if ((members != NULL) == (share >= least))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it is above 0 with %s, and 0 without",
                  call_name(call, momentum), share, call_name(call, list));
}
