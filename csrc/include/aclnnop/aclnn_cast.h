/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cast.h: aclnnCast.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   CAST_FROM  ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16,
 *              ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128;
 *              ACL_BF16 not on Ascend910; ACL_COMPLEX32, ACL_HIFLOAT8, ACL_FLOAT8_E5M2,
 *              ACL_FLOAT8_E4M3FN, ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1 on Ascend950
 *   CAST_TO    ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16,
 *              ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128;
 *              ACL_BF16 not on Ascend910; ACL_COMPLEX32, ACL_HIFLOAT8, ACL_FLOAT8_E5M2,
 *              ACL_FLOAT8_E4M3FN, ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1, ACL_INT4 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_CAST_H
#define ACLNNOP_ACLNN_CAST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCast
 ************************************************/

/*
 * aclnnCastGetWorkspaceSize: phase one. Converts every element to another data type.
 *
 *     out = self in the type dtype
 *
 * self   the numbers, of up to 8 dimensions. CAST_FROM.
 * dtype  the data type, that of out. CAST_TO.
 * out    the numbers in it; what a float is beyond an integer's range becomes its nearest number,
 *        NaN 0.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of CAST_FROM
 *   161002  the data type of dtype not one of CAST_TO
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of out and self differ
 *   161002  self not contiguous where the data type of out is ACL_INT4
 *   empty   self empty: nothing is done
 *   207000  the data type of self one of ACL_COMPLEX32, ACL_HIFLOAT8, ACL_FLOAT8_E5M2,
 *           ACL_FLOAT8_E4M3FN, ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1, which CANN computes and this
 *           library does not (on Ascend950)
 *   561103  dtype is not the data type of out
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor *self, aclDataType dtype,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnCast: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCast(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
