/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of allocations that other processes export (aclrtIpcMemImportByKey), mapped here. It is
 * device memory of the device that it has there, and counts as used there alone. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_IMPORTED_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_IMPORTED_MEMORY_H

#include <stdint.h>

/* Ends what was imported for a device up to an age (device_memory.h). */
void imported_memory_end_until(int32_t device, uint64_t age);

#endif
