/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The modes of captures: which threads may meanwhile call what is not safe in a capture, that is
 * aclrtMemcpy, aclrtMemset and their like, which the host waits for.
 */
#ifndef ACLNN_PY_RUNTIME_STREAM_CAPTURE_MODE_H
#define ACLNN_PY_RUNTIME_STREAM_CAPTURE_MODE_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"

/* A capture that is in force. The thread that began it is the one that capture_mode_enter runs
 * on. */
struct capture_mode {
    struct capture_mode *next;
    struct capture_mode **link;
    aclrtContext context;
    uint64_t thread;
    aclmdlRICaptureMode mode;
    bool is_in_force;
};

/* Begins and ends a capture. capture_mode_leave does nothing when it has ended. */
void capture_mode_enter(struct capture_mode *capture, aclrtContext context,
                        aclmdlRICaptureMode mode);
void capture_mode_leave(struct capture_mode *capture);

bool capture_mode_is_in_force(const struct capture_mode *capture);

/* Whether the calling thread began the capture. */
bool capture_mode_is_own(const struct capture_mode *capture);

/* Returns 0; or, when a capture of the current context does not allow it on this thread, reports
 * and returns the status. `what` is what the call would do: "a copy that the host waits for". */
aclError capture_mode_check(aclError status, const char *what);

#endif
