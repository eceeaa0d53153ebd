/* SPDX-License-Identifier: Apache-2.0 */
/* What the pages of the program allow. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_HOST_PAGES_H
#define ACLNN_PY_RUNTIME_MEMORY_HOST_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The first of these bytes, from the address start on, that the program may not read, or write if
 * asked; 0 if it may all of them. Where /proc is not mounted, the start of bytes of which some are
 * not mapped.
 */
uintptr_t host_pages_closed(uintptr_t start, size_t size, bool write);

#endif
