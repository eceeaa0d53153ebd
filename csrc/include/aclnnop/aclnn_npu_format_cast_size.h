/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_npu_format_cast_size.h: the shape in storage of a tensor in another format.
 *
 * Programs include it by aclnnop/aclnn_npu_format_cast.h. They make a tensor of the shape in storage
 * and the format that are found here, and aclnnNpuFormatCast fills it.
 */
#ifndef ACLNNOP_ACLNN_NPU_FORMAT_CAST_SIZE_H
#define ACLNNOP_ACLNN_NPU_FORMAT_CAST_SIZE_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnNpuFormatCastCalculateSizeAndFormat: the storage of a tensor in another format. Needs no
 * device.
 *
 * srcTensor        the tensor: its shape, format and data type, which is ACL_FLOAT, ACL_FLOAT16,
 *                  ACL_BF16, ACL_INT8, ACL_UINT8, ACL_INT32, ACL_UINT32, or one of ACL_FLOAT8_E4M3FN,
 *                  ACL_HIFLOAT8, ACL_FLOAT4_E2M1, ACL_FLOAT4_E1M2
 * dstFormat        the format: ACL_FORMAT_FRACTAL_NZ of ND and NCL (of NCHW and NCDHW too, where
 *                  additionalDtype is that of srcTensor), and ND of it. On Ascend910B and
 *                  Ascend910_93 also NC1HWC0 of NCHW and NHWC, FRACTAL_Z of NCHW and HWCN, NDC1HWC0
 *                  of NCDHW and NDHWC, FRACTAL_Z_3D of NCDHW, and back
 * additionalDtype  the aclDataType whose elements fill 32 bytes of a block's row; -1: that of
 *                  srcTensor
 * dstShape         receives the dimensions in storage, which the caller releases with delete[]: blocks
 *                  at the edges are whole
 * dstShapeSize     receives their number
 * actualFormat     receives the format: dstFormat, or ACL_FORMAT_FRACTAL_NZ_C0_16 or _C0_32 on
 *                  Ascend950 where additionalDtype is another type than that of srcTensor
 *
 * Errors, in the order tested. What receives an answer keeps its value.
 *
 *   361001  in a forked child
 *   161001  dstShape, dstShapeSize or actualFormat NULL
 *   161002  on Ascend910, which does not have the call; srcTensor NULL or no live aclTensor; another
 *           data type; a shape that the formats do not have; an additionalDtype that is no type of
 *           whole bytes, or on Ascend950 none that goes with that of srcTensor (ACL_FLOAT16, ACL_BF16
 *           or ACL_INT8 with ACL_INT32; ACL_FLOAT16, ACL_BF16, ACL_UINT8, ACL_FLOAT8_E4M3FN or
 *           ACL_HIFLOAT8 with ACL_FLOAT; 2 or 3 dimensions then); no elements or one row (of floats)
 *           on Ascend950
 *   361001  no elements on the other products; another pair of formats
 *   561103  host memory is short
 */
ACLNN_API aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(
    const aclTensor *srcTensor, const int dstFormat, const int additionalDtype, int64_t **dstShape,
    uint64_t *dstShapeSize, int *actualFormat);

#ifdef __cplusplus
}
#endif

#endif
