/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/float_mode.h"
#include "base/last_thread.h"

/* As the program has set it, or the limit of the process, but with room for kernels. */
static bool open_attributes(pthread_attr_t *attributes)
{
    size_t size = 0;
    if (pthread_getattr_default_np(attributes) != 0)
        return false;
    if (pthread_attr_getstacksize(attributes, &size) == 0 && size < 2 * KERNEL_STACK)
        pthread_attr_setstacksize(attributes, 2 * KERNEL_STACK);
    return true;
}

static bool create(pthread_t *thread, void *(*run)(void *), void *argument)
{
    pthread_attr_t attributes;
    if (!open_attributes(&attributes))
        return false;
    bool started = pthread_create(thread, &attributes, run, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *argument)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    /* A fault while its signal is blocked would end the process without a message. */
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* A new thread inherits the mode of its creator, so the default mode is set around the
     * creation. */
    struct float_mode mode = float_mode_set_default();
    last_thread_guard();
    bool started = create(thread, run, argument);
    float_mode_restore(mode);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started)
        pthread_setname_np(*thread, name);
    return started;
}

/* ---- Room on the stack ----------------------------------------------------------------------- */

/* The lowest and the first byte behind a stack; both 0: the system does not say. */
struct bounds {
    uintptr_t lowest;
    uintptr_t past;
    bool is_known;
};

static struct bounds find_bounds(void)
{
    struct bounds bounds = {0, 0, true};
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return bounds;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
        bounds.lowest = (uintptr_t)lowest;
        bounds.past = (uintptr_t)lowest + size;
    }
    pthread_attr_destroy(&attributes);
    return bounds;
}

/* Not on a stack that is not the thread's own, as coroutines have: nobody knows how large it is. */
static bool has_room(void)
{
    static _Thread_local struct bounds bounds;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (!bounds.is_known)
        bounds = find_bounds();
    return bounds.past == 0 || (here < bounds.past && here >= bounds.lowest + KERNEL_STACK);
}

struct errand {
    void (*run)(void *argument);
    void *argument;
};

static void *run_errand(void *argument)
{
    const struct errand *errand = argument;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    errand->run(errand->argument);
    return NULL;
}

bool thread_run_with_room(void (*run)(void *argument), void *argument)
{
    struct errand errand = {run, argument};
    pthread_t thread;
    if (has_room()) {
        run(argument);
        return true;
    }
    if (!thread_start(&thread, "aclnn-room", run_errand, &errand))
        return false;
    pthread_join(thread, NULL);
    return true;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

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
