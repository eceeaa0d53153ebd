/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_JSON_H
#define ACLNN_PY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Whether text is one JSON value (RFC 8259, nested at most 64 deep). Configuration files are
 * only tested for their form: no key in them changes what this library does.
 */
bool json_is_valid(const char *text, size_t size);

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
