/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of addresses of the process, for memory that is mapped there and taken away again. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_ADDRESSES_H
#define ACLNN_PY_RUNTIME_MEMORY_ADDRESSES_H

#include <stddef.h>

size_t addresses_round_up(size_t value, size_t unit);

/* Reserves so many bytes at a multiple of a unit, or at the expected address, without access; NULL:
 * the process has no such range. */
char *addresses_reserve(size_t bytes, size_t unit);
char *addresses_reserve_at(char *expected, size_t bytes);

/* Closes addresses, and gives their memory back. */
void addresses_close(char *start, size_t bytes);

/* Leaves addresses readable whose memory is unmapped, because a launch that runs may still use
 * them. */
void addresses_leave_open(char *start, size_t bytes);

/* Gives addresses back later, for the same reason. */
void addresses_release(char *start, size_t bytes);

/* Forked children and core dumps do not get what is mapped there: a child's copy of the library is
 * barred (entry.h), and a dump would be as large as a device. */
void addresses_keep_here(char *start, size_t bytes);

/* Kernels without large pages refuse them; small ones serve as well. */
void addresses_prefer_large_pages(char *start, size_t bytes);

#endif
