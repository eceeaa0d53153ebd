/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_RUNTIME_DEVICE_OPTIONS_H
#define ACLNN_PY_RUNTIME_DEVICE_OPTIONS_H

#include <stdint.h>

#include "acl/acl_rt.h"

/* ACL_OPT_DETERMINISTIC as the calling thread's phase one sees it: 0 is off. */
int64_t options_deterministic_level(void);

/* Another level for the calling thread's phase one; -1 is that of the process again. */
void options_select_deterministic(int32_t level);

#endif
