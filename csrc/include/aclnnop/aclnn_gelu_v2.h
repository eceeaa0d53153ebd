/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gelu_v2.h: aclnnGeluV2.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_GELU_V2_H
#define ACLNNOP_ACLNN_GELU_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGeluV2
 ************************************************/

/*
 * aclnnGeluV2GetWorkspaceSize: phase one. Gelu of every element, exactly or by its approximation
 * with tanh.
 *
 *     y = x / 2 * (1 + erf(x / sqrt(2))), or x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ^
 *         3)))
 *
 * x            the numbers. SINGLE_OR_HALF.
 * approximate  1 for the approximation.
 * y            the result.
 *
 * Precision: within 3 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x or y NULL
 *   161002  the data type of y is not the data type of x
 *   161002  the data type of x not one of SINGLE_OR_HALF
 *   161002  shapes of x and y differ
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeluV2GetWorkspaceSize(const aclTensor *x, int64_t approximate,
                                                  aclTensor *y, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnGeluV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeluV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
