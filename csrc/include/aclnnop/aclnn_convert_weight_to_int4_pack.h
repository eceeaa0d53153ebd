/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_convert_weight_to_int4_pack.h: weights of 4 bits, two in a byte.
 *
 * Products with quantised weights read them so: aclnnWeightQuantBatchMatmulV2 and the like. A
 * program declares both functions itself where CANN has no header of them.
 */
#ifndef ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H
#define ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnConvertWeightToINT4PackGetWorkspaceSize: packs weights, at once: it copies them to the host
 * and back, and waits for no stream. The rule is that of CANN's page and of its op_api.
 *
 * Of an int32 the lowest 4 bits are kept, of a float32 the 10 highest are read: it becomes the
 * float4_e2m1 that they are, and 0 where they are none. Of two neighbours the first lies in the
 * lower 4 bits of a byte.
 *
 * weight          [k, n] or [batches, k, n], int32 or float32, contiguous
 * weightInt4Pack  written: int4 (of int32) or float4_e2m1 (of float32) in the shape of weight, n
 *                 being even; or int32 or float32, which hold eight, in that with n / 8, n being a
 *                 multiple of 8. ACL_FORMAT_ND, or ACL_FORMAT_FRACTAL_NZ: blocks of 16 rows of 64
 *                 numbers, on Ascend950 of 16, or of 32 where the last dimension of the storage of
 *                 int4 is 32; what has no number is 0
 * workspaceSize   not read and not written, as executor is not
 *
 * Errors, in the order tested.
 *
 *   361001  in a forked child
 *   161001  weight or weightInt4Pack NULL
 *   161002  one of them no live aclTensor, or not contiguous; data types other than those;
 * a format of weight other than ACL_FORMAT_ND, or of weightInt4Pack other than that and
 * ACL_FORMAT_FRACTAL_NZ; fewer than 2 dimensions or more than 3; shapes that do not go together; an
 * n that is no multiple of 2 or 8; storage of int4 or int32 in ACL_FORMAT_FRACTAL_NZ that is not in
 * those blocks, or without elements
 *   361001  memory of a tensor that is no device memory, or too small
 *   561103  host memory is short
 */
ACLNN_API aclnnStatus aclnnConvertWeightToINT4PackGetWorkspaceSize(const aclTensor *weight,
                                                                   aclTensor *weightInt4Pack,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* Phase two: nothing is left to do. Reads no argument and returns 0; 361001 in a forked child. */
ACLNN_API aclnnStatus aclnnConvertWeightToINT4Pack(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
