/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mv.h: aclnnMv.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_MV_H
#define ACLNNOP_ACLNN_MV_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMv
 ************************************************/

/*
 * aclnnMvGetWorkspaceSize: phase one. Multiplies a matrix and a vector.
 *
 *     out = self @ vec
 *
 * self          the matrix, [n, m]. SINGLE_OR_HALF.
 * vec           the vector, [m]. SINGLE_OR_HALF.
 * out           the product, [n]. SINGLE_OR_HALF.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
 *               keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
 *               counts as 0 on Ascend910B and Ascend910_93.
 *
 * Sums are float32 and rounded once. HFLOAT32 is not rounded to: modes 1 and 3 compute in float32
 * what they do not lower. On Ascend910 products are computed from float16, as CANN documents it.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks, what has an element to
 * multiply.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161001  self, vec or out NULL
 *   161002  the data type of out is not the data type of vec
 *   161002  the data type of self not the data type of vec, where self has elements
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of vec not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  cubeMathType is no mode that the product has for the data type of self and the data
 *           type of vec
 *   161002  self no matrix, vec not of one dimension with its columns, or out not of one dimension
 *           with its rows
 *   161002  a layout of self, vec or out private to the device
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMvGetWorkspaceSize(const aclTensor *self, const aclTensor *vec,
                                              aclTensor *out, int8_t cubeMathType,
                                              uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnMv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
