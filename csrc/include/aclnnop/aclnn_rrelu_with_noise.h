/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rrelu_with_noise.h: aclnnRReluWithNoise, aclnnInplaceRReluWithNoise.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_RRELU_WITH_NOISE_H
#define ACLNNOP_ACLNN_RRELU_WITH_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRReluWithNoise
 ************************************************/

/*
 * aclnnRReluWithNoiseGetWorkspaceSize: phase one. Multiplies negative elements by random slopes, or
 * by their mean.
 *
 *     noise = a slope random in [lower, upper) where self < 0, else 1, and out = self * noise,
 *         where training; else out = self where self > 0, else self * (lower + upper) / 2
 *
 * self      the numbers. SINGLE_OR_HALF.
 * noise     the factors, where training; of the same type, and of as many elements or more, of
 *           which the first are written; receives the result. SINGLE_OR_HALF.
 * lower     the least slope. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * upper     what slopes are less than. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * training  whether slopes are random.
 * seed      names the sequence of slopes.
 * offset    names the part of it: calls with different offsets share no numbers.
 * out       the products, of the same type and shape. SINGLE_OR_HALF.
 *
 * The sequence is that of docs/random.md, not the device's; it depends on nothing but seed, offset,
 * shape and data type.
 *
 * Precision: within 2.5 units in the last place in float32, within 1.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, noise, lower, upper or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of noise not one of SINGLE_OR_HALF
 *   161002  the data type of lower not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of upper not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of noise is not the data type of out
 *   161002  shapes of self and out differ
 *   161002  noise of fewer elements than self, where training is true
 *   161002  layouts of self and out differ
 *   161002  layouts of noise and out differ
 *   empty   self or noise empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRReluWithNoiseGetWorkspaceSize(const aclTensor *self,
                                                          const aclTensor *noise,
                                                          const aclScalar *lower,
                                                          const aclScalar *upper, bool training,
                                                          int64_t seed, int64_t offset,
                                                          aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnRReluWithNoise: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRReluWithNoise(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRReluWithNoise
 ************************************************/

/*
 * aclnnInplaceRReluWithNoiseGetWorkspaceSize: phase one. Multiplies negative elements by random
 * slopes, or by their mean, in their place.
 *
 *     noise = a slope random in [lower, upper) where self < 0, else 1, and self = self * noise,
 *         where training; else self = self where self > 0, else self * (lower + upper) / 2
 *
 * self      the numbers; receives the result. SINGLE_OR_HALF.
 * noise     the factors, where training; of the same type, and of as many elements or more, of
 *           which the first are written; receives the result. SINGLE_OR_HALF.
 * lower     the least slope. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * upper     what slopes are less than. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * training  whether slopes are random.
 * seed      names the sequence of slopes.
 * offset    names the part of it: calls with different offsets share no numbers.
 *
 * The sequence is that of docs/random.md, not the device's; it depends on nothing but seed, offset,
 * shape and data type.
 *
 * Precision: within 2.5 units in the last place in float32, within 1.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, noise, lower or upper NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of noise not one of SINGLE_OR_HALF
 *   161002  the data type of lower not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of upper not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of noise is not the data type of self
 *   161002  noise of fewer elements than self, where training is true
 *   161002  layouts of self and self differ
 *   161002  layouts of noise and self differ
 *   empty   self or noise empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceRReluWithNoiseGetWorkspaceSize(const aclTensor *self,
                                                                 const aclTensor *noise,
                                                                 const aclScalar *lower,
                                                                 const aclScalar *upper,
                                                                 bool training, int64_t seed,
                                                                 int64_t offset,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnInplaceRReluWithNoise: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRReluWithNoise(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
