/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_abs.h: aclnnAbs.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ABSOLUTE  ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *             ACL_UINT8, ACL_BOOL; ACL_BF16, ACL_COMPLEX64 not on Ascend910; ACL_COMPLEX32 on
 *             Ascend950
 */
#ifndef ACLNNOP_ACLNN_ABS_H
#define ACLNNOP_ACLNN_ABS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAbs
 ************************************************/

/*
 * aclnnAbsGetWorkspaceSize: phase one. The magnitude of every element.
 *
 *     out = |self|
 *
 * self  the numbers. ABSOLUTE.
 * out   their magnitudes; of the type of the parts where self is complex.
 *
 * The lowest number of a type of integers has no magnitude there, and stays.
 *
 * Precision: within 0.51 units in the last place in float32, exact otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ABSOLUTE
 *   161002  the data type of out is not the data type of self, or that of its parts where self is
 *           complex
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   207000  the data type of self one of ACL_COMPLEX32, which CANN computes and this library does
 *           not (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnAbsGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAbs: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAbs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
