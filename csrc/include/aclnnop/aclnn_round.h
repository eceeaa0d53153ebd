/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_round.h: aclnnRound, aclnnInplaceRound, aclnnRoundDecimals,
 * aclnnInplaceRoundDecimals.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT_OR_WIDE_INTEGER  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64; ACL_BF16 not
 *                          on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ROUND_H
#define ACLNNOP_ACLNN_ROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRound
 ************************************************/

/*
 * aclnnRoundGetWorkspaceSize: phase one. The integer that is nearest to each element.
 *
 *     out = round(self), the even one between two
 *
 * self  the numbers. FLOAT_OR_WIDE_INTEGER.
 * out   the integers. FLOAT_OR_WIDE_INTEGER.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT_OR_WIDE_INTEGER
 *   161002  the data type of out not one of FLOAT_OR_WIDE_INTEGER
 *   161002  the data type of self is not the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  a layout of self or out private to the device
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnRoundGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRound: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRound(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRound
 ************************************************/

/*
 * aclnnInplaceRoundGetWorkspaceSize: phase one. The integer that is nearest to each element, in its
 * place.
 *
 *     selfRef = round(selfRef), the even one between two
 *
 * selfRef  the numbers; receives the result. FLOAT_OR_WIDE_INTEGER.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT_OR_WIDE_INTEGER
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  a layout of selfRef private to the device
 *   empty   selfRef empty: nothing is done
 *   561103  format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceRoundGetWorkspaceSize(const aclTensor *selfRef,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceRound: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRound(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnRoundDecimals
 ************************************************/

/*
 * aclnnRoundDecimalsGetWorkspaceSize: phase one. Every element rounded to decimals.
 *
 *     out = round(self * 10 ^ decimals) / 10 ^ decimals, the even one between two
 *
 * self      the numbers. FLOAT_OR_WIDE_INTEGER.
 * decimals  how many digits stay behind the point; negative: so many before it become 0.
 * out       the rounded numbers. FLOAT_OR_WIDE_INTEGER.
 *
 * The powers and products are rounded to the type computed in, which is float32 for 16 bits;
 * integers wrap around.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT_OR_WIDE_INTEGER
 *   161002  the data type of out not one of FLOAT_OR_WIDE_INTEGER
 *   161002  the data type of self is not the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  a layout of self or out private to the device
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnRoundDecimalsGetWorkspaceSize(const aclTensor *self, int64_t decimals,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnRoundDecimals: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRoundDecimals(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRoundDecimals
 ************************************************/

/*
 * aclnnInplaceRoundDecimalsGetWorkspaceSize: phase one. Every element rounded to decimals, in its
 * place.
 *
 *     selfRef = round(selfRef * 10 ^ decimals) / 10 ^ decimals, the even one between two
 *
 * selfRef   the numbers; receives the result. FLOAT_OR_WIDE_INTEGER.
 * decimals  how many digits stay behind the point; negative: so many before it become 0.
 *
 * The powers and products are rounded to the type computed in, which is float32 for 16 bits;
 * integers wrap around.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT_OR_WIDE_INTEGER
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  a layout of selfRef private to the device
 *   empty   selfRef empty: nothing is done
 *   561103  format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceRoundDecimalsGetWorkspaceSize(aclTensor *selfRef,
                                                                int64_t decimals,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnInplaceRoundDecimals: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRoundDecimals(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
