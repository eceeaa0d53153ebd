/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_JSON_H
#define ACLNN_PY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether text is one JSON value (RFC 8259, nested at most 64 deep). Configuration files are
 * only tested for their form: no key in them changes what this library does.
 */
bool json_is_valid(const char *text, size_t size);

#endif
