/* SPDX-License-Identifier: Apache-2.0 */
/* Pools over whole planes: checks. */
#include "ops/pool/global_pool.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/pool.h"
#include "ops/common/check.h"

static bool has_layout(const struct tensor *tensor)
{
    return tensor->format == ACL_FORMAT_ND || tensor->format == ACL_FORMAT_NCHW ||
           tensor->format == ACL_FORMAT_NCDHW;
}

/* The shapes of pools over whole planes fit. */
aclnnStatus pool_check_global_pool(struct call *call, int self, int out, int one_will_do)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    if (t->format != result->format || !has_layout(t))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the formats of %s and %s are %s and %s; both ACL_FORMAT_ND, NCHW or NCDHW "
                      "are required",
                      call_name(call, self), call_name(call, out), format_name(t->format),
                      format_name(result->format));
    aclnnStatus status = check_rank(call, self, 4, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, t->rank, t->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    for (int32_t i = 0; i < t->rank; i++)
        dims[i] = i < FIRST_PLACE ? t->dims[i] : 1;
    return call_shape_is(call, out, dims, t->rank, one_will_do != 0,
                         "that of self with one place for each channel");
}
