/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Device memory that queued work will read and write, while somebody wants findings (finding.h).
 * What touches the same memory and is ordered neither by one stream, nor by an event, nor by a
 * synchronize, is told: its result depends on chance.
 */
#ifndef ACLNN_PY_RUNTIME_PENDING_H
#define ACLNN_PY_RUNTIME_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/argument_name.h"

struct stream;
struct call_stack;

/* Bytes as the caller sees them. */
struct pending_range {
    struct argument_name name;
    uintptr_t first;
    uintptr_t past;
    uintptr_t highest; /* past of this range and of all before it, once they are sorted */
    bool written;
};

/* One queued task. */
struct pending {
    struct pending *next;
    struct pending **link;
    bool is_noted; /* it was added to the list */
    const char *name;
    const struct call_stack *queued_in;
    const struct stream *stream;
    uint64_t sequence; /* at most the task's: it is not queued yet */
    size_t range_count;
    struct pending_range *ranges; /* the owner's; sorted by first once the work is noted */
};

/* Whether anybody wants to know. */
bool pending_wanted(void);

/* Adds a range to a task that pending_work will get; its owner has room for it in ranges. */
void pending_range_add(struct pending *pending, struct argument_name name, const void *first,
                       size_t bytes, bool written);

/* Just before a task is queued: tells what it meets, and notes its ranges. */
void pending_work(struct pending *pending, const char *name, struct stream *stream);

/* When the task is over or dropped; what was never noted may come too. */
void pending_end(struct pending *pending);

/* What the call that runs touches itself, without any order. */
void pending_touch(const char *name, const void *first, size_t bytes, bool written);

#endif
