/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index_fill.h: aclnnIndexFill, aclnnInplaceIndexFill.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FILLED_BY_INDEX  ACL_INT32, ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_BOOL, ACL_BF16 on
 *                    Ascend910B, Ascend910_93 and Ascend950; ACL_INT8, ACL_UINT8, ACL_INT16,
 *                    ACL_DOUBLE on Ascend950
 */
#ifndef ACLNNOP_ACLNN_INDEX_FILL_H
#define ACLNNOP_ACLNN_INDEX_FILL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndexFill
 ************************************************/

/*
 * aclnnIndexFillGetWorkspaceSize: phase one. Writes a number to all rows that an index names.
 *
 *     out = self, with out[..., index[i], ...] = value
 *
 * self   what is changed. FILLED_BY_INDEX.
 * dim    the dimension; negative ones count from the last.
 * index  the places, of any shape; negative ones count from the end. ACL_INT32, ACL_INT64.
 * value  the number, in the type of self.
 * out    self, changed.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index, value or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of self not one of FILLED_BY_INDEX
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  self has elements, and more than 8 dimensions, dim is none of them, or out has another
 *           shape
 *   161002  index not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIndexFillGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                     const aclTensor *index, const aclScalar *value,
                                                     aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnIndexFill: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndexFill(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceIndexFill
 ************************************************/

/*
 * aclnnInplaceIndexFillGetWorkspaceSize: phase one. Writes a number to all rows that an index
 * names, in their place.
 *
 *     selfRef = selfRef, with selfRef[..., index[i], ...] = value
 *
 * selfRef  what is changed; receives the result. FILLED_BY_INDEX.
 * dim      the dimension; negative ones count from the last.
 * index    the places, of any shape; negative ones count from the end. ACL_INT32, ACL_INT64.
 * value    the number, in the type of self.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index or value NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of selfRef not one of FILLED_BY_INDEX
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  selfRef has elements, and more than 8 dimensions, dim is none of them, or selfRef has
 *           another shape
 *   161002  index not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceIndexFillGetWorkspaceSize(aclTensor *selfRef, int64_t dim,
                                                            const aclTensor *index,
                                                            const aclScalar *value,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceIndexFill: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceIndexFill(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
