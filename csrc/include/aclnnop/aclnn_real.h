/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_real.h: aclnnReal.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   WITH_REAL_PART  ACL_COMPLEX64; ACL_COMPLEX128 not on Ascend950; ACL_FLOAT, ACL_FLOAT16,
 *                   ACL_COMPLEX32 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_REAL_H
#define ACLNNOP_ACLNN_REAL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReal
 ************************************************/

/*
 * aclnnRealGetWorkspaceSize: phase one. The real part of every element.
 *
 *     out = the real part of self
 *
 * self  the numbers; real ones are copied. WITH_REAL_PART.
 * out   their real parts, in the type of the parts.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of WITH_REAL_PART
 *   161002  the data type of out is not the data type of self, or that of its parts where self is
 *           complex
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  a layout of self or out private to the device (on Ascend950)
 *   empty   self empty: nothing is done
 *   561103  the data type of self one of ACL_FLOAT, ACL_FLOAT16, and format of self neither
 *           ACL_FORMAT_ND nor that of out
 *   207000  the data type of self one of ACL_COMPLEX32, which CANN computes and this library does
 *           not (on Ascend910B, Ascend910_93 and Ascend950)
 */
ACLNN_API aclnnStatus aclnnRealGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnReal: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReal(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
