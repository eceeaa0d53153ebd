/* SPDX-License-Identifier: Apache-2.0 */
/* Converts elements to unsigned keys that sort the same way: NaN above all numbers, and 0 equal to
 * -0. */
#ifndef ACLNN_PY_OPS_SORT_SORT_KEYS_H
#define ACLNN_PY_OPS_SORT_SORT_KEYS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/acl_meta.h"

/* The bits of infinity; 0 for types that are no floats. */
static inline uint64_t infinity_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return 0x7F800000;
    case ACL_DOUBLE: return 0x7FF0000000000000;
    case ACL_FLOAT16: return 0x7C00;
    case ACL_BF16: return 0x7F80;
    default: return 0;
    }
}

static inline bool has_sign(aclDataType type)
{
    return type == ACL_INT8 || type == ACL_INT16 || type == ACL_INT32 || type == ACL_INT64;
}

/* The key of an element in integers of its width, so that compilers make vectors of loops. */
#define DEFINE_KEY_OF(width)                                                                     \
    static inline uint##width##_t key_of_##width(uint##width##_t bits, aclDataType type)         \
    {                                                                                            \
        const uint##width##_t sign = (uint##width##_t)((uint##width##_t)1 << (width - 1));       \
        const uint##width##_t infinity = (uint##width##_t)infinity_of(type);                     \
        uint##width##_t size = bits & (uint##width##_t)(sign - 1);                               \
        uint##width##_t below = (uint##width##_t)(sign - size);                                  \
        uint##width##_t above = (uint##width##_t)(sign + size);                                  \
        if (infinity != 0)                                                                       \
            return size > infinity ? (uint##width##_t) - 1 : (bits & sign) != 0 ? below : above; \
        if (type == ACL_BOOL)                                                                    \
            return bits != 0;                                                                    \
        return has_sign(type) ? bits ^ sign : bits;                                              \
    }

DEFINE_KEY_OF(8)
DEFINE_KEY_OF(16)
DEFINE_KEY_OF(32)
DEFINE_KEY_OF(64)

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
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8: return key_of_8((uint8_t)bits, type);
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16: return key_of_16((uint16_t)bits, type);
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32: return key_of_32((uint32_t)bits, type);
    default: return key_of_64(bits, type);
    }
}

static inline bool bits_are_nan(uint64_t bits, aclDataType type)
{
    return infinity_of(type) != 0 && key_of(bits, type) == key_of(infinity_of(type) + 1, type);
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
