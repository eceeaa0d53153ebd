/* SPDX-License-Identifier: Apache-2.0 */
/* The current device of infinirt. */
#ifndef ACLNN_PY_INFINIOP_RUNTIME_H
#define ACLNN_PY_INFINIOP_RUNTIME_H

#include "acl/acl_base.h"
#include "infinicore.h"

/* The device that the thread selected with infinirtSetDevice; CPU 0 before that. */
void infini_current_device(infiniDevice_t *device, int *device_id);

/* The infini status that means the same as the acl status, whose text has been reported already. */
infiniStatus_t infini_status_of(aclError status);

/* BAD_PARAM, reported, if the pointer is device memory. `why` says what is wrong with that. */
infiniStatus_t infini_check_host(const char *name, const void *pointer, const char *why);

#endif
