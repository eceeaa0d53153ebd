/* SPDX-License-Identifier: Apache-2.0 */
/* Texts: those of the ACLNN_* variables (lists, numbers, names that are nearly right), and lines.
 */
#ifndef ACLNN_PY_BASE_TEXT_H
#define ACLNN_PY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies the piece up to the separator, and returns what follows it, or NULL behind the last piece.
 * A piece longer than size is cut. */
const char *text_next_piece(const char *list, char separator, char *piece, size_t size);

/* How many characters of a have to be inserted, removed or replaced to get b, without regard to
 * case. Names have at most TEXT_NAME_MAX characters; for longer ones the result is
 * TEXT_NAME_MAX. */
#define TEXT_NAME_MAX 64
size_t text_distance(const char *a, const char *b);

/* Reads text as a decimal number; true when it is one from low to high. */
bool text_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);

/* FNV-1a of 64 bits. */
uint64_t text_hash(const char *text, size_t length);

/*
 * Puts a space in place of each control character, also of those that UTF-8 has of two bytes: what
 * a terminal would obey.
 */
void text_blank_controls(char *text, size_t length);

#endif
