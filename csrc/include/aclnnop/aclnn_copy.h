/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_copy.h: aclnnInplaceCopy.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   COPY  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16,
 *         ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_BF16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *         ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN, ACL_HIFLOAT8, ACL_FLOAT8_E8M0
 */
#ifndef ACLNNOP_ACLNN_COPY_H
#define ACLNNOP_ACLNN_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceCopy
 ************************************************/

/*
 * aclnnInplaceCopyGetWorkspaceSize: phase one. Copies a tensor to another one, with its data type
 * and broadcast to its shape.
 *
 *     selfRef = src
 *
 * selfRef  the target, of up to 8 dimensions; receives the result. COPY.
 * src      the source; each of its dimensions is that of selfRef or 1. COPY.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or src NULL
 *   161002  the data type of selfRef not one of COPY
 *   161002  the data type of src not one of COPY
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  src not of 0 to 8 dimensions
 *   161002  selfRef and src do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or src empty: nothing is done
 *   561103  src of the shape of selfRef, and its format neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor *selfRef, const aclTensor *src,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceCopy: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceCopy(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
