/* SPDX-License-Identifier: Apache-2.0 */
/* Batch norms and their gradients: checks. */
#include "ops/norm/batch_norm.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/norm.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* When the tensor has no elements, the checks after this one are left out. */
aclnnStatus norm_check_settled_if_empty(struct call *call, int tensor)
{
    int64_t count = 0;
    call->is_settled = tensor_element_count(call_tensor(call, tensor), &count) && count == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus norm_check_only_where(struct call *call, int tensor, int flag)
{
    if (call->arguments[flag].integer == 0)
        call->arguments[tensor].tensor = NULL;
    return ACLNN_SUCCESS;
}

/* The tensor has one of the formats of five dimensions. */
aclnnStatus norm_check_volume_format(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    bool is_3510 = call_is_on_950(call);
    if (given == NULL || given->rank != 5 || given->format == ACL_FORMAT_NCDHW ||
        (is_3510 && given->format == ACL_FORMAT_NDHWC))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s; of five dimensions ACL_FORMAT_NCDHW%s is required",
                  call_name(call, tensor), format_name(given->format),
                  is_3510 ? " or ACL_FORMAT_NDHWC" : "");
}

aclnnStatus norm_check_channels(struct call *call, int each, int tensor)
{
    char is[160];
    const struct tensor *given = call_tensor(call, each);
    const struct tensor *elements = call_tensor(call, tensor);
    int64_t channels = elements->dims[norm_batch_channel_dim(call_is_on_950(call), elements)];
    if (given == NULL || (given->rank == 1 && given->dims[0] == channels))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [%" PRId64 "], one for each channel of %s, is required",
                  call_name(call, each), dims_describe(given->dims, given->rank, is, sizeof is),
                  channels, call_name(call, tensor));
}

aclnnStatus norm_check_channels_or_none(struct call *call, int each, int tensor, int training)
{
    const struct tensor *given = call_tensor(call, each);
    if (call->arguments[training].integer == 0 && given != NULL && given->rank == 1 &&
        given->dims[0] == 0) {
        call->arguments[each].tensor = NULL;
        return ACLNN_SUCCESS;
    }
    return norm_check_channels(call, each, tensor);
}

/* The same as norm_check_channels, where the argument is read only in training; and 561103 for
 * results, which are copied. */
aclnnStatus norm_check_channels_where(struct call *call, int each, int tensor, int training)
{
    return call->arguments[training].integer != 0 ? norm_check_channels(call, each, tensor)
                                                  : ACLNN_SUCCESS;
}

aclnnStatus norm_check_channels_inner(struct call *call, int each, int tensor)
{
    return norm_check_channels(call, each, tensor) == ACLNN_SUCCESS ? ACLNN_SUCCESS
                                                                    : ACLNN_ERR_INNER_NULLPTR;
}
