/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_median.h: aclnnMedianDim, aclnnMedian, aclnnNanMedianDim, aclnnNanMedian.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_INTEGER  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                      ACL_UINT8; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_MEDIAN_H
#define ACLNNOP_ACLNN_MEDIAN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMedianDim
 ************************************************/

/*
 * aclnnMedianDimGetWorkspaceSize: phase one. The lower median along a dimension; the first NaN
 * where there is one.
 *
 *     valuesOut = self in order at place (n - 1) / 2, indicesOut = where it was along dim
 *
 * self        the elements. SINGLE_OR_INTEGER.
 * dim         the dimension.
 * keepDim     whether a dimension of 1 stays in its place.
 * valuesOut   the elements.
 * indicesOut  their places along dim. ACL_INT64.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valuesOut or indicesOut NULL
 *   161002  the data type of self not one of SINGLE_OR_INTEGER
 *   161002  the data type of valuesOut is not the data type of self
 *   161002  the data type of indicesOut not one of ACL_INT64
 *   161002  dim outside the dimensions of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  valuesOut not of one dimension less than self, or of as many where keepDim says so
 *   161002  indicesOut not of one dimension less than self, or of as many where keepDim says so
 *   161002  self bfloat16, with 1 element along dim
 *   empty   self, valuesOut or indicesOut empty: nothing is done
 *   161002  valuesOut not of the shape of self without dim, or with 1 there where keepDim says so
 *   161002  indicesOut not of the shape of self without dim, or with 1 there where keepDim says so
 */
ACLNN_API aclnnStatus aclnnMedianDimGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                     bool keepDim, aclTensor *valuesOut,
                                                     aclTensor *indicesOut, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnMedianDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMedianDim(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnMedian
 ************************************************/

/*
 * aclnnMedianGetWorkspaceSize: phase one. The lower median of all elements; the first NaN where
 * there is one.
 *
 *     valuesOut = all elements of self in order at place (n - 1) / 2
 *
 * self       the elements. SINGLE_OR_INTEGER.
 * valuesOut  the median, in one element.
 *
 * Of nothing: NaN, or the least int32 or int64, or 0 of other types.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or valuesOut NULL
 *   161002  the data type of self not one of SINGLE_OR_INTEGER
 *   161002  the data type of valuesOut is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  valuesOut not of one element, in one dimension or none
 *   161002  self bfloat16, with 1 element along the last dimension
 */
ACLNN_API aclnnStatus aclnnMedianGetWorkspaceSize(const aclTensor *self, aclTensor *valuesOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnMedian: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMedian(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

/*-**********************************************
 *  aclnnNanMedianDim
 ************************************************/

/*
 * aclnnNanMedianDimGetWorkspaceSize: phase one. The lower median of the numbers along a dimension;
 * NaN where there is nothing else.
 *
 *     valuesOut = self in order at place (n - 1) / 2, indicesOut = where it was along dim
 *
 * self        the elements. SINGLE_OR_INTEGER.
 * dim         the dimension.
 * keepDim     whether a dimension of 1 stays in its place.
 * valuesOut   the elements.
 * indicesOut  their places along dim. ACL_INT64.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valuesOut or indicesOut NULL
 *   161002  the data type of self not one of SINGLE_OR_INTEGER
 *   161002  the data type of valuesOut is not the data type of self
 *   161002  the data type of indicesOut not one of ACL_INT64
 *   161002  dim outside the dimensions of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  valuesOut not of one dimension less than self, or of as many where keepDim says so
 *   161002  indicesOut not of one dimension less than self, or of as many where keepDim says so
 *   161002  self bfloat16, with 1 element along dim
 *   161002  self without elements along dim
 *   empty   self empty: nothing is done
 *   161002  valuesOut not of the shape of self without dim, or with 1 there where keepDim says so
 *   161002  indicesOut not of the shape of self without dim, or with 1 there where keepDim says so
 */
ACLNN_API aclnnStatus aclnnNanMedianDimGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                        bool keepDim, aclTensor *valuesOut,
                                                        aclTensor *indicesOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnNanMedianDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNanMedianDim(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnNanMedian
 ************************************************/

/*
 * aclnnNanMedianGetWorkspaceSize: phase one. The lower median of the elements that are numbers; NaN
 * where there is nothing else.
 *
 *     out = all elements of self in order at place (n - 1) / 2
 *
 * self  the elements. SINGLE_OR_INTEGER.
 * out   the median, in one element.
 *
 * Of nothing: NaN, or the least int32 or int64, or 0 of other types.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_INTEGER
 *   161002  the data type of out is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of one element, in one dimension or none
 *   161002  self bfloat16, with 1 element along the last dimension
 */
ACLNN_API aclnnStatus aclnnNanMedianGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnNanMedian: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNanMedian(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
