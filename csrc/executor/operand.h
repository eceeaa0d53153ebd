/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that a launch is given. */
#ifndef ACLNN_PY_EXECUTOR_OPERAND_H
#define ACLNN_PY_EXECUTOR_OPERAND_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "base/argument_name.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/host_memory.h"
#include "runtime/stream/stream.h"
#include "tensor/tensor.h"

/* What an operand lies in; all 0: nothing that has to stay. One of the two is set, if any. */
struct operand_memory {
    struct device_allocation allocation;
    struct host_range *host; /* mapped host memory, held */
};

/*
 * Whether the bytes [first, past) from address on are device memory of that device, all in the
 * live allocation that address lies in, which is described then; otherwise 161002 is reported. name
 * is the argument in the text, needs what it asks for.
 */
aclnnStatus operand_check_device(struct argument_name name, const char *needs, const char *address,
                                 int64_t first, int64_t past, int32_t device,
                                 struct device_allocation *allocation);

/* The same for memory that may be mapped host memory too; give it back with operand_drop. */
aclnnStatus operand_check(struct argument_name name, const char *needs, const char *address,
                          int64_t first, int64_t past, int32_t device,
                          struct operand_memory *memory);
void operand_drop(struct operand_memory *memory);

/*
 * Whether the memory of an operand is still there for queued work; false, and failure says what
 * became of it, when it is not. when is "before it ran" or "while it ran".
 */
bool operand_is_live(struct argument_name name, const struct operand_memory *memory,
                     const char *when, struct task_failure *failure);

/* Whether ACLNN_FAULT asks for the failure of this launch, which failure says then. */
bool operand_launch_fails(struct task_failure *failure);

#endif
