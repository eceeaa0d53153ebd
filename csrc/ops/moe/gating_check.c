/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts of each token: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/moe/moe.h"

/* What kernels need beside each other of experts in groups: multiples of 32. */
#define GROUP_STEP 32

#define MOST_GIVEN 64 /* experts of a token that a table gives, on Ascend950 */

static aclnnStatus groups_fit(const struct call *call, int k, int k_group, int group_count,
                              int select_mode, int64_t experts)
{
    int64_t groups = call->arguments[group_count].integer;
    int64_t chosen = call->arguments[k_group].integer;
    bool by_two = call->arguments[select_mode].integer == 1;
    if (experts % groups != 0 || experts / groups < (by_two ? 2 : 1))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; groups of one size, and of two experts at least where "
                      "the best two count, are required",
                      call_name(call, group_count), groups);
    int64_t size = experts / groups;
    int64_t room = (size + GROUP_STEP - 1) / GROUP_STEP * GROUP_STEP;
    bool are_compared = groups != 1 && groups != experts && chosen != groups;
    if ((are_compared || call_is_on_950(call)) && groups * room > MOE_MOST_SCORED)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; groups whose sizes, rounded up to multiples of 32, are "
                      "2048 together at most are supported",
                      call_name(call, group_count), groups);
    return moe_check_in_range(call, k, 1, chosen * size);
}

aclnnStatus moe_check_gated(struct call *call, int x, int bias, int k, int k_group, int group_count,
                            int select_mode, int renorm, int norm_type, int out_flag, int y,
                            int experts, int out)
{
    bool is_out_wanted = call->arguments[out_flag].integer != 0;
    bool is_3510 = call_is_on_950(call);
    const struct tensor *scores = call_tensor(call, x);
    if (scores->rank != 2 || scores->dims[1] > MOE_MOST_SCORED)
        return call_refuse_shape(call, x, "two dimensions, of 2048 experts at most, are required");
    int64_t count = scores->dims[1];
    aclnnStatus status = ACLNN_SUCCESS;
    if (call_tensor(call, bias) != NULL)
        status = call_shape_is(call, bias, &count, 1, false, "one for each expert");
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, k, 1, count);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, group_count, 1, count);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, k_group, 1, call->arguments[group_count].integer);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, norm_type, 0, 2);
    if (status == ACLNN_SUCCESS && call->arguments[norm_type].integer == 2 && !is_3510)
        status = moe_check_is(call, group_count, 1);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, select_mode, 0, 1);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, renorm, 0, 1);
    if (status == ACLNN_SUCCESS && is_3510)
        status = moe_check_is_false(call, out_flag);
    if (status == ACLNN_SUCCESS)
        status = groups_fit(call, k, k_group, group_count, select_mode, count);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t dims[] = {scores->dims[0], call->arguments[k].integer};
    status = call_shape_is(call, y, dims, 2, false, "k for each token");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, experts, dims, 2, false, "k for each token");
    if (status != ACLNN_SUCCESS)
        return status;
    return is_out_wanted ? check_same_shape(call, x, out) : moe_check_two_dims(call, out);
}

/* Where experts are given by a table, a row for each token. */
aclnnStatus moe_check_gated_by_table(struct call *call, int x, int ids, int table, int k,
                                     int k_group, int group_count)
{
    const struct tensor *rows = call_tensor(call, ids);
    const struct tensor *experts = call_tensor(call, table);
    int64_t wanted = call->arguments[k].integer;
    int64_t groups = call->arguments[group_count].integer;
    bool is_3510 = call_is_on_950(call);
    bool is_simple = call->arguments[k_group].integer == groups ||
                     groups == call_tensor(call, x)->dims[1];
    if (rows == NULL || experts == NULL)
        return ACLNN_SUCCESS;
    if (is_3510 && wanted > MOST_GIVEN)
        return moe_check_in_range(call, k, 1, MOST_GIVEN);
    if (experts->rank != 2 || experts->dims[1] != wanted)
        return call_refuse_shape(call, table, "k experts in each row are required");
    aclnnStatus status = call_shape_is(call, ids, call_tensor(call, x)->dims, 1, false,
                                       "one for each token");
    return status != ACLNN_SUCCESS || is_simple || !is_3510 ? status
                                                            : moe_check_is(call, k_group, groups);
}
