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

/* The memory that an operand lies in. At most one of the two is set. All 0: there is no memory to
 * keep. */
struct operand_memory {
    struct device_allocation allocation;
    struct host_range *host; /* mapped host memory, which is held */
};

/* Checks that the bytes [first, past), counted from address, are memory of the device and lie all
 * in the live allocation that address lies in. The allocation is described then; otherwise 161002
 * is reported. name is the argument in the text, and needs says what it requires. */
aclnnStatus operand_check_device(struct argument_name name, const char *needs, const char *address,
                                 int64_t first, int64_t past, int32_t device,
                                 struct device_allocation *allocation);

/* The same as operand_check_device, for memory that may be mapped host memory too. Undo it with
 * operand_drop. */
aclnnStatus operand_check(struct argument_name name, const char *needs, const char *address,
                          int64_t first, int64_t past, int32_t device,
                          struct operand_memory *memory);
void operand_drop(struct operand_memory *memory);

/* Whether the memory of an operand is still there for queued work; otherwise failure says what
 * became of it. when is "before it ran" or "while it ran". */
bool operand_is_live(struct argument_name name, const struct operand_memory *memory,
                     const char *when, struct task_failure *failure);

/* Whether ACLNN_FAULT asks that this launch fails; failure then says so. */
bool operand_launch_fails(struct task_failure *failure);

#endif
