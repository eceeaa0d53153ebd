/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_JSON_H
#define ACLNN_PY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether text is one JSON value (RFC 8259, nested at most 64 deep). */
bool json_is_valid(const char *text, size_t size);

/* A value inside of a valid text, from its first to its last character; NULL: there is none. */
struct json_part {
    const char *text;
    size_t size;
};

/*
 * The value that an object has by this name, which has no escapes; the last one of several. None
 * when part is no object.
 */
struct json_part json_member(struct json_part part, const char *name);

/*
 * Writes one value into memory of the caller. Names are NULL inside of an array. is_full says that
 * something did not fit, and then the text is of no use.
 */
struct json_writer {
    char *text;
    size_t size;
    size_t length;
    bool is_full;
};

/* '{' or '[', and its end. */
void json_open(struct json_writer *json, const char *name, char bracket);
void json_close(struct json_writer *json, char bracket);

/* Bytes that are no UTF-8 become U+FFFD. */
void json_string(struct json_writer *json, const char *name, const char *value);
void json_number(struct json_writer *json, const char *name, int64_t value);

/* What makes it a line. */
void json_end_line(struct json_writer *json);

#endif
