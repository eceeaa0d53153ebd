/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks that run on a thread: a callback may submit work that runs within its own. */
#ifndef ACLNN_PY_RUNTIME_STREAM_FRAMES_H
#define ACLNN_PY_RUNTIME_STREAM_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/stream/waits.h"

/* The innermost task that runs on this thread; NULL: none. */
const struct stream_frame *stream_frames(void);

/* A task begins on this thread, and is over. */
void stream_enter(struct stream_frame *frame, struct stream *stream, uint64_t sequence);
void stream_leave(struct stream_frame *frame);

/* Whether this thread is inside a task of the stream. */
bool stream_runs_here(const struct stream *stream);

#endif
