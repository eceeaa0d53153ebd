/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scratch for launches that need more than CANN's workspace holds: some products ask for none.
 * Blocks that were given back are kept for later launches, the newest ones up to a total: fresh
 * memory costs a page fault every few kilobytes, as much as the work of many kernels.
 */
#ifndef ACLNN_PY_RUNTIME_CORES_SCRATCH_H
#define ACLNN_PY_RUNTIME_CORES_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of given-back blocks that are kept. A block that is larger by itself is not. */
#define SCRATCH_KEPT_BYTES ((size_t)128 << 20)

/* A block of at least size bytes, aligned to 512, with any contents; NULL without host memory. */
void *scratch_take(size_t size);

/* Gives a block back; NULL does nothing. */
void scratch_give(void *block);

/*
 * Lays out pieces of a block: `at` receives where `count` elements of `bytes` each begin, behind
 * the `total` bytes that are laid out, which grow. False when more than 63 bits are needed.
 */
bool scratch_lay_out(uint64_t *total, uint64_t *at, uint64_t count, uint64_t bytes);

#endif
