/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/float_mode.h"
#include "base/last_thread.h"

bool thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *argument)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    /* A fault that is blocked ends the process without a word. */
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* A thread begins in the mode of the one that starts it. */
    struct float_mode mode = float_mode_set_default();
    last_thread_guard();
    bool started = pthread_create(thread, NULL, run, argument) == 0;
    float_mode_restore(mode);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started)
        pthread_setname_np(*thread, name);
    return started;
}

void condition_open(pthread_cond_t *condition)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

int32_t thread_number(void)
{
    static _Thread_local int32_t number;
    if (number == 0)
        number = (int32_t)syscall(SYS_gettid);
    return number;
}

int64_t monotonic_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

const struct timespec *deadline_in(int32_t milliseconds, struct timespec *storage)
{
    if (milliseconds < 0)
        return NULL;
    clock_gettime(CLOCK_MONOTONIC, storage);
    storage->tv_sec += milliseconds / 1000;
    storage->tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (storage->tv_nsec >= 1000000000) {
        storage->tv_sec++;
        storage->tv_nsec -= 1000000000;
    }
    return storage;
}

bool deadline_passed(const struct timespec *deadline)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec ||
           (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                    const struct timespec *deadline)
{
    if (deadline == NULL)
        return pthread_cond_wait(condition, lock) == 0;
    return pthread_cond_timedwait(condition, lock, deadline) != ETIMEDOUT;
}

static void unlock(void *lock)
{
    pthread_mutex_unlock(lock);
}

bool condition_wait_cancellable(pthread_cond_t *condition, pthread_mutex_t *lock,
                                const struct timespec *deadline)
{
    bool in_time;
    pthread_cleanup_push(unlock, lock);
    pthread_setcancelstate(entry_current.cancel_state, NULL);
    in_time = condition_wait(condition, lock, deadline);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cleanup_pop(false);
    return in_time;
}

void cancellation_point(pthread_mutex_t *lock)
{
    pthread_cleanup_push(unlock, lock);
    pthread_setcancelstate(entry_current.cancel_state, NULL);
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cleanup_pop(false);
}
