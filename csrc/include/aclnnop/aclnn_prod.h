/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_prod.h: aclnnProd, aclnnProdDim.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER        ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                 ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_PROD_H
#define ACLNNOP_ACLNN_PROD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnProd
 ************************************************/

/*
 * aclnnProdGetWorkspaceSize: phase one. The product of all elements.
 *
 *     out = the product of all elements of self
 *
 * self   the factors. NUMBER.
 * dtype  the type to compute in; that of out.
 * out    the product, one element.
 *
 * Of no elements it is 1.
 *
 * Precision: within 32 units in the last place in float32, within 32 units in the last place in
 * float64, within 64 units in the last place in complex, within 1 unit in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out is not the data type of dtype
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  the data type of out not one of REAL_OR_BOOL, if self has no elements
 *   161002  out not of one element, where self has some
 */
ACLNN_API aclnnStatus aclnnProdGetWorkspaceSize(const aclTensor *self, aclDataType dtype,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnProd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnProd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnProdDim
 ************************************************/

/*
 * aclnnProdDimGetWorkspaceSize: phase one. The product over a dimension.
 *
 *     out = the product of self over dim
 *
 * self     the factors. NUMBER.
 * dim      the dimension to multiply over, negative ones counted from the last.
 * keepDim  whether it stays, as a dimension of 1.
 * dtype    the type to compute in; that of out.
 * out      the products.
 *
 * Of no elements it is 1.
 *
 * Precision: within 32 units in the last place in float32, within 32 units in the last place in
 * float64, within 64 units in the last place in complex, within 1 unit in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out is not the data type of dtype
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   161002  the data type of out not one of REAL_OR_BOOL, if self has no elements
 *   161002  shape of out is not what is left of self without dim
 */
ACLNN_API aclnnStatus aclnnProdDimGetWorkspaceSize(const aclTensor *self, int64_t dim, bool keepDim,
                                                   aclDataType dtype, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnProdDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnProdDim(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
