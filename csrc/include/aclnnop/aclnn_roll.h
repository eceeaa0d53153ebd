/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_roll.h: aclnnRoll.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ROLLED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT32, ACL_UINT32, ACL_BOOL,
 *           ACL_INT64; ACL_BF16, ACL_INT16 not on Ascend910; ACL_COMPLEX64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_ROLL_H
#define ACLNNOP_ACLNN_ROLL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRoll
 ************************************************/

/*
 * aclnnRollGetWorkspaceSize: phase one. Moves elements along dimensions; what leaves at one end
 * comes in at the other.
 *
 *     out[..., (i + shift) mod n, ...] = x[..., i, ...] for each shift and its dimension
 *
 * x       the tensor, of up to 8 dimensions. ROLLED.
 * shifts  by how many places; negative ones move to the front.
 * dims    a dimension for each shift; without any, the one shift is that of x as a row of elements.
 * out     the same elements, of the same type and shape. ROLLED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  x, shifts, dims or out NULL
 *   161002  the data type of x not one of ROLLED
 *   161002  the data type of out not one of ROLLED
 *   161002  the data type of x is not the data type of out
 *   161002  shapes of x and out differ
 *   161002  shifts and dims do not go together: as many of both, or one of shifts and none of dims;
 *           or x has more than 8 dimensions
 *   empty   x empty: nothing is done
 *   161002  an entry of dims outside the dimensions of x
 *   561103  format of x neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnRollGetWorkspaceSize(const aclTensor *x, const aclIntArray *shifts,
                                                const aclIntArray *dims, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRoll: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRoll(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
