/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors whose elements lie one after another, and device memory that notices who leaves it. */
#ifndef ACLNN_PY_TESTS_STRESS_TENSOR_H
#define ACLNN_PY_TESTS_STRESS_TENSOR_H

#include "program.h"

#define GUARD 64
#define CANARY 0x5A

static inline aclTensor *dense_tensor(const int64_t *dims, uint64_t rank, aclDataType type,
                                      void *address)
{
    aclTensor *tensor = aclCreateTensor(dims, rank, type, NULL, 0, ACL_FORMAT_ND, dims, rank,
                                        address);
    CHECK(tensor != NULL);
    return tensor;
}

/* Device memory of size bytes between guards. */
static inline char *guarded(size_t size)
{
    char *memory = device_malloc(size + (size_t)2 * GUARD);
    OK_(aclrtMemset(memory, size + (size_t)2 * GUARD, CANARY, size + (size_t)2 * GUARD));
    return memory + GUARD;
}

/* Releases it, if nothing was written around it. */
static inline void free_guarded(char *memory, size_t size)
{
    unsigned char around[2][GUARD];
    OK_(aclrtMemcpy(around[0], GUARD, memory - GUARD, GUARD, ACL_MEMCPY_DEVICE_TO_HOST));
    OK_(aclrtMemcpy(around[1], GUARD, memory + size, GUARD, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < GUARD; i++)
        CHECK(around[0][i] == CANARY && around[1][i] == CANARY);
    OK_(aclrtFree(memory - GUARD));
}

#endif
