/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/acl_stft.h: aclStft, which is not implemented and not exported.
 *
 * The header is there for programs that include it. PyTorch's plug-in looks
 * the symbol up and goes another way where it finds one, so one that only refuses would break what
 * works. A program that calls aclStft compiles, with a warning where compilers know how to give it,
 * and does not link: "undefined reference".
 */
#ifndef ACLNNOP_ACL_STFT_H
#define ACLNNOP_ACL_STFT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What follows is for compilers; the build, which reads headers too, would export it. */
#ifndef ACLNN_CDEF

ACLNN_ABSENT("aclStft is not implemented here: linking will fail")
aclnnStatus aclStftGetWorkspaceSize(const aclTensor *self, const aclTensor *windowOptional,
                                    aclTensor *out, int64_t nFft, int64_t hopLength,
                                    int64_t winLength, bool normalized, bool onesided,
                                    bool returnComplex, uint64_t *workspaceSize,
                                    aclOpExecutor **executor);

ACLNN_ABSENT("aclStft is not implemented here: linking will fail")
aclnnStatus aclStft(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                    aclrtStream stream);

#endif

#ifdef __cplusplus
}
#endif

#endif
