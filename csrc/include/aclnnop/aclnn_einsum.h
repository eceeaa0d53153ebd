/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_einsum.h: aclnnEinsum.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   EINSUM  ACL_FLOAT16, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT16, ACL_UINT32, ACL_UINT64;
 *           ACL_FLOAT not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EINSUM_H
#define ACLNNOP_ACLNN_EINSUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
#include <string>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEinsum
 ************************************************/

/*
 * aclnnEinsumGetWorkspaceSize: phase one. Adds up products of elements of two tensors, as an
 * equation says.
 *
 *     "abcd,abced->abce": output[a, b, c, e] = sum over d of tensors[0][a, b, c, d] * tensors[1][a,
 *         b, c, e, d]
 *     "a,b->ab": output[a, b] = tensors[0][a] * tensors[1][b]
 *
 * tensors   the two tensors, of one data type. ACL_FLOAT16, ACL_INT16, ACL_INT32, ACL_INT64,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64; ACL_FLOAT not on Ascend910.
 * equation  one of the two, in any letters.
 * output    the sums, of the same data type. EINSUM.
 *
 * CANN multiplies integers in float16 in the first equation: sums are right up to 2048 only.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses the first equation with 207000, after all checks.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, exact otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  tensors NULL
 *   161001  a member of tensors NULL
 *   161001  output or equation NULL
 *   161002  the data type of a member of tensors not one of EINSUM
 *   161002  the data type of output not one of EINSUM
 *   161002  a layout of tensors or output private to the device
 *   161002  tensors not two tensors, equation not one of the two equations in any letters, a data
 *           type of tensors not the data type of output, or shapes that do not fit equation
 */
ACLNN_API aclnnStatus aclnnEinsumGetWorkspaceSize(const aclTensorList *tensors,
                                                  const char *equation, aclTensor *output,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnEinsum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEinsum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
