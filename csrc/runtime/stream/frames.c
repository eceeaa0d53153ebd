/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/frames.h"

#include <stddef.h>

#include "base/report.h"
#include "runtime/stream/stream.h"

static _Thread_local const struct stream_frame *frames;

const struct stream_frame *stream_frames(void)
{
    return frames;
}

void stream_enter(struct stream_frame *frame, struct stream *stream, uint64_t sequence)
{
    *frame = (struct stream_frame){.stream = stream, .sequence = sequence, .outer = frames};
    if (frames != NULL) {
        frame->wait.awaited = stream;
        frame->wait.place = sequence;
        waits_add(&frame->wait, frames->stream, frames->sequence);
    }
    frames = frame;
}

void stream_leave(struct stream_frame *frame)
{
    frames = frame->outer;
    waits_end(&frame->wait);
}

bool stream_runs_here(const struct stream *stream)
{
    const struct stream_frame *frame = frames;
    while (frame != NULL && frame->stream != stream)
        frame = frame->outer;
    return frame != NULL;
}

bool stream_inside_task(void)
{
    return frames != NULL;
}

aclError stream_refuse_inside_task(void)
{
    if (!stream_inside_task())
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "called from a callback that runs on a stream; call it from another thread");
}
