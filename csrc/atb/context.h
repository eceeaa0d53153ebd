/* SPDX-License-Identifier: Apache-2.0 */
/* atb::Context: the stream, or streams, on which operations run. */
#ifndef ACLNN_PY_ATB_CONTEXT_H
#define ACLNN_PY_ATB_CONTEXT_H

#include "atb/layout.h"

/* atb::CreateContext and atb::DestroyContext. */
int32_t atb_context_create(struct atb_context **context);
int32_t atb_context_create_with(struct atb_context **context, const struct atb_std_function *alloc,
                                const struct atb_std_function *dealloc);
int32_t atb_context_create_sized(struct atb_context **context, uint32_t host_blocks,
                                 uint32_t device_blocks);
int32_t atb_context_destroy(struct atb_context *context);

/* Whether Setup and Execute may use it; reports if not. */
int32_t atb_context_check(const struct atb_context *context);

/* The stream of that number, NULL when it was not set. */
void *atb_context_stream(const struct atb_context *context, uint32_t number);

int32_t atb_context_execute_type(const struct atb_context *context);

enum { ATB_EXECUTE_NORMAL, ATB_EXECUTE_PRELAUNCH, ATB_EXECUTE_LAUNCH };

#endif
