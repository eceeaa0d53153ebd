/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mm.h: aclnnMm.
 *
 * Made from csrc/ops/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   MATRIX  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
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
 * aclnnMmGetWorkspaceSize: phase one. The product of two matrices.
 *
 *     out = self @ mat2
 *
 * self          [m, k]. MATRIX.
 * mat2          [k, n]. MATRIX.
 * out           [m, n]. MATRIX.
 * cubeMathType  0 keeps the data types, 1 allows lower ones, 2 computes in float16, 3 in HF32, 4
 *               adds more exactly, -1 (not on Ascend950) gives float32 from 16 bits.
 *
 * Sums are float32 and rounded once. HF32 is not rounded to: 1 and 3 compute in float32 what they
 * do not lower. On Ascend910 all is computed from float16, as CANN documents it.
 *
 * Units in the last place are those of the product of the magnitudes.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161001  out, self or mat2 NULL
 *   161002  cubeMathType is -1 (on Ascend950)
 *   161002  the data type of self not one of MATRIX
 *   161002  the data type of mat2 not one of MATRIX
 *   161002  the data type of out not one of MATRIX
 *   161002  cubeMathType not one that the product takes for the data types of self and mat2: on
 *           Ascend910 not -1, 0 or 3 with ACL_FLOAT; elsewhere one of -1 to 4
 *   161002  mat2 not of 2 to 2 dimensions
 *   161002  self not of 2 to 2 dimensions
 *   161002  columns of self and rows of mat2 differ in number, or out is not [rows of self, columns
 *           of mat2]
 *   161002  a layout of self, mat2 or out private to the device
 *   empty   out empty: nothing is done
 *   207000  no OpenBLAS is there, which computes products; not tested if self has no columns
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
