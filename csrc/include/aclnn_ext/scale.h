/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/scale.h: a tensor times a number.
 *
 * It does not exist in CANN; it is a two-phase call like its own (aclnn/acl_meta.h says how these
 * work). ttnn's add_bw needs it for complex tensors.
 */
#ifndef ACLNN_EXT_SCALE_H
#define ACLNN_EXT_SCALE_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnExtScaleGetWorkspaceSize: phase one of out = alpha * self. Needs no device, and no memory:
 * tensors may have NULL addresses.
 *
 * self           ACL_FLOAT or ACL_BF16, of any shape; its elements lie one after another
 * alpha          the number
 * out            ACL_FLOAT or ACL_BF16, of self's shape; its elements lie one after another
 * workspaceSize  receives 0
 * executor       receives the executor: the caller's until phase two spends it
 *
 * A product is of float32 and is rounded to float32; for ACL_BF16 that is rounded again, both times
 * to nearest, ties to even. A NaN is stored as 0x7FC00000 (0x7FC0).
 *
 * Errors, in the order tested. *workspaceSize and *executor keep their values.
 *
 *   361001  in a forked child
 *   161001  workspaceSize or executor NULL
 *   161001  self or out NULL
 *   161002  one of them destroyed or not a tensor
 *   161002  data type of self, then of out, neither ACL_FLOAT nor ACL_BF16
 *   161002  a negative dimension, or more than 2^63 bytes
 *   161002  out not of self's shape
 *   161002  elements of self or out that do not lie one after another
 *   161002  a layout private to the device
 *   561101  out of host memory
 */
ACLNN_API aclnnStatus aclnnExtScaleGetWorkspaceSize(const aclTensor *self, float alpha,
                                                    const aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/*
 * aclnnExtScale: queues the executor on a stream and returns. Results are there, and the memory of
 * the tensors may be released, after the stream was synchronized with.
 *
 * workspace      NULL, or device memory that is not used
 * workspaceSize  its size
 * executor       from phase one of this operator. Spent by the call, also by one that fails,
 *                unless it is repeatable (aclSetAclOpExecutorRepeatable)
 * stream         NULL is the default stream of the current context
 *
 * out may be self's memory, from the same address on, when both have one type; otherwise they must
 * not share memory.
 *
 * Errors, in the order tested. Nothing was queued.
 *
 *   361001  in a forked child
 *   161001  executor NULL
 *   561000  executor spent, destroyed, foreign, or of another operator
 *   161001  workspace NULL though workspaceSize is not 0
 *   361001  stream destroyed, foreign, or of a context that is not current; no current context
 *   161002  self or out, unless empty: address NULL, host memory that is not mapped (see
 *           aclrtHostRegister), freed, on another device, or in an allocation that does not hold
 *           every element that the view can reach
 */
ACLNN_API aclnnStatus aclnnExtScale(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
