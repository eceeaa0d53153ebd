/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bernoulli.h: aclnnBernoulli, aclnnInplaceBernoulli, aclnnBernoulliTensor,
 * aclnnInplaceBernoulliTensor.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL_UNSIGNED_ON_950  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16,
 *                                 ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on
 *                                 Ascend910; ACL_UINT16, ACL_UINT32, ACL_UINT64 on Ascend950
 *   FLOAT                         ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_BERNOULLI_H
#define ACLNNOP_ACLNN_BERNOULLI_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBernoulli
 ************************************************/

/*
 * aclnnBernoulliGetWorkspaceSize: phase one. 1 by chance, else 0.
 *
 *     out = 1 with the probability prob, else 0
 *
 * self    its shape and data type count, not its elements. REAL_OR_BOOL_UNSIGNED_ON_950.
 * prob    the probability.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers.
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
 *   161001  self, prob or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL_UNSIGNED_ON_950
 *   161002  the data type of self is not the data type of out
 *   161002  prob not from 0 to 1
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  a layout of self private to the device
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBernoulliGetWorkspaceSize(const aclTensor *self, const aclScalar *prob,
                                                     int64_t seed, int64_t offset, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnBernoulli: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBernoulli(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceBernoulli
 ************************************************/

/*
 * aclnnInplaceBernoulliGetWorkspaceSize: phase one. 1 by chance, else 0, in place of a tensor's
 * elements.
 *
 *     selfRef = 1 with the probability prob, else 0
 *
 * selfRef  its shape and data type count, not its elements; receives the result.
 *          REAL_OR_BOOL_UNSIGNED_ON_950.
 * prob     the probability.
 * seed     names the sequence.
 * offset   names the part of it: calls with different offsets share no numbers.
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
 *   161001  selfRef or prob NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL_UNSIGNED_ON_950
 *   161002  prob not from 0 to 1
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  a layout of selfRef private to the device
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceBernoulliGetWorkspaceSize(const aclTensor *selfRef,
                                                            const aclScalar *prob, int64_t seed,
                                                            int64_t offset, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceBernoulli: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceBernoulli(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnBernoulliTensor
 ************************************************/

/*
 * aclnnBernoulliTensorGetWorkspaceSize: phase one. 1 by chance, else 0, each with its own
 * probability.
 *
 *     out = 1 with the probability prob, else 0
 *
 * self    its shape and data type count, not its elements. REAL_OR_BOOL_UNSIGNED_ON_950.
 * prob    the probabilities; it broadcasts to self. FLOAT.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers.
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
 *   161001  self, prob or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL_UNSIGNED_ON_950
 *   161002  the data type of prob not one of FLOAT
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  prob not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  a layout of self or prob private to the device
 *   empty   self or prob empty: nothing is done
 *   161002  prob and self do not broadcast, or not to the shape of out
 */
ACLNN_API aclnnStatus aclnnBernoulliTensorGetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *prob, int64_t seed,
                                                           int64_t offset, aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnBernoulliTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBernoulliTensor(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceBernoulliTensor
 ************************************************/

/*
 * aclnnInplaceBernoulliTensorGetWorkspaceSize: phase one. 1 by chance, else 0, each with its own
 * probability, in place of a tensor's elements.
 *
 *     selfRef = 1 with the probability prob, else 0
 *
 * selfRef  its shape and data type count, not its elements; receives the result.
 *          REAL_OR_BOOL_UNSIGNED_ON_950.
 * prob     the probabilities; it broadcasts to self. FLOAT.
 * seed     names the sequence.
 * offset   names the part of it: calls with different offsets share no numbers.
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
 *   161001  selfRef or prob NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL_UNSIGNED_ON_950
 *   161002  the data type of prob not one of FLOAT
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  prob not of 0 to 8 dimensions
 *   161002  a layout of selfRef or prob private to the device
 *   empty   selfRef or prob empty: nothing is done
 *   161002  prob and selfRef do not broadcast, or not to the shape of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceBernoulliTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                                  const aclTensor *prob,
                                                                  int64_t seed, int64_t offset,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnInplaceBernoulliTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceBernoulliTensor(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
