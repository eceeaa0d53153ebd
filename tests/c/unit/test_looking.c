/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that look for more to do: whom they wake later, and what ends their looking. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/cpu.h"
#include "base/thread.h"
#include "check.h"
#include "runtime/cores/ai_cores.h"

enum { GUARD_MILLISECONDS = 20000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sleeper sleeper;

static void nothing(int64_t block, int64_t blocks, void *context)
{
    (void)block;
    (void)blocks;
    (void)context;
}

/* A helper looks for more to do behind a launch; true when it is to wake the sleeper. */
static bool wake_later(void)
{
    ai_cores_run_function("nothing", nothing, 64, NULL);
    return ai_cores_wake_later(&sleeper);
}

static void *wait_for_call(void *seen)
{
    struct timespec guard;
    struct timespec next;
    (void)deadline_in(GUARD_MILLISECONDS, &guard);
    pthread_mutex_lock(&lock);
    while (sleeper.calls == *(const int64_t *)seen && !deadline_passed(&guard))
        (void)condition_wait(&sleeper.condition, &lock, deadline_in(1, &next));
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void test_waking_later(void)
{
    pthread_t thread;
    struct timespec guard;
    int64_t seen = sleeper.calls;
    (void)deadline_in(GUARD_MILLISECONDS, &guard);
    while (!wake_later())
        CHECK(!deadline_passed(&guard));
    CHECK(pthread_create(&thread, NULL, wait_for_call, &seen) == 0);
    pthread_join(thread, NULL);
    CHECK(sleeper.calls == seen + 1);
}

static void test_waking_never(void)
{
    for (int i = 0; i < 50; i++) {
        int64_t before = sleeper.calls;
        bool put_off = wake_later();
        ai_cores_wake_never(&sleeper);
        int64_t after = sleeper.calls;
        CHECK(after == before || (put_off && after == before + 1));
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        CHECK(sleeper.calls == after);
    }
}

/* It ends by itself when nobody calls, and at once behind a call. */
static void test_looking(void)
{
    int64_t begin = monotonic_nanoseconds();
    ai_cores_look(&sleeper, sleeper.calls);
    CHECK(monotonic_nanoseconds() - begin < (int64_t)GUARD_MILLISECONDS * 1000000);
    ai_cores_look(&sleeper, sleeper.calls - 1);
}

int main(void)
{
    setenv("ACLNN_CORES", "2", 1);
    condition_open(&sleeper.condition);
    CHECK(!ai_cores_wake_later(&sleeper)); /* nobody looks before the first launch */
    if (cpu_count() >= 2) {
        test_waking_later();
        test_waking_never();
        test_looking();
    } else {
        CHECK(!wake_later());
    }
    pthread_cond_destroy(&sleeper.condition);
    return 0;
}
