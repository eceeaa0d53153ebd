/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn/aclnn_base.h: initialisation of the operators.
 *
 * Neither call is needed: aclInit is enough, and the operators work without it.
 */
#ifndef ACLNN_ACLNN_BASE_H
#define ACLNN_ACLNN_BASE_H

#include "acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnInit: accepted for programs that call it. Returns 0, also when called again.
 * configPath  ignored: NULL, an empty string, a missing and a malformed file are all accepted, as
 *             in CANN. Debug kernels, which the file can switch on there, do not exist here.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char *configPath);

/* aclnnFinalize: accepted for programs that call it. Returns 0, also without aclnnInit and when
 * called again. Handles and executors stay valid. */
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}
#endif

#endif
