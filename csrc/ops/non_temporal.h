/* SPDX-License-Identifier: Apache-2.0 */
/* When a result is written past the caches, by non-temporal stores, and where. */
#ifndef ACLNN_PY_OPS_NON_TEMPORAL_H
#define ACLNN_PY_OPS_NON_TEMPORAL_H

#include <stdint.h>

/* Results of more bytes than this are larger than the caches of a core. */
#define NON_TEMPORAL_BYTES ((uint64_t)4 << 20)

/* The addresses of such results are multiples of this. */
#define NON_TEMPORAL_ALIGNMENT 2

#endif
