/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_isin.h: aclnnIsInScalarTensor.
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
#ifndef ACLNNOP_ACLNN_ISIN_H
#define ACLNNOP_ACLNN_ISIN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIsInScalarTensor
 ************************************************/

/*
 * aclnnIsInScalarTensorGetWorkspaceSize: phase one. Whether a number is among the elements of a
 * tensor.
 *
 *     out = element in testElements
 *
 * element       the number. REAL.
 * testElements  where it is looked for. REAL.
 * assumeUnique  whether no element is there twice; makes no difference.
 * invert        whether to tell the opposite.
 * out           one truth value, without dimensions. ACL_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  element, testElements or out NULL
 *   161002  the data type of element not one of REAL
 *   161002  the data type of testElements not one of REAL
 *   161002  the data type of out not one of ACL_BOOL
 *   161002  no common data type of element and testElements
 *   161002  testElements not of 0 to 8 dimensions
 *   161002  out not of 0 to 0 dimensions
 */
ACLNN_API aclnnStatus aclnnIsInScalarTensorGetWorkspaceSize(const aclScalar *element,
                                                            const aclTensor *testElements,
                                                            bool assumeUnique, bool invert,
                                                            aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnIsInScalarTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIsInScalarTensor(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
