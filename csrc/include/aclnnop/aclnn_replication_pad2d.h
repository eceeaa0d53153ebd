/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_replication_pad2d.h: aclnnReplicationPad2d.
 *
 * Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REPLICATED  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_DOUBLE, ACL_INT8,
 *               ACL_UINT8, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16; ACL_UINT16, ACL_UINT32,
 *               ACL_UINT64, ACL_BOOL, ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN,
 *               ACL_FLOAT8_E8M0 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_REPLICATION_PAD2D_H
#define ACLNNOP_ACLNN_REPLICATION_PAD2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReplicationPad2d
 ************************************************/

/*
 * aclnnReplicationPad2dGetWorkspaceSize: phase one. Repeats the edges before and behind the last
 * two dimensions.
 *
 *     out[..., i, ...] = self[..., j, ...] where j is i - before, 0 below 0, and n - 1 from n, the
 *         places of self, on
 *
 * self     [channels, height, width], or with a batch before that. REPLICATED.
 * padding  places that come left, right, top and bottom; negative ones cut off.
 * out      of the same type. REPLICATED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, padding or out NULL
 *   161002  layouts of self and out differ
 *   161002  the data type of self not one of REPLICATED
 *   161002  the data type of out not one of REPLICATED
 *   161002  the data type of out is not the data type of self
 *   161002  self not of 2 dimensions with one or two before them, padding not of two numbers for
 *           each, out not of the shape that follows, or nothing in self or out but for a batch of
 *           none
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnReplicationPad2dGetWorkspaceSize(const aclTensor *self,
                                                            const aclIntArray *padding,
                                                            aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnReplicationPad2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReplicationPad2d(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
