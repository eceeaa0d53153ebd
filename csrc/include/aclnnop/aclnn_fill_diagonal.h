/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fill_diagonal.h: aclnnInplaceFillDiagonal.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL       ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                      ACL_UINT8, ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 *   REAL_OF_ANY_WIDTH  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16,
 *                      ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64,
 *                      ACL_BOOL
 */
#ifndef ACLNNOP_ACLNN_FILL_DIAGONAL_H
#define ACLNNOP_ACLNN_FILL_DIAGONAL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceFillDiagonal
 ************************************************/

/*
 * aclnnInplaceFillDiagonalGetWorkspaceSize: phase one. Writes a number on the diagonal.
 *
 *     selfRef[i, ..., i] = fillValue
 *     with wrap, in a matrix of c columns: every (c + 1)th element, by rows
 *
 * selfRef    what is changed; all sizes are equal where it has more than two dimensions; receives
 *            the result. REAL_OR_BOOL.
 * fillValue  the number, which becomes float32 and then the type of selfRef. REAL_OF_ANY_WIDTH.
 * wrap       whether the diagonal of a matrix with more rows than columns begins anew behind its
 *            end, one row further.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or fillValue NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  selfRef not of 2 to 8 dimensions
 *   161002  sizes of selfRef differ, if it has more than two dimensions
 *   161002  the data type of fillValue not one of REAL_OF_ANY_WIDTH
 *   161002  fillValue beyond the numbers of the data type of selfRef
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceFillDiagonalGetWorkspaceSize(aclTensor *selfRef,
                                                               const aclScalar *fillValue,
                                                               bool wrap, uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnInplaceFillDiagonal: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFillDiagonal(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
