/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_dropout_gen_mask.h: aclnnDropoutGenMask, aclnnDropoutGenMaskV2,
 * aclnnDropoutGenMaskV2Tensor.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H
#define ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDropoutGenMask
 ************************************************/

/*
 * aclnnDropoutGenMaskGetWorkspaceSize: phase one. Draws which elements of a shape are kept: a bit
 * each, the first in the lowest bit of the first byte.
 *
 *     bit i of out = 0 with the probability prob, else 1
 *
 * shape   of the elements.
 * prob    the probability of an element that it is dropped.
 * seed    names the sequence.
 * offset  names the part of it: calls with different offsets share no numbers.
 * out     the bits: 16 bytes for every 128 elements, or a part of them. ACL_UINT8.
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
 *   161001  shape or out NULL
 *   161002  the data type of out not one of ACL_UINT8
 *   161002  prob not from 0 to 1
 *   161002  out not of a bit for each element of shape, in groups of 128
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDropoutGenMaskGetWorkspaceSize(const aclIntArray *shape, double prob,
                                                          int64_t seed, int64_t offset,
                                                          aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnDropoutGenMask: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropoutGenMask(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnDropoutGenMaskV2
 ************************************************/

/*
 * aclnnDropoutGenMaskV2GetWorkspaceSize: phase one. Draws which elements of a shape are kept: a bit
 * each, the first in the lowest bit of the first byte.
 *
 *     bit i of out = 0 with the probability prob, else 1
 *
 * shape         of the elements.
 * prob          the probability of an element that it is dropped.
 * seed          names the sequence.
 * offset        names the part of it: calls with different offsets share no numbers.
 * probDataType  float32, float16 or bfloat16; only its name counts here.
 * out           the bits: 16 bytes for every 128 elements, or a part of them. ACL_UINT8.
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
 *   161001  shape or out NULL
 *   161002  the data type of out not one of ACL_UINT8
 *   161002  prob not from 0 to 1
 *   161002  out not of a bit for each element of shape, in groups of 128
 *   empty   out empty: nothing is done
 *   561103  probDataType not float32, float16 or bfloat16, where prob is neither 0 nor 1 (on
 *           Ascend910B and Ascend910_93)
 */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2GetWorkspaceSize(const aclIntArray *shape, double prob,
                                                            int64_t seed, int64_t offset,
                                                            aclDataType probDataType,
                                                            aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnDropoutGenMaskV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnDropoutGenMaskV2Tensor
 ************************************************/

/*
 * aclnnDropoutGenMaskV2TensorGetWorkspaceSize: phase one. Draws which elements of a shape are kept,
 * from a seed in memory of the device.
 *
 *     bit i of out = 0 with the probability prob, else 1
 *
 * shape         of the elements.
 * prob          the probability of an element that it is dropped.
 * seedTensor    one element, which names the sequence; it is read when the call runs. ACL_INT64.
 * offsetTensor  one element, likewise, which with offset names the part of it. ACL_INT64.
 * offset        is added to offsetTensor.
 * probDataType  float32, float16 or bfloat16; only its name counts here.
 * out           the bits: 16 bytes for every 128 elements, or a part of them. ACL_UINT8.
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
 *   161001  shape or out NULL
 *   161002  the data type of out not one of ACL_UINT8
 *   161002  prob not from 0 to 1
 *   161002  out not of a bit for each element of shape, in groups of 128
 *   empty   out empty: nothing is done
 *   561103  probDataType not float32, float16 or bfloat16, where prob is neither 0 nor 1 (on
 *           Ascend910, Ascend910B and Ascend910_93)
 *   161001  seedTensor or offsetTensor NULL
 *   161002  the data type of seedTensor not one of ACL_INT64
 *   161002  the data type of offsetTensor not one of ACL_INT64
 *   161002  seedTensor not of the shape [1]
 *   161002  offsetTensor not of the shape [1]
 */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2TensorGetWorkspaceSize(const aclIntArray *shape,
                                                                  double prob,
                                                                  const aclTensor *seedTensor,
                                                                  const aclTensor *offsetTensor,
                                                                  int64_t offset,
                                                                  aclDataType probDataType,
                                                                  aclTensor *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnDropoutGenMaskV2Tensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2Tensor(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
