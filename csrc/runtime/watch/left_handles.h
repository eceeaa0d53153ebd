/* SPDX-License-Identifier: Apache-2.0 */
/* Findings about handles that a program never destroyed. */
#ifndef ACLNN_PY_RUNTIME_WATCH_LEFT_HANDLES_H
#define ACLNN_PY_RUNTIME_WATCH_LEFT_HANDLES_H

#include <stddef.h>
#include <stdint.h>

#include "base/handle.h"

/* What has been told of handles that end together; begins as {0}. */
struct left_handles {
    size_t told;
    uint64_t more[HANDLE_KIND_COUNT];
};

/* Tells an open handle that ends with its context. Only the first of a list are told one by one. */
void left_handles_tell(struct left_handles *list, const void *handle);

/* Tells how many more there were. */
void left_handles_tell_more(const struct left_handles *list);

/* Tells all open handles when the process ends. */
void left_handles_tell_all(void);

#endif
