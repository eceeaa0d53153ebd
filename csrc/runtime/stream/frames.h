/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks that run on a thread. There may be several, because a callback may submit work that
 * runs inside its own task. */
#ifndef ACLNN_PY_RUNTIME_STREAM_FRAMES_H
#define ACLNN_PY_RUNTIME_STREAM_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/stream/waits.h"

/* The innermost task that runs on this thread, or NULL. */
const struct stream_frame *stream_frames(void);

/* stream_enter begins a task on this thread, stream_leave ends it. */
void stream_enter(struct stream_frame *frame, struct stream *stream, uint64_t sequence);
void stream_leave(struct stream_frame *frame);

/* Whether this thread is running a task of the stream. */
bool stream_runs_here(const struct stream *stream);

#endif
