/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_square.h: aclnnSquare.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SQUARED  ACL_INT64, ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SQUARE_H
#define ACLNNOP_ACLNN_SQUARE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSquare
 ************************************************/

/*
 * aclnnSquareGetWorkspaceSize: phase one. The square of every element.
 *
 *     out = self * self
 *
 * self  the numbers. SQUARED.
 * out   their squares.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  on Ascend910B and Ascend910_93, which does not have the operator
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of SQUARED
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSquareGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnSquare: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSquare(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
