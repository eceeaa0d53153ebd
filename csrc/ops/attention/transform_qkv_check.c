/* SPDX-License-Identifier: Apache-2.0 */
/* TransformBiasRescaleQkv: checks. */
#include "ops/attention/transform_qkv.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/common/check.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_TILING_ERROR,
                  "the shape of %s is %s, which does not go with numHeads; %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

/* 561002 when the shapes do not fit. */
aclnnStatus attention_check_qkv(struct call *call, int qkv, int bias, int heads, int out)
{
    const struct tensor *x = call_tensor(call, qkv);
    const struct tensor *added = call_tensor(call, bias);
    const struct tensor *result = call_tensor(call, out);
    int64_t count = call->arguments[heads].integer;
    if (x->rank != 3)
        return refuse(call, qkv, "three dimensions are required");
    if (count <= 0 || x->dims[2] % PARTS != 0 || x->dims[2] / PARTS % count != 0)
        return refuse(call, qkv, "its last dimension must be a multiple of 3 * numHeads");
    if (added->rank != 1 || added->dims[0] != x->dims[2])
        return refuse(call, bias, "a number for each in the last dimension of qkv is required");
    const int64_t dims[] = {x->dims[0], count, x->dims[1], x->dims[2] / PARTS / count};
    for (int i = 0; i < 4; i++)
        if (result->rank != 4 || result->dims[i] != dims[i])
            return refuse(call, out, "batch, heads, places and the size of a head are required");
    return ACLNN_SUCCESS;
}
