/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_tf_scatter_add.h: aclnnTfScatterAdd.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SLICE_SUMMAND  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8, ACL_UINT8
 */
#ifndef ACLNNOP_ACLNN_TF_SCATTER_ADD_H
#define ACLNNOP_ACLNN_TF_SCATTER_ADD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTfScatterAdd
 ************************************************/

/*
 * aclnnTfScatterAddGetWorkspaceSize: phase one. Adds rows to what indices name, one by one or in
 * rows of places.
 *
 *     varRef[indices[i...], :] += updates[i..., :], or as aclnnScatterNdUpdate where the shapes are
 *         so, in the order of indices
 *
 * varRef   what is added to; receives the result. SLICE_SUMMAND.
 * indices  the places. ACL_INT32, ACL_INT64.
 * updates  what is added.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, indices or updates NULL
 *   161002  the data type of varRef not one of SLICE_SUMMAND
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  the data type of updates is not the data type of varRef
 *   161002  varRef not of 1 to 8 dimensions
 *   161002  indices not of 1 to 8 dimensions
 *   161002  updates not of 1 to 8 dimensions
 *   161002  updates has neither the shape of what the last dimension of indices names in varRef,
 *           nor that of indices with a row of varRef for each
 *   empty   varRef, indices or updates empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnTfScatterAddGetWorkspaceSize(aclTensor *varRef, const aclTensor *indices,
                                                        const aclTensor *updates,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnTfScatterAdd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTfScatterAdd(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
