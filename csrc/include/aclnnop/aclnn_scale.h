/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scale.h: aclnnScale.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCALE_H
#define ACLNNOP_ACLNN_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScale
 ************************************************/

/*
 * aclnnScaleGetWorkspaceSize: phase one. Multiplies a tensor by numbers along some of its
 * dimensions, and adds others.
 *
 *     y = x * scale + bias
 *
 * x              the numbers. NEW_SINGLE_OR_HALF.
 * scale          the factors.
 * bias           the summands, as many; NULL: none; may be NULL.
 * axis           the first dimension that scale goes along; negative ones count from the last.
 * numAxes        how many dimensions scale goes along, if scaleFromBlob; -1: all from axis on, 0:
 *                scale is one element.
 * scaleFromBlob  whether numAxes counts; else scale goes along as many dimensions as it has.
 * y              the result.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  x, scale or y NULL
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of scale is not the data type of bias
 *   161002  the data type of x is not the data type of scale
 *   161002  the data type of x is not the data type of y
 *   161002  shapes of x and y differ
 *   161002  shapes of scale and bias differ
 *   161002  x not of 0 to 8 dimensions
 *   161002  scale not of 0 to 8 dimensions
 *   161002  axis outside the dimensions of x, numAxes less than -1, or scale not of the sizes of x
 *           from axis on: as many as numAxes says (-1: all), or, without scaleFromBlob, as scale
 *           has. One element will do where numAxes is 0, or scaleFromBlob false
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnScaleGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                 const aclTensor *bias, int64_t axis,
                                                 int64_t numAxes, bool scaleFromBlob, aclTensor *y,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnScale: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
