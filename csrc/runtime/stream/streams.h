/* SPDX-License-Identifier: Apache-2.0 */
/* All open streams of all contexts, and the observer of what they do. */
#ifndef ACLNN_PY_RUNTIME_STREAM_STREAMS_H
#define ACLNN_PY_RUNTIME_STREAM_STREAMS_H

#include <stdint.h>

#include "acl/acl_rt.h"

struct stream;

/* Adds a stream and gives it a number. */
void streams_add(struct stream *stream);
void streams_remove(struct stream *stream);

/* Waits until the context has no stream left, while other threads end them. */
void streams_await_removal(aclrtContext context);

/* The next stream of a walk down the ids (children.h), pinned. */
struct stream *streams_pick(aclrtContext context, int32_t device, int32_t below);

/* Gives a pin back. For pthread_cleanup_push. */
void stream_unpin(void *stream);

/* What memory pools want to know of all streams, once there is a pool. */
struct streams_observer {
    /* Called when work that is queued on a stream from now on waits for a place in another, without
     * a timeout. */
    void (*waits)(const struct stream *stream, const struct stream *awaited, uint64_t sequence);
    /* Called when the host has waited for a stream or an event. */
    void (*synchronized)(void);
    /* A stream has ended: nothing more is queued on it, and all that was has ended too. */
    void (*ended)(const struct stream *stream);
};

/* Sets the observer. There is only one, which stays. */
void streams_observe(const struct streams_observer *observer);
void streams_tell_wait(const struct stream *stream, const struct stream *awaited,
                       uint64_t sequence);
void streams_tell_synchronized(void);
void streams_tell_ended(const struct stream *stream);

#endif
