/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_trans_sparse4to2_para.h: a weight of which each four numbers keep two.
 *
 * Programs include it by aclnnop/aclnn_sparse4to2quant_matmul_weight_nz.h, whose product takes what
 * comes out.
 */
#ifndef ACLNNOP_ACLNN_TRANS_SPARSE4TO2_PARA_H
#define ACLNNOP_ACLNN_TRANS_SPARSE4TO2_PARA_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnTransSparse4to2Para: keeps two of each four numbers along k, on the host. Needs no device.
 *
 * Numbers lie in blocks, as the device reads them: k is cut into parts of 64, 0 behind its end, and
 * n into 16. Block (part, rows) has for each of its rows the 32 numbers that are kept of the part,
 * and 8 bytes of index, one for 8 numbers: its lower half says which two of the first four were
 * kept, its upper half which of the others. The lower two bits of a half are the place of the first
 * of them, the upper two that of the second one less 1. Blocks of all rows of a part follow each
 * other.
 *
 * weight               [n, k], dense
 * shape                n and k, neither below 0
 * sparseWeight         receives the numbers that are kept
 * sparseWeightDims     receives their dimensions: (k + 63) / 64, (n + 15) / 16, 16, 32
 * sparseWeightDimsNum  receives 4
 * index                receives the bytes of index
 * indexDims            receives their dimensions: those of sparseWeight, with 8 for 32
 * indexDimsNum         receives 4
 *
 * The caller releases all four arrays with free.
 *
 * Errors, in the order tested. What receives an answer keeps its value; with the last two errors
 * the arrays become NULL.
 *
 *   361001  in a forked child
 *   561103  anything NULL
 *   161002  shape no live aclIntArray, or not of two entries of at least 0 whose blocks 63 bits
 *           count
 *   561103  host memory is short
 *   161002  more than two of four numbers are not 0
 */
ACLNN_API aclnnStatus aclnnTransSparse4to2Para(const int8_t *weight, aclIntArray *shape,
                                               int8_t **sparseWeight, int64_t **sparseWeightDims,
                                               uint64_t *sparseWeightDimsNum, uint8_t **index,
                                               int64_t **indexDims, uint64_t *indexDimsNum);

#ifdef __cplusplus
}
#endif

#endif
