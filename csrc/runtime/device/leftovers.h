/* SPDX-License-Identifier: Apache-2.0 */
/* Findings about memory that a program never freed. leftovers.c itself finds what is left when the
 * process ends; this function is for memory that ends earlier, with its device. */
#ifndef ACLNN_PY_RUNTIME_DEVICE_LEFTOVERS_H
#define ACLNN_PY_RUNTIME_DEVICE_LEFTOVERS_H

#include <stdint.h>

/* Tells a device's allocations up to an age (memory/device_memory.h), the largest first. */
void leftovers_tell_memory(int32_t device, uint64_t age);

#endif
