/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_BASE_THREAD_H
#define ACLNN_PY_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Bytes of stack that kernels, and what they call, may take: three times what any does. */
#define KERNEL_STACK ((size_t)512 << 10)

/*
 * Starts a thread of the library. It takes no signals but its own faults, begins in the default
 * floating-point mode, and has twice KERNEL_STACK at least.
 */
bool thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *argument);

/*
 * Runs a function where it has KERNEL_STACK: here, or where the caller's stack may have less left,
 * on a thread of the library, which is waited for. False: none can be started, and nothing was run.
 */
bool thread_run_with_room(void (*run)(void *argument), void *argument);

/* A condition whose timed waits take a deadline. */
void condition_open(pthread_cond_t *condition);

/* Stores the moment that is so many milliseconds from now and returns it. A negative number means
 * no deadline: the result is NULL, and the clock is not read. */
const struct timespec *deadline_in(int32_t milliseconds, struct timespec *storage);

/* The kernel's number of the calling thread. */
int32_t thread_number(void);

/* Nanoseconds of a clock that nobody sets. */
int64_t monotonic_nanoseconds(void);

bool deadline_passed(const struct timespec *deadline);

/* Waits for the condition; a deadline of NULL is none. False when the deadline has passed. The
 * caller tests its condition again in either case. */
bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                    const struct timespec *deadline);

/* The same as condition_wait, within an API call. Meanwhile the thread may be cancelled
 * (pthread_cancel) if the program lets it; then the lock is given back. Whatever else the call
 * holds needs cleanup handlers of its own. */
bool condition_wait_cancellable(pthread_cond_t *condition, pthread_mutex_t *lock,
                                const struct timespec *deadline);

/* Lets the calling thread be cancelled here. The caller holds the lock. */
void cancellation_point(pthread_mutex_t *lock);

#endif
