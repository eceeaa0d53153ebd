/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of the level that a file is compiled for, as functions of the compiler. GCC takes
 * half a second for its header of all levels, so what has no registers of AVX does without it. */
#ifndef ACLNN_PY_BASE_INTRINSICS_H
#define ACLNN_PY_BASE_INTRINSICS_H

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__x86_64__)
#include <smmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#endif
