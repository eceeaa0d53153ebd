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
 * Writes one value into memory of the caller. Names are NULL inside of an array. What does not fit
 * is cut off, and is_full; length counts it all the same. grow may make text and size larger, for
 * so many bytes at least, before something is cut off.
 */
struct json_writer {
    char *text;
    size_t size;
    size_t length;
    bool is_full;
    bool is_compact; /* no spaces behind commas and colons */
    bool is_ascii;   /* bytes that are no ASCII are the characters of the same number */
    bool is_behind;  /* another value: a comma comes first */
    void (*grow)(struct json_writer *json, size_t size);
};

/* '{' or '[', and its end. */
void json_open(struct json_writer *json, const char *name, char bracket);
void json_close(struct json_writer *json, char bracket);

/* Bytes that are no UTF-8 become U+FFFD, but where is_ascii says otherwise. */
void json_string(struct json_writer *json, const char *name, const char *value);
void json_number(struct json_writer *json, const char *name, int64_t value);
void json_unsigned(struct json_writer *json, const char *name, uint64_t value);
void json_truth(struct json_writer *json, const char *name, bool value);
void json_null(struct json_writer *json, const char *name);

/* So that it reads back as the same number. JSON has no infinities and NaNs: they are strings. */
void json_real(struct json_writer *json, const char *name, double value);

/* A name whose value comes next, without one. */
void json_name(struct json_writer *json, const char *name);

/* Values that another writer wrote, with their commas. */
void json_values(struct json_writer *json, const struct json_writer *values);

/* What makes it a line. */
void json_end_line(struct json_writer *json);

#endif
