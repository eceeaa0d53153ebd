/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_masked_select.h: aclnnMaskedSelect.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL_UNSIGNED_ON_950  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16,
 *                                 ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on
 *                                 Ascend910; ACL_UINT16, ACL_UINT32, ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_MASKED_SELECT_H
#define ACLNNOP_ACLNN_MASKED_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaskedSelect
 ************************************************/

/*
 * aclnnMaskedSelectGetWorkspaceSize: phase one. Takes the elements for which a mask is true.
 *
 *     out = self[mask]
 *
 * self  what is taken from. REAL_OR_BOOL_UNSIGNED_ON_950.
 * mask  which; both broadcast. ACL_UINT8, ACL_BOOL.
 * out   the elements in their order; of one dimension, with room for all. When the call has run its
 *       view shape has as many as there are. REAL_OR_BOOL_UNSIGNED_ON_950.
 *
 * aclGetViewShape of out gives its maximum until the call has run, and what was found after it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, mask or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL_UNSIGNED_ON_950
 *   161002  the data type of mask not one of ACL_UINT8, ACL_BOOL
 *   161002  the data type of out not one of REAL_OR_BOOL_UNSIGNED_ON_950
 *   161002  self not of 0 to 8 dimensions
 *   161002  mask not of 0 to 8 dimensions
 *   161002  self and mask do not broadcast, or out not of one dimension with room for all of them
 *   empty   self, mask or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaskedSelectGetWorkspaceSize(const aclTensor *self,
                                                        const aclTensor *mask, aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnMaskedSelect: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaskedSelect(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
