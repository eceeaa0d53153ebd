/* SPDX-License-Identifier: Apache-2.0 */
/* QuantGroupedMatmulInplaceAdd: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_floats.h"
#include "ops/matmul/grouped_matmul.h"

#define MOST_GROUPS 1024
#define PAIR (GROUPED_POWERS_IN_A_PAIR * GROUPED_POWER_BLOCK)

/* Without rows or columns CANN looks at nothing else. */
aclnnStatus matmul_check_quant_sum_nothing(struct call *call, int x1, int x2)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    call->is_empty = (left->rank > 0 && left->dims[0] == 0) ||
                     (right->rank > 1 && right->dims[1] == 0);
    return ACLNN_SUCCESS;
}

aclnnStatus matmul_check_quant_sum_blocks(struct call *call, int groupSize)
{
    int64_t size = call->arguments[groupSize].integer;
    return size == 0 ? ACLNN_SUCCESS
                     : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 is required",
                              call_name(call, groupSize), size);
}

aclnnStatus matmul_check_quant_sum_shapes(struct call *call, int x1, int x2, int groupList, int y)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *groups = call_tensor(call, groupList);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    if (left->rank != 2)
        return call_refuse_shape(call, x1, "two dimensions are required");
    if (right->rank != 2)
        return call_refuse_shape(call, x2, "two dimensions are required");
    if (groups->rank != 1)
        return call_refuse_shape(call, groupList, "one dimension is required");
    if (left->dims[1] != right->dims[0])
        return call_refuse_shape(call, x2, "as many rows as x1 has columns are required");
    const int64_t dims[] = {groups->dims[0], left->dims[0], right->dims[1]};
    return call_shape_is(call, y, dims, 3, false, "[groups, rows of x1, columns of x2]");
}

/* A number for each group, or (of x2) for each column of each. */
static bool fits_groups(const struct tensor *t, int64_t groups, int64_t columns)
{
    bool has_groups = (t->rank == 1 || t->rank == 2) && t->dims[0] == groups;
    return has_groups && (t->rank == 1 || t->dims[1] == 1 || t->dims[1] == columns);
}

static aclnnStatus check_floats(const struct call *call, int scale1, int scale2, int64_t groups,
                                int64_t columns)
{
    const struct tensor *own = call_tensor(call, scale1);
    const struct tensor *scale = call_tensor(call, scale2);
    if (scale->type != ACL_FLOAT || !fits_groups(scale, groups, columns))
        return call_refuse_shape(call, scale2,
                                 "with hifloat8 float32 of [groups], [groups, 1] or [groups, "
                                 "columns of x2] is required");
    return own->type == ACL_FLOAT && fits_groups(own, groups, 1)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale1,
                                   "with hifloat8 float32 of [groups] or [groups, 1] is required");
}

/* Whether a pair is all there is beside the numbers of a pair, so that it lies in both ways. */
static bool has_one_pair(const struct tensor *t)
{
    return t->dims[0] == 1 && t->dims[1] == 1;
}

static bool are_powers(const struct tensor *t, int64_t first, int64_t second, bool is_turned)
{
    return t->type == ACL_FLOAT8_E8M0 && t->rank == 3 && t->dims[0] == first &&
           t->dims[1] == second && t->dims[2] == GROUPED_POWERS_IN_A_PAIR &&
           (has_one_pair(t) || matmul_grouped_powers_are_turned(t) == is_turned);
}

static aclnnStatus check_powers(const struct call *call, int scale1, int scale2, int64_t rows,
                                int64_t pairs, int64_t columns)
{
    if (!are_powers(call_tensor(call, scale2), pairs, columns, false))
        return call_refuse_shape(call, scale2,
                                 "with float8 float8_e8m0 of [k / 64 + groups, columns of x2, 2], "
                                 "not transposed, is required");
    return are_powers(call_tensor(call, scale1), rows, pairs, true)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale1,
                                   "with float8 float8_e8m0 of [rows of x1, k / 64 + groups, 2], "
                                   "whose first two dimensions lie transposed, is required");
}

aclnnStatus matmul_check_quant_sum_scales(struct call *call, int x1, int x2, int scale1, int scale2,
                                          int groupList)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    int64_t groups = call_tensor(call, groupList)->dims[0];
    if (call->is_empty)
        return ACLNN_SUCCESS;
    if ((left->type == ACL_HIFLOAT8) != (right->type == ACL_HIFLOAT8))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %s and %s is %s; both must be hifloat8, or both float8",
                      call_name(call, x1), data_type_name(left->type), call_name(call, x2),
                      data_type_name(right->type));
    aclnnStatus status = left->type == ACL_HIFLOAT8
                             ? check_floats(call, scale1, scale2, groups, right->dims[1])
                             : check_powers(call, scale1, scale2, left->dims[0],
                                            left->dims[1] / PAIR + groups, right->dims[1]);
    if (status != ACLNN_SUCCESS)
        return status;
    if (left->type == ACL_HIFLOAT8 && groups > MOST_GROUPS)
        return call_refuse_shape(call, groupList, "at most 1024 groups are required");
    if (!matmul_grouped_is_turned(left))
        return call_refuse_shape(call, x1, "a transposed view of [k, m] is required");
    bool is_one = right->dims[0] == 1 && right->dims[1] == 1;
    return !matmul_grouped_is_turned(right) || is_one
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x2, "a view that is not transposed is required");
}

/* What the tiling refuses. */
aclnnStatus matmul_check_quant_sum_groups(struct call *call, int groupList)
{
    return call->is_empty || call_tensor(call, groupList)->dims[0] <= MOST_GROUPS
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, groupList, "at most 1024 groups are required");
}
