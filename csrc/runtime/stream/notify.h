/* SPDX-License-Identifier: Apache-2.0 */
/* Notifies: words that streams set and wait for. */
#ifndef ACLNN_PY_RUNTIME_STREAM_NOTIFY_H
#define ACLNN_PY_RUNTIME_STREAM_NOTIFY_H

struct context;
struct left_handles;

/* Ends every notify of a context. */
void notify_destroy_all(const struct context *context, struct left_handles *left);

#endif
