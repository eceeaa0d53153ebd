/* SPDX-License-Identifier: Apache-2.0 */
/* infiniop/handle.h: which device the operators of a program run on. */
#ifndef INFINIOP_HANDLE_H
#define INFINIOP_HANDLE_H

#include "../infinicore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts with {infiniDevice_t device; int device_id;}. Any number of threads may use one. */
struct InfiniopHandle;
typedef struct InfiniopHandle *infiniopHandle_t;

/*
 * A handle for the thread's current device; the caller's until infiniopDestroyHandle. NULL_POINTER:
 * handle_ptr is NULL.
 */
infiniStatus_t infiniopCreateHandle(infiniopHandle_t *handle_ptr);

/* Descriptors made with it stay usable. NULL_POINTER for NULL, BAD_PARAM for no live handle. */
infiniStatus_t infiniopDestroyHandle(infiniopHandle_t handle);

#ifdef __cplusplus
}
#endif

#endif
