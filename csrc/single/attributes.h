/* SPDX-License-Identifier: Apache-2.0 */
/* aclopAttr: the attributes that a program gives a single operator, by their names. */
#ifndef ACLNN_PY_SINGLE_ATTRIBUTES_H
#define ACLNN_PY_SINGLE_ATTRIBUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_op.h"

enum attribute_kind {
    ATTRIBUTE_BOOL,
    ATTRIBUTE_INT,
    ATTRIBUTE_FLOAT,
    ATTRIBUTE_STRING,
    ATTRIBUTE_DATA_TYPE,
    ATTRIBUTE_LIST_BOOL,
    ATTRIBUTE_LIST_INT,
    ATTRIBUTE_LIST_FLOAT,
    ATTRIBUTE_LIST_STRING,
    ATTRIBUTE_LIST_DATA_TYPE,
    ATTRIBUTE_LIST_LIST_INT,
};

/* The value of an attribute: one, or a list. */
struct attribute_value {
    enum attribute_kind kind;
    int64_t integer; /* bool, integer and data type */
    double real;
    const char *text;
    int32_t count; /* of a list */
    union {
        const void *list;
        const int64_t *integers;
        const float *reals;
        const bool *bools;
    };
};

struct attributes;

/* Pins the attributes behind a handle. NULL, and a text that names the argument, when the handle is
 * no live one. */
const struct attributes *attributes_acquire(const aclopAttr *handle, const char *argument);
void attributes_release(const aclopAttr *handle);

/* The value of a name, or NULL. It belongs to the attributes. */
const struct attribute_value *attributes_find(const struct attributes *attributes,
                                              const char *name);

/* "bool", "list of int". */
const char *attribute_kind_name(enum attribute_kind kind);

#endif
