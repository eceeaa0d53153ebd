/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_trunc.h: aclnnTrunc, aclnnInplaceTrunc.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   TRUNCATED  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910; ACL_INT8, ACL_UINT8, ACL_INT32 on
 *              Ascend950
 */
#ifndef ACLNNOP_ACLNN_TRUNC_H
#define ACLNNOP_ACLNN_TRUNC_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTrunc
 ************************************************/

/*
 * aclnnTruncGetWorkspaceSize: phase one. Every element without its fraction.
 *
 *     out = trunc(self)
 *
 * self  the numbers. TRUNCATED.
 * out   the nearest integers towards zero. TRUNCATED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of TRUNCATED
 *   161002  the data type of out not one of TRUNCATED
 *   161002  the data type of self is not the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnTruncGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnTrunc: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTrunc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceTrunc
 ************************************************/

/*
 * aclnnInplaceTruncGetWorkspaceSize: phase one. Every element without its fraction, in its place.
 *
 *     selfRef = trunc(selfRef)
 *
 * selfRef  the numbers; receives the result. TRUNCATED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of TRUNCATED
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceTruncGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceTrunc: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceTrunc(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
