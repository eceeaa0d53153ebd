/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/streams.h"

#include <stdatomic.h>
#include <stddef.h>

#include "base/handle.h"
#include "base/report.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"

static struct children streams = CHILDREN(HANDLE_STREAM);
static _Atomic(const struct streams_observer *) observer;

void streams_add(struct stream *stream)
{
    children_add(&streams, &stream->child);
    stream->order.stream = stream->child.id;
    stream->order.is_default = stream->is_default;
}

void streams_remove(struct stream *stream)
{
    children_remove(&streams, &stream->child);
}

void streams_await_removal(aclrtContext context)
{
    children_await_removal(&streams, context);
}

struct stream *streams_pick(aclrtContext context, int32_t device, int32_t below)
{
    return (struct stream *)children_pick(&streams, context, device, below);
}

aclError stream_acquire(aclrtStream handle, struct stream **out)
{
    struct context *context = NULL;
    struct stream *stream = NULL;
    if (handle != NULL) {
        stream = handle_acquire(handle, HANDLE_STREAM);
        if (stream == NULL) {
            char what[96];
            return report(ACL_ERROR_RT_INVALID_HANDLE,
                          "stream is %p, %s; a live aclrtStream, or NULL for the default stream, "
                          "is required",
                          handle, handle_describe(handle, what, sizeof what));
        }
    }
    context = context_acquire_current();
    if (context == NULL) {
        if (stream != NULL)
            stream_release(stream);
        return ACL_ERROR_RT_CONTEXT_NULL;
    }
    aclError status = ACL_SUCCESS;
    if (stream == NULL) {
        stream = handle_acquire(context->default_stream, HANDLE_STREAM);
        if (stream == NULL)
            status = report(ACL_ERROR_RT_CONTEXT_NULL,
                            "the current context is ending and has no default stream any more");
    } else if (stream->child.context != context->handle) {
        status = report(ACL_ERROR_RT_STREAM_CONTEXT,
                        "stream %p belongs to another context than the one that is current on "
                        "this thread; make its context current with aclrtSetCurrentContext",
                        handle);
        stream_release(stream);
    }
    context_release(context);
    *out = stream;
    return status;
}

void stream_release(struct stream *stream)
{
    handle_release(stream->child.handle);
}

aclError stream_check(aclrtStream handle)
{
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status == ACL_SUCCESS)
        stream_release(stream);
    return status;
}

void stream_unpin(void *stream)
{
    handle_release(((struct stream *)stream)->child.handle);
}

int32_t stream_device(const struct stream *stream)
{
    return stream->child.device;
}

int32_t stream_id(const struct stream *stream)
{
    return stream->child.id;
}

/* ---- Who observes them ----------------------------------------------------------------------- */

void streams_observe(const struct streams_observer *new_observer)
{
    atomic_store(&observer, new_observer);
}

void streams_tell_wait(const struct stream *stream, const struct stream *awaited, uint64_t sequence)
{
    const struct streams_observer *told = atomic_load(&observer);
    if (told != NULL)
        told->waits(stream, awaited, sequence);
}

void streams_tell_synchronized(void)
{
    const struct streams_observer *told = atomic_load(&observer);
    if (told != NULL)
        told->synchronized();
}

void streams_tell_ended(const struct stream *stream)
{
    const struct streams_observer *told = atomic_load(&observer);
    if (told != NULL)
        told->ended(stream);
}
