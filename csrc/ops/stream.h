/* SPDX-License-Identifier: Apache-2.0 */
/* When a result is written past the caches, and where. */
#ifndef ACLNN_PY_OPS_STREAM_H
#define ACLNN_PY_OPS_STREAM_H

#include <stdint.h>

/* Results of more bytes than this are larger than the caches of a core. */
#define STREAMED_BYTES ((uint64_t)4 << 20)

/* The addresses of such results are multiples of this. */
#define STREAM_ALIGNMENT 2

#endif
