/* SPDX-License-Identifier: Apache-2.0 */
/* The file that ACLNN_FINDINGS names. */
#ifndef ACLNN_PY_BASE_FINDING_FILE_H
#define ACLNN_PY_BASE_FINDING_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Opens it for good, before the program uses up its descriptors, drops privileges or changes its
 * root, and marks that the process begins to use the library. NULL, or why the file is of no use,
 * as a sentence. Called once.
 *
 * inherited  "200:2049:131", or NULL: the file may be open already under this number, on the device
 *            and with the inode that follow. A process that may not open it by name takes that.
 */
const char *finding_file_open(const char *name, const char *inherited);

bool finding_file_is_open(void);

/* Whether its lines are JSON: the name ends with ".jsonl". */
bool finding_file_is_json(void);

/* Appends a line that ends with a newline; false when that was not possible. */
bool finding_file_append(const char *line, size_t length);

/* Appends an object of the kind "begin" or "end" (finding.h) where lines are JSON. It has the
 * number of findings so far and of those that the file did not take. False when that was not
 * possible. */
bool finding_file_mark(const char *kind, uint64_t findings, uint64_t lost);

#endif
