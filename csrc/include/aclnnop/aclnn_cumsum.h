/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cumsum.h: aclnnCumsum, aclnnCumsumV2.
 *
 * Made from csrc/ops/scan/scan.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_COMPLEX  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                    ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_CUMSUM_H
#define ACLNNOP_ACLNN_CUMSUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCumsum
 ************************************************/

/*
 * aclnnCumsumGetWorkspaceSize: phase one. The running sum along a dimension.
 *
 *     out[i] = self[0] + ... + self[i] along dim
 *
 * self   the summands.
 * dim    the dimension to sum along, negative ones counted from the last.
 * dtype  the type to compute in; that of out.
 * out    the sums. REAL_OR_COMPLEX.
 *
 * Units in the last place are those of the running sum of the magnitudes.
 *
 * float32 and the 16-bit types are summed in float64.
 *
 * Precision: within 32 units in the last place in float64, within 32 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of out not one of REAL_OR_COMPLEX
 *   161002  the data type of out is not the data type of dtype
 *   161002  shapes of out and self differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCumsumGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                  aclDataType dtype, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnCumsum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCumsum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

/*-**********************************************
 *  aclnnCumsumV2
 ************************************************/

/*
 * aclnnCumsumV2GetWorkspaceSize: phase one. The running sum along a dimension, from either end,
 * with or without the element itself.
 *
 *     out[i] = self[0] + ... + self[i] along dim; without self[i] if exclusive, from the last one
 *         on if reverse
 *
 * self       the summands. REAL_OR_COMPLEX.
 * dim        the dimension to sum along, negative ones counted from the last.
 * exclusive  whether element i has no part in sum i.
 * reverse    whether to begin with the last element.
 * out        the sums, in the type of self. REAL_OR_COMPLEX.
 *
 * Units in the last place are those of the running sum of the magnitudes.
 *
 * float32 and the 16-bit types are summed in float64.
 *
 * Precision: within 32 units in the last place in float64, within 32 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of REAL_OR_COMPLEX
 *   161002  the data type of out not one of REAL_OR_COMPLEX
 *   161002  the data type of self is not the data type of out
 *   161002  shapes of out and self differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCumsumV2GetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                    bool exclusive, bool reverse, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnCumsumV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCumsumV2(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
