/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of experts: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"

#define MOST_TOKENS 512
#define MOST_COLUMNS 16
#define MOST_EXPERTS 1024
#define MOST_DEVICES 768

aclnnStatus moe_check_given_with(struct call *call, int tensor, int other)
{
    return call_tensor(call, other) == NULL ? ACLNN_SUCCESS : check_given(call, tensor);
}

static aclnnStatus devices_fit(const struct call *call, int rank, int world, int mode)
{
    int64_t how = call->arguments[mode].integer;
    int64_t devices = call->arguments[world].integer;
    int64_t own = call->arguments[rank].integer;
    if (how != 0 && how != 1)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 or 1 is required",
                      call_name(call, mode), how);
    if (how == 0 && (devices < 2 || devices > MOST_DEVICES))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 2 to 768 is required",
                      call_name(call, world), devices);
    if (how == 0 && (own < 0 || own >= devices))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to %" PRId64 " is required",
                      call_name(call, rank), own, devices - 1);
    return ACLNN_SUCCESS;
}

static aclnnStatus table_fits(const struct call *call, int experts, int table, int64_t devices)
{
    const struct tensor *ids = call_tensor(call, experts);
    const struct tensor *t = call_tensor(call, table);
    if (ids->rank != 2 || ids->dims[0] < 1 || ids->dims[0] > MOST_TOKENS || ids->dims[1] < 1 ||
        ids->dims[1] > MOST_COLUMNS)
        return call_refuse_shape(call, experts, "1 to 512 rows of 1 to 16 columns are required");
    if (t->rank != 2 || t->dims[0] < ids->dims[1] || t->dims[0] > MOST_EXPERTS)
        return call_refuse_shape(call, table,
                                 "two dimensions, and as many rows as a token has experts to 1024, "
                                 "are required");
    if (t->dims[1] < 2 || t->dims[1] > devices + 1)
        return call_refuse_shape(call, table, "2 columns to one more than devices are required");
    return ACLNN_SUCCESS;
}

/* Scales and thresholds are given together, and a mask beside them only. */
static aclnnStatus scales_fit(struct call *call, int experts, int scales, int thresholds, int mask)
{
    const struct tensor *ids = call_tensor(call, experts);
    const struct tensor *t = call_tensor(call, thresholds);
    bool has_scales = call_tensor(call, scales) != NULL;
    aclnnStatus status = check_same_shape(call, experts, scales);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t != NULL && !(t->rank == 1 && t->dims[0] == ids->dims[1]) &&
        !(t->rank == 2 && t->dims[0] == 1 && t->dims[1] == ids->dims[1]))
        return call_refuse_shape(call, thresholds,
                                 "a number for each expert of a token is "
                                 "required");
    if (call_tensor(call, mask) != NULL)
        status = call_shape_is(call, mask, ids->dims, 1, false, "one for each token");
    if (status != ACLNN_SUCCESS)
        return status;
    if (has_scales != (t != NULL))
        return report(ACLNN_ERR_PARAM_INVALID, "one of %s and %s is NULL; both are given, or none",
                      call_name(call, scales), call_name(call, thresholds));
    if (call_tensor(call, mask) != NULL && !has_scales)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, scales), call_name(call, mask));
    return ACLNN_SUCCESS;
}

aclnnStatus moe_check_updated_experts(struct call *call, int experts, int table, int scales,
                                      int thresholds, int active, int rank, int world, int mode,
                                      int copies, int mask)
{
    bool is_by_token = call->arguments[mode].integer == 1;
    aclnnStatus status = devices_fit(call, rank, world, mode);
    if (status == ACLNN_SUCCESS)
        status = table_fits(call, experts, table,
                            is_by_token ? MOST_DEVICES : call->arguments[world].integer);
    if (status == ACLNN_SUCCESS)
        status = scales_fit(call, experts, scales, thresholds, active);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, experts, copies);
    return status == ACLNN_SUCCESS ? check_same_shape(call, experts, mask) : status;
}
