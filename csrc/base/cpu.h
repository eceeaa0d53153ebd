/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_CPU_H
#define ACLNN_PY_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* What one core writes another one waits for, in pieces of this many bytes. */
#define CPU_CACHE_LINE 64

/* Whether this machine runs code of a level: "v2", "v3", "v4" (x86-64) or "aarch64". */
bool cpu_runs(const char *level);

/* Whether it multiplies pairs of bfloat16: with level v4 and AVX512_BF16, or FEAT_BF16 of Arm's. */
bool cpu_has_bfloat16_products(void);

/* Whether it multiplies quads of bytes: with level v4 and AVX512_VNNI, or FEAT_DotProd of Arm's. */
bool cpu_has_byte_products(void);

/* Bytes of the cache that the first CPU shares with its neighbours (its third level); 0 where the
 * kernel does not say (a sandbox without /sys). */
int64_t cpu_shared_cache(void);

/* CPUs that the calling thread may run on (taskset, cpusets of containers); 1 at least. */
int cpu_count(void);

#endif
