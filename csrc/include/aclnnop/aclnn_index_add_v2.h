/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index_add_v2.h: aclnnIndexAddV2.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_INDEX_ADD_V2_H
#define ACLNNOP_ACLNN_INDEX_ADD_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndexAddV2
 ************************************************/

/*
 * aclnnIndexAddV2GetWorkspaceSize: phase one. Adds rows to the rows that an index names, in one of
 * two ways.
 *
 *     out = self, with out[..., index[i], ...] += alpha * source[..., i, ...] in the order of index
 *
 * self    what is added to. ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *         ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16.
 * dim     the dimension; negative ones count from the last.
 * index   the places, of one dimension or none; 0 to the length of the dimension - 1. ACL_INT32,
 *         ACL_INT64.
 * source  the rows that are added.
 * alpha   a factor; in mode 0 nobody looks at it.
 * mode    0 adds in float32 or int32, and only to rows of two dimensions; all others add
 *         floating-point numbers in float64.
 * out     the sums.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index, source, alpha or out NULL
 *   161002  the data type of self not one of ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16,
 *           ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  the data type of self is not the data type of source
 *   161002  the data type of alpha does not convert to the data type of self
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  source not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, source not of rows like those of self, or not as
 *           many as index has elements
 *   161002  shapes of self and out differ
 *   empty   self or source empty: nothing is done
 *   561103  mode 0, and self not of two dimensions, dim not the first, or a data type that is not
 *           float32, float16, bfloat16, int32 or int16
 */
ACLNN_API aclnnStatus aclnnIndexAddV2GetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                      const aclTensor *index,
                                                      const aclTensor *source,
                                                      const aclScalar *alpha, int64_t mode,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnIndexAddV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndexAddV2(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
