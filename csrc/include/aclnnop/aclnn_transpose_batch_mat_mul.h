/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_transpose_batch_mat_mul.h: aclnnTransposeBatchMatMul.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   TURNED_PRODUCT      ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8 on Ascend910B, Ascend910_93 and
 *                       Ascend950
 */
#ifndef ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H
#define ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTransposeBatchMatMul
 ************************************************/

/*
 * aclnnTransposeBatchMatMulGetWorkspaceSize: phase one. Multiplies batches of matrices, whose
 * dimensions are read and written in another order.
 *
 *     out[m, b, n] = sum over k of x1[b, m, k] * x2[b, k, n] of x1 and x2 in the order of permX1
 *         and
 *     permX2; with scale [m, 1, b * n], each element by its scale plus its offset, rounded;
 *     with batchSplitFactor f [f, m, b / f * n]
 *
 * x1                the left matrices, [b, m, k], or [m, b, k] with permX1 of [1, 0, 2].
 *                   NEW_SINGLE_OR_HALF.
 * x2                the right matrices, [b, k, n], or [b, n, k] with permX2 of [0, 2, 1].
 * bias              NULL; may be NULL.
 * scale             [b * n]: a float32 in the lower bits of each, an offset in bits 37 to 45, as
 *                   aclnnTransQuantParamV2 writes them; NULL: out is not quantised; may be NULL.
 *                   ACL_INT64, ACL_UINT64.
 * permX1            [0, 1, 2] or [1, 0, 2].
 * permX2            [0, 1, 2] or [0, 2, 1].
 * permY             [1, 0, 2].
 * cubeMathType      the type to compute in: 0 keep, 1 float32 may become HFLOAT32, 2 float16, 3
 *                   HFLOAT32; 4, on Ascend910B and Ascend910_93, counts as 0. All are computed in
 *                   the type of x1.
 * batchSplitFactor  parts that the batches are written in.
 * out               the products. TURNED_PRODUCT.
 *
 * Sums are float32 and rounded once. HFLOAT32 is not rounded to.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16, within 1 unit in the last place in
 * int8.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2, out, permX1, permX2 or permY NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of x1 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x2 is not the data type of x1
 *   161002  the data type of scale not one of ACL_INT64, ACL_UINT64
 *   161002  the data type of out not one of TURNED_PRODUCT
 *   161002  cubeMathType is no mode that the product has for the data type of x1 and the data type
 *           of x2
 *   161002  a layout of x1 or out private to the device
 *   161002  format of x2 private to the device, and not ACL_FORMAT_FRACTAL_NZ
 *   161002  rows or columns of x2 1, in ACL_FORMAT_FRACTAL_NZ
 *   161002  x1 or x2 not of three dimensions, without elements, or of batches and depths that
 *           differ; permX1 neither [0, 1, 2] nor [1, 0, 2], permX2 neither [0, 1, 2] nor [0, 2, 1],
 *           permY not [1, 0, 2]; batchSplitFactor no divisor of the batches, or not 1 with scale;
 *           scale not a number for each column of each batch, or the data type of x1 not float16
 *           with it; x2 in fractals and of float32; out not of the shape that follows; before
 *           Ascend950 a side, or with scale or batchSplitFactor a joined one, above 65535, or the
 *           columns of x2 transposed with scale, batchSplitFactor above 1, or permX1 of [0, 1, 2]
 *   161002  bias not NULL
 */
ACLNN_API aclnnStatus aclnnTransposeBatchMatMulGetWorkspaceSize(const aclTensor *x1,
                                                                const aclTensor *x2,
                                                                const aclTensor *bias,
                                                                const aclTensor *scale,
                                                                const aclIntArray *permX1,
                                                                const aclIntArray *permX2,
                                                                const aclIntArray *permY,
                                                                int8_t cubeMathType,
                                                                int32_t batchSplitFactor,
                                                                aclTensor *out,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnTransposeBatchMatMul: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTransposeBatchMatMul(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
