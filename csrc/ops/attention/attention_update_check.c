/* SPDX-License-Identifier: Apache-2.0 */
/* AttentionUpdate: checks. */
#include "ops/attention/attention_update.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"

#define REFUSED ACLNN_ERR_PARAM_INVALID

/* A logarithm for each row, and rows of one shape, in each part. */
static aclnnStatus check_parts(const struct call *call, int logarithms, int results)
{
    const struct tensor_array *lse = call->arguments[logarithms].tensors;
    const struct tensor_array *parts = call->arguments[results].tensors;
    uint64_t most = call_is_on_950(call) ? 16 : ATTENTION_MOST_PARTS;
    if (lse->count < 1 || lse->count > most || parts->count != lse->count)
        return report(REFUSED,
                      "%s has %" PRIu64 " tensors, %s %" PRIu64
                      "; as many are required, 1 to %" PRIu64 " on %s",
                      call_name(call, logarithms), lse->count, call_name(call, results),
                      parts->count, most, call->soc->name);
    const struct tensor *first = parts->members[0];
    if (first->rank != 2 || first->dims[1] < 8 || first->dims[1] > ATTENTION_MOST_UPDATED ||
        first->dims[1] % 8 != 0)
        return report(REFUSED,
                      "the first tensor of %s is not [rows, columns] with columns a multiple of 8 "
                      "up to 512, which is required",
                      call_name(call, results));
    for (uint64_t i = 0; i < lse->count; i++) {
        const struct argument_name name = {call_name(call, logarithms), (int64_t)i};
        aclnnStatus status = call_member_is(call, name, lse->members[i], ACL_FLOAT);
        if (status == ACLNN_SUCCESS)
            status = call_member_shape_is(call, logarithms, i, first->dims, 1, false,
                                          "a number for each row of localOut");
        if (status == ACLNN_SUCCESS)
            status = call_member_shape_is(call, results, i, first->dims, 2, false,
                                          "that of its first tensor");
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_update(struct call *call, int logarithms, int results, int kind,
                                   int out, int out_logarithm)
{
    int64_t type = call->arguments[kind].integer;
    const struct tensor *given = call_tensor(call, out_logarithm);
    aclnnStatus status = check_parts(call, logarithms, results);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t *dims = call->arguments[results].tensors->members[0]->dims;
    if (type != 0 && type != 1)
        return nsa_refuse(call, REFUSED, kind, "0 or 1 is required");
    if (given != NULL && type == 0)
        return report(REFUSED, "%s is given; with updateType 0 NULL is required",
                      call_name(call, out_logarithm));
    if (given == NULL && type == 1)
        return report(REFUSED, "%s is NULL; with updateType 1 an aclTensor is required",
                      call_name(call, out_logarithm));
    status = call_shape_is(call, out, dims, 2, false, "that of each of localOut");
    return status == ACLNN_SUCCESS && type == 1
               ? call_shape_is(call, out_logarithm, dims, 1, false, "a number for each row")
               : status;
}
