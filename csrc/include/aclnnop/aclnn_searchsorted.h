/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_searchsorted.h: aclnnSearchSorted, aclnnSearchSorteds.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_WITHOUT_BFLOAT16  ACL_FLOAT16, ACL_FLOAT, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_INT32,
 *                          ACL_INT64, ACL_DOUBLE
 */
#ifndef ACLNNOP_ACLNN_SEARCHSORTED_H
#define ACLNNOP_ACLNN_SEARCHSORTED_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSearchSorted
 ************************************************/

/*
 * aclnnSearchSortedGetWorkspaceSize: phase one. Where numbers would be put into sorted sequences.
 *
 *     out = the first place j with sortedSequence[j] >= self (right: > self), or the length
 *
 * sortedSequence  one sequence, or one for each row of self, from the least up.
 *                 REAL_WITHOUT_BFLOAT16.
 * self            the numbers. REAL_WITHOUT_BFLOAT16.
 * outInt32        whether out is int32 and not int64.
 * right           whether equal elements are passed.
 * sorter          places in each sequence that put it in order; NULL: it is in order; may be NULL.
 *                 ACL_INT64.
 * out             the places, of the shape of self.
 *
 * B.
 *
 * o.
 *
 * t.
 *
 * h.
 *
 * .
 *
 * a.
 *
 * r.
 *
 * e.
 *
 * .
 *
 * c.
 *
 * o.
 *
 * m.
 *
 * p.
 *
 * a.
 *
 * r.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * i.
 *
 * n.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * e.
 *
 * .
 *
 * t.
 *
 * y.
 *
 * p.
 *
 * e.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * a.
 *
 * t.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * e.
 *
 * y.
 *
 * .
 *
 * p.
 *
 * r.
 *
 * o.
 *
 * m.
 *
 * o.
 *
 * t.
 *
 * e.
 *
 * .
 *
 * t.
 *
 * o.
 *
 * .
 *
 * .
 *
 * N.
 *
 * a.
 *
 * N.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * p.
 *
 * a.
 *
 * s.
 *
 * s.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * b.
 *
 * y.
 *
 * .
 *
 * e.
 *
 * v.
 *
 * e.
 *
 * r.
 *
 * y.
 *
 * .
 *
 * s.
 *
 * e.
 *
 * a.
 *
 * r.
 *
 * c.
 *
 * h.
 *
 * ,.
 *
 * .
 *
 * a.
 *
 * n.
 *
 * d.
 *
 * .
 *
 * a.
 *
 * .
 *
 * s.
 *
 * e.
 *
 * a.
 *
 * r.
 *
 * c.
 *
 * h.
 *
 * .
 *
 * f.
 *
 * o.
 *
 * r.
 *
 * .
 *
 * i.
 *
 * t.
 *
 * .
 *
 * p.
 *
 * a.
 *
 * s.
 *
 * s.
 *
 * e.
 *
 * s.
 *
 * .
 *
 * e.
 *
 * v.
 *
 * e.
 *
 * r.
 *
 * y.
 *
 * t.
 *
 * h.
 *
 * i.
 *
 * n.
 *
 * g.
 *
 * .
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  sortedSequence, self or out NULL
 *   161002  the data type of sortedSequence not one of REAL_WITHOUT_BFLOAT16
 *   161002  the data type of self not one of REAL_WITHOUT_BFLOAT16
 *   161002  the data type of out not int32 where outInt32 is true, or int64 where it is false
 *   161002  the data type of sorter not one of ACL_INT64
 *   161002  sortedSequence not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  shapes of sortedSequence and sorter differ
 *   161002  sortedSequence not of one dimension, or of those of self but for the last
 *   161002  no common data type of sortedSequence and self
 */
ACLNN_API aclnnStatus aclnnSearchSortedGetWorkspaceSize(const aclTensor *sortedSequence,
                                                        const aclTensor *self, bool outInt32,
                                                        bool right, const aclTensor *sorter,
                                                        aclTensor *out, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnSearchSorted: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSearchSorted(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnSearchSorteds
 ************************************************/

/*
 * aclnnSearchSortedsGetWorkspaceSize: phase one. Where a number would be put into a sorted
 * sequence.
 *
 *     out = the first place j with sortedSequence[j] >= self (right: > self), or the length
 *
 * sortedSequence  the sequence, from the least up. REAL_WITHOUT_BFLOAT16.
 * self            the number, as a float32 and then in the type of sortedSequence.
 * outInt32        whether out is int32 and not int64.
 * right           whether equal elements are passed.
 * sorter          places that put it in order; NULL: it is in order; may be NULL. ACL_INT64.
 * out             the place, in one element.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  sortedSequence, self or out NULL
 *   161002  out empty
 *   161002  the data type of sortedSequence not one of REAL_WITHOUT_BFLOAT16
 *   161002  the data type of out not int32 where outInt32 is true, or int64 where it is false
 *   161002  the data type of sorter not one of ACL_INT64
 *   161002  sortedSequence not of 0 to 8 dimensions
 *   161002  shapes of sortedSequence and sorter differ
 *   161002  sortedSequence not of one dimension
 *   161002  out not of one element, in one dimension or none
 */
ACLNN_API aclnnStatus aclnnSearchSortedsGetWorkspaceSize(const aclTensor *sortedSequence,
                                                         const aclScalar *self, bool outInt32,
                                                         bool right, const aclTensor *sorter,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnSearchSorteds: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSearchSorteds(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
