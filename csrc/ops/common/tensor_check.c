/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/common/tensor_check.h"

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "tensor/layout.h"

aclnnStatus check_tensor_rank(const struct tensor *tensor, struct argument_name name, int lowest,
                              int highest)
{
    if (tensor->rank >= lowest && tensor->rank <= highest)
        return ACLNN_SUCCESS;
    if (lowest == highest)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %d dimension(s); %d are supported",
                      ARGUMENT_TEXT(name), tensor->rank, lowest);
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %d dimension(s); %d to %d are supported",
                  ARGUMENT_TEXT(name), tensor->rank, lowest, highest);
}

aclnnStatus check_tensor_dims(const struct tensor *tensor, struct argument_name name)
{
    int64_t count = 0;
    int64_t first = 0;
    int64_t past = 0;
    if (tensor_element_count(tensor, &count) && tensor_extent(tensor, &first, &past))
        return ACLNN_SUCCESS;
    char shape[160];
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s: a dimension is negative, or the bytes that the view "
                  "covers do not fit into 63 bits",
                  ARGUMENT_TEXT(name),
                  dims_describe(tensor->dims, tensor->rank, shape, sizeof shape));
}

aclnnStatus check_tensor_format(const struct tensor *tensor, struct argument_name name)
{
    if (!format_is_private(tensor->format))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s, which is private to the device; ND, NCHW, NHWC, HWCN, "
                  "NDHWC, NCDHW, NC and NCL are supported",
                  ARGUMENT_TEXT(name), format_name(tensor->format));
}
