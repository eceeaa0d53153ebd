/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_clamp.h: aclnnClamp, aclnnClampMin, aclnnClampMax, aclnnInplaceClampMax,
 * aclnnClampTensor, aclnnClampMinTensor, aclnnInplaceClampMinTensor, aclnnClampMaxTensor,
 * aclnnInplaceClampMaxTensor.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE;
 *         ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_CLAMP_H
#define ACLNNOP_ACLNN_CLAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnClamp
 ************************************************/

/*
 * aclnnClampGetWorkspaceSize: phase one. Keeps numbers between two bounds.
 *
 *     out = min(max(self, clipValueMin), clipValueMax)
 *
 * self          the numbers. REAL.
 * clipValueMin  the lower bound; NULL: none. It becomes the type computed in; may be NULL.
 * clipValueMax  the upper bound, as the lower one; the result where both cross; may be NULL.
 * out           the numbers within the bounds; NaN stays NaN. REAL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161001  clipValueMin and clipValueMax all NULL
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of REAL
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  no common data type of self, clipValueMin and clipValueMax
 *   161002  the data type of self does not convert to the data type of out (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  the type computed in does not convert to the data type of out (on Ascend950)
 *   161002  the type computed in not one of REAL (on Ascend950)
 *   561103  the type computed in one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64; ACL_BF16 not
 *           on Ascend910, and format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnClampGetWorkspaceSize(const aclTensor *self,
                                                 const aclScalar *clipValueMin,
                                                 const aclScalar *clipValueMax, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnClamp: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnClamp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnClampMin
 ************************************************/

/*
 * aclnnClampMinGetWorkspaceSize: phase one. Keeps numbers above a bound.
 *
 *     out = max(self, clipValueMin)
 *
 * self          the numbers. REAL.
 * clipValueMin  the lower bound, which becomes the type computed in.
 * out           the numbers above the bound; NaN stays NaN. REAL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  clipValueMin, self or out NULL
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of REAL
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  no common data type of self, clipValueMin and clipValueMin
 *   161002  the data type of self does not convert to the data type of out (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  the type computed in does not convert to the data type of out (on Ascend950)
 *   161002  the type computed in not one of REAL (on Ascend950)
 *   561103  the type computed in one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64; ACL_BF16 not
 *           on Ascend910, and format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnClampMinGetWorkspaceSize(const aclTensor *self,
                                                    const aclScalar *clipValueMin, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnClampMin: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnClampMin(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnClampMax
 ************************************************/

/*
 * aclnnClampMaxGetWorkspaceSize: phase one. Keeps numbers below a bound.
 *
 *     out = min(self, clipValueMax)
 *
 * self          the numbers. REAL.
 * clipValueMax  the upper bound, which becomes the type computed in.
 * out           the numbers below the bound; NaN stays NaN. REAL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  clipValueMax, self or out NULL
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of REAL
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  no common data type of self, clipValueMax and clipValueMax
 *   161002  the data type of self does not convert to the data type of out (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  the type computed in does not convert to the data type of out (on Ascend950)
 *   161002  the type computed in not one of REAL (on Ascend950)
 *   561103  the type computed in one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64; ACL_BF16 not
 *           on Ascend910, and format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnClampMaxGetWorkspaceSize(const aclTensor *self,
                                                    const aclScalar *clipValueMax, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnClampMax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnClampMax(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceClampMax
 ************************************************/

/*
 * aclnnInplaceClampMaxGetWorkspaceSize: phase one. Keeps numbers below a bound, in their place.
 *
 *     selfRef = min(selfRef, clipValueMax)
 *
 * selfRef       the numbers; receives the result. REAL.
 * clipValueMax  the upper bound, which becomes the type computed in.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  clipValueMax or selfRef NULL
 *   161002  the data type of selfRef not one of REAL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 *   161002  no common data type of selfRef, clipValueMax and clipValueMax
 *   161002  the data type of selfRef does not convert to the data type of selfRef (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  the type computed in does not convert to the data type of selfRef (on Ascend950)
 *   161002  the type computed in not one of REAL (on Ascend950)
 *   561103  the type computed in one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64; ACL_BF16 not
 *           on Ascend910, and format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceClampMaxGetWorkspaceSize(const aclTensor *selfRef,
                                                           const aclScalar *clipValueMax,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnInplaceClampMax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceClampMax(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnClampTensor
 ************************************************/

/*
 * aclnnClampTensorGetWorkspaceSize: phase one. Keeps numbers between bounds of their own.
 *
 *     out = min(max(self, clipValueMin), clipValueMax)
 *
 * self          the numbers. REAL.
 * clipValueMin  the lower bounds; NULL: none; may be NULL.
 * clipValueMax  the upper bounds; NULL: none. They are the result where they cross the lower ones;
 *               may be NULL.
 * out           the numbers within the bounds; NaN where an operand is NaN. REAL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161001  clipValueMin and clipValueMax all NULL
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of REAL
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  clipValueMin not of 0 to 8 dimensions
 *   161002  clipValueMax not of 0 to 8 dimensions
 *   empty   self, clipValueMin or clipValueMax empty: nothing is done
 *   161002  no common data type of self, clipValueMin and clipValueMax
 *   161002  the type computed in does not convert to the data type of out
 *   161002  the type computed in not one of REAL
 *   161002  self, clipValueMin and clipValueMax do not broadcast, or not to the shape of out
 */
ACLNN_API aclnnStatus aclnnClampTensorGetWorkspaceSize(const aclTensor *self,
                                                       const aclTensor *clipValueMin,
                                                       const aclTensor *clipValueMax,
                                                       aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnClampTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnClampTensor(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnClampMinTensor
 ************************************************/

/*
 * aclnnClampMinTensorGetWorkspaceSize: phase one. Keeps numbers above bounds of their own.
 *
 *     out = max(self, clipValueMin)
 *
 * self          the numbers. REAL.
 * clipValueMin  the lower bounds.
 * out           the numbers above the bounds; NaN where an operand is NaN. REAL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  clipValueMin, self or out NULL
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of REAL
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  clipValueMin not of 0 to 8 dimensions
 *   empty   self or clipValueMin empty: nothing is done
 *   161002  no common data type of self and clipValueMin
 *   161002  the type computed in does not convert to the data type of out
 *   161002  the type computed in not one of REAL
 *   161002  self and clipValueMin do not broadcast, or not to the shape of out
 */
ACLNN_API aclnnStatus aclnnClampMinTensorGetWorkspaceSize(const aclTensor *self,
                                                          const aclTensor *clipValueMin,
                                                          aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnClampMinTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnClampMinTensor(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceClampMinTensor
 ************************************************/

/*
 * aclnnInplaceClampMinTensorGetWorkspaceSize: phase one. Keeps numbers above bounds of their own,
 * in their place.
 *
 *     selfRef = max(selfRef, clipValueMin)
 *
 * selfRef       the numbers; receives the result. REAL.
 * clipValueMin  the lower bounds.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  clipValueMin or selfRef NULL
 *   161002  the data type of selfRef not one of REAL
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  clipValueMin not of 0 to 8 dimensions
 *   empty   selfRef or clipValueMin empty: nothing is done
 *   161002  no common data type of selfRef and clipValueMin
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  the type computed in not one of REAL
 *   161002  selfRef and clipValueMin do not broadcast, or not to the shape of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceClampMinTensorGetWorkspaceSize(aclTensor *selfRef,
                                                                 const aclTensor *clipValueMin,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnInplaceClampMinTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceClampMinTensor(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnClampMaxTensor
 ************************************************/

/*
 * aclnnClampMaxTensorGetWorkspaceSize: phase one. Keeps numbers below bounds of their own.
 *
 *     out = min(self, max)
 *
 * self  the numbers. REAL.
 * max   the upper bounds.
 * out   the numbers below the bounds; NaN where an operand is NaN. REAL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  max, self or out NULL
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of REAL
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  max not of 0 to 8 dimensions
 *   empty   self or max empty: nothing is done
 *   161002  no common data type of self and max
 *   161002  the type computed in does not convert to the data type of out
 *   161002  the type computed in not one of REAL
 *   161002  self and max do not broadcast, or not to the shape of out
 */
ACLNN_API aclnnStatus aclnnClampMaxTensorGetWorkspaceSize(const aclTensor *self,
                                                          const aclTensor *max, aclTensor *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnClampMaxTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnClampMaxTensor(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceClampMaxTensor
 ************************************************/

/*
 * aclnnInplaceClampMaxTensorGetWorkspaceSize: phase one. Keeps numbers below bounds of their own,
 * in their place.
 *
 *     selfRef = min(selfRef, max)
 *
 * selfRef  the numbers; receives the result. REAL.
 * max      the upper bounds.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  max or selfRef NULL
 *   161002  the data type of selfRef not one of REAL
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  max not of 0 to 8 dimensions
 *   empty   selfRef or max empty: nothing is done
 *   161002  no common data type of selfRef and max
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  the type computed in not one of REAL
 *   161002  selfRef and max do not broadcast, or not to the shape of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceClampMaxTensorGetWorkspaceSize(aclTensor *selfRef,
                                                                 const aclTensor *max,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnInplaceClampMaxTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceClampMaxTensor(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
