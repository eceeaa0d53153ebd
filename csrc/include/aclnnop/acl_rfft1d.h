/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/acl_rfft1d.h: aclRfft1D, which is not implemented and not exported.
 *
 * The header is there for programs that include it. PyTorch's plug-in looks
 * the symbol up and goes another way where it finds one, so one that only refuses would break what
 * works. A program that calls aclRfft1D compiles, with a warning where compilers know how to give
 * it, and does not link: "undefined reference".
 */
#ifndef ACLNNOP_ACL_RFFT1D_H
#define ACLNNOP_ACL_RFFT1D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What follows is for compilers; the build, which reads headers too, would export it. */
#ifndef ACLNN_CDEF

ACLNN_ABSENT("aclRfft1D is not implemented here: linking will fail")
aclnnStatus aclRfft1DGetWorkspaceSize(const aclTensor *self, int64_t n, int64_t dim, int64_t norm,
                                      aclTensor *out, uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

ACLNN_ABSENT("aclRfft1D is not implemented here: linking will fail")
aclnnStatus aclRfft1D(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                      aclrtStream stream);

#endif

#ifdef __cplusplus
}
#endif

#endif
