/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_matmul_weight_size.h: room for the weight of a product in the device's layout.
 *
 * Programs include it by aclnnop/aclnn_trans_matmul_weight.h. The device lays a matrix out in
 * blocks, and blocks at the edges are whole; so a weight that aclnnTransMatmulWeight is to bring to
 * that layout needs more elements than it has. Here the weight stays as it is, in that room.
 */
#ifndef ACLNNOP_ACLNN_MATMUL_WEIGHT_SIZE_H
#define ACLNNOP_ACLNN_MATMUL_WEIGHT_SIZE_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnCalculateMatmulWeightSize: elements of a float16 weight in blocks. Needs no device.
 *
 * tensorShape       the shape: the last two dimensions are the matrix. 2 to 6 dimensions on
 *                   Ascend910B and Ascend910_93, 2 on all others
 * weightTensorSize  receives the elements: both dimensions of the matrix rounded up to 16
 *
 * Errors, in the order tested. *weightTensorSize keeps its value.
 *
 *   361001  in a forked child
 *   161001  tensorShape or weightTensorSize NULL
 *   161002  tensorShape no live aclIntArray, of another number of entries, with a negative entry,
 * or with more elements than 63 bits count
 */
ACLNN_API aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray *tensorShape,
                                                     uint64_t *weightTensorSize);

/*
 * aclnnCalculateMatmulWeightSizeV2: the same for other data types.
 *
 * tensorShape       the shape, 2 to 6 dimensions, none of them 0
 * dataType          of the weight. ACL_FLOAT16 and ACL_BF16 round both dimensions of the matrix up
 *                   to 16, all others the last one to 32
 * weightTensorSize  receives the elements
 *
 * Errors, in the order tested. *weightTensorSize keeps its value.
 *
 *   361001  in a forked child, or on Ascend910, which does not have the call
 *   161001  tensorShape or weightTensorSize NULL
 *   161002  tensorShape no live aclIntArray, of another number of entries, with an entry of 0 or
 *           below, or with more elements than 63 bits count
 */
ACLNN_API aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray *tensorShape,
                                                       aclDataType dataType,
                                                       uint64_t *weightTensorSize);

#ifdef __cplusplus
}
#endif

#endif
