/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_OUTPUT_H
#define ACLNN_PY_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all bytes, in one write where the file takes them at once. Returns false with errno set
 * when the file does not take them; with no bytes it only asks whether it would. A write never ends
 * the program: SIGPIPE, of a pipe that nobody reads, and SIGXFSZ, of a file beyond the process'
 * limit, are held back. May be called in a handler of signals. */
bool output_write(int file, const char *bytes, size_t count);

#endif
