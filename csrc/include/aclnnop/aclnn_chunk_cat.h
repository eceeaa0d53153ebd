/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_chunk_cat.h: aclnnChunkCat.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_CHUNK_CAT_H
#define ACLNNOP_ACLNN_CHUNK_CAT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnChunkCat
 ************************************************/

/*
 * aclnnChunkCatGetWorkspaceSize: phase one. Cuts tensors into chunks and joins them chunk by chunk,
 * as rows.
 *
 *     out[c] = chunk c of the first dimension of tensors[0], that of tensors[1] and so on, each as
 *         a row; chunks of a tensor have one size, with zeros behind its last places
 *
 * tensors    the tensors, of one type and 1 to 8 dimensions; those without elements are left out.
 *            NEW_SINGLE_OR_HALF.
 * dim        the dimension that is cut: 0.
 * numChunks  the rows of out.
 * out        the rows, float32 if the tensors are. NEW_SINGLE_OR_HALF.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161002  dim not 0
 *   161001  tensors NULL
 *   empty   tensors empty: nothing is done
 *   161001  a member of tensors NULL
 *   161001  out NULL
 *   161002  data type of the first member of tensors not one of NEW_SINGLE_OR_HALF
 *   161002  data types of members of tensors differ
 *   161002  the data type of out not one of NEW_SINGLE_OR_HALF
 *   161002  tensors float32 and out a half
 *   161002  a layout of tensors or out private to the device
 *   161002  tensors not of 1 to 8 dimensions
 *   161002  numChunks not above 0, or out not of the shape that follows
 */
ACLNN_API aclnnStatus aclnnChunkCatGetWorkspaceSize(const aclTensorList *tensors, int64_t dim,
                                                    int64_t numChunks, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnChunkCat: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnChunkCat(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
