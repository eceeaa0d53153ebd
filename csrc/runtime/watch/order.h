/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens before what, by the calls alone, while somebody wants findings (finding.h): vector
 * clocks. The clock of a stream says up to which task of each other stream, and up to which access
 * of the host, everything has happened before its next task begins; the host has one such clock for
 * all its threads, since what orders them (a mutex, a join) is not seen here: its calls count as
 * ordered as they are made. How far streams have come in this run plays no part.
 *
 * A task is behind the tasks before it on its stream, and behind all that the host knew when it was
 * queued. A wait for an event takes over the clock of the place that was recorded. The host takes
 * over the clock of what it has waited for, or was told is complete. A function that a stream calls
 * has a clock of its own: what it does is behind the stream's tasks before it, in front of those
 * behind it, and in no order with the host's calls.
 *
 * Nothing here does anything unless order_is_kept.
 */
#ifndef ACLNN_PY_RUNTIME_WATCH_ORDER_H
#define ACLNN_PY_RUNTIME_WATCH_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/entry_current.h"
#include "base/environment.h"

/* Ticks by the number of a timeline; missing ones are 0. */
struct order_clock {
    uint64_t *ticks;
    uint32_t count;
};

/* The clock before a task of a timeline, which also holds for the tasks up to the next point. */
struct order_point {
    uint64_t sequence;
    struct order_clock before;
};

/* A stream or the host. All members but the names are 0 before the first use. Never moved. */
struct order_timeline {
    int32_t stream;  /* the stream's number in messages; 0: the host */
    bool is_default; /* the default stream of a context */
    uint32_t number; /* 0: the host, or a stream without a number; given to another stream when it
                      * has ended */
    bool ended;
    bool forgets;               /* points were dropped because there were too many */
    uint64_t offset;            /* its first tick; lower ticks are of the stream that had the number
                                 * before */
    uint64_t host_seen;         /* the version of the host's clock that it has taken over */
    struct order_point *points; /* in ascending sequence */
    uint32_t point_count;
    uint32_t point_room;
};

/* A function of the program that a stream calls on this thread. */
struct order_function {
    struct order_function *outer;
    struct order_timeline *line; /* the timeline of the stream, and the task that calls the
                                  * function */
    uint64_t sequence;
    uint64_t part;   /* number of the function's accesses so far */
    uint64_t launch; /* the number of the call that queued it (order_next_call) */
    struct order_clock before;
    bool is_of_host; /* the host called for it, so it is ordered with the host's calls */
    bool is_unasked; /* the host will call for it, and knows nothing of it yet */
    bool begun;
};

static inline bool order_is_kept(void)
{
    return __builtin_expect((entry_hooks() & ENTRY_FINDING) != 0, 0) &&
           environment()->check_mode != CHECK_OFF;
}

/* ---- What the calls say ---------------------------------------------------------------------- */

/* All tasks up to a place are complete for the caller. */
void order_done(struct order_timeline *line, uint64_t sequence);

/* The same as order_done where tasks may have been dropped, and with them their waits. */
void order_dropped(struct order_timeline *line, uint64_t sequence);

/* A stream's tasks from the next one on wait for a place in another stream. */
void order_wait(struct order_timeline *line, uint64_t next, struct order_timeline *awaited,
                uint64_t sequence);

/* A stream has ended with its newest task, and with its work, except for what was dropped. It is
 * closed. */
void order_end_stream(struct order_timeline *line, uint64_t newest, bool dropped);

/* order_function_queued: a host function is queued that will run inside its stream's work; returns
 * the number of the call. order_function_over: it has run, or was dropped. */
uint64_t order_function_queued(void);
void order_function_over(void);

/* The function runs on this thread. is_of_host: aclrtProcessReport has called for it, or will where
 * launch is not 0. */
void order_function_begin(struct order_function *function, struct order_timeline *line,
                          uint64_t sequence, uint64_t launch, bool is_of_host);
void order_function_end(struct order_function *function);

/* ---- For races.c: one lock for all of this --------------------------------------------------- */

/* Host memory was short, so accesses that look unordered may be ordered. */
bool order_is_lost(void);

/* When something happened. */
struct order_moment {
    uint32_t number; /* number of its timeline */
    uint64_t tick;
    const struct order_clock *before; /* what had happened before; valid until the lock is given
                                       * back */
};

void order_lock(void);
void order_unlock(void);

/* Counts the calls that are looked at, from 1. */
uint64_t order_next_call(void);

/* The moment of the task that is queued next on a stream; false when the stream has ended. */
bool order_next_task(struct order_timeline *line, uint64_t sequence, struct order_moment *now);

/* The moment of what the caller does itself: the host, or the function that runs on this thread. */
void order_now(struct order_moment *now);

/* The function that runs on this thread and is unordered with the host; NULL: none. */
const struct order_function *order_function_here(void);

/* The tick of a task, and the number of its timeline; false when the stream has ended. */
bool order_tick(struct order_timeline *line, uint64_t sequence, uint32_t *number, uint64_t *tick);

/* Whether an earlier moment that was kept happened before `now`. */
bool order_is_before(uint32_t number, uint64_t tick, const struct order_moment *now);

/* Whether a moment that was kept comes after `now`, which only functions make possible. */
bool order_is_behind(uint32_t number, uint64_t tick, const struct order_moment *now);

/* Whether everything that may still come will be after it. */
bool order_is_over(uint32_t number, uint64_t tick);

/* Whether functions are queued that will know nothing of what the host does now. */
bool order_functions_are_queued(void);

#endif
