/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_repeat_interleave.h: aclnnRepeatInterleave, aclnnRepeatInterleaveWithDim,
 * aclnnRepeatInterleaveInt, aclnnRepeatInterleaveIntWithDim, aclnnRepeatInterleaveTensor.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   INTERLEAVED  ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL, ACL_FLOAT16,
 *                ACL_FLOAT; ACL_BF16 not on Ascend910; ACL_UINT16, ACL_UINT32, ACL_UINT64 on
 *                Ascend950
 */
#ifndef ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H
#define ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRepeatInterleave
 ************************************************/

/*
 * aclnnRepeatInterleaveGetWorkspaceSize: phase one. Repeats every element, in a row.
 *
 *     out = repeats[0] times self's first element, repeats[1] times the second, ...
 *
 * self        the elements, of up to 8 dimensions. INTERLEAVED.
 * repeats     how often each is repeated: as many numbers as self has elements, or one for all; 0
 *             and more. ACL_INT64, ACL_INT32.
 * outputSize  their sum, of one for all the sum over self.
 * out         a row of so many, of the same type.
 *
 * Repeats that are below 0, or whose sum is not outputSize, fail the launch; CANN reads and writes
 * what is not there.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, repeats or out NULL
 *   161002  the data type of self not one of INTERLEAVED
 *   161002  the data type of repeats not one of ACL_INT64, ACL_INT32
 *   161002  the data type of self is not the data type of out
 *   161002  repeats not of 0 to 1 dimensions
 *   161002  repeats not of as many numbers as self has elements, nor of one
 *   161002  self not of 0 to 8 dimensions
 *   161002  repeats without elements where self and out have some, or of several where self has
 *           none
 *   161002  out not a row of outputSize
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGetWorkspaceSize(const aclTensor *self,
                                                            const aclTensor *repeats,
                                                            int64_t outputSize, aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnRepeatInterleave: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeatInterleave(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnRepeatInterleaveWithDim
 ************************************************/

/*
 * aclnnRepeatInterleaveWithDimGetWorkspaceSize: phase one. Repeats every place of a dimension.
 *
 *     out = repeats[0] times the first place of self, repeats[1] times the second, ...
 *
 * self        the elements, of 1 to 8 dimensions. INTERLEAVED.
 * repeats     how often each place is repeated: as many numbers as there are places, or one for
 *             all; 0 and more. ACL_INT64, ACL_INT32.
 * dim         the dimension; negative ones count from the last.
 * outputSize  their sum, of one for all the sum over the places.
 * out         so many places, of the same type.
 *
 * Repeats that are below 0, or whose sum is not outputSize, fail the launch; CANN reads and writes
 * what is not there.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, repeats or out NULL
 *   161002  the data type of self not one of INTERLEAVED
 *   161002  the data type of repeats not one of ACL_INT64, ACL_INT32
 *   161002  the data type of self is not the data type of out
 *   161002  repeats not of 0 to 1 dimensions
 *   161002  self not of 1 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   161002  repeats not of as many numbers as there are places along dim, nor of one
 *   161002  repeats without elements
 *   161002  out not of the shape that follows
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveWithDimGetWorkspaceSize(const aclTensor *self,
                                                                   const aclTensor *repeats,
                                                                   int64_t dim, int64_t outputSize,
                                                                   aclTensor *out,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnRepeatInterleaveWithDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveWithDim(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnRepeatInterleaveInt
 ************************************************/

/*
 * aclnnRepeatInterleaveIntGetWorkspaceSize: phase one. Repeats every element as often, in a row.
 *
 *     out[i] = element i / repeats of self
 *
 * self        the elements, of up to 8 dimensions. INTERLEAVED.
 * repeats     how often each is repeated, 0 or more.
 * outputSize  repeats times the elements of self.
 * out         a row of so many, of the same type.
 *
 * An outputSize that is not repeats times the elements fails the launch; CANN reads and writes what
 * is not there.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of INTERLEAVED
 *   161002  the data type of self is not the data type of out
 *   161002  repeats below 0
 *   161002  self not of 0 to 8 dimensions
 *   empty   self or out empty: nothing is done
 *   161002  out not a row of outputSize
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveIntGetWorkspaceSize(const aclTensor *self,
                                                               int64_t repeats, int64_t outputSize,
                                                               aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnRepeatInterleaveInt: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveInt(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnRepeatInterleaveIntWithDim
 ************************************************/

/*
 * aclnnRepeatInterleaveIntWithDimGetWorkspaceSize: phase one. Repeats every place of a dimension as
 * often.
 *
 *     out[..., i, ...] = self[..., i / repeats, ...]
 *
 * self        the elements, of 1 to 8 dimensions. INTERLEAVED.
 * repeats     how often each place is repeated, 0 or more.
 * dim         the dimension; negative ones count from the last.
 * outputSize  repeats times the places.
 * out         so many places, of the same type.
 *
 * An outputSize that is not repeats times the places fails the launch; CANN reads and writes what
 * is not there.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of INTERLEAVED
 *   161002  the data type of self is not the data type of out
 *   161002  repeats below 0
 *   161002  self not of 1 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   161002  out not of the shape that follows
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveIntWithDimGetWorkspaceSize(const aclTensor *self,
                                                                      int64_t repeats, int64_t dim,
                                                                      int64_t outputSize,
                                                                      aclTensor *out,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);

/* aclnnRepeatInterleaveIntWithDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveIntWithDim(void *workspace, uint64_t workspaceSize,
                                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnRepeatInterleaveTensor
 ************************************************/

/*
 * aclnnRepeatInterleaveTensorGetWorkspaceSize: phase one. Repeats the numbers from 0 on.
 *
 *     out = repeats[0] times 0, repeats[1] times 1, ...
 *
 * repeats     how often each number is repeated, of one dimension; 0 and more. ACL_INT64,
 *             ACL_INT32.
 * outputSize  their sum.
 * out         a row of so many, of the same type.
 *
 * Repeats that are below 0, or whose sum is not outputSize, fail the launch; CANN reads and writes
 * what is not there.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  repeats or out NULL
 *   161002  the data type of repeats not one of ACL_INT64, ACL_INT32
 *   161002  the data type of repeats is not the data type of out
 *   161002  repeats not of one dimension, where it has elements
 *   empty   repeats or out empty: nothing is done
 *   161002  out not a row of outputSize
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveTensorGetWorkspaceSize(const aclTensor *repeats,
                                                                  int64_t outputSize,
                                                                  aclTensor *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnRepeatInterleaveTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveTensor(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
