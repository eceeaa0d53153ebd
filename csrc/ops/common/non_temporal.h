/* SPDX-License-Identifier: Apache-2.0 */
/* The alignment of results that kernels write past the caches (vector/memory.h says which are). */
#ifndef ACLNN_PY_OPS_COMMON_NON_TEMPORAL_H
#define ACLNN_PY_OPS_COMMON_NON_TEMPORAL_H

/* Addresses of such results are multiples of this. */
#define NON_TEMPORAL_ALIGNMENT 2

#endif
