/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_v3.h: aclnnAddV3, aclnnInplaceAddV3.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_ADD_V3_H
#define ACLNNOP_ACLNN_ADD_V3_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddV3
 ************************************************/

/*
 * aclnnAddV3GetWorkspaceSize: phase one. Adds a tensor to a number.
 *
 *     out = self + alpha * other
 *
 * self   the number.
 * other  the tensor; halves are computed in float32. ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_BF16,
 *        ACL_INT8.
 * alpha  its factor.
 * out    the sum.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, alpha or out NULL
 *   161002  the data type of other not one of ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_BF16, ACL_INT8
 *   161002  no common data type of self and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in does not convert to the data type of out
 *   161002  other not of 0 to 8 dimensions
 *   161002  shapes of other and out differ
 *   empty   other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddV3GetWorkspaceSize(const aclScalar *self, const aclTensor *other,
                                                 const aclScalar *alpha, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAddV3: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAddV3
 ************************************************/

/*
 * aclnnInplaceAddV3GetWorkspaceSize: phase one. Adds a number to a tensor, in its place.
 *
 *     other = selfRef + alpha * other
 *
 * selfRef  the number.
 * other    the tensor; halves are computed in float32; receives the result. ACL_FLOAT, ACL_INT32,
 *          ACL_FLOAT16, ACL_BF16, ACL_INT8.
 * alpha    its factor.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, other or alpha NULL
 *   161002  the data type of other not one of ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_BF16, ACL_INT8
 *   161002  no common data type of selfRef and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in does not convert to the data type of other
 *   161002  other not of 0 to 8 dimensions
 *   empty   other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAddV3GetWorkspaceSize(const aclScalar *selfRef,
                                                        const aclTensor *other,
                                                        const aclScalar *alpha,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceAddV3: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAddV3(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
