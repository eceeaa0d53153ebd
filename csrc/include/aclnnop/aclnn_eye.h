/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_eye.h: aclnnEye.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_INTEGER_OR_BOOL  ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_UINT8,
 *                           ACL_INT64, ACL_BOOL; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EYE_H
#define ACLNNOP_ACLNN_EYE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEye
 ************************************************/

/*
 * aclnnEyeGetWorkspaceSize: phase one. A matrix with 1 on its diagonal.
 *
 *     out[i, j] = 1 where i is j, 0 elsewhere
 *
 * n    rows.
 * m    columns.
 * out  the matrix. SINGLE_INTEGER_OR_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  out NULL
 *   161002  the data type of out not one of SINGLE_INTEGER_OR_BOOL
 *   161002  n or m negative, or the shape of out not [n, m]
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnEyeGetWorkspaceSize(int64_t n, int64_t m, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnEye: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEye(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
