/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index_select.h: aclnnIndexSelect.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_INDEX_SELECT_H
#define ACLNNOP_ACLNN_INDEX_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndexSelect
 ************************************************/

/*
 * aclnnIndexSelectGetWorkspaceSize: phase one. Selects along one dimension the places that an index
 * names.
 *
 *     out[..., i, ...] = self[..., index[i], ...]
 *
 * self   what is selected from. ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8,
 *        ACL_UINT8, ACL_BOOL, ACL_UINT64, ACL_UINT32, ACL_UINT16, ACL_DOUBLE, ACL_COMPLEX64,
 *        ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 * dim    the dimension; negative ones count from the last.
 * index  the places, of one dimension or none; 0 to the length of the dimension - 1. ACL_INT32,
 *        ACL_INT64.
 * out    what was selected.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16,
 *           ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_UINT64, ACL_UINT32, ACL_UINT16,
 *           ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  a layout of self, index or out private to the device
 *   161002  dim outside the dimensions of self, index of more than one dimension, or out not of the
 *           shape selected
 *   empty   self or index empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIndexSelectGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                       const aclTensor *index, aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnIndexSelect: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndexSelect(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
