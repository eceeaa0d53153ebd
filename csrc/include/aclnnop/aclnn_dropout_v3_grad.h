/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_dropout_v3_grad.h: aclnnDropoutV3Grad.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEWEST_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H
#define ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDropoutV3Grad
 ************************************************/

/*
 * aclnnDropoutV3GradGetWorkspaceSize: phase one. The gradient of elements some of which were
 * dropped. Only Ascend950 has it.
 *
 *     gradX = gradY * scale where the bit is 1, else 0
 *
 * gradY  the gradient of what was kept. NEWEST_SINGLE_OR_HALF.
 * mask   the bits. ACL_UINT8.
 * scale  any number, which becomes float32.
 * gradX  the gradient of the elements.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161002  on Ascend910, which does not have the operator
 *   161002  on Ascend910B and Ascend910_93, which does not have the operator
 *   161001  gradY, mask or gradX NULL
 *   161002  the data type of gradY does not convert to the data type of gradX
 *   161002  the data type of gradY not one of NEWEST_SINGLE_OR_HALF
 *   161002  the data type of mask not one of ACL_UINT8
 *   161002  gradY not of 0 to 8 dimensions
 *   161002  shapes of gradY and gradX differ
 *   161002  mask not of a bit for each element of gradY, in groups of 128
 *   empty   gradY empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor *gradY,
                                                         const aclTensor *mask, double scale,
                                                         aclTensor *gradX, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnDropoutV3Grad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropoutV3Grad(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
