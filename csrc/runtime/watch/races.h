/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that streams and the host use: two accesses of the same bytes, one of them a write, that
 * nothing orders (order.h) are told as a finding when the second is queued or made. What comes of
 * them depends on chance on a device, whether it did in this run or not.
 *
 * A call is told of once, with the newest that it races with. What a function does that a stream
 * calls comes sooner or later: it is told of once, with the first call behind the function's launch
 * that it races with, or the last in front of it if it does with that. So which two are told, and
 * which of them counts as the later one, does not depend on when the function came.
 *
 * Accesses are remembered until everything that may come is behind them, or one that comes behind
 * them covers them, and at most ACCESSES_KEPT of them; that older ones were forgotten is said once.
 * Without host memory nothing is remembered: a finding is missed then, and the work goes on.
 */
#ifndef ACLNN_PY_RUNTIME_WATCH_RACES_H
#define ACLNN_PY_RUNTIME_WATCH_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/argument_name.h"
#include "runtime/watch/memory_home.h"
#include "runtime/watch/byte_view.h"
#include "runtime/watch/order.h"

#define ACCESSES_KEPT 32768

/* What a task or a call accesses. Between races_begin_... and races_end no other function is
 * called. */
struct races {
    const char *call;
    const struct call_stack *stack;
    const struct order_timeline *line; /* the timeline of the stream; NULL: the caller itself does
                                        * it now */
    uint64_t sequence;
    struct order_moment now;
    uint64_t number; /* the number of the call, or of the launch of the function that makes it */
    bool is_known;   /* false: the stream has ended */
    bool told;       /* it has been told; one finding is enough */
};

/* What is done with the bytes. */
enum races_use {
    RACES_READ,
    RACES_WRITTEN,
    RACES_FREED,
    RACES_UNREGISTERED,
    RACES_ALLOCATED, /* allocated on a stream: work may use them only after this */
};

/* Begins with a task that is queued next: its name, where it is queued, and its place on its
 * stream. */
void races_begin_task(struct races *races, const char *name, const struct call_stack *queued_in,
                      struct order_timeline *line, uint64_t sequence);

/* Begins with what the call that runs does at once. */
void races_begin_now(struct races *races);

void races_add(struct races *races, struct argument_name argument, const struct byte_view *view,
               enum races_use use);
void races_end(struct races *races);

/* The call that runs frees or unregisters all bytes of a range; they are forgotten. */
void races_free(const void *start, size_t bytes, enum races_use use);

/*
 * Memory that may be mapped at several addresses has a home (memory_home.h), where accesses of all
 * of them meet: who maps memory says how to find it, before the first address is given out.
 */
void races_ask_homes(bool (*home_at)(uintptr_t address, struct memory_home *out));

/* A mapping is taken away by the call that runs: so for what was done by its addresses alone. */
void races_unmap(const struct memory_home *mapping);

/* As races_free by a task that was looked at when it was queued, or of memory that is new. */
void races_forget(const void *start, size_t bytes);

/* Records of events, for findings that name what could be waited for. The newest are remembered,
 * also of events that were destroyed. races_mark returns the number of a record, or 0. */
uint64_t races_mark(struct order_timeline *line, uint64_t sequence, const void *event, int32_t id);

/* A stream waits for the record; for NULL, the host has waited for it. */
void races_mark_waited(uint64_t mark, const struct order_timeline *line);

#endif
