/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What waits for what: queued tasks for places in other streams, callbacks for what they
 * synchronize with. A place stands for the tasks of a stream up to there. Who would wait for itself
 * is refused before it waits.
 */
#ifndef ACLNN_PY_RUNTIME_STREAM_WAITS_H
#define ACLNN_PY_RUNTIME_STREAM_WAITS_H

#include <stdbool.h>
#include <stdint.h>

struct stream;

/* One task that waits. Whoever has it in a list keeps both streams alive. */
struct wait {
    struct wait *next;
    struct wait **link;
    bool listed;
    struct stream *stream; /* of the task */
    uint64_t sequence;
    struct stream *awaited; /* NULL: the thread that processes the reports of the task's stream */
    uint64_t place;
    bool timed;        /* it ends by itself */
    struct wait *todo; /* of a search */
};

/* Those of one stream, newest first. The lock of waits.c guards them. */
struct waits {
    struct wait *list;
    uint64_t search;   /* the search that came by last */
    uint64_t searched; /* how far it has looked */
};

/*
 * A task that runs on this thread, in front of the others. What it calls cannot wait for its own
 * stream.
 */
struct stream_frame {
    struct stream *stream;
    uint64_t sequence;
    const struct stream_frame *outer;
    struct wait wait; /* of the outer task for this one */
};

/* How a call waits. */
enum wait_kind {
    WAIT_ENDLESS,
    WAIT_TIMED,
    WAIT_DROPPING, /* for what has begun: the rest is dropped, with callbacks that nobody took */
    WAIT_RUNNING,  /* for what the call itself runs: waits with a timeout count too */
};

/* Lists a task that waits, when it gets its place: awaited, place and timed are set. */
void waits_add(struct wait *wait, struct stream *stream, uint64_t sequence);

/* Takes it out again; nothing when it is in no list. */
void waits_end(struct wait *wait);

/*
 * Begins to wait for a place, by a call of the innermost of these tasks (NULL: of none). False, and
 * nothing begun, when the place itself waits for one of them, or, while callbacks count, for one
 * that this thread would have to process.
 */
bool waits_begin(struct wait *wait, const struct stream_frame *frames, struct stream *stream,
                 uint64_t place, enum wait_kind kind);

#endif
