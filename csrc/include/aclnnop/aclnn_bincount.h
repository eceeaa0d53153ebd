/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bincount.h: aclnnBincount.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   WEIGHTS_COUNTED  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                    ACL_UINT8, ACL_BOOL
 */
#ifndef ACLNNOP_ACLNN_BINCOUNT_H
#define ACLNNOP_ACLNN_BINCOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBincount
 ************************************************/

/*
 * aclnnBincountGetWorkspaceSize: phase one. Counts each whole number, or sums a weight for each.
 *
 *     out[self[i]] += weights[i], or 1
 *
 * self       the numbers, from 0 to the elements of out - 1. ACL_INT8, ACL_INT16, ACL_INT32,
 *            ACL_INT64, ACL_UINT8.
 * weights    a weight for each; NULL: 1; may be NULL. WEIGHTS_COUNTED.
 * minlength  the fewest elements of out.
 * out        the sums. ACL_FLOAT, ACL_DOUBLE, ACL_INT32, ACL_INT64.
 *
 * A.
 *
 * .
 *
 * n.
 *
 * u.
 *
 * m.
 *
 * b.
 *
 * e.
 *
 * r.
 *
 * .
 *
 * b.
 *
 * e.
 *
 * l.
 *
 * o.
 *
 * w.
 *
 * .
 *
 * 0.
 *
 * ,.
 *
 * .
 *
 * o.
 *
 * r.
 *
 * .
 *
 * o.
 *
 * n.
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
 * o.
 *
 * u.
 *
 * t.
 *
 * .
 *
 * h.
 *
 * a.
 *
 * s.
 *
 * .
 *
 * n.
 *
 * o.
 *
 * .
 *
 * e.
 *
 * l.
 *
 * e.
 *
 * m.
 *
 * e.
 *
 * n.
 *
 * t.
 *
 * .
 *
 * f.
 *
 * o.
 *
 * r.
 *
 * ,.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * a.
 *
 * .
 *
 * f.
 *
 * a.
 *
 * i.
 *
 * l.
 *
 * u.
 *
 * r.
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
 * s.
 *
 * t.
 *
 * r.
 *
 * e.
 *
 * a.
 *
 * m.
 *
 * ,.
 *
 * .
 *
 * 5.
 *
 * 0.
 *
 * 7.
 *
 * 0.
 *
 * 1.
 *
 * 5.
 *
 * .
 *
 * .
 *
 * W.
 *
 * e.
 *
 * i.
 *
 * g.
 *
 * h.
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
 * s.
 *
 * u.
 *
 * m.
 *
 * m.
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
 * 6.
 *
 * 4.
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
 * r.
 *
 * o.
 *
 * u.
 *
 * n.
 *
 * d.
 *
 * e.
 *
 * d.
 *
 * .
 *
 * t.
 *
 * o.
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
 * .
 *
 * w.
 *
 * h.
 *
 * e.
 *
 * r.
 *
 * e.
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
 * a.
 *
 * r.
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
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8
 *   161002  the data type of out not one of ACL_FLOAT, ACL_DOUBLE, ACL_INT32, ACL_INT64
 *   161002  the data type of weights not one of WEIGHTS_COUNTED
 *   161002  a layout of self or out private to the device
 *   161002  self not of 1 to 1 dimensions
 *   161002  layouts of self and weights differ
 *   161002  shapes of self and weights differ
 *   161002  minlength or the elements of out more than 2147483647 (561103: self has elements, and
 *           out is not of one dimension with room for minlength)
 */
ACLNN_API aclnnStatus aclnnBincountGetWorkspaceSize(const aclTensor *self, const aclTensor *weights,
                                                    int64_t minlength, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnBincount: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBincount(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
