/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_zero.h: aclnnInplaceZero.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ZERO  ACL_INT8, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_FLOAT16, ACL_FLOAT, ACL_BOOL, ACL_DOUBLE,
 *         ACL_INT16, ACL_UINT16, ACL_COMPLEX128, ACL_COMPLEX64, ACL_BF16; ACL_FLOAT8_E5M2,
 *         ACL_FLOAT8_E4M3FN, ACL_HIFLOAT8, ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_ZERO_H
#define ACLNNOP_ACLNN_ZERO_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceZero
 ************************************************/

/*
 * aclnnInplaceZeroGetWorkspaceSize: phase one. Writes 0 everywhere.
 *
 *     selfRef = 0
 *
 * selfRef  what is filled; receives the result. ZERO.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of ZERO
 *   empty   selfRef empty: nothing is done
 *   207000  the data type of selfRef one of ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN, ACL_HIFLOAT8,
 *           ACL_FLOAT4_E1M2, ACL_FLOAT4_E2M1, which CANN computes and this library does not (on
 *           Ascend950)
 */
ACLNN_API aclnnStatus aclnnInplaceZeroGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceZero: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceZero(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
