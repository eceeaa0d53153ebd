/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cat.h: aclnnCat.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   JOINED  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_COMPLEX64, ACL_BOOL; ACL_BF16 not on Ascend910; ACL_UINT16, ACL_UINT32,
 *           ACL_UINT64, ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E5M2, ACL_HIFLOAT8, ACL_FLOAT8_E8M0,
 *           ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_CAT_H
#define ACLNNOP_ACLNN_CAT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCat
 ************************************************/

/*
 * aclnnCatGetWorkspaceSize: phase one. Joins tensors along a dimension.
 *
 *     out[..., i, ...] = the place i of all tensors one behind the other
 *
 * tensors  the tensors, of 1 to 8 dimensions that are the same but for the one they are joined
 *          along; of different types they are converted to the common one. Those of one dimension
 *          without elements are left out; may be NULL. ACL_FLOAT, ACL_INT32, ACL_INT64,
 *          ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_COMPLEX64, ACL_BOOL;
 *          ACL_BF16 not on Ascend910; ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_FLOAT8_E4M3FN,
 *          ACL_FLOAT8_E5M2, ACL_HIFLOAT8, ACL_FLOAT8_E8M0, ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1 on
 *          Ascend950.
 * dim      the dimension; negative ones count from the last.
 * out      all of them, in a type that the common one converts to. JOINED.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  tensors or a member of it NULL
 *   161001  out NULL
 *   161002  the data type of a member of tensors not one of JOINED
 *   161002  the data type of out not one of JOINED
 *   161002  no common data type of tensors
 *   161002  the type computed in is ACL_COMPLEX128
 *   161002  the type computed in does not convert to the data type of out
 *   161002  a layout of a member of tensors private to the device, or formats of tensors and out
 *           differ
 *   161002  dim outside the dimensions of tensors, shapes of tensors that differ elsewhere, or out
 *           not of the shape that follows
 */
ACLNN_API aclnnStatus aclnnCatGetWorkspaceSize(const aclTensorList *tensors, int64_t dim,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnCat: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
