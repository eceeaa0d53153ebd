/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions as tasks of a stream. The stream runs them, or reports them to a thread. */
#ifndef ACLNN_PY_RUNTIME_STREAM_CALLBACK_H
#define ACLNN_PY_RUNTIME_STREAM_CALLBACK_H

#include "acl/acl_rt.h"

struct stream;

/* Ends the subscription to a stream that ends, and drops callbacks that nobody took. */
void callback_forget_stream(struct stream *stream);

/* Ends this thread's subscriptions to the streams of a context. */
void callback_forget_thread(aclrtContext context);

/* Drops callbacks of dropped tasks that nobody took. The subscription stays. */
void callback_drop_untaken(const struct stream *stream);

#endif
