/* SPDX-License-Identifier: Apache-2.0 */
/* MoeFusedTopk: checks. */
#include "ops/moe/fused_topk.h"

#include <inttypes.h>

#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_COPIES 128

static int64_t number(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

static aclnnStatus number_fits(const struct call *call, const char *name, int64_t most)
{
    int64_t given = number(call, name);
    if (given >= 1 && given <= most)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 to %" PRId64 " is required", name,
                  given, most);
}

static aclnnStatus mapping_fits(const struct call *call, int64_t experts)
{
    int counts = call_find(call, "mappingNum");
    int table = call_find(call, "mappingTable");
    const struct tensor *t = call_tensor(call, table);
    if (call_type(call, counts) != ACL_INT32 || call_type(call, table) != ACL_INT32)
        return report(ACLNN_ERR_PARAM_INVALID, "mappingNum or mappingTable is not of DT_INT32");
    if (t->rank != 2 || t->dims[0] != experts || t->dims[1] > MOST_COPIES)
        return call_refuse_shape(call, table, "[experts, up to 128] is required");
    return call_shape_is(call, counts, &experts, 1, false, "a number for each expert");
}

aclnnStatus moe_check_fused_topk(struct call *call)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    if (shape_elements(x) == 0)
        return ACLNN_SUCCESS;
    if (x->rank != 2 || x->dims[1] > FUSED_MOST_EXPERTS)
        return call_refuse_shape(call, call_find(call, "x"), "[tokens, up to 1024] is required");
    int64_t experts = x->dims[1];
    int64_t groups = number(call, "groupNum");
    aclnnStatus status = number_fits(call, "groupNum", FUSED_MOST_GROUPS);
    if (status == ACLNN_SUCCESS && experts % groups != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupNum is %" PRId64 ", which %" PRId64 " experts are no multiple of",
                      groups, experts);
    if (status == ACLNN_SUCCESS)
        status = number_fits(call, "groupTopk", groups);
    if (status == ACLNN_SUCCESS)
        status = number_fits(call, "topN", experts / groups);
    if (status == ACLNN_SUCCESS)
        status = number_fits(call, "topK", experts);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, call_find(call, "addNum"), &experts, 1, false,
                               "a number for each expert");
    const int64_t dims[] = {x->dims[0], number(call, "topK")};
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, call_find(call, "y"), dims, 2, false, "[tokens, topK]");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, call_find(call, "indices"), dims, 2, false, "[tokens, topK]");
    if (status == ACLNN_SUCCESS && number(call, "enableExpertMapping") != 0)
        status = mapping_fits(call, experts);
    return status;
}
