/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_instance_norm.h: aclnnInstanceNorm, which CANN has on Ascend310P alone.
 *
 * No product of this library has the call, so that phase one refuses on every one of them, with the
 * status of CANN. The header is there for programs that call it on other products.
 */
#ifndef ACLNNOP_ACLNN_INSTANCE_NORM_H
#define ACLNNOP_ACLNN_INSTANCE_NORM_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnInstanceNorm: the norm of each channel of each image.
 *
 * Errors, in the order tested.
 *
 *   361001  in a forked child
 *   161001  x, gamma, beta, y, mean, variance, dataFormat, workspaceSize or executor NULL
 *   161002  on every product
 */
ACLNN_API aclnnStatus aclnnInstanceNormGetWorkspaceSize(
    const aclTensor *x, const aclTensor *gamma, const aclTensor *beta, const char *dataFormat,
    double eps, aclTensor *y, aclTensor *mean, aclTensor *variance, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* Phase two: refuses, because no executor is one of the call. 161001 without an executor, else
 * 561000. */
ACLNN_API aclnnStatus aclnnInstanceNorm(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
