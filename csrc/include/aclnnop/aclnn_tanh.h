/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_tanh.h: aclnnTanh, aclnnInplaceTanh.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_TANH_H
#define ACLNNOP_ACLNN_TANH_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTanh
 ************************************************/

/*
 * aclnnTanhGetWorkspaceSize: phase one. The hyperbolic tangent of every element.
 *
 *     out = tanh(self)
 *
 * self  the numbers; integers and bool are computed in float32. ACL_FLOAT, ACL_FLOAT16, ACL_BOOL,
 *       ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * out   the result. ACL_FLOAT, ACL_FLOAT16, ACL_BOOL, ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32,
 *       ACL_INT64; ACL_BF16 not on Ascend910.
 *
 * Precision: within 2 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BOOL, ACL_UINT8, ACL_INT8,
 *           ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_BOOL, ACL_UINT8, ACL_INT8,
 *           ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the type computed in does not convert to the data type of out
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnTanhGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnTanh: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTanh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceTanh
 ************************************************/

/*
 * aclnnInplaceTanhGetWorkspaceSize: phase one. The hyperbolic tangent of every element, in its
 * place.
 *
 *     selfRef = tanh(selfRef)
 *
 * selfRef  the numbers; integers and bool are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16; ACL_BF16 not on Ascend910.
 *
 * Precision: within 2 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_BOOL, ACL_UINT8,
 *           ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  layouts of selfRef and selfRef differ
 *   161002  a layout of selfRef private to the device
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceTanhGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceTanh: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceTanh(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
