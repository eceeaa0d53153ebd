/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that a launch is given. */
#ifndef ACLNN_PY_EXECUTOR_OPERAND_H
#define ACLNN_PY_EXECUTOR_OPERAND_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "runtime/device_memory.h"

/*
 * Whether the bytes [first, past) from address on are device memory of that device, all in the
 * live allocation that address lies in, which is described then; otherwise 161002 is reported. name
 * is the argument in the text, needs what it asks for.
 */
aclnnStatus operand_check(const char *name, const char *needs, const char *address, int64_t first,
                          int64_t past, int32_t device, struct device_allocation *allocation);

#endif
