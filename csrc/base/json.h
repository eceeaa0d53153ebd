/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_JSON_H
#define ACLNN_PY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether text is one JSON value (RFC 8259, nested at most 64 deep). */
bool json_is_valid(const char *text, size_t size);

/* A value inside of a valid text, from its first to its last character. NULL means that there is no
 * value. */
struct json_part {
    const char *text;
    size_t size;
};

/* The value that an object has under a name without escapes; the last one where it has several. No
 * value when part is no object. */
struct json_part json_member(struct json_part part, const char *name);

/* The element of an array at a place, from 0; no value behind the last, and when part is no array.
 */
struct json_part json_element(struct json_part part, uint32_t place);

/* Writes one value into memory of the caller. The name is NULL inside of an array. What does not
 * fit is cut off and sets is_full, while length counts it all the same. Before anything is cut off,
 * grow may enlarge text and size by at least the given number of bytes. */
struct json_writer {
    char *text;
    size_t size;
    size_t length;
    bool is_full;
    bool is_compact; /* writes no spaces behind commas and colons */
    bool is_ascii;   /* writes each byte that is no ASCII as the character of that number */
    bool is_behind;  /* a value came before, so that a comma goes before the next one */
    void (*grow)(struct json_writer *json, size_t size);
};

/* Opens an object ('{') or an array ('['), or closes it. */
void json_open(struct json_writer *json, const char *name, char bracket);
void json_close(struct json_writer *json, char bracket);

/* Writes a string. Bytes that are no UTF-8 become U+FFFD, unless is_ascii is set. */
void json_string(struct json_writer *json, const char *name, const char *value);
void json_number(struct json_writer *json, const char *name, int64_t value);
void json_unsigned(struct json_writer *json, const char *name, uint64_t value);
/* Writes value / 1000 with three digits behind the point, for times in microseconds. */
void json_thousandths(struct json_writer *json, const char *name, uint64_t value);
void json_truth(struct json_writer *json, const char *name, bool value);
void json_null(struct json_writer *json, const char *name);

/* Writes a number with as many digits as it takes to read the same number back. Infinities and
 * NaNs, which JSON does not have, become strings. */
void json_real(struct json_writer *json, const char *name, double value);

/* Writes a name. Its value is written next, with the name NULL. */
void json_name(struct json_writer *json, const char *name);

/* Copies values that another writer wrote, with their commas. */
void json_values(struct json_writer *json, const struct json_writer *values);

/* Ends the line with a newline. */
void json_end_line(struct json_writer *json);

#endif
