/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_circular_pad2d.h: aclnnCircularPad2d.
 *
 * Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   GOING_ROUND  ACL_FLOAT, ACL_BF16, ACL_FLOAT16, ACL_INT32, ACL_INT8 on Ascend910B and
 *                Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_CIRCULAR_PAD2D_H
#define ACLNNOP_ACLNN_CIRCULAR_PAD2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCircularPad2d
 ************************************************/

/*
 * aclnnCircularPad2dGetWorkspaceSize: phase one. Lets the last two dimensions go round.
 *
 *     out[..., i, ...] = what is left of self[..., (i - before) mod n, ...], of n places; before is
 *         0 where places are cut off there
 *
 * self     [channels, height, width], or with a batch before that. GOING_ROUND.
 * padding  places that come left, right, top and bottom; negative ones cut off.
 * out      of the same type. GOING_ROUND.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, padding or out NULL
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  on Ascend950, which has no kernel of the operator
 *   161002  the data type of self not one of GOING_ROUND
 *   161002  the data type of out not one of GOING_ROUND
 *   161002  the data type of out is not the data type of self
 *   161002  a layout of self private to the device
 *   161002  layouts of self and out differ
 *   161002  self not of 2 dimensions with one or two before them, padding not of two numbers for
 *           each, out not of the shape that follows, or nothing in self or out but for a batch of
 *           none
 *   empty   self or out empty: nothing is done
 *   561103  padding adds more places than are left of self
 */
ACLNN_API aclnnStatus aclnnCircularPad2dGetWorkspaceSize(const aclTensor *self,
                                                         const aclIntArray *padding, aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnCircularPad2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCircularPad2d(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
