/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_RUNTIME_OPTIONS_H
#define ACLNN_PY_RUNTIME_OPTIONS_H

#include <stdint.h>

#include "acl/acl_rt.h"

/* Tells the program's exception callback, if there is one, that a task failed. */
void options_announce_failure(uint64_t task, int32_t stream, int32_t device, aclError status);

#endif
