/* SPDX-License-Identifier: Apache-2.0 */
/* Access rights of the program's pages. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_HOST_PAGES_H
#define ACLNN_PY_RUNTIME_MEMORY_HOST_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first of these bytes that the program may not read or, with write, not write; 0 if it may
 * access all of them. Without /proc: the start of the bytes, when some of them are not mapped. */
uintptr_t host_pages_closed(uintptr_t start, size_t size, bool write);

#endif
