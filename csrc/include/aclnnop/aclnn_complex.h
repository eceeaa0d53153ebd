/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_complex.h: aclnnComplex.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_COMPLEX_H
#define ACLNNOP_ACLNN_COMPLEX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnComplex
 ************************************************/

/*
 * aclnnComplexGetWorkspaceSize: phase one. Complex numbers of their real and imaginary parts.
 *
 *     out = real + imag * j
 *
 * real  the real parts. ACL_FLOAT, ACL_DOUBLE.
 * imag  the imaginary parts, of the same type. ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE.
 * out   the numbers; complex64 of float32, complex128 of float64. ACL_COMPLEX32, ACL_COMPLEX64,
 *       ACL_COMPLEX128.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  real, imag or out NULL
 *   empty   real or imag empty: nothing is done
 *   161002  the data type of real not one of ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE
 *   161002  the data type of imag not one of ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE
 *   161002  the data type of out not one of ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  the data type of real is not the data type of imag
 *   161002  the data type of out is not the complex type with parts of the data type of real
 *   161002  real not of 0 to 8 dimensions
 *   161002  imag not of 0 to 8 dimensions
 *   161002  real and imag do not broadcast, or not to the shape of out
 *   161002  layouts of real and imag differ (on Ascend950)
 *   161002  layouts of real and out differ (on Ascend950)
 *   161002  a layout of real private to the device (on Ascend950)
 *   561103  the data type of real is ACL_FLOAT16 (on Ascend910)
 *   207000  the data type of real one of ACL_FLOAT16, which CANN computes and this library does not
 *           (on Ascend910B, Ascend910_93 and Ascend950)
 */
ACLNN_API aclnnStatus aclnnComplexGetWorkspaceSize(const aclTensor *real, const aclTensor *imag,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnComplex: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnComplex(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
