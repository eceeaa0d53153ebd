/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_multinomial.h: aclnnMultinomial, aclnnMultinomialTensor.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_MULTINOMIAL_H
#define ACLNNOP_ACLNN_MULTINOMIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMultinomial
 ************************************************/

/*
 * aclnnMultinomialGetWorkspaceSize: phase one. Draws categories by their weights.
 *
 *     out[..., j] = i with a probability in proportion to self[..., i]; without replacement to that
 *         of those which are left
 *
 * self         the weights of the categories, in one dimension or in rows; what is not above 0 is
 *              0. FLOAT.
 * numsamples   how many are drawn of each row.
 * replacement  whether a category may be drawn again.
 * seed         names the sequence.
 * offset       names the part of it: calls with different offsets share no numbers.
 * out          the categories. ACL_INT64.
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
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of out not one of ACL_INT64
 *   161002  self not of one dimension or two, out not of numsamples for each row of self,
 *           numsamples below 1, above the categories without replacement, or more than 2^24
 *           categories
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMultinomialGetWorkspaceSize(const aclTensor *self, int64_t numsamples,
                                                       bool replacement, int64_t seed,
                                                       int64_t offset, aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnMultinomial: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMultinomial(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnMultinomialTensor
 ************************************************/

/*
 * aclnnMultinomialTensorGetWorkspaceSize: phase one. Draws categories by their weights, from a seed
 * in memory of the device.
 *
 *     out[..., j] = i with a probability in proportion to self[..., i]; without replacement to that
 *         of those which are left
 *
 * self          the weights of the categories, in one dimension or in rows; what is not above 0 is
 *               0. FLOAT.
 * numsamples    how many are drawn of each row.
 * replacement   whether a category may be drawn again.
 * seedTensor    one element, which names the sequence; it is read when the call runs. ACL_INT64,
 *               ACL_UINT64.
 * offsetTensor  one element, likewise, which with offset names the part of it. ACL_INT64,
 *               ACL_UINT64.
 * offset        is added to offsetTensor.
 * out           the categories. ACL_INT64.
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
 *   161001  self, seedTensor, offsetTensor or out NULL
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of seedTensor not one of ACL_INT64, ACL_UINT64
 *   161002  the data type of offsetTensor not one of ACL_INT64, ACL_UINT64
 *   161002  seedTensor of uint64, where self has 1 to 5000 elements, or any on Ascend910
 *   161002  offsetTensor of uint64, where self has 1 to 5000 elements, or any on Ascend910
 *   161002  the data type of out not one of ACL_INT64
 *   161002  self not of one dimension or two, out not of numsamples for each row of self,
 *           numsamples below 1, above the categories without replacement, or more than 2^24
 *           categories
 *   161002  seedTensor not of the shape [1]
 *   161002  offsetTensor not of the shape [1]
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMultinomialTensorGetWorkspaceSize(const aclTensor *self,
                                                             int64_t numsamples, bool replacement,
                                                             const aclTensor *seedTensor,
                                                             const aclTensor *offsetTensor,
                                                             int64_t offset, aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnMultinomialTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMultinomialTensor(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
