/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_renorm.h: aclnnRenorm, aclnnInplaceRenorm.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_RENORM_H
#define ACLNNOP_ACLNN_RENORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRenorm
 ************************************************/

/*
 * aclnnRenormGetWorkspaceSize: phase one. Makes slices along a dimension shorter, whose norm is
 * more than a number.
 *
 *     out = self * maxNorm / (n + 1e-7) where n > maxNorm, else self; n is the p-norm of what
 *         belongs to a place of the dimension
 *
 * self     the numbers. SINGLE_OR_HALF.
 * p        the order of the norm, 0 or more, as a float32.
 * dim      the dimension whose places have a norm each.
 * maxNorm  the largest norm, 0 or more, as a float32.
 * out      the result, of the same type and shape. SINGLE_OR_HALF.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, p, maxNorm or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  self not of 2 to 8 dimensions
 *   161002  out not of 2 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  p negative
 *   161002  dim outside the dimensions of self
 *   161002  maxNorm negative
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRenormGetWorkspaceSize(const aclTensor *self, const aclScalar *p,
                                                  int64_t dim, const aclScalar *maxNorm,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnRenorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRenorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRenorm
 ************************************************/

/*
 * aclnnInplaceRenormGetWorkspaceSize: phase one. Makes slices along a dimension shorter, whose norm
 * is more than a number, in their place.
 *
 *     selfRef = selfRef * maxNorm / (n + 1e-7) where n > maxNorm, else selfRef; n is the p-norm of
 *         what belongs to a place of the dimension
 *
 * selfRef  the numbers; receives the result. SINGLE_OR_HALF.
 * p        the order of the norm, 0 or more, as a float32.
 * dim      the dimension whose places have a norm each.
 * maxNorm  the largest norm, 0 or more, as a float32.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, p or maxNorm NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  layouts of selfRef and selfRef differ
 *   161002  selfRef not of 2 to 8 dimensions
 *   161002  p negative
 *   161002  dim outside the dimensions of selfRef
 *   161002  maxNorm negative
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceRenormGetWorkspaceSize(aclTensor *selfRef, const aclScalar *p,
                                                         int64_t dim, const aclScalar *maxNorm,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnInplaceRenorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRenorm(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
