/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_zero_inplace.h: aclnnForeachZeroInplace.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FOREACH_ZERO  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT16, ACL_INT32 on Ascend910B,
 *                 Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H
#define ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachZeroInplace
 ************************************************/

/*
 * aclnnForeachZeroInplaceGetWorkspaceSize: phase one. Fills the tensors of a list with zeros.
 *
 *     x[i] = 0
 *
 * x  the tensors, all of one type; receives the result. FOREACH_ZERO.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  x NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x not one of FOREACH_ZERO
 *   161002  members of x of different data types, or not of 0 to 8 dimensions
 *   161002  a layout of x private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(const aclTensorList *x,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnForeachZeroInplace: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachZeroInplace(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
