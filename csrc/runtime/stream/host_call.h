/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that streams call. */
#ifndef ACLNN_PY_RUNTIME_STREAM_HOST_CALL_H
#define ACLNN_PY_RUNTIME_STREAM_HOST_CALL_H

#include <stdbool.h>
#include <stdint.h>

struct stream;

/*
 * Runs a function of the program inside a task, on whatever thread runs the stream. What it makes
 * current, and how its calls fail, is not the business of that thread. It may end the thread.
 * is_of_host: a thread that processes reports has called for it. launch: the number of the call
 * that queued it (watch/order.h); 0 where is_of_host says all.
 */
void host_call(void (*function)(void *), void *data, struct stream *stream, uint64_t sequence,
               uint64_t launch, bool is_of_host);

#endif
