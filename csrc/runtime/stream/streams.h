/* SPDX-License-Identifier: Apache-2.0 */
/* The streams that are open, of all contexts, and who observes what they do. */
#ifndef ACLNN_PY_RUNTIME_STREAM_STREAMS_H
#define ACLNN_PY_RUNTIME_STREAM_STREAMS_H

#include <stdint.h>

#include "acl/acl_rt.h"

struct stream;

/* Adds a stream and numbers it. */
void streams_add(struct stream *stream);
void streams_remove(struct stream *stream);

/* Waits until no stream of the context is left: other threads are ending them. */
void streams_await_removal(aclrtContext context);

/* The next stream of a walk down the ids (children.h), pinned. */
struct stream *streams_pick(aclrtContext context, int32_t device, int32_t below);

/* For pthread_cleanup_push: gives a pin back. */
void stream_unpin(void *stream);

/* What somebody wants to know of all streams: pools of memory, from the first one on. */
struct streams_observer {
    /* Work that is queued on a stream from now on waits for a place in another, without an end. */
    void (*waits)(const struct stream *stream, const struct stream *awaited, uint64_t sequence);
    /* The host has waited for a stream, or for an event. */
    void (*synchronized)(void);
    /* A stream has ended: nothing more is queued on it, and all that was has ended too. */
    void (*ended)(const struct stream *stream);
};

/* There is one observer, for good. */
void streams_observe(const struct streams_observer *observer);
void streams_tell_wait(const struct stream *stream, const struct stream *awaited,
                       uint64_t sequence);
void streams_tell_synchronized(void);
void streams_tell_ended(const struct stream *stream);

#endif
