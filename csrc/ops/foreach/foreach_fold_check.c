/* SPDX-License-Identifier: Apache-2.0 */
/* Folds of tensor lists: checks. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/foreach.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* 561002 unless there are as many results as members, of the members' type and of one element
 * each. */
aclnnStatus foreach_check_members_of_one(struct call *call, int list, int out)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    const struct tensor_array *results = call->arguments[out].tensors;
    const char *name = call_name(call, out);
    if (members->count != results->count)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "%s has %" PRIu64 " tensor(s), %s has %" PRIu64 "; there must be as many",
                      call_name(call, list), members->count, name, results->count);
    for (uint64_t i = 0; i < results->count; i++) {
        const struct tensor *result = results->members[i];
        int64_t count = 0;
        if (result == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclTensor",
                          ARGUMENT_TEXT(((struct argument_name){name, (int64_t)i})));
        if (!tensor_element_count(result, &count) || count != 1 ||
            result->type != call_type(call, list))
            return report(
                ACLNN_ERR_INNER_TILING_ERROR,
                "the data type of %s is %s, and it has %" PRId64 " element(s); %s, that of "
                "the tensors, and one element are required",
                ARGUMENT_TEXT(((struct argument_name){name, (int64_t)i})),
                data_type_name(result->type), count, data_type_name(call_type(call, list)));
    }
    return ACLNN_SUCCESS;
}

aclnnStatus foreach_check_single(struct call *call, int tensor)
{
    int64_t count = 0;
    if (tensor_element_count(call_tensor(call, tensor), &count) && count == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR, "%s has %" PRId64 " element(s); one is required",
                  call_name(call, tensor), count);
}
