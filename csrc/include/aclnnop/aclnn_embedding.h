/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_embedding.h: aclnnEmbedding.
 *
 * Made from csrc/ops/embedding/embedding.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EMBEDDING_H
#define ACLNNOP_ACLNN_EMBEDDING_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEmbedding
 ************************************************/

/*
 * aclnnEmbeddingGetWorkspaceSize: phase one. Looks up rows of a table.
 *
 *     out[i...] = weight[indices[i...]]
 *
 * weight   the table, a row a word. NUMBER.
 * indices  numbers of rows, 0 to the last. ACL_INT32, ACL_INT64.
 * out      the rows: the shape of indices with that of a row behind it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  weight, indices or out NULL
 *   161002  the data type of weight not one of NUMBER
 *   161002  the data type of weight is not the data type of out
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  weight not of 0 to 8 dimensions
 *   161002  indices not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  out not of the shape of indices with a row of weight behind it
 *   empty   weight or indices empty: nothing is done
 *   561103  weight not of two dimensions, or the last dimension of out not as long as that of
 *           weight
 */
ACLNN_API aclnnStatus aclnnEmbeddingGetWorkspaceSize(const aclTensor *weight,
                                                     const aclTensor *indices, const aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnEmbedding: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEmbedding(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
