/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_one_hot.h: aclnnOneHot.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ONE_HOT_INDEX  ACL_INT32, ACL_INT64; ACL_UINT8 on Ascend950
 *   ONE_HOT        ACL_FLOAT16, ACL_FLOAT, ACL_INT32, ACL_INT64; ACL_INT8, ACL_UINT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_ONE_HOT_H
#define ACLNNOP_ACLNN_ONE_HOT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnOneHot
 ************************************************/

/*
 * aclnnOneHotGetWorkspaceSize: phase one. Marks in a dimension of classes the one that an index
 * names.
 *
 *     out[..., j, ...] = onValue where self[...] is j, offValue elsewhere
 *
 * self        the classes; one that is not 0 to numClasses - 1 marks nothing. ONE_HOT_INDEX.
 * numClasses  how many classes there are.
 * onValue     the mark, one element of the type of out. ONE_HOT.
 * offValue    what is written elsewhere, likewise. ONE_HOT.
 * axis        where the dimension of classes is put; -1: last.
 * out         the marks. ONE_HOT.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, onValue, offValue or out NULL
 *   161002  the data type of self not one of ONE_HOT_INDEX
 *   161002  the data type of out not one of ONE_HOT
 *   161002  the data type of onValue not one of ONE_HOT
 *   161002  the data type of offValue not one of ONE_HOT
 *   161002  the data type of onValue is not the data type of out
 *   161002  the data type of offValue is not the data type of out
 *   161002  self not of 0 to 8 dimensions (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  self not of 0 to 7 dimensions (on Ascend950)
 *   161002  onValue not of 0 to 8 dimensions
 *   161002  offValue not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  numClasses negative, or 0 for an empty self; axis not -1 to the dimensions of self; or
 *           the shape of out not that of self with numClasses put in
 *   empty   self or out empty: nothing is done
 *   161002  onValue or offValue empty
 *   561103  format of onValue neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnOneHotGetWorkspaceSize(const aclTensor *self, int numClasses,
                                                  const aclTensor *onValue,
                                                  const aclTensor *offValue, int64_t axis,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnOneHot: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnOneHot(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
