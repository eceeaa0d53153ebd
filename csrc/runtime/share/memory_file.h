/* SPDX-License-Identifier: Apache-2.0 */
/* Files of memory without a name (memfd_create), which processes can map together. */
#ifndef ACLNN_PY_RUNTIME_SHARE_MEMORY_FILE_H
#define ACLNN_PY_RUNTIME_SHARE_MEMORY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a file of so many bytes, all 0. Returns its descriptor, which programs that this one starts
 * do not get; or -1. */
int memory_file_make(const char *name, size_t bytes);

/* Makes a file longer, by bytes of 0. */
bool memory_file_extend(int file, size_t bytes);

/* A number that no other file of the machine has while this one exists; 0: there is no such
 * file. */
uint64_t memory_file_number(int file);

/*
 * Moves memory that is mapped for this process alone into a file, at its beginning, and maps the
 * file in its place, in all of several views. Threads may read and write the memory meanwhile: who
 * writes waits a moment. What a system call writes there meanwhile fails (EFAULT). Several views
 * are of memory that is shared already. False: nothing has changed.
 */
bool memory_file_take_over(int file, char *const *views, size_t count, size_t bytes);

#endif
