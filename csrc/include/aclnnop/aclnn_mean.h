/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mean.h: aclnnMean, aclnnMeanV2.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_MEAN_H
#define ACLNNOP_ACLNN_MEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMean
 ************************************************/

/*
 * aclnnMeanGetWorkspaceSize: phase one. The mean over dimensions.
 *
 *     out = the mean of self over dim
 *
 * self     the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *          ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 * dim      the dimensions to take the mean over, negative ones counted from the last; none means
 *          all.
 * keepDim  whether they stay, as dimensions of 1.
 * dtype    the type to compute in. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *          ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *          Ascend910.
 * out      the means. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *          ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Of no elements it is NaN.
 *
 * Precision: within 1.5 units in the last place in float32, within 4 units in the last place in
 * float64, within 4 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of dtype not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of self does not convert to the data type of dtype
 *   161002  the data type of dtype does not convert to the data type of out
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  the data type of out not one of REAL_OR_BOOL, if self has no elements
 *   161002  shape of out is not what is left of self
 */
ACLNN_API aclnnStatus aclnnMeanGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                                bool keepDim, aclDataType dtype, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnMean: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMean(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnMeanV2
 ************************************************/

/*
 * aclnnMeanV2GetWorkspaceSize: phase one. The mean over dimensions, in the type of self.
 *
 *     out = the mean of self over dim
 *
 * self               the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *                    ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not
 *                    on Ascend910.
 * dim                the dimensions to take the mean over, negative ones counted from the last.
 * keepDim            whether they stay, as dimensions of 1.
 * noopWithEmptyAxes  whether no dimensions means none; else all.
 * out                the means. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *                    ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *                    Ascend910.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Of no elements it is NaN.
 *
 * Precision: within 1.5 units in the last place in float32, within 4 units in the last place in
 * float64, within 4 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of self is not the data type of out
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  the data type of out not one of REAL_OR_BOOL, if self has no elements
 *   161002  shape of out is not what is left of self
 */
ACLNN_API aclnnStatus aclnnMeanV2GetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                                  bool keepDim, bool noopWithEmptyAxes,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnMeanV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMeanV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
