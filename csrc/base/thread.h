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

/*
 * The moment so many milliseconds from now, kept in storage; NULL, which is no deadline, for a
 * negative number. The clock is not asked then.
 */
const struct timespec *deadline_in(int32_t milliseconds, struct timespec *storage);

/* The kernel's number of the calling thread. */
int32_t thread_number(void);

/* A clock that is never set. */
int64_t monotonic_nanoseconds(void);

bool deadline_passed(const struct timespec *deadline);

/*
 * Waits for the condition; NULL is no deadline. False when the deadline passed. The condition is
 * tested again by the caller either way.
 */
bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                    const struct timespec *deadline);

/*
 * The same within an API call, and the calling thread may be cancelled meanwhile if its program
 * lets it (pthread_cancel): then the lock is given back. What else the call holds is for cleanup
 * handlers of its own.
 */
bool condition_wait_cancellable(pthread_cond_t *condition, pthread_mutex_t *lock,
                                const struct timespec *deadline);

/* A moment at which the calling thread may be cancelled, with the lock held. */
void cancellation_point(pthread_mutex_t *lock);

#endif
