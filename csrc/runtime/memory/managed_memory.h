/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that host and devices use at one address (aclrtMemAllocManaged). Its bytes are memory of
 * the host (host_memory.h), and never move; what a program says of where they should be is kept for
 * its questions, a page of 2 MiB at a time. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_MANAGED_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_MANAGED_MEMORY_H

#include <stdbool.h>

/* Frees such memory; false when the address is not the start of it. */
bool managed_memory_free(void *address);

#endif
