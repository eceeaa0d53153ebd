/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtScale and aclnnExtSumToShape: checks. */
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/common/check.h"
#include "declared/ext.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

static struct argument_name name_of(const struct call *call, int operand)
{
    return argument_named(call_name(call, operand));
}

aclnnStatus ext_check_float_type(struct call *call, int tensor)
{
    aclDataType type = call_tensor(call, tensor)->type;
    if (type == ACL_FLOAT || type == ACL_BF16)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; [DT_FLOAT, DT_BF16] are supported",
                  call_name(call, tensor), data_type_name(type));
}

aclnnStatus ext_check_extent(struct call *call, int tensor)
{
    return check_tensor_dims(call_tensor(call, tensor), name_of(call, tensor));
}

aclnnStatus ext_check_equal_shape(struct call *call, int self, int out)
{
    char from[160];
    char to[160];
    const struct tensor *is = call_tensor(call, out);
    const struct tensor *wanted = call_tensor(call, self);
    bool same = wanted->rank == is->rank;
    for (int i = 0; same && i < wanted->rank; i++)
        same = wanted->dims[i] == is->dims[i];
    if (same)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of out is %s; that of self, %s, is required",
                  dims_describe(is->dims, is->rank, to, sizeof to),
                  dims_describe(wanted->dims, wanted->rank, from, sizeof from));
}

aclnnStatus ext_check_summed_shape(struct call *call, int self, int out)
{
    char from[160];
    char to[160];
    const struct tensor *whole = call_tensor(call, self);
    const struct tensor *sums = call_tensor(call, out);
    int lead = whole->rank - sums->rank;
    bool fits = lead >= 0;
    for (int i = 0; fits && i < sums->rank; i++)
        fits = sums->dims[i] == 1 || sums->dims[i] == whole->dims[lead + i];
    if (fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s, that of self %s; aligned with the last dimensions of "
                  "self, each of out must be self's own or 1, and there may be no more of them",
                  dims_describe(sums->dims, sums->rank, to, sizeof to),
                  dims_describe(whole->dims, whole->rank, from, sizeof from));
}
