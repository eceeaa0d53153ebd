/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_prof.h: profiling.
 *
 * Only the types are here. How long a call takes says nothing about an NPU, so the aclprof functions
 * are not declared: a program that calls them is told so when it is compiled, one that only includes
 * the header or keeps a pointer compiles.
 */
#ifndef ACL_ACL_PROF_H
#define ACL_ACL_PROF_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque; there is no way to make one here. */
typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofStepInfo aclprofStepInfo;
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;

#ifdef __cplusplus
}
#endif

#endif
