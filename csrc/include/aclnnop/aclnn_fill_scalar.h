/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fill_scalar.h: aclnnInplaceFillScalar.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FILL_BY_SCALAR  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                   ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16, ACL_UINT16,
 *                   ACL_UINT32, ACL_UINT64 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FILL_SCALAR_H
#define ACLNNOP_ACLNN_FILL_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceFillScalar
 ************************************************/

/*
 * aclnnInplaceFillScalarGetWorkspaceSize: phase one. Writes a number everywhere.
 *
 *     selfRef = value
 *
 * selfRef  what is filled; receives the result. FILL_BY_SCALAR.
 * value    the number, which becomes the type of selfRef.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or value NULL
 *   161002  the data type of selfRef not one of FILL_BY_SCALAR
 *   161002  no common data type of selfRef and value
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceFillScalarGetWorkspaceSize(aclTensor *selfRef,
                                                             const aclScalar *value,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnInplaceFillScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFillScalar(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
