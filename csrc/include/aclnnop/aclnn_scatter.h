/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter.h: aclnnScatter, aclnnInplaceScatter, aclnnScatterValue,
 * aclnnInplaceScatterValue.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SCATTER_H
#define ACLNNOP_ACLNN_SCATTER_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScatter
 ************************************************/

/*
 * aclnnScatterGetWorkspaceSize: phase one. Writes one element for each index, along one dimension.
 *
 *     out = self, with out[..., index[..., i, ...], ...] = src[..., i, ...] in the order of index;
 *         reduce 1 adds, 2 multiplies
 *
 * self    what is changed. NUMBER.
 * dim     the dimension; negative ones count from the last.
 * index   the places; 0 to the length of the dimension - 1.
 * src     what is written, at least as large as index.
 * reduce  0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller.
 * out     self, changed.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index, src or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of src is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64, if index has elements
 *   161002  index has elements, and dim is outside the dimensions of self, index or src not of as
 *           many dimensions as self, index larger than src, or than self in another dimension, or
 *           out not of the shape of self
 *   207000  reduce 5, the mean, which CANN computes and this library does not
 *   161002  self complex and reduce 3 or 4
 */
ACLNN_API aclnnStatus aclnnScatterGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                   const aclTensor *index, const aclTensor *src,
                                                   int64_t reduce, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnScatter: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatter(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceScatter
 ************************************************/

/*
 * aclnnInplaceScatterGetWorkspaceSize: phase one. Writes one element for each index, along one
 * dimension, in its place.
 *
 *     selfRef = selfRef, with selfRef[..., index[..., i, ...], ...] = src[..., i, ...] in the order
 *         of index; reduce 1 adds, 2 multiplies
 *
 * selfRef  what is changed; receives the result. NUMBER.
 * dim      the dimension; negative ones count from the last.
 * index    the places; 0 to the length of the dimension - 1.
 * src      what is written, at least as large as index.
 * reduce   0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index or src NULL
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of src is not the data type of selfRef
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64, if index has elements
 *   161002  index has elements, and dim is outside the dimensions of selfRef, index or src not of
 *           as many dimensions as selfRef, index larger than src, or than selfRef in another
 *           dimension, or selfRef not of the shape of selfRef
 *   207000  reduce 5, the mean, which CANN computes and this library does not
 *   161002  selfRef complex and reduce 3 or 4
 */
ACLNN_API aclnnStatus aclnnInplaceScatterGetWorkspaceSize(aclTensor *selfRef, int64_t dim,
                                                          const aclTensor *index,
                                                          const aclTensor *src, int64_t reduce,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInplaceScatter: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceScatter(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnScatterValue
 ************************************************/

/*
 * aclnnScatterValueGetWorkspaceSize: phase one. Writes a number for each index, along one
 * dimension.
 *
 *     out = self, with out[..., index[..., i, ...], ...] = value; reduce 1 adds, 2 multiplies
 *
 * self    what is changed. NUMBER.
 * dim     the dimension; negative ones count from the last.
 * index   the places; 0 to the length of the dimension - 1.
 * value   the number, in the type of self.
 * reduce  0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller.
 * out     self, changed.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index, value or out NULL
 *   161002  value complex, and self not
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64, if index has elements
 *   161002  index has elements, and dim is outside the dimensions of self, index or index not of as
 *           many dimensions as self, index larger than index, or than self in another dimension, or
 *           out not of the shape of self
 *   207000  reduce 5, the mean, which CANN computes and this library does not
 *   161002  self complex and reduce 3 or 4
 */
ACLNN_API aclnnStatus aclnnScatterValueGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                        const aclTensor *index,
                                                        const aclScalar *value, int64_t reduce,
                                                        aclTensor *out, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnScatterValue: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatterValue(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceScatterValue
 ************************************************/

/*
 * aclnnInplaceScatterValueGetWorkspaceSize: phase one. Writes a number for each index, along one
 * dimension, in its place.
 *
 *     selfRef = selfRef, with selfRef[..., index[..., i, ...], ...] = value; reduce 1 adds, 2
 *         multiplies
 *
 * selfRef  what is changed; receives the result. NUMBER.
 * dim      the dimension; negative ones count from the last.
 * index    the places; 0 to the length of the dimension - 1.
 * value    the number, in the type of self.
 * reduce   0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index or value NULL
 *   161002  value complex, and selfRef not
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64, if index has elements
 *   161002  index has elements, and dim is outside the dimensions of selfRef, index or index not of
 *           as many dimensions as selfRef, index larger than index, or than selfRef in another
 *           dimension, or selfRef not of the shape of selfRef
 *   207000  reduce 5, the mean, which CANN computes and this library does not
 *   161002  selfRef complex and reduce 3 or 4
 */
ACLNN_API aclnnStatus aclnnInplaceScatterValueGetWorkspaceSize(aclTensor *selfRef, int64_t dim,
                                                               const aclTensor *index,
                                                               const aclScalar *value,
                                                               int64_t reduce,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnInplaceScatterValue: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceScatterValue(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
