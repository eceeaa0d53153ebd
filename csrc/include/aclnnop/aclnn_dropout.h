/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_dropout.h: aclnnDropout.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   DROPPED  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 on Ascend910B and Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_DROPOUT_H
#define ACLNNOP_ACLNN_DROPOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDropout
 ************************************************/

/*
 * aclnnDropoutGetWorkspaceSize: phase one. Drops elements by chance, and makes up for them.
 *
 *     out = input / (1 - p) with the probability 1 - p, else 0; input itself with p 0 or without
 *         train, zeros with p 1
 *
 * input    the elements. DROPPED.
 * p        the probability of an element that it is dropped.
 * train    whether any is dropped.
 * seed     names the sequence.
 * offset   names the part of it: calls with different offsets share no numbers.
 * out      the kept elements.
 * maskOut  which elements were kept, as aclnnDropoutGenMask draws it; it is not written without
 *          train, nor with p 0 or 1. ACL_UINT8.
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
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  input, out or maskOut NULL
 *   161002  the data type of input does not convert to the data type of out
 *   161002  the data type of input not one of DROPPED
 *   161002  the data type of maskOut not one of ACL_UINT8
 *   161002  p not from 0 to 1
 *   161002  input not of 0 to 8 dimensions
 *   161002  shapes of input and out differ
 *   161002  maskOut not of a bit for each element of input, in groups of 128
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDropoutGetWorkspaceSize(const aclTensor *input, double p, bool train,
                                                   int64_t seed, int64_t offset, aclTensor *out,
                                                   aclTensor *maskOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnDropout: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropout(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
