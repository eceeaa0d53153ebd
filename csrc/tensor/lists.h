/* SPDX-License-Identifier: Apache-2.0 */
/* aclTensorList and aclScalarList: the handles of their elements. A handle in the list may be NULL,
 * dead, or of another kind; the code that uses an element acquires it and finds out. */
#ifndef ACLNN_PY_TENSOR_LISTS_H
#define ACLNN_PY_TENSOR_LISTS_H

#include <stdint.h>

#include "base/handle.h"

struct handle_list {
    uint64_t size;
    const void *elements[];
};

/* Pins the list, not its elements; NULL when it is no live handle of that kind. */
const struct handle_list *handle_list_acquire(const void *handle, enum handle_kind kind);
void handle_list_release(const void *handle);

#endif
