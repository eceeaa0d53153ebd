/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_randperm.h: aclnnRandperm.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE;
 *         ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_RANDPERM_H
#define ACLNNOP_ACLNN_RANDPERM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRandperm
 ************************************************/

/*
 * aclnnRandpermGetWorkspaceSize: phase one. The numbers from 0 on, in an order by chance.
 *
 *     out = 0 ... n - 1 in an order of which each is as likely as any other
 *
 * n       how many.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers, in one dimension. REAL.
 *
 * T.
 *
 * h.
 *
 * e.
 *
 * .
 *
 * s.
 *
 * e.
 *
 * q.
 *
 * u.
 *
 * e.
 *
 * n.
 *
 * c.
 *
 * e.
 *
 * .
 *
 * i.
 *
 * s.
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
 * f.
 *
 * .
 *
 * d.
 *
 * o.
 *
 * c.
 *
 * s.
 *
 * /.
 *
 * r.
 *
 * a.
 *
 * n.
 *
 * d.
 *
 * o.
 *
 * m.
 *
 * .
 *
 * m.
 *
 * d.
 *
 * ,.
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
 * t.
 *
 * h.
 *
 * e.
 *
 * .
 *
 * d.
 *
 * e.
 *
 * v.
 *
 * i.
 *
 * c.
 *
 * e.
 *
 * '.
 *
 * s.
 *
 * ;.
 *
 * .
 *
 * i.
 *
 * t.
 *
 * .
 *
 * d.
 *
 * e.
 *
 * p.
 *
 * e.
 *
 * n.
 *
 * d.
 *
 * s.
 *
 * .
 *
 * o.
 *
 * n.
 *
 * .
 *
 * n.
 *
 * o.
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
 * b.
 *
 * u.
 *
 * t.
 *
 * .
 *
 * s.
 *
 * e.
 *
 * e.
 *
 * d.
 *
 * ,.
 *
 * .
 *
 * o.
 *
 * f.
 *
 * f.
 *
 * s.
 *
 * e.
 *
 * t.
 *
 * ,.
 *
 * .
 *
 * s.
 *
 * h.
 *
 * a.
 *
 * p.
 *
 * e.
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
 * d.
 *
 * a.
 *
 * t.
 *
 * a.
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
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   561103  out NULL
 *   161002  the data type of out not one of REAL
 *   161002  out not a row of n
 *   161002  n below 0
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRandpermGetWorkspaceSize(int64_t n, int64_t seed, int64_t offset,
                                                    aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnRandperm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRandperm(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
