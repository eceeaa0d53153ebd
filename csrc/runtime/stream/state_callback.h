/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that are called when a stream or a device changes its state, and when
 * the work of a device is aborted. */
#ifndef ACLNN_PY_RUNTIME_STREAM_STATE_CALLBACK_H
#define ACLNN_PY_RUNTIME_STREAM_STATE_CALLBACK_H

#include <stdint.h>

#include "acl/acl_rt.h"

/* Call all that are registered, by name. The caller holds no lock. */
void state_callback_stream(aclrtStream stream, aclrtStreamState state);
void state_callback_device(int32_t device, aclrtDeviceState state);
/* Returns the first answer that is not 0. */
int32_t state_callback_abort(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout);

#endif
