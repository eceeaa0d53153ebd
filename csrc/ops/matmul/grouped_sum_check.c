/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulAdd and its V2: checks. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_matmul.h"

#define MOST_GROUPS 1024 /* of Ascend950 */

static aclnnStatus refuse_number(const struct call *call, int parameter, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, parameter), call->arguments[parameter].integer, required);
}

aclnnStatus matmul_check_grouped_sum_list(struct call *call, int groupListType)
{
    int64_t type = call->arguments[groupListType].integer;
    return type == ENDS || type == COUNTS ? ACLNN_SUCCESS
                                          : refuse_number(call, groupListType, "0 or 1");
}

aclnnStatus matmul_check_grouped_sum_format(struct call *call, int y)
{
    aclFormat format = call_tensor(call, y)->format;
    return format == ACL_FORMAT_ND || format == ACL_FORMAT_NCL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; ACL_FORMAT_ND or ACL_FORMAT_NCL is required",
                        call_name(call, y), format_name(format));
}

aclnnStatus matmul_check_grouped_sum_shapes(struct call *call, int x, int weight, int groupList,
                                            int y)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *groups = call_tensor(call, groupList);
    const struct tensor *sum = call_tensor(call, y);
    if (left->rank != 2)
        return call_refuse_shape(call, x, "two dimensions are required");
    if (right->rank != 2)
        return call_refuse_shape(call, weight, "two dimensions are required");
    if (groups->rank != 1)
        return call_refuse_shape(call, groupList, "one dimension is required");
    if (left->dims[1] < 1)
        return call_refuse_shape(call, x, "columns are required");
    if (right->dims[0] != left->dims[0])
        return call_refuse_shape(call, weight, "as many rows as x has are required");
    if (call_is_on_950(call) && (sum->rank != 3 || sum->dims[0] != groups->dims[0]))
        return call_refuse_shape(call, y, "[groups, columns of x, columns of weight] is required");
    return ACLNN_SUCCESS;
}

/* What the tiling refuses. Nothing of CANN's compares the rows and columns of y with those of x and
 * weight; a kernel that believed them would write beside it. */
aclnnStatus matmul_check_grouped_sum(struct call *call, int x, int weight, int groupList, int y,
                                     int transposeX, int transposeWeight, int groupType)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *sum = call_tensor(call, y);
    int64_t groups = call_tensor(call, groupList)->dims[0];
    bool is_joined = sum->rank == 2;
    if (call_is_on_950(call)) {
        if (call->arguments[groupType].integer != GROUPS_OF_DEPTH)
            return refuse_number(call, groupType, "2");
        if (call->arguments[transposeX].integer == 0)
            return refuse_number(call, transposeX, "1");
        if (call->arguments[transposeWeight].integer != 0)
            return refuse_number(call, transposeWeight, "0");
        if (groups < 1 || groups > MOST_GROUPS)
            return call_refuse_shape(call, groupList, "1 to 1024 groups are required");
    }
    if (right->dims[0] < 1 || right->dims[1] < 1)
        return call_refuse_shape(call, weight, "elements are required");
    bool has_rows = is_joined
                        ? groups <= INT64_MAX / left->dims[1] &&
                              sum->dims[0] == groups * left->dims[1]
                        : sum->rank == 3 && sum->dims[0] == groups && sum->dims[1] == left->dims[1];
    return has_rows && sum->dims[sum->rank - 1] == right->dims[1]
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, y,
                                   "[groups, columns of x, columns of weight], or on Ascend910B "
                                   "and Ascend910_93 [groups * columns of x, columns of weight], "
                                   "is required");
}
