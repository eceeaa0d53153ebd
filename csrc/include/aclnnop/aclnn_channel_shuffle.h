/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_channel_shuffle.h: aclnnChannelShuffle.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER_WITH_BFLOAT16  ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                         ACL_INT32, ACL_INT64, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H
#define ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnChannelShuffle
 ************************************************/

/*
 * aclnnChannelShuffleGetWorkspaceSize: phase one. Puts channels of groups one after the other: the
 * first of each group, then the second.
 *
 *     out[n, c * groups + g, ...] = self[n, g * (channels / groups) + c, ...]
 *
 * self    the tensor, of 3 to 7 dimensions; the second one has the channels. NUMBER_WITH_BFLOAT16.
 * groups  how many groups there are, which divide the channels.
 * out     the same elements, of the same type and shape.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of NUMBER_WITH_BFLOAT16
 *   161002  groups not above 0, or the channels of self no multiple of it
 *   161002  shapes of self and out differ
 *   161002  self not of 3 to 7 dimensions
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnChannelShuffleGetWorkspaceSize(const aclTensor *self, int64_t groups,
                                                          aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnChannelShuffle: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnChannelShuffle(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
