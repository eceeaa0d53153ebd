/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sign_bits_pack.h: aclnnSignBitsPack.
 *
 * Made from csrc/ops/bitwise/bitwise.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   WITH_SIGN_BITS  ACL_FLOAT, ACL_FLOAT16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SIGN_BITS_PACK_H
#define ACLNNOP_ACLNN_SIGN_BITS_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSignBitsPack
 ************************************************/

/*
 * aclnnSignBitsPackGetWorkspaceSize: phase one. The signs of numbers, eight a byte.
 *
 *     bit i % 8 of byte i / 8 of out = self[i] >= 0
 *
 * self  the numbers, in one dimension; not NaN. WITH_SIGN_BITS.
 * size  the first dimension of out.
 * out   the signs, in two dimensions; numbers that are missing in the last byte count as -1.
 *       ACL_UINT8.
 *
 * CANN documents Ascend950 otherwise: a bit is self[i] < 0, and the first number has the highest
 * bit of its byte.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of WITH_SIGN_BITS
 *   161002  the data type of out not one of ACL_UINT8
 *   161002  format of self not ACL_FORMAT_ND
 *   161002  format of out not ACL_FORMAT_ND
 *   161002  self not of one dimension, out not of two, the first of them size, or the bytes of
 *           signs no multiple of size
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSignBitsPackGetWorkspaceSize(const aclTensor *self, int64_t size,
                                                        aclTensor *out, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnSignBitsPack: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSignBitsPack(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
