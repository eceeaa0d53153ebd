/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers at any address: an operand need not be aligned. */
#ifndef ACLNN_PY_BASE_UNALIGNED_H
#define ACLNN_PY_BASE_UNALIGNED_H

#include <stdint.h>

typedef float any_float __attribute__((aligned(1)));
typedef double any_double __attribute__((aligned(1)));
typedef int16_t any_int16 __attribute__((aligned(1)));
typedef int32_t any_int32 __attribute__((aligned(1)));
typedef int64_t any_int64 __attribute__((aligned(1)));
typedef uint16_t any_uint16 __attribute__((aligned(1)));
typedef uint32_t any_uint32 __attribute__((aligned(1)));
typedef uint64_t any_uint64 __attribute__((aligned(1)));

#endif
