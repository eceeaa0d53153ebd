/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts. A thread has at most one current context, which decides its device. device/device.c
 * makes and ends contexts. */
#ifndef ACLNN_PY_RUNTIME_STREAM_CONTEXT_H
#define ACLNN_PY_RUNTIME_STREAM_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"

struct context {
    aclrtContext handle;
    int32_t device;
    bool primary;
    aclrtStream default_stream;
    _Atomic int64_t options[3]; /* the value of aclrtCtxSetSysParamOpt + 1; 0: it was never set */
};

/* The current context of this thread, or that of the default device, pinned. When there is none it
 * returns NULL and reports 107002 with the name of the call and what is missing. Give it back with
 * context_release. */
struct context *context_acquire_current(void);

void context_release(struct context *context);

/* The same as context_acquire_current, without a default device. */
struct context *context_acquire_own(void);

/* Sets the device that a thread without a context gets when it needs one, by calling `set`
 * (aclrtSetDevice); -1: none. aclInit reads it from the configuration, aclFinalize ends it. */
void context_set_default_device(int32_t device, aclError (*set)(int32_t));

/* Makes a context current for this thread without checking it, and returns the one before. */
aclrtContext context_swap(aclrtContext handle);

/* Returns 0 when a context is current; otherwise reports and returns 107002. */
aclError context_require(void);

/* Reports and returns 107002, because the handle belongs to no living context. */
aclError context_report_dead(aclrtContext handle);

/* Returns 0; or reports and returns 507008 when a variable of the environment is wrong, 107001 when
 * there is no such device. */
aclError device_check(int64_t device);

/* The same of two devices, the first one first. */
aclError device_check_both(int64_t device, int64_t other);

#endif
