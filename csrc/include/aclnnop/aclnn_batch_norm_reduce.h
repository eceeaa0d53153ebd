/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_reduce.h: aclnnBatchNormReduce.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H
#define ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormReduce
 ************************************************/

/*
 * aclnnBatchNormReduceGetWorkspaceSize: phase one. Sums of channels, and of their squares.
 *
 *     sum = sum(x), squareSum = sum(x^2) over all dimensions but that of the channels
 *
 * x          the images, of four dimensions, with format NCHW, or NHWC: then the channels are the
 *            last dimension. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * sum        the sums, float32. ACL_FLOAT.
 * squareSum  the sums of squares, float32. ACL_FLOAT.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements both are 0.
 *
 * Precision: within 2 units in the last place in float32, within 2 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x, sum or squareSum NULL
 *   161002  the data type of x not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of sum not one of ACL_FLOAT
 *   161002  the data type of squareSum not one of ACL_FLOAT
 *   161002  format of x neither NCHW nor NHWC
 *   161002  format of sum not ACL_FORMAT_ND
 *   161002  format of squareSum not ACL_FORMAT_ND
 *   161002  x not of 4 to 4 dimensions
 *   161002  sum not of one dimension as long as that of the channels of x
 *   161002  squareSum not of one dimension as long as that of the channels of x
 */
ACLNN_API aclnnStatus aclnnBatchNormReduceGetWorkspaceSize(const aclTensor *x, aclTensor *sum,
                                                           aclTensor *squareSum,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnBatchNormReduce: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormReduce(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
