/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_OUTPUT_H
#define ACLNN_PY_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Writes all bytes, in one write where the file takes them at once. Returns false with errno set
 * when the file does not take them; with no bytes it only asks whether it would. A write never ends
 * the program: SIGPIPE, of a pipe that nobody reads, and SIGXFSZ, of a file beyond the process'
 * limit, are held back. May be called in a handler of signals. */
bool output_write(int file, const char *bytes, size_t count);

/* Gives an open file a descriptor above those that programs choose for their own files, where there
 * is one, and returns it. */
int output_move_up(int file);

/* Whether a descriptor is open and this file's. A program may close descriptors that it does not
 * know, and the number then becomes another file's. */
bool output_is_file(int file, dev_t device, ino_t inode);

#endif
