/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions in the work of a stream: run by the stream, or reported to a thread. */
#ifndef ACLNN_PY_RUNTIME_STREAM_CALLBACK_H
#define ACLNN_PY_RUNTIME_STREAM_CALLBACK_H

#include "acl/acl_rt.h"

struct stream;

/* Forgets who has subscribed to a stream that ends, and callbacks that nobody took. */
void callback_forget_stream(struct stream *stream);

/* Ends the subscriptions of this thread to streams of a context. */
void callback_forget_thread(aclrtContext context);

/* Forgets callbacks of dropped tasks that nobody took; the subscription stays. */
void callback_drop_untaken(const struct stream *stream);

#endif
