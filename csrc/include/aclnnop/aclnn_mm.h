/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mm.h: aclnnMm.
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
#ifndef ACLNNOP_ACLNN_MM_H
#define ACLNNOP_ACLNN_MM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMm
 ************************************************/

/*
 * aclnnMmGetWorkspaceSize: phase one. Multiplies two matrices.
 *
 *     out = self @ mat2
 *
 * self          the left matrix, [m, k]. SINGLE_OR_HALF.
 * mat2          the right matrix, [k, n]. SINGLE_OR_HALF.
 * out           the product, [m, n]. SINGLE_OR_HALF.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
 *               keep, with sums kept in float32. HFLOAT32 and groups are computed in float32.
 *
 * Sums are float32 and rounded once. HFLOAT32 is not rounded to: modes 1 and 3 compute in float32
 * what they do not lower. On Ascend910 all is computed from float16, as CANN documents it.
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
 *   161001  out, self or mat2 NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of mat2 not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  cubeMathType is no mode that the product has for the data type of self and the data
 *           type of mat2
 *   161002  mat2 or self not of two dimensions
 *   161002  self has not as many columns as mat2 has rows, or out is not of the rows of self by the
 *           columns of mat2
 *   161002  a layout of self or out private to the device
 *   161002  format of mat2 private to the device, and not ACL_FORMAT_FRACTAL_NZ
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMmGetWorkspaceSize(const aclTensor *self, const aclTensor *mat2,
                                              aclTensor *out, int8_t cubeMathType,
                                              uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnMm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
