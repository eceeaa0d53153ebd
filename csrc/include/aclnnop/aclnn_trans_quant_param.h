/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_trans_quant_param.h: scales and offsets in the 64 bits that products with quantised
 * weights read.
 */
#ifndef ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H
#define ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnTransQuantParam: packs scales and offsets, on the host. Needs no device.
 *
 * Word i has the bits of scale i in 0 to 31 and bit 46 set, and offset i, rounded (halfway away from
 * 0) and at least -256 and at most 255, in bits 37 to 45. What only one array has is 0 of the other;
 * words behind both are 0. An offset that is not a number counts as 0.
 *
 * scaleArray      scaleSize scales
 * scaleSize       above 0
 * offsetArray     offsetSize offsets; NULL: none
 * offsetSize      above 0, or 0 where offsetArray is NULL
 * quantParam      receives the words, which the caller releases with free
 * quantParamSize  receives their number: 1, or the larger of both rounded up to 16
 *
 * Errors, in the order tested. What receives an answer keeps its value.
 *
 *   361001  in a forked child
 *   161002  scaleArray NULL, scaleSize 0, or offsetSize 0 with offsetArray or above 0 without
 *   161001  quantParam or quantParamSize NULL
 *   561103  host memory is short
 */
ACLNN_API aclnnStatus aclnnTransQuantParam(const float *scaleArray, uint64_t scaleSize,
                                           const float *offsetArray, uint64_t offsetSize,
                                           uint64_t **quantParam, uint64_t *quantParamSize);

#ifdef __cplusplus
}
#endif

#endif
