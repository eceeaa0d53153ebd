/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_RUNTIME_DEVICE_OPTIONS_H
#define ACLNN_PY_RUNTIME_DEVICE_OPTIONS_H

#include <stdint.h>

#include "acl/acl_rt.h"

/* ACL_OPT_DETERMINISTIC for phase one on the calling thread; 0 is off. */
int64_t options_deterministic_level(void);

/* Sets another level for phase one on the calling thread; -1 goes back to that of the process. */
void options_select_deterministic(int32_t level);

#endif
