/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_dropout_do_mask.h: aclnnDropoutDoMask.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_DROPOUT_DO_MASK_H
#define ACLNNOP_ACLNN_DROPOUT_DO_MASK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDropoutDoMask
 ************************************************/

/*
 * aclnnDropoutDoMaskGetWorkspaceSize: phase one. Keeps the elements whose bit in a mask is 1, and
 * makes up for the others.
 *
 *     out = self / (1 - prob) where the bit is 1, else 0; with prob 0 self, with prob 1 zeros,
 *         whatever the mask is
 *
 * self  the elements. SINGLE_OR_HALF.
 * mask  the bits, as aclnnDropoutGenMask draws them. ACL_UINT8.
 * prob  the probability of an element that it is dropped.
 * out   the kept elements.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, mask or out NULL
 *   empty   self empty: nothing is done
 *   empty   mask empty: nothing is done
 *   161002  the data type of self does not convert to the data type of out
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of mask not one of ACL_UINT8
 *   161002  prob not from 0 to 1
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  mask of fewer bits than self has elements, in groups of 128
 */
ACLNN_API aclnnStatus aclnnDropoutDoMaskGetWorkspaceSize(const aclTensor *self,
                                                         const aclTensor *mask, double prob,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnDropoutDoMask: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropoutDoMask(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
