/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_OUTPUT_H
#define ACLNN_PY_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes all bytes, in one write where the file takes them at once. False with errno when it does
 * not; no bytes at all are a question whether it would. What a file cannot take never ends the
 * program: the signals of a pipe that nobody reads and of a file that would grow beyond the
 * process' limit do not come. Safe in a handler of signals.
 */
bool output_write(int file, const char *bytes, size_t count);

#endif
