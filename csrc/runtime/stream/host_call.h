/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that streams call. */
#ifndef ACLNN_PY_RUNTIME_STREAM_HOST_CALL_H
#define ACLNN_PY_RUNTIME_STREAM_HOST_CALL_H

#include <stdbool.h>
#include <stdint.h>

struct stream;

/* Runs a function of the program inside a task, on whatever thread runs the stream. The context
 * that it makes current and the failures of its calls do not carry over to that thread. The
 * function may end the thread. is_of_host: a thread that processes reports runs it. launch: the
 * number of the call that queued it (watch/order.h); 0 where is_of_host says enough. */
void host_call(void (*function)(void *), void *data, struct stream *stream, uint64_t sequence,
               uint64_t launch, bool is_of_host);

#endif
