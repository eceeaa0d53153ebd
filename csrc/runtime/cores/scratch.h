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

/* The most bytes of returned blocks that are kept. A larger block is not kept at all. */
#define SCRATCH_KEPT_BYTES ((size_t)128 << 20)

/* Takes a block of at least size bytes, aligned to 512, uninitialized; NULL when host memory is
 * short. */
void *scratch_take(size_t size);

/* Gives a block back. NULL is ignored. */
void scratch_give(void *block);

/* Assigns a piece of `count` elements of `bytes` bytes each. `at` receives where it begins, behind
 * the `total` bytes that are assigned already, and `total` grows. False when the sum does not fit
 * into int64_t. */
bool scratch_lay_out(uint64_t *total, uint64_t *at, uint64_t count, uint64_t bytes);

#endif
