/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_erfc.h: aclnnErfc, aclnnInplaceErfc.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT_BOOL_INT64  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BOOL, ACL_INT64; ACL_BF16 not on
 *                     Ascend910
 *   FLOAT             ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ERFC_H
#define ACLNNOP_ACLNN_ERFC_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnErfc
 ************************************************/

/*
 * aclnnErfcGetWorkspaceSize: phase one. The complementary error function of every element.
 *
 *     out = erfc(self)
 *
 * self  the numbers; bool and int64 are computed in float32. FLOAT_BOOL_INT64.
 * out   the results.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT_BOOL_INT64
 *   161002  the type computed in does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnErfcGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnErfc: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnErfc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceErfc
 ************************************************/

/*
 * aclnnInplaceErfcGetWorkspaceSize: phase one. The complementary error function of every element,
 * in its place.
 *
 *     selfRef = erfc(selfRef)
 *
 * selfRef  the numbers; bool and int64 are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT
 *   161002  the data type of selfRef not one of FLOAT_BOOL_INT64
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceErfcGetWorkspaceSize(const aclTensor *selfRef,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceErfc: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceErfc(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
