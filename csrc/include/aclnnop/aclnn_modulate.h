/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_modulate.h: aclnnModulate.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_MODULATE_H
#define ACLNNOP_ACLNN_MODULATE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnModulate
 ************************************************/

/*
 * aclnnModulateGetWorkspaceSize: phase one. Scales and shifts the rows of sequences.
 *
 *     out[b, l, d] = self[b, l, d] * (1 + scaleOptional[b, d]) + shiftOptional[b, d]
 *
 * self           [B, L, D]. NEW_SINGLE_OR_HALF.
 * scaleOptional  [B, D] or [B, 1, D]; may be NULL.
 * shiftOptional  likewise; may be NULL.
 * out            the result. NEW_SINGLE_OR_HALF.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of out not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of scaleOptional
 *   161002  the data type of self is not the data type of shiftOptional
 *   161002  the data type of self is not the data type of out
 *   161002  scaleOptional or shiftOptional NULL
 *   161002  self not of three dimensions [B, L, D], or scaleOptional or shiftOptional not [B, D] or
 *           [B, 1, D]; or not all of them empty
 *   161002  shapes of self and out differ
 *   empty   self, scaleOptional or shiftOptional empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnModulateGetWorkspaceSize(const aclTensor *self,
                                                    const aclTensor *scaleOptional,
                                                    const aclTensor *shiftOptional, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnModulate: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnModulate(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
