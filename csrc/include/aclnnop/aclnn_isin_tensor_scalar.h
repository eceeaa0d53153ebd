/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_isin_tensor_scalar.h: aclnnIsInTensorScalar.
 *
 * Made from csrc/ops/compare/compare.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE;
 *         ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H
#define ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIsInTensorScalar
 ************************************************/

/*
 * aclnnIsInTensorScalarGetWorkspaceSize: phase one. Which elements of a tensor are a number.
 *
 *     out = element in {testElement}
 *
 * element       the tensor. REAL.
 * testElement   the number. REAL.
 * assumeUnique  whether no element is there twice; makes no difference.
 * invert        whether to tell the opposite.
 * out           true and false. ACL_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  element, testElement or out NULL
 *   161002  the data type of element not one of REAL
 *   161002  the data type of testElement not one of REAL
 *   161002  the data type of out not one of ACL_BOOL
 *   161002  no common data type of element and testElement (on Ascend910, Ascend910B and
 *           Ascend910_93)
 *   161002  no common data type of element and testElement (on Ascend950)
 *   161002  the type computed in not one of REAL
 *   161002  element not of 0 to 8 dimensions
 *   161002  shapes of element and out differ
 *   empty   element empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIsInTensorScalarGetWorkspaceSize(const aclTensor *element,
                                                            const aclScalar *testElement,
                                                            bool assumeUnique, bool invert,
                                                            aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnIsInTensorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIsInTensorScalar(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
