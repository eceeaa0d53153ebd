/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_diag_flat.h: aclnnDiagFlat.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ON_DIAGONAL  ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_DIAG_FLAT_H
#define ACLNNOP_ACLNN_DIAG_FLAT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDiagFlat
 ************************************************/

/*
 * aclnnDiagFlatGetWorkspaceSize: phase one. The matrix with the elements of a tensor on a diagonal,
 * and zeros.
 *
 *     out[i, i + diagonal] = element i of self
 *
 * self      the elements, of up to 8 dimensions. ON_DIAGONAL.
 * diagonal  which diagonal: 0 the main one, 1 the one above it.
 * out       the matrix, of a type that self's converts to. ON_DIAGONAL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   561103  self or out NULL
 *   161002  the data type of self not one of ON_DIAGONAL
 *   161002  the data type of out not one of ON_DIAGONAL
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  out not of the shape that follows from self and diagonal, or no type that the data type
 *           of self converts to
 */
ACLNN_API aclnnStatus aclnnDiagFlatGetWorkspaceSize(const aclTensor *self, int64_t diagonal,
                                                    aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnDiagFlat: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDiagFlat(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
