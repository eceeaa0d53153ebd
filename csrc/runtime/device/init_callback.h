/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that aclInit and aclFinalize call. */
#ifndef ACLNN_PY_RUNTIME_DEVICE_INIT_CALLBACK_H
#define ACLNN_PY_RUNTIME_DEVICE_INIT_CALLBACK_H

#include "acl/acl_rt.h"

/* Calls what is registered, by type and in the sequence of registering. The first that returns a
 * status ends this: it is reported and returned. config is the text of the configuration. */
aclError init_callback_initialized(const char *config);
aclError init_callback_finalized(void);

#endif
