/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_masked_scatter.h: aclnnInplaceMaskedScatter.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_MASKED_SCATTER_H
#define ACLNNOP_ACLNN_MASKED_SCATTER_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceMaskedScatter
 ************************************************/

/*
 * aclnnInplaceMaskedScatterGetWorkspaceSize: phase one. Writes numbers one after the other where a
 * mask is true.
 *
 *     selfRef[mask] = the first elements of source, in their order
 *
 * selfRef  what is changed; receives the result. REAL_OR_BOOL.
 * mask     where; it broadcasts to selfRef. ACL_UINT8, ACL_BOOL.
 * source   the numbers: at least as many as there are places.
 *
 * Fewer elements of source than places are 507015, when the call runs.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, mask or source NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  the data type of mask not one of ACL_UINT8, ACL_BOOL
 *   161002  the data type of source is not the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  mask not of 0 to 8 dimensions
 *   161002  source not of 0 to 8 dimensions
 *   161002  selfRef and mask do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or mask empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceMaskedScatterGetWorkspaceSize(aclTensor *selfRef,
                                                                const aclTensor *mask,
                                                                const aclTensor *source,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnInplaceMaskedScatter: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceMaskedScatter(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
