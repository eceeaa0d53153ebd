/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the small languages of the ACLNN_* variables: lists and numbers. */
#ifndef ACLNN_PY_BASE_TEXT_H
#define ACLNN_PY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Copies the piece of a list up to separator, and returns what follows, or NULL at the end of the
 * list. Pieces longer than size are cut.
 */
const char *text_next_piece(const char *list, char separator, char *piece, size_t size);

/* Whether text is a decimal number from low to high, and which. */
bool text_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);

#endif
