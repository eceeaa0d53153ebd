/* SPDX-License-Identifier: Apache-2.0 */
/* Reserved ranges of addresses, physical memory of a device, and mappings of memory to addresses
 * (aclrtReserveMemAddress, aclrtMallocPhysical, aclrtMapMem). Pieces that are mapped without a gap
 * between them count as one allocation of device memory; device_memory.h is told of them
 * (device_memory_ask_elsewhere).
 *
 * Physical memory is shared anonymous memory of the host. The library keeps it mapped where nobody
 * may access it, so that it can be mapped again in any number of places. With ACLNN_CHECK=isolate a
 * range is reserved twice, for callers and for kernels, as device memory is. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_VIRTUAL_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_VIRTUAL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"

/* Ends the physical memory of a device up to an age (device_memory.h), wherever it is mapped. */
void virtual_memory_end_until(int32_t device, uint64_t age);

/* Whether an address lies in a reserved range. */
bool virtual_memory_is_reserved(const void *address);

/* Exports physical memory, until it goes; imports what another process exports. Both report as
 * aclrtMemExportToShareableHandle and aclrtMemImportFromShareableHandle say. */
struct export_page;
struct export_name;
aclError virtual_memory_export(aclrtDrvMemHandle handle, bool for_all, struct export_page **page);
aclError virtual_memory_import(const struct export_name *name, int32_t device,
                               aclrtDrvMemHandle *handle);

#endif
