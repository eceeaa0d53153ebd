/* SPDX-License-Identifier: Apache-2.0 */
/* Events: marks in the work of streams. */
#ifndef ACLNN_PY_RUNTIME_STREAM_EVENT_H
#define ACLNN_PY_RUNTIME_STREAM_EVENT_H

struct context;
struct left_handles;

/* Ends every event of a context. */
void event_destroy_all(const struct context *context, struct left_handles *left);

#endif
