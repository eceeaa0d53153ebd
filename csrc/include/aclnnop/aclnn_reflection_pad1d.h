/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_reflection_pad1d.h: aclnnReflectionPad1d.
 *
 * Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REFLECTED  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_DOUBLE, ACL_INT8,
 *              ACL_UINT8, ACL_BOOL; ACL_BF16, ACL_COMPLEX64, ACL_COMPLEX128 not on Ascend910;
 *              ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_HIFLOAT8, ACL_FLOAT8_E5M2,
 *              ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E8M0 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_REFLECTION_PAD1D_H
#define ACLNNOP_ACLNN_REFLECTION_PAD1D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReflectionPad1d
 ************************************************/

/*
 * aclnnReflectionPad1dGetWorkspaceSize: phase one. Puts reflections before and behind the last
 * dimension.
 *
 *     out[..., i, ...] = self[..., j, ...] where j is i - before, -(i - before) below 0, and 2 * (n
 *         - 1) - (i - before) from n, the places of self, on
 *
 * self     [channels, width], or with a batch before that. REFLECTED.
 * padding  places that come left and right, each less than self has there; negative ones cut off.
 * out      of the same type. REFLECTED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, padding or out NULL
 *   161002  the data type of self not one of REFLECTED
 *   161002  the data type of out not one of REFLECTED
 *   161002  the data type of out is not the data type of self
 *   161002  layouts of self and out differ
 *   161002  self not of 1 dimensions with one or two before them, padding not of two numbers for
 *           each, below its places; out not of the shape that follows, or nothing in self or out
 *           but for a batch of none
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnReflectionPad1dGetWorkspaceSize(const aclTensor *self,
                                                           const aclIntArray *padding,
                                                           aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnReflectionPad1d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReflectionPad1d(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
