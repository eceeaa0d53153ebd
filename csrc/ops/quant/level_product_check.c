/* SPDX-License-Identifier: Apache-2.0 */
/* Products of float4 with scales of two levels: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/quant/mx.h"

#define LEVEL_GROUP 512

/* One of the formats that a row of numbers, or of pairs, has. */
aclnnStatus quant_check_row_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return format == ACL_FORMAT_ND || format == ACL_FORMAT_NCL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; ND or NCL is required",
                        call_name(call, tensor), format_name(format));
}

static aclnnStatus check_attributes(const struct call *call, int x1, int transpose1, int transpose2,
                                    int level0, int level1)
{
    if (call_tensor(call, x1)->dims[1] % 2 != 0)
        return call_refuse_shape(call, x1, "an even last dimension is required");
    if (call->arguments[transpose1].integer != 0 || call->arguments[transpose2].integer == 0)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s and %s %s; false and true are required",
                      call_name(call, transpose1),
                      call->arguments[transpose1].integer != 0 ? "true" : "false",
                      call_name(call, transpose2),
                      call->arguments[transpose2].integer != 0 ? "true" : "false");
    int64_t outer = call->arguments[level0].integer;
    int64_t inner = call->arguments[level1].integer;
    return outer == LEVEL_GROUP && inner == QUANT_MX_BLOCK
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is %" PRId64 " and %s %" PRId64 "; 512 and 32 are required",
                        call_name(call, level0), outer, call_name(call, level1), inner);
}

aclnnStatus quant_check_level_product(struct call *call, int x1, int x2, int transpose1,
                                      int transpose2, int level0, int level1, int bias, int out)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const int64_t dims[] = {left->dims[0], right->dims[0]};
    if (left->dims[1] != shape_product(right->dims[1], 2))
        return call_refuse_shape(call, x2, "[n, k / 2] is required, k that of x1");
    if (left->dims[0] < 1 || left->dims[1] < 1 || right->dims[0] < 1)
        return call_refuse_shape(call, left->dims[0] < 1 || left->dims[1] < 1 ? x1 : x2,
                                 "no dimension may be 0");
    aclnnStatus status = call_shape_is(call, out, dims, 2, false, "[m, n]");
    if (status == ACLNN_SUCCESS && call_tensor(call, bias) != NULL)
        status = call_shape_is(call, bias, dims + 1, 1, false, "[n]");
    return status == ACLNN_SUCCESS
               ? check_attributes(call, x1, transpose1, transpose2, level0, level1)
               : status;
}

/* What the operator's tiling asks of scales. */
aclnnStatus quant_check_level_factors(struct call *call, int x1, int x2, int outer1, int outer2,
                                      int inner1, int inner2)
{
    const struct tensor *left = call_tensor(call, x1);
    int64_t rows = left->dims[0];
    int64_t columns = call_tensor(call, x2)->dims[0];
    int64_t groups = shape_quotient_up(left->dims[1], LEVEL_GROUP);
    int64_t pairs = shape_quotient_up(left->dims[1], 2 * QUANT_MX_BLOCK);
    const int64_t wanted[][3] = {
        {rows, groups}, {groups, columns}, {rows, pairs, 2}, {columns, pairs, 2}};
    const int scales[] = {outer1, outer2, inner1, inner2};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 4 && status == ACLNN_SUCCESS; i++)
        status = call_shape_is(call, scales[i], wanted[i], i < 2 ? 2 : 3, false,
                               "a scale for each group of the depth");
    return status;
}
