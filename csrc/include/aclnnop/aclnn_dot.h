/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_dot.h: aclnnDot.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   INNER  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT32, ACL_UINT8; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_DOT_H
#define ACLNNOP_ACLNN_DOT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDot
 ************************************************/

/*
 * aclnnDotGetWorkspaceSize: phase one. Multiplies the elements of two vectors and adds them up.
 *
 *     out = sum(self * tensor)
 *
 * self    the first vector. INNER.
 * tensor  the second, of the same length.
 * out     the sum, of no dimensions; 0 of vectors without elements.
 *
 * Sums of floats are float32 and rounded once, sums of integers wrap.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses floats with 207000, after all checks.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16, exact otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, tensor or out NULL
 *   161002  the data type of self is not the data type of tensor
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of INNER
 *   161002  self and tensor not of one dimension and one length, or out not of none
 *   161002  a layout of self, tensor or out private to the device
 */
ACLNN_API aclnnStatus aclnnDotGetWorkspaceSize(const aclTensor *self, const aclTensor *tensor,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnDot: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDot(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
