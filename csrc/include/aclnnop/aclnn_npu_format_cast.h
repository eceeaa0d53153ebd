/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_npu_format_cast.h: aclnnNpuFormatCast.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FORMAT_CAST  ACL_INT8, ACL_UINT8, ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32 on Ascend910B,
 *                Ascend910_93 and Ascend950; ACL_UINT32 on Ascend910B and Ascend910_93;
 *                ACL_FLOAT8_E4M3FN, ACL_FLOAT4_E2M1, ACL_HIFLOAT8, ACL_FLOAT4_E1M2 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_NPU_FORMAT_CAST_H
#define ACLNNOP_ACLNN_NPU_FORMAT_CAST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"
#include "aclnn_npu_format_cast_size.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNpuFormatCast
 ************************************************/

/*
 * aclnnNpuFormatCastGetWorkspaceSize: phase one. Brings a tensor to another format; here its
 * elements stay in their order.
 *
 *     dstTensor = srcTensor
 *
 * srcTensor  the tensor, contiguous. FORMAT_CAST.
 * dstTensor  its elements, contiguous, in the shape in storage and the format of
 *            aclnnNpuFormatCastCalculateSizeAndFormat. FORMAT_CAST.
 *
 * CANN writes the elements in the order of dstTensor's format. Here every format has them in the
 * order of their dimensions, and what reads a tensor in such a format (products of matrices, above
 * all) reads them so; formats are not compared, and of two shapes the elements that both have are
 * copied.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   561103  srcTensor or dstTensor NULL
 *   161002  on Ascend910, which does not have the call
 *   161002  srcTensor or dstTensor not contiguous
 *   161002  the data type of srcTensor not one of FORMAT_CAST
 *   161002  the data type of dstTensor not one of FORMAT_CAST
 *   161002  the data type of dstTensor is not the data type of srcTensor
 */
ACLNN_API aclnnStatus aclnnNpuFormatCastGetWorkspaceSize(const aclTensor *srcTensor,
                                                         aclTensor *dstTensor,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnNpuFormatCast: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNpuFormatCast(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
