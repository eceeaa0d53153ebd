/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_repeat.h: aclnnRepeat.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REPEATED  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_UINT8,
 *             ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL, ACL_BF16, ACL_UINT32,
 *             ACL_UINT64; ACL_UINT16 not on Ascend910; ACL_HIFLOAT8, ACL_FLOAT8_E5M2,
 *             ACL_FLOAT8_E4M3FN on Ascend950
 */
#ifndef ACLNNOP_ACLNN_REPEAT_H
#define ACLNNOP_ACLNN_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRepeat
 ************************************************/

/*
 * aclnnRepeatGetWorkspaceSize: phase one. Puts copies of a tensor side by side along dimensions.
 *
 *     out[i, j, ...] = self[i mod n, j mod m, ...]
 *
 * self     the tensor, of up to 8 dimensions. REPEATED.
 * repeats  how many copies there are along each dimension of out, 0 or more; as many as self has
 *          dimensions, and more for new ones in front.
 * out      of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, repeats or out NULL
 *   161002  the data type of self not one of REPEATED
 *   161002  the data type of self is not the data type of out
 *   161002  repeats has fewer entries than self has dimensions, or more than 8, or one below 0
 *   161002  out not of the shape that follows from self and repeats
 */
ACLNN_API aclnnStatus aclnnRepeatGetWorkspaceSize(const aclTensor *self, const aclIntArray *repeats,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnRepeat: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
