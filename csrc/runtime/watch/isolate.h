/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ACLNN_CHECK=isolate: the host faults when it touches device memory. The fault is told on standard
 * error, with the allocation and a backtrace, and then goes where it would have gone.
 */
#ifndef ACLNN_PY_RUNTIME_WATCH_ISOLATE_H
#define ACLNN_PY_RUNTIME_WATCH_ISOLATE_H

/* Watches from now on; once a process. */
void isolate_watch(void);

#endif
