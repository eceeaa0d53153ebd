/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_n.h: aclnnAddN.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ADDED  ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_BF16, ACL_FLOAT on Ascend910B, Ascend910_93 and
 *          Ascend950
 */
#ifndef ACLNNOP_ACLNN_ADD_N_H
#define ACLNNOP_ACLNN_ADD_N_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddN
 ************************************************/

/*
 * aclnnAddNGetWorkspaceSize: phase one. The sum of several tensors.
 *
 *     out = tensors[0] + tensors[1] + ...
 *
 * tensors  the summands, all of one data type and shape; halves are added in float32. ADDED.
 * out      their sum. ADDED.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  tensors NULL
 *   161001  a member of tensors NULL
 *   161001  out NULL
 *   empty   tensors empty: nothing is done
 *   161002  the data type of tensors is not the data type of out
 *   161002  data type of the first member of tensors not one of ADDED
 *   161002  the data type of out not one of ADDED
 *   161002  tensors not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  a member of tensors not of the shape of out
 *   161002  a layout of tensors private to the device
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddNGetWorkspaceSize(const aclTensorList *tensors, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAddN: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
