/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that streams and the host use: two accesses of the same bytes, one of them a write, that
 * nothing orders (order.h) are told as a finding when the second is queued or made. What comes of
 * them depends on chance on a device, whether it did in this run or not.
 *
 * Accesses are remembered until everything that may come is behind them, or one that comes behind
 * them covers them, and at most ACCESSES_KEPT of them; that older ones were forgotten is said once.
 * Without host memory nothing is remembered: a finding is missed then, and the work goes on.
 */
#ifndef ACLNN_PY_RUNTIME_RACES_H
#define ACLNN_PY_RUNTIME_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/argument_name.h"
#include "runtime/byte_view.h"
#include "runtime/order.h"
#include "runtime/stream.h"

#define ACCESSES_KEPT 32768

/* What a task, or a call, touches: between races_begin_... and races_end nothing else is called. */
struct races {
    const char *call;
    const struct call_stack *stack;
    struct stream *stream; /* NULL: the caller itself, now */
    uint64_t sequence;
    struct order_moment now;
    bool is_known; /* else the stream has ended */
    bool told;     /* a finding is enough */
};

/* A task that is queued next: its name, and where it is queued are taken from it and set there. */
void races_begin_task(struct races *races, struct task *task, struct stream *stream);

/* What the call that runs does at once. */
void races_begin_now(struct races *races);

void races_add(struct races *races, struct argument_name argument, const struct byte_view *view,
               bool written);
void races_end(struct races *races);

/* All bytes of a range are freed by the call that runs; nothing is remembered of them. */
void races_free(const void *start, size_t bytes);

/* The same by a task that was looked at when it was queued, or of memory that is new. */
void races_forget(const void *start, size_t bytes);

/* The newest record of an event, for findings that name what could be waited for. */
struct races_mark {
    struct races_mark *next;
    struct races_mark **link; /* NULL: not listed */
    const struct stream *stream;
    uint64_t sequence;
    int32_t event;
    int32_t waits; /* the stream that waits for it, the latest; -1: none */
    const struct call_stack *stack;
};

void races_mark(struct races_mark *mark, const struct stream *stream, uint64_t sequence,
                int32_t event);
void races_mark_waited(struct races_mark *mark, const struct stream *stream);
void races_unmark(struct races_mark *mark);

#endif
