/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index_put_impl.h: aclnnIndexPutImpl.
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
#ifndef ACLNNOP_ACLNN_INDEX_PUT_IMPL_H
#define ACLNNOP_ACLNN_INDEX_PUT_IMPL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndexPutImpl
 ************************************************/

/*
 * aclnnIndexPutImplGetWorkspaceSize: phase one. Writes or adds values where a list of indices
 * names.
 *
 *     selfRef[indices[0], indices[1], ...] = values, or += values, in the order of the indices
 *
 * selfRef     what is changed; receives the result. ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16,
 *             ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16 on Ascend910B,
 *             Ascend910_93 and Ascend950.
 * indices     as of aclnnIndex.
 * values      what is written; it broadcasts to what indices name. ACL_FLOAT16, ACL_FLOAT,
 *             ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16
 *             on Ascend910B, Ascend910_93 and Ascend950.
 * accumulate  whether values are added to what is there.
 * unsafe      whether an index out of range ends the call on the device; here it always does.
 *
 * Without accumulate the last value for a place counts; sums are made in the order of the indices,
 * those of halves in float32 and rounded once.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, values or indices NULL
 *   161001  a member of indices NULL
 *   161002  the data type of selfRef is ACL_BF16 (on Ascend910)
 *   161002  the data type of values is ACL_BF16 (on Ascend910)
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  the data type of values not one of REAL_OR_BOOL
 *   161002  the data type of a member of indices that has elements not one of ACL_INT32, ACL_INT64,
 *           ACL_BOOL
 *   161002  the data type of selfRef is not the data type of values
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  indices has more entries than selfRef dimensions, or a mask of other sizes
 *   empty   selfRef or values empty: nothing is done
 *   161002  the shapes in indices do not broadcast, or values not to what they name in selfRef
 */
ACLNN_API aclnnStatus aclnnIndexPutImplGetWorkspaceSize(aclTensor *selfRef,
                                                        const aclTensorList *indices,
                                                        const aclTensor *values, bool accumulate,
                                                        bool unsafe, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnIndexPutImpl: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndexPutImpl(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
