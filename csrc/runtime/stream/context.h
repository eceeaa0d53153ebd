/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contexts. A thread has at most one current context; it decides the device. How contexts begin and
 * end is in device/device.c.
 */
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
    _Atomic int64_t options[3]; /* aclrtCtxSetSysParamOpt: the value + 1; 0: never set */
};

/*
 * The current context of this thread, or of the default device, pinned, or NULL: then 107002 is
 * reported with the name of the call and what is missing. Give it back with context_release.
 */
struct context *context_acquire_current(void);

void context_release(struct context *context);

/* The same, but without a default device. */
struct context *context_acquire_own(void);

/*
 * The device that a thread without a context sets for itself when it needs one, by `set`
 * (aclrtSetDevice); -1: none. aclInit reads it, aclFinalize ends it.
 */
void context_set_default_device(int32_t device, aclError (*set)(int32_t));

/* Makes a context current for this thread, unchecked, and returns the one before. */
aclrtContext context_swap(aclrtContext handle);

/* 0 when a context is current; else reports and returns 107002. */
aclError context_require(void);

/* Reports and returns 107002: the handle is of no context that is there. */
aclError context_report_dead(aclrtContext handle);

/* 0, or reported: 507008 when the environment is wrong, 107001 when no such device exists. */
aclError device_check(int64_t device);

#endif
