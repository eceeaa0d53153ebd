/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_xlog1py.h: aclnnXlog1py.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_XLOG1PY_H
#define ACLNNOP_ACLNN_XLOG1PY_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnXlog1py
 ************************************************/

/*
 * aclnnXlog1pyGetWorkspaceSize: phase one. A number times the logarithm of 1 and another; 0 times
 * any is 0, but for NaN.
 *
 *     z = x * log(1 + y)
 *
 * x  the factors. ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend950.
 * y  what is added to 1 before the logarithm, of the same type.
 * z  the product, of the same type.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  x, y or z NULL
 *   161002  the data type of x is not the data type of y
 *   161002  the data type of z is not the data type of x
 *   161002  the data type of x not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  a layout of x, y or z private to the device
 *   161002  x not of 0 to 8 dimensions
 *   161002  y not of 0 to 8 dimensions
 *   161002  z not of 0 to 8 dimensions
 *   empty   x or y empty: nothing is done
 *   561103  on Ascend910, which has no kernel of the operator (on Ascend910)
 *   561103  on Ascend910B and Ascend910_93, which has no kernel of the operator (on Ascend910B and
 *           Ascend910_93)
 *   561103  x and y do not broadcast, or not to the shape of z
 */
ACLNN_API aclnnStatus aclnnXlog1pyGetWorkspaceSize(const aclTensor *x, const aclTensor *y,
                                                   const aclTensor *z, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnXlog1py: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnXlog1py(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
