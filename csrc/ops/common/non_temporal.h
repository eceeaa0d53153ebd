/* SPDX-License-Identifier: Apache-2.0 */
/* Where results begin that kernels write past the caches (vector/memory.h says which). */
#ifndef ACLNN_PY_OPS_COMMON_NON_TEMPORAL_H
#define ACLNN_PY_OPS_COMMON_NON_TEMPORAL_H

/* The addresses of such results are multiples of this. */
#define NON_TEMPORAL_ALIGNMENT 2

#endif
