/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_normal_out.h: aclnnNormalFloatFloat, aclnnNormalFloatTensor,
 * aclnnNormalTensorFloat, aclnnNormalTensorTensor.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NORMAL_OUT  ACL_BF16, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE
 */
#ifndef ACLNNOP_ACLNN_NORMAL_OUT_H
#define ACLNNOP_ACLNN_NORMAL_OUT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNormalFloatFloat
 ************************************************/

/*
 * aclnnNormalFloatFloatGetWorkspaceSize: phase one. Normally distributed numbers.
 *
 *     out = mean + std * z, z random with mean 0 and standard deviation 1
 *
 * mean    their mean.
 * std     their standard deviation.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers; they are computed in float64 where its type is that, else in float32.
 *         NORMAL_OUT.
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
 * Precision: within 1 unit in the last place in float16, within 1 unit in the last place in
 * bfloat16, within 6 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  out NULL
 *   161002  the data type of out not one of NORMAL_OUT
 *   161002  out not of 0 to 8 dimensions
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnNormalFloatFloatGetWorkspaceSize(float mean, float std, int64_t seed,
                                                            int64_t offset, aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnNormalFloatFloat: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNormalFloatFloat(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnNormalFloatTensor
 ************************************************/

/*
 * aclnnNormalFloatTensorGetWorkspaceSize: phase one. Normally distributed numbers, each with its
 * own deviation.
 *
 *     out = mean + std * z, z random with mean 0 and standard deviation 1
 *
 * mean    their mean.
 * std     the standard deviation of each. NORMAL_OUT.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers; they are computed in float64 where its type is that, else in float32.
 *         NORMAL_OUT.
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
 * Precision: within 1 unit in the last place in float16, within 1 unit in the last place in
 * bfloat16, within 6 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  std or out NULL
 *   161002  std empty, or not of the shape of out (one element will do where out is empty)
 *   161002  std not of 0 to 8 dimensions
 *   161002  the data type of std not one of NORMAL_OUT
 *   161002  the data type of out not one of NORMAL_OUT
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnNormalFloatTensorGetWorkspaceSize(float mean, const aclTensor *std,
                                                             int64_t seed, int64_t offset,
                                                             aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnNormalFloatTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNormalFloatTensor(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnNormalTensorFloat
 ************************************************/

/*
 * aclnnNormalTensorFloatGetWorkspaceSize: phase one. Normally distributed numbers, each with its
 * own mean.
 *
 *     out = mean + std * z, z random with mean 0 and standard deviation 1
 *
 * mean    the mean of each; it broadcasts to out. NORMAL_OUT.
 * std     their standard deviation.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers; they are computed in float64 where its type is that, else in float32.
 *         NORMAL_OUT.
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
 * Precision: within 1 unit in the last place in float16, within 1 unit in the last place in
 * bfloat16, within 6 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  mean or out NULL
 *   161002  mean not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  mean and out do not broadcast, or not to the shape of out
 *   161002  the data type of mean not one of NORMAL_OUT
 *   161002  the data type of out not one of NORMAL_OUT
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnNormalTensorFloatGetWorkspaceSize(const aclTensor *mean, float std,
                                                             int64_t seed, int64_t offset,
                                                             aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnNormalTensorFloat: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNormalTensorFloat(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnNormalTensorTensor
 ************************************************/

/*
 * aclnnNormalTensorTensorGetWorkspaceSize: phase one. Normally distributed numbers, each with its
 * own mean and deviation.
 *
 *     out = mean + std * z, z random with mean 0 and standard deviation 1
 *
 * mean    the mean of each. NORMAL_OUT.
 * std     the standard deviation of each. NORMAL_OUT.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the numbers; they are computed in float64 where its type is that, else in float32.
 *         NORMAL_OUT.
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
 * Precision: within 1 unit in the last place in float16, within 1 unit in the last place in
 * bfloat16, within 6 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  mean, std or out NULL
 *   161002  mean not of 0 to 8 dimensions
 *   161002  std not of 0 to 8 dimensions
 *   161002  mean and std do not broadcast, or not to the shape of out
 *   161002  the data type of mean not one of NORMAL_OUT
 *   161002  the data type of std not one of NORMAL_OUT
 *   161002  the data type of out not one of NORMAL_OUT
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnNormalTensorTensorGetWorkspaceSize(const aclTensor *mean,
                                                              const aclTensor *std, int64_t seed,
                                                              int64_t offset, aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnNormalTensorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNormalTensorTensor(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
