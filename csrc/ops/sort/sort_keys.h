/* SPDX-License-Identifier: Apache-2.0 */
/* Converts elements to unsigned keys that sort the same way: NaN above all numbers, and 0 equal to
 * -0. */
#ifndef ACLNN_PY_OPS_SORT_SORT_KEYS_H
#define ACLNN_PY_OPS_SORT_SORT_KEYS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/acl_meta.h"

static inline uint64_t key_of_float(uint64_t bits, int width, uint64_t infinity)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    uint64_t size = bits & (sign - 1);
    if (size > infinity)
        return sign | (sign - 1);
    if (size == 0)
        return sign;
    return (bits & sign) != 0 ? sign - size : sign + size;
}

/* The bytes of an element that has at most 8. */
static inline uint64_t element_bits(const char *address, int64_t width)
{
    uint64_t bits = 0;
    memcpy(&bits, address, (size_t)width);
    return bits;
}

static inline uint64_t key_of(uint64_t bits, aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return key_of_float(bits, 32, 0x7F800000);
    case ACL_DOUBLE: return key_of_float(bits, 64, 0x7FF0000000000000);
    case ACL_FLOAT16: return key_of_float(bits, 16, 0x7C00);
    case ACL_BF16: return key_of_float(bits, 16, 0x7F80);
    case ACL_INT8: return bits ^ 0x80;
    case ACL_INT16: return bits ^ 0x8000;
    case ACL_INT32: return bits ^ 0x80000000U;
    case ACL_INT64: return bits ^ 0x8000000000000000U;
    case ACL_BOOL: return bits != 0;
    default: return bits;
    }
}

static inline bool bits_are_nan(uint64_t bits, aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return (bits & 0x7FFFFFFF) > 0x7F800000;
    case ACL_DOUBLE: return (bits & INT64_MAX) > 0x7FF0000000000000;
    case ACL_FLOAT16: return (bits & 0x7FFF) > 0x7C00;
    case ACL_BF16: return (bits & 0x7FFF) > 0x7F80;
    default: return false;
    }
}

/* Runs an expression in which the type and the width are constants. */
#define FOR_TYPE(type, DO)                       \
    switch (type) {                              \
    case ACL_FLOAT: DO(ACL_FLOAT, 4); break;     \
    case ACL_DOUBLE: DO(ACL_DOUBLE, 8); break;   \
    case ACL_FLOAT16: DO(ACL_FLOAT16, 2); break; \
    case ACL_BF16: DO(ACL_BF16, 2); break;       \
    case ACL_INT8: DO(ACL_INT8, 1); break;       \
    case ACL_INT16: DO(ACL_INT16, 2); break;     \
    case ACL_INT32: DO(ACL_INT32, 4); break;     \
    case ACL_INT64: DO(ACL_INT64, 8); break;     \
    case ACL_BOOL: DO(ACL_BOOL, 1); break;       \
    case ACL_UINT8: DO(ACL_UINT8, 1); break;     \
    case ACL_UINT16: DO(ACL_UINT16, 2); break;   \
    case ACL_UINT32: DO(ACL_UINT32, 4); break;   \
    default: DO(ACL_UINT64, 8); break;           \
    }

#endif
