/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_weight_quant_batch_matmul_v2.h: aclnnWeightQuantBatchMatmulV2.
 *
 * Made from csrc/ops/quant/quant.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_HALF           ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   QUANTISED_WEIGHT   ACL_INT8, ACL_INT4, ACL_INT32 on Ascend910B, Ascend910_93 and Ascend950;
 *                      ACL_FLOAT8_E4M3FN, ACL_HIFLOAT8, ACL_FLOAT4_E2M1, ACL_FLOAT on Ascend950
 *   RESTORING_SCALE    ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950; ACL_UINT64,
 *                      ACL_INT64 on Ascend910B and Ascend910_93; ACL_FLOAT8_E8M0 on Ascend950
 *   ANTIQUANT_PRODUCT  ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950; ACL_INT8 on
 *                      Ascend910B and Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H
#define ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnWeightQuantBatchMatmulV2
 ************************************************/

/*
 * aclnnWeightQuantBatchMatmulV2GetWorkspaceSize: phase one. Multiplies by a matrix of small whole
 * numbers, each of which stands for a number by a scale and an offset.
 *
 *     y = x @ ((weight + antiquantOffsetOptional) * antiquantScale) + biasOptional, or that times
 *         quantScaleOptional plus quantOffsetOptional, rounded
 *
 * x                        the left matrix, [m, k]. NEW_HALF.
 * weight                   the right matrix, [k, n]; int32 holds 8 numbers of 4 bits, the first in
 *                          the lowest bits, along the dimension that lies densely.
 *                          QUANTISED_WEIGHT.
 * antiquantScale           [1], [n] or [1, n]; with groups [groups, n]; of 64 bits: a float32 in
 *                          the lower ones, of which 13 are left out. RESTORING_SCALE.
 * antiquantOffsetOptional  in the shape of antiquantScale; NULL: 0; may be NULL.
 * quantScaleOptional       [1], [n] or [1, n]: a float32 in the lower bits, an offset in bits 37 to
 *                          45; NULL: y is not quantised; may be NULL.
 * quantOffsetOptional      in its shape, in place of that offset; NULL: none; may be NULL.
 * biasOptional             [n] or [1, n]; NULL: 0; may be NULL.
 * antiquantGroupSize       rows of weight that share scales, a multiple of 32; 0: all do.
 * y                        the product, [m, n]. ANTIQUANT_PRODUCT.
 *
 * Numbers of weight are restored in float32, and sums are float32.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 1 unit in the last place.
 *
 * Errors, in the order tested:
 *
 *   361001  on Ascend910, which does not have the call
 *   161001  x, weight, antiquantScale or y NULL
 *   161001  quantScaleOptional or quantOffsetOptional not NULL (on Ascend950)
 *   161002  format of weight not ACL_FORMAT_ND (on Ascend950)
 *   161002  the data type of x not one of NEW_HALF
 *   161002  the data type of weight not one of QUANTISED_WEIGHT
 *   161002  the data type of antiquantScale not one of RESTORING_SCALE
 *   161002  the data type of y not one of ANTIQUANT_PRODUCT
 *   161002  format of weight private to the device, and not ACL_FORMAT_FRACTAL_NZ
 *   161002  x, weight or y not of two dimensions, empty, or of sides that do not fit; a side of
 *           more than 65535 (not on Ascend950); antiquantGroupSize neither 0 nor a multiple of 32
 *           below the rows of weight; antiquantScale or antiquantOffsetOptional not of the shape or
 *           data type that goes with x and antiquantGroupSize; quantOffsetOptional without
 *           quantScaleOptional, either not of the shape or data type that is told, y not int8
 *           beside them, or not the type of x without; biasOptional not a number for each column,
 *           of float16 with float16, else float32; anything neither contiguous nor (x, weight, and
 *           what goes with weight) transposed; with fractals of int4 quantScaleOptional given, and
 *           weight not transposed, with one scale for all, or with antiquantGroupSize (then: x or
 *           weight transposed, antiquantGroupSize neither 64 nor 128, or sides that it or 64 do not
 *           divide)
 *   207000  the data type of weight neither ACL_INT8, ACL_INT4 nor ACL_INT32, or the data type of
 *           antiquantScale ACL_FLOAT8_E8M0, which CANN computes and this library does not
 */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
    const aclTensor *x, const aclTensor *weight, const aclTensor *antiquantScale,
    const aclTensor *antiquantOffsetOptional, const aclTensor *quantScaleOptional,
    const aclTensor *quantOffsetOptional, const aclTensor *biasOptional, int antiquantGroupSize,
    const aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnWeightQuantBatchMatmulV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV2(void *workspace, uint64_t workspaceSize,
                                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
