/* SPDX-License-Identifier: Apache-2.0 */
/* The file that ACLNN_TRACE names. */
#ifndef ACLNN_PY_BASE_TRACE_FILE_H
#define ACLNN_PY_BASE_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Opens it, and writes the begin of an array. In the name %p is the number of the process, %r the
 * rank that a launcher gives (0 without one), and %% a percent sign. A file that another process is
 * writing, or that this process wrote before it became another program (exec), is left alone, and
 * the number of this process is put into the name: t.json becomes t.1234.json.
 *
 * NULL, or why there is no file, as a sentence that lasts. Called once.
 */
const char *trace_file_open(const char *name);

bool trace_file_is_open(void);

/* Whether it is open. A child that was forked since it was opened gets a file of its own first. */
bool trace_file_claim(void);

/* Appends bytes. What does not go is said on standard error, once; false then, and from then on. */
bool trace_file_append(const char *bytes, size_t count);

void trace_file_close(void);

/* The rank that a launcher gives the process in the environment; -1: none. */
int trace_rank(void);

#endif
