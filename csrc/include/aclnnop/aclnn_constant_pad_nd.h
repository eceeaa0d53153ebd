/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_constant_pad_nd.h: aclnnConstantPadNd.
 *
 * Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   PADDED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_DOUBLE, ACL_COMPLEX64,
 *           ACL_COMPLEX128; ACL_BF16 not on Ascend910; ACL_HIFLOAT8, ACL_FLOAT8_E5M2,
 *           ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E8M0, ACL_FLOAT4_E2M1, ACL_FLOAT4_E1M2 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_CONSTANT_PAD_ND_H
#define ACLNNOP_ACLNN_CONSTANT_PAD_ND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnConstantPadNd
 ************************************************/

/*
 * aclnnConstantPadNdGetWorkspaceSize: phase one. Puts places of one number before and behind
 * dimensions, or cuts places off.
 *
 *     out[..., i, ...] = self[..., i - before, ...] where that is a place of self, else value
 *
 * self   the tensor, of up to 8 dimensions. PADDED.
 * pad    places before and behind, for the last dimension first, then for the one before it and so
 *        on; negative ones cut off.
 * value  the number, which is converted to the type of self.
 * out    of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, pad, value or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of PADDED
 *   161002  layouts of self and out differ, where that of self is not ACL_FORMAT_ND
 *   161002  self of more than 8 dimensions, pad not of two numbers for each of some last dimensions
 *           of self; more cut off than there is, none left where places come, or out not of the
 *           shape that follows; a negative entry with numbers of 8 bits or less that are floats
 *   empty   out empty: nothing is done
 *   207000  the data type of self one of ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN,
 *           ACL_FLOAT8_E8M0, ACL_FLOAT4_E2M1, ACL_FLOAT4_E1M2, which CANN computes and this library
 *           does not (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnConstantPadNdGetWorkspaceSize(const aclTensor *self,
                                                         const aclIntArray *pad,
                                                         const aclScalar *value, aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnConstantPadNd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConstantPadNd(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
