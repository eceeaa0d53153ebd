/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_RUNTIME_STREAM_EXCEPTION_H
#define ACLNN_PY_RUNTIME_STREAM_EXCEPTION_H

#include "runtime/stream/stream.h"

/* Calls the program's exception callback, if there is one, because a task of a stream failed. */
void exception_announce(struct stream *stream, const struct task *task, aclError status);

#endif
