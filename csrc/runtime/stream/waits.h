/* SPDX-License-Identifier: Apache-2.0 */
/* The waits of streams: queued tasks wait for places in other streams, callbacks for what they
 * synchronize with. A place stands for all tasks of a stream up to it. A task that would wait for
 * itself is refused before it waits. */
#ifndef ACLNN_PY_RUNTIME_STREAM_WAITS_H
#define ACLNN_PY_RUNTIME_STREAM_WAITS_H

#include <stdbool.h>
#include <stdint.h>

struct stream;

/* One task that waits. While a wait is in a list, its owner keeps both streams alive. */
struct wait {
    struct wait *next;
    struct wait **link;
    bool listed;
    struct stream *stream; /* the stream of the task that waits */
    uint64_t sequence;
    struct stream *awaited; /* NULL: it waits for the thread that processes the reports of the
                             * task's stream */
    uint64_t place;
    bool timed;        /* the wait ends by itself */
    struct wait *todo; /* used by a search */
};

/* The waits of one stream, the newest first. The lock of waits.c guards them. */
struct waits {
    struct wait *list;
    uint64_t search;   /* the last search that came here */
    uint64_t searched; /* how far that search has looked */
};

/* A task that runs on this thread. What it calls cannot wait for the task's own stream. */
struct stream_frame {
    struct stream *stream;
    uint64_t sequence;
    const struct stream_frame *outer;
    struct wait wait; /* the wait of the task outside for this one */
};

/* How a call waits. */
enum wait_kind {
    WAIT_ENDLESS,
    WAIT_TIMED,
    WAIT_DROPPING, /* for tasks that have begun; the others are dropped, with callbacks that nobody
                    * took */
    WAIT_RUNNING,  /* for tasks that the call itself runs; waits with a timeout count too */
};

/* Lists a task that waits, when it gets its place. awaited, place and timed are set. */
void waits_add(struct wait *wait, struct stream *stream, uint64_t sequence);

/* Takes the wait out of its list, if it is in one. */
void waits_end(struct wait *wait);

/* Begins a wait for a place by a call inside the innermost of these tasks (NULL: outside of any).
 * Returns false and begins nothing when the place itself waits for one of them or, while callbacks
 * count, for a callback that this thread would have to process. */
bool waits_begin(struct wait *wait, const struct stream_frame *frames, struct stream *stream,
                 uint64_t place, enum wait_kind kind);

#endif
