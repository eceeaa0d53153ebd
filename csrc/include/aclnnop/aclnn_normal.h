/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_normal.h: aclnnInplaceNormal, aclnnInplaceNormalTensor.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_NORMAL_H
#define ACLNNOP_ACLNN_NORMAL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceNormal
 ************************************************/

/*
 * aclnnInplaceNormalGetWorkspaceSize: phase one. Normally distributed numbers.
 *
 *     selfRef = mean + std * z, z random with mean 0 and standard deviation 1
 *
 * selfRef  the numbers; integers are cut toward zero; receives the result. REAL_OR_BOOL.
 * mean     their mean.
 * std      their standard deviation.
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
 * Precision: within 1 unit in the last place in float16, within 1 unit in the last place in
 * bfloat16, within 6 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  std below 0
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceNormalGetWorkspaceSize(const aclTensor *selfRef, float mean,
                                                         float std, int64_t seed, int64_t offset,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnInplaceNormal: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceNormal(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceNormalTensor
 ************************************************/

/*
 * aclnnInplaceNormalTensorGetWorkspaceSize: phase one. Normally distributed numbers, from a seed in
 * memory of the device.
 *
 *     selfRef = mean + std * z, z random with mean 0 and standard deviation 1
 *
 * selfRef       the numbers; integers are cut toward zero; receives the result. REAL_OR_BOOL.
 * mean          their mean.
 * std           their standard deviation.
 * seedTensor    one element, which names the sequence; it is read when the call runs. ACL_INT64.
 * offsetTensor  one element, likewise, which with offset names the part of it. ACL_INT64.
 * offset        is added to offsetTensor.
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
 *   161001  seedTensor or offsetTensor NULL
 *   161002  the data type of seedTensor not one of ACL_INT64
 *   161002  the data type of offsetTensor not one of ACL_INT64
 *   161002  seedTensor not of the shape [1]
 *   161002  offsetTensor not of the shape [1]
 *   161001  selfRef NULL
 *   161002  std below 0
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceNormalTensorGetWorkspaceSize(const aclTensor *selfRef, float mean,
                                                               float std,
                                                               const aclTensor *seedTensor,
                                                               const aclTensor *offsetTensor,
                                                               int64_t offset,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnInplaceNormalTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceNormalTensor(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
