/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_histc.h: aclnnHistc.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   HISTOGRAM  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8
 */
#ifndef ACLNNOP_ACLNN_HISTC_H
#define ACLNNOP_ACLNN_HISTC_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHistc
 ************************************************/

/*
 * aclnnHistcGetWorkspaceSize: phase one. Counts the elements in intervals of one width between two
 * limits.
 *
 *     out[i] = the elements x with i <= (x - min) * bins / (max - min) < i + 1; max counts in the
 *         last one
 *
 * self  the numbers. HISTOGRAM.
 * bins  how many intervals.
 * min   the lower limit.
 * max   the upper limit; the same as min: the least and the largest element are the limits, and
 *       where these are equal too, one less and one more.
 * out   the counts. HISTOGRAM.
 *
 * I.
 *
 * n.
 *
 * t.
 *
 * e.
 *
 * r.
 *
 * v.
 *
 * a.
 *
 * l.
 *
 * s.
 *
 * .
 *
 * o.
 *
 * f.
 *
 * .
 *
 * f.
 *
 * l.
 *
 * o.
 *
 * a.
 *
 * t.
 *
 * s.
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
 * f.
 *
 * o.
 *
 * u.
 *
 * n.
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
 * f.
 *
 * l.
 *
 * o.
 *
 * a.
 *
 * t.
 *
 * 3.
 *
 * 2.
 *
 * ,.
 *
 * .
 *
 * t.
 *
 * h.
 *
 * o.
 *
 * s.
 *
 * e.
 *
 * .
 *
 * o.
 *
 * f.
 *
 * .
 *
 * i.
 *
 * n.
 *
 * t.
 *
 * e.
 *
 * g.
 *
 * e.
 *
 * r.
 *
 * s.
 *
 * .
 *
 * e.
 *
 * x.
 *
 * a.
 *
 * c.
 *
 * t.
 *
 * l.
 *
 * y.
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
 * a.
 *
 * n.
 *
 * d.
 *
 * .
 *
 * w.
 *
 * h.
 *
 * a.
 *
 * t.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * o.
 *
 * u.
 *
 * t.
 *
 * s.
 *
 * i.
 *
 * d.
 *
 * e.
 *
 * .
 *
 * o.
 *
 * f.
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
 * l.
 *
 * i.
 *
 * m.
 *
 * i.
 *
 * t.
 *
 * s.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * n.
 *
 * o.
 *
 * t.
 *
 * .
 *
 * c.
 *
 * o.
 *
 * u.
 *
 * n.
 *
 * t.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, min, max or out NULL
 *   161002  the data type of self not one of HISTOGRAM
 *   161002  the data type of out not one of HISTOGRAM
 *   161002  min or max not finite, unless both are the same infinity
 *   161002  bins below 1, or min larger than max
 *   161002  the data type of out does not convert to the data type of self
 *   161002  out not of one dimension with bins elements
 *   161002  self not of 0 to 8 dimensions
 */
ACLNN_API aclnnStatus aclnnHistcGetWorkspaceSize(const aclTensor *self, int64_t bins,
                                                 const aclScalar *min, const aclScalar *max,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnHistc: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHistc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
