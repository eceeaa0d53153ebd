/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sign_bits_unpack.h: aclnnSignBitsUnpack.
 *
 * Made from csrc/ops/bitwise/bitwise.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SIGN_BITS       ACL_UINT8 on Ascend910B, Ascend910_93 and Ascend950
 *   WITH_SIGN_BITS  ACL_FLOAT, ACL_FLOAT16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H
#define ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSignBitsUnpack
 ************************************************/

/*
 * aclnnSignBitsUnpackGetWorkspaceSize: phase one. 1 and -1 for the signs that are eight a byte.
 *
 *     out[i] = 1 where bit i % 8 of self[i / 8] is 1, else -1
 *
 * self   the signs, in one dimension. SIGN_BITS.
 * size   the first dimension of out.
 * dtype  the data type of out.
 * out    1 and -1, in two dimensions. WITH_SIGN_BITS.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of self not one of SIGN_BITS
 *   161002  the data type of out not one of WITH_SIGN_BITS
 *   161002  the data type of out is not the data type of dtype
 *   161002  format of self not ACL_FORMAT_ND
 *   161002  format of out not ACL_FORMAT_ND
 *   161002  self not of one dimension, out not of two, the first of them size, or the bytes of
 *           signs no multiple of size
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSignBitsUnpackGetWorkspaceSize(const aclTensor *self, int64_t size,
                                                          aclDataType dtype, aclTensor *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnSignBitsUnpack: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSignBitsUnpack(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
