/* SPDX-License-Identifier: Apache-2.0 */
/* Sets memory, reported under the caller's name for the argument. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_COPY_H
#define ACLNN_PY_RUNTIME_MEMORY_COPY_H

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_rt.h"

/* The work of aclrtMemset and aclrtMemsetAsync: sets bytes of an argument, at least 1, to the low
 * byte of value. */
aclError copy_set(const char *argument, void *address, int32_t value, size_t bytes);
aclError copy_set_queued(const char *argument, void *address, int32_t value, size_t bytes,
                         aclrtStream stream);

#endif
