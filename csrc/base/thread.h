/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_THREAD_H
#define ACLNN_PY_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread of the library. It takes no signals: those are for the program's threads. */
bool thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *argument);

#endif
