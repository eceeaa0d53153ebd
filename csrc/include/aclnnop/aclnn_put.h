/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_put.h: aclnnInplacePut.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_PUT_H
#define ACLNNOP_ACLNN_PUT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplacePut
 ************************************************/

/*
 * aclnnInplacePutGetWorkspaceSize: phase one. Writes or adds one element for each index, of all
 * elements in their order.
 *
 *     selfRef.flat[index[i]] = source[i], or += source[i], in the order of index
 *
 * selfRef     what is changed; receives the result. NUMBER.
 * index       the places; 0 to the number of elements - 1. ACL_INT32, ACL_INT64.
 * source      what is written, as many elements as index.
 * accumulate  whether it is added to what is there.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index or source NULL
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of selfRef bfloat16 with accumulate
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  the data type of selfRef is not the data type of source
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  index not of 0 to 8 dimensions
 *   161002  index and source have not as many elements
 *   empty   index empty: nothing is done
 *   161002  selfRef empty and index not
 */
ACLNN_API aclnnStatus aclnnInplacePutGetWorkspaceSize(aclTensor *selfRef, const aclTensor *index,
                                                      const aclTensor *source, bool accumulate,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplacePut: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplacePut(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
