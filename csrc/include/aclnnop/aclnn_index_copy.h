/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index_copy.h: aclnnIndexCopy, aclnnInplaceIndexCopy.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ROW_COPIED  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *               ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910;
 *               ACL_UINT32, ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_INDEX_COPY_H
#define ACLNNOP_ACLNN_INDEX_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndexCopy
 ************************************************/

/*
 * aclnnIndexCopyGetWorkspaceSize: phase one. Writes rows to the rows that an index names.
 *
 *     outRef = selfRef, with outRef[..., index[i], ...] = source[..., i, ...] in the order of index
 *
 * selfRef  what is copied and changed. ROW_COPIED.
 * dim      the dimension; negative ones count from the last.
 * index    the places, of one dimension or none; 0 to the length of the dimension - 1. ACL_INT32,
 *          ACL_INT64.
 * source   the rows that are written.
 * outRef   selfRef, changed; as it was, if index has no elements.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index, source or outRef NULL
 *   161002  the data type of selfRef not one of ROW_COPIED
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  the data type of selfRef is not the data type of source
 *   161002  the data type of selfRef is not the data type of outRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  source not of 0 to 8 dimensions
 *   161002  index not of 0 to 1 dimensions
 *   161002  shapes of selfRef and outRef differ
 *   161002  dim outside the dimensions of selfRef, source not of rows like those of selfRef, or not
 *           as many as index has elements
 *   161002  layouts of selfRef and outRef differ
 *   empty   selfRef or index empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIndexCopyGetWorkspaceSize(aclTensor *selfRef, int64_t dim,
                                                     const aclTensor *index,
                                                     const aclTensor *source, aclTensor *outRef,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnIndexCopy: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndexCopy(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceIndexCopy
 ************************************************/

/*
 * aclnnInplaceIndexCopyGetWorkspaceSize: phase one. Writes rows to the rows that an index names, in
 * their place.
 *
 *     selfRef = selfRef, with selfRef[..., index[i], ...] = source[..., i, ...] in the order of
 *         index
 *
 * selfRef  what is copied and changed; receives the result. ROW_COPIED.
 * dim      the dimension; negative ones count from the last.
 * index    the places, of one dimension or none; 0 to the length of the dimension - 1. ACL_INT32,
 *          ACL_INT64.
 * source   the rows that are written.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index or source NULL
 *   161002  the data type of selfRef not one of ROW_COPIED
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  the data type of selfRef is not the data type of source
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  source not of 0 to 8 dimensions
 *   161002  index not of 0 to 1 dimensions
 *   161002  dim outside the dimensions of selfRef, source not of rows like those of selfRef, or not
 *           as many as index has elements
 *   161002  layouts of selfRef and selfRef differ
 *   empty   selfRef or index empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceIndexCopyGetWorkspaceSize(aclTensor *selfRef, int64_t dim,
                                                            const aclTensor *index,
                                                            const aclTensor *source,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceIndexCopy: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceIndexCopy(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
