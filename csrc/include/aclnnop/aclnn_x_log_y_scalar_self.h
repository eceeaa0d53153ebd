/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_x_log_y_scalar_self.h: aclnnXLogYScalarSelf.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_INTEGER_OR_BOOL  ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_UINT8,
 *                           ACL_INT64, ACL_BOOL; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H
#define ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnXLogYScalarSelf
 ************************************************/

/*
 * aclnnXLogYScalarSelfGetWorkspaceSize: phase one. A number times the logarithm of a tensor; 0
 * times any is 0, but for NaN.
 *
 *     out = self * log(other)
 *
 * self   the factor. ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_UINT8, ACL_INT64,
 *        ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 * other  what the logarithm is of; integers and bool are computed in float32.
 *        SINGLE_INTEGER_OR_BOOL.
 * out    the product.
 *
 * Precision: within 0.51 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_INT8,
 *           ACL_INT16, ACL_UINT8, ACL_INT64, ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 *   161002  the data type of other not one of SINGLE_INTEGER_OR_BOOL
 *   161002  no common data type of self and other
 *   161002  the type computed in does not convert to the data type of out
 *   161002  other not of 0 to 8 dimensions
 *   161002  shapes of other and out differ
 *   empty   other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnXLogYScalarSelfGetWorkspaceSize(const aclScalar *self,
                                                           const aclTensor *other, aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnXLogYScalarSelf: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnXLogYScalarSelf(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
