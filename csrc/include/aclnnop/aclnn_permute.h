/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_permute.h: aclnnPermute.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   PERMUTED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *             ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_DOUBLE, ACL_COMPLEX64,
 *             ACL_COMPLEX128, ACL_BF16, ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN
 */
#ifndef ACLNNOP_ACLNN_PERMUTE_H
#define ACLNNOP_ACLNN_PERMUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPermute
 ************************************************/

/*
 * aclnnPermuteGetWorkspaceSize: phase one. Puts the dimensions in another order.
 *
 *     dimension i of out is dimension dims[i] of self
 *
 * self  the tensor, of up to 8 dimensions. ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32,
 *       ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_DOUBLE,
 *       ACL_COMPLEX64, ACL_COMPLEX128, ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN; ACL_BF16
 *       not on Ascend910.
 * dims  each dimension of self once, in the order that out has; negative ones count from the last.
 * out   the same elements, of the same type. PERMUTED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dims or out NULL
 *   161002  the data type of self not one of PERMUTED
 *   161002  the data type of out not one of PERMUTED
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  the data type of self is not the data type of out
 *   161002  dims does not name each dimension of self once, or out is not of the shape that follows
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnPermuteGetWorkspaceSize(const aclTensor *self, const aclIntArray *dims,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnPermute: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPermute(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
