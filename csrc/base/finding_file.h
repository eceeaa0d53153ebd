/* SPDX-License-Identifier: Apache-2.0 */
/* The file that ACLNN_FINDINGS names. */
#ifndef ACLNN_PY_BASE_FINDING_FILE_H
#define ACLNN_PY_BASE_FINDING_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Opens it for good, before the program uses up its descriptors, drops privileges or changes its
 * root. NULL, or why the file is of no use, as a sentence. Called once.
 */
const char *finding_file_open(const char *name);

bool finding_file_is_open(void);

/* Whether it is a pipe that nobody has read yet. */
bool finding_file_is_unread(void);

/* Whether its lines are JSON: the name ends with ".jsonl". */
bool finding_file_is_json(void);

/* Appends a line, its end included; false when that was not possible. */
bool finding_file_append(const char *line, size_t length);

#endif
