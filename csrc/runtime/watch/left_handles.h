/* SPDX-License-Identifier: Apache-2.0 */
/* Findings about handles that a program never destroyed. */
#ifndef ACLNN_PY_RUNTIME_WATCH_LEFT_HANDLES_H
#define ACLNN_PY_RUNTIME_WATCH_LEFT_HANDLES_H

#include <stddef.h>
#include <stdint.h>

#include "base/handle.h"

/* What was told of handles that end together; begins as {0}. */
struct left_handles {
    size_t told;
    uint64_t more[HANDLE_KIND_COUNT];
};

/* Tells an open handle that ends with its context; the first of a list by themselves, ... */
void left_handles_tell(struct left_handles *list, const void *handle);

/* ... the others by their number. */
void left_handles_tell_more(const struct left_handles *list);

/* The process ends: all that are open. */
void left_handles_tell_all(void);

#endif
