/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that are cancelled while they wait, and callbacks that end the thread they run on. */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "embedding.h"

static aclrtContext context;

static void sleep_a_little(void)
{
    const struct timespec duration = {0, 5000000};
    nanosleep(&duration, NULL);
}

static void wait_until(_Atomic int *flag)
{
    while (!atomic_load(flag))
        sleep_a_little();
}

static void count(void *number)
{
    atomic_fetch_add((_Atomic int *)number, 1);
}

static void cancel(pthread_t thread)
{
    void *result = NULL;
    CHECK(pthread_cancel(thread) == 0);
    CHECK(pthread_join(thread, &result) == 0);
    CHECK(result == PTHREAD_CANCELED);
}

/* The stream runs what comes next, and can be destroyed. */
static void use_up(aclrtStream stream)
{
    _Atomic int runs = 0;
    OK_(aclrtLaunchHostFunc(stream, count, (void *)&runs));
    OK_(aclrtSynchronizeStream(stream));
    CHECK(atomic_load(&runs) == 1);
    OK_(aclrtSynchronizeDevice());
    OK_(aclrtDestroyStream(stream));
}

/* ---- Waits that are cancelled ---------------------------------------------------------------- */

/* A host function that holds its stream up. */
struct gate {
    _Atomic int entered;
    _Atomic int open;
};

static void pass(void *argument)
{
    struct gate *gate = argument;
    atomic_store(&gate->entered, 1);
    wait_until(&gate->open);
}

static void close_gate(struct gate *gate, aclrtStream stream)
{
    aclrtStreamStatus status;
    memset(gate, 0, sizeof *gate);
    OK_(aclrtLaunchHostFunc(stream, pass, gate));
    OK_(aclrtStreamQuery(stream, &status));
    wait_until(&gate->entered);
}

struct waiter {
    void (*wait)(const struct waiter *waiter);
    aclrtStream stream;
    aclrtEvent event;
    _Atomic int begun;
    _Atomic int cleaned;
};

static void wait_for_stream(const struct waiter *waiter)
{
    (void)aclrtSynchronizeStream(waiter->stream);
}

static void wait_for_stream_in_time(const struct waiter *waiter)
{
    (void)aclrtSynchronizeStreamWithTimeout(waiter->stream, 1000000);
}

static void wait_for_event(const struct waiter *waiter)
{
    (void)aclrtSynchronizeEvent(waiter->event);
}

static void wait_for_device(const struct waiter *waiter)
{
    (void)waiter;
    (void)aclrtSynchronizeDevice();
}

static void wait_to_destroy(const struct waiter *waiter)
{
    (void)aclrtDestroyStream(waiter->stream);
}

static void wait_to_abort(const struct waiter *waiter)
{
    (void)aclrtStreamAbort(waiter->stream);
}

static void set_flag(void *flag)
{
    atomic_store((_Atomic int *)flag, 1);
}

static void *run_waiter(void *argument)
{
    struct waiter *waiter = argument;
    OK_(aclrtSetCurrentContext(context));
    pthread_cleanup_push(set_flag, (void *)&waiter->cleaned);
    atomic_store(&waiter->begun, 1);
    waiter->wait(waiter);
    pthread_cleanup_pop(0);
    return NULL;
}

/* The thread ends while the stream is held up; nobody else notices. */
static void test_cancel(void (*wait)(const struct waiter *waiter))
{
    static struct gate gate;
    static struct waiter waiter;
    if (stream_mode_is("sync"))
        return;
    memset(&waiter, 0, sizeof waiter);
    waiter.wait = wait;
    waiter.stream = new_stream();
    waiter.event = new_event();
    close_gate(&gate, waiter.stream);
    OK_(aclrtRecordEvent(waiter.event, waiter.stream));
    pthread_t thread = start_thread(run_waiter, &waiter);
    wait_until(&waiter.begun);
    sleep_a_little();
    cancel(thread);
    CHECK(atomic_load(&waiter.cleaned));
    GIVES(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, aclrtSynchronizeStreamWithTimeout(waiter.stream, 5));
    GIVES(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, aclrtSynchronizeDeviceWithTimeout(5));
    atomic_store(&gate.open, 1);
    OK_(aclrtSynchronizeEvent(waiter.event));
    OK_(aclrtDestroyEvent(waiter.event));
    use_up(waiter.stream);
}

/* A request that comes before the wait is heeded in it, and one that is held off is not. */
static void *wait_with_request(void *argument)
{
    struct waiter *waiter = argument;
    int before;
    OK_(aclrtSetCurrentContext(context));
    CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0);
    CHECK(pthread_cancel(pthread_self()) == 0);
    GIVES(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, aclrtSynchronizeStreamWithTimeout(waiter->stream, 5));
    CHECK(pthread_setcancelstate(before, NULL) == 0);
    atomic_store(&waiter->begun, 1);
    (void)aclrtSynchronizeStream(waiter->stream);
    return NULL;
}

static void test_held_off(void)
{
    static struct gate gate;
    static struct waiter waiter;
    void *result = NULL;
    if (stream_mode_is("sync"))
        return;
    memset(&waiter, 0, sizeof waiter);
    waiter.stream = new_stream();
    close_gate(&gate, waiter.stream);
    CHECK(pthread_join(start_thread(wait_with_request, &waiter), &result) == 0);
    CHECK(result == PTHREAD_CANCELED);
    CHECK(atomic_load(&waiter.begun));
    atomic_store(&gate.open, 1);
    use_up(waiter.stream);
}

/* ---- Threads that process reports ------------------------------------------------------------ */

struct listener {
    aclrtStream stream;
    _Atomic int subscribed;
    _Atomic int entered;
};

static void *listen(void *argument)
{
    struct listener *listener = argument;
    OK_(aclrtSetCurrentContext(context));
    OK_(aclrtSubscribeReport((uint64_t)pthread_self(), listener->stream));
    atomic_store(&listener->subscribed, 1);
    for (;;)
        OK_(aclrtProcessReport(-1));
    return NULL;
}

static pthread_t start_listener(struct listener *listener)
{
    memset(listener, 0, sizeof *listener);
    listener->stream = new_stream();
    pthread_t thread = start_thread(listen, listener);
    wait_until(&listener->subscribed);
    return thread;
}

static void end_listener(const struct listener *listener, pthread_t thread)
{
    OK_(aclrtUnSubscribeReport((uint64_t)thread, listener->stream));
    use_up(listener->stream);
}

static void test_cancel_report(void)
{
    static struct listener listener;
    _Atomic int runs = 0;
    pthread_t thread = start_listener(&listener);
    OK_(aclrtLaunchCallback(count, (void *)&runs, ACL_CALLBACK_BLOCK, listener.stream));
    OK_(aclrtSynchronizeStream(listener.stream));
    CHECK(atomic_load(&runs) == 1);
    cancel(thread);
    end_listener(&listener, thread);
}

static void block(void *argument)
{
    struct listener *listener = argument;
    atomic_store(&listener->entered, 1);
    /* ThreadSanitizer loses track of a thread that is cancelled in a function that it replaces. */
    for (;;) {
        pthread_testcancel();
        sched_yield();
    }
}

static void *launch_block(void *argument)
{
    struct listener *listener = argument;
    OK_(aclrtSetCurrentContext(context));
    OK_(aclrtLaunchCallback(block, listener, ACL_CALLBACK_BLOCK, listener->stream));
    OK_(aclrtSynchronizeStream(listener->stream));
    return NULL;
}

/* A thread that is cancelled in its callback: the stream goes on. */
static void test_cancel_callback(void)
{
    static struct listener listener;
    pthread_t thread = start_listener(&listener);
    pthread_t launcher = start_thread(launch_block, &listener);
    wait_until(&listener.entered);
    cancel(thread);
    join_thread(launcher);
    end_listener(&listener, thread);
}

/* ---- Callbacks that end their thread --------------------------------------------------------- */

static void leave(void *argument)
{
    (void)argument;
    pthread_exit(argument);
}

struct leaving {
    aclrtStream stream;
    aclrtStream other;
    aclrtEvent event;
    _Atomic int runs;
};

/* In sync mode it ends the thread that launches it. */
static void *launch_leaving(void *argument)
{
    struct leaving *leaving = argument;
    OK_(aclrtSetCurrentContext(context));
    OK_(aclrtLaunchHostFunc(leaving->stream, leave, NULL));
    return NULL;
}

static void test_leave_host_function(bool synchronize)
{
    static struct leaving leaving;
    memset(&leaving, 0, sizeof leaving);
    leaving.stream = new_stream();
    leaving.other = new_stream();
    leaving.event = new_event();
    for (int i = 1; i <= 5; i++) {
        join_thread(start_thread(launch_leaving, &leaving));
        join_thread(start_thread(launch_leaving, &leaving));
        OK_(aclrtLaunchHostFunc(leaving.stream, count, (void *)&leaving.runs));
        OK_(aclrtRecordEvent(leaving.event, leaving.stream));
        OK_(aclrtStreamWaitEvent(leaving.other, leaving.event));
        OK_(aclrtLaunchHostFunc(leaving.other, count, (void *)&leaving.runs));
        if (!synchronize)
            continue;
        OK_(aclrtSynchronizeStreamWithTimeout(leaving.stream, 100000));
        OK_(aclrtSynchronizeStream(leaving.other));
        CHECK(atomic_load(&leaving.runs) == 2 * i);
    }
    OK_(aclrtDestroyEvent(leaving.event));
    OK_(aclrtDestroyStream(leaving.other));
    OK_(aclrtDestroyStream(leaving.stream));
    CHECK(atomic_load(&leaving.runs) == 10);
}

static void test_leave_report(aclrtCallbackBlockType type)
{
    static struct listener listener;
    void *result = NULL;
    pthread_t thread = start_listener(&listener);
    OK_(aclrtLaunchCallback(leave, NULL, type, listener.stream));
    OK_(aclrtSynchronizeStream(listener.stream));
    CHECK(pthread_join(thread, &result) == 0);
    end_listener(&listener, thread);
}

/* aclrtSetExceptionInfoCallback */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void hear(aclrtExceptionInfo *info)
{
    (void)info;
    pthread_exit(NULL);
}

struct failing {
    struct embedding embedding;
    aclrtStream stream;
    _Atomic int status;
};

static void *run_failing(void *argument)
{
    struct failing *failing = argument;
    OK_(aclrtSetCurrentContext(context));
    embedding_launch(&failing->embedding, failing->stream);
    atomic_store(&failing->status, aclrtSynchronizeStream(failing->stream));
    return NULL;
}

/* The function that hears of failed kernels runs where they did; the failure is kept. */
static void test_leave_exception(void)
{
    static struct failing failing;
    const int64_t index = 99;
    failing.stream = new_stream();
    embedding_open(&failing.embedding, 1, 4, 3);
    OK_(aclrtMemcpy(failing.embedding.indices, sizeof index, &index, sizeof index,
                    ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtSetExceptionInfoCallback(hear));
    atomic_store(&failing.status, 0);
    join_thread(start_thread(run_failing, &failing));
    if (atomic_load(&failing.status) == 0)
        GIVES(ACL_ERROR_RT_AICORE_EXCEPTION, aclrtSynchronizeStream(failing.stream));
    else
        CHECK(atomic_load(&failing.status) == ACL_ERROR_RT_AICORE_EXCEPTION);
    OK_(aclrtSetExceptionInfoCallback(NULL));
    use_up(failing.stream);
    embedding_close(&failing.embedding);
}

/* ---- Anything, at any moment ----------------------------------------------------------------- */

#define STREAMS 3
#define THREADS 4

static struct {
    aclrtStream streams[STREAMS];
    aclrtEvent events[STREAMS];
    char *memory; /* of the device, a part for each thread */
} storm;

static void take_a_while(void *argument)
{
    (void)argument;
    sleep_a_little();
}

/* A callback in the midst of others; it is refused where it would wait for itself. */
static void wait_inside(void *argument)
{
    uint64_t state = (uint64_t)(uintptr_t)argument;
    (void)aclrtSynchronizeStream(storm.streams[pick(&state, STREAMS)]);
    (void)aclrtSynchronizeEvent(storm.events[pick(&state, STREAMS)]);
    (void)aclGetRecentErrMsg();
}

static void launch_something(aclrtStream stream, uint64_t *state)
{
    static const aclrtHostFunc functions[] = {count, take_a_while, leave, wait_inside};
    static _Atomic int runs;
    uint32_t which = pick(state, 4);
    (void)aclrtLaunchHostFunc(stream, functions[which],
                              which == 0 ? (void *)&runs
                                         : (void *)(uintptr_t)(pick(state, 1000) + 1));
}

static void report_something(aclrtStream stream, uint64_t *state)
{
    static _Atomic int runs;
    uint64_t me = (uint64_t)pthread_self();
    if (aclrtSubscribeReport(me, stream) != 0)
        return;
    /* Not in sync mode, where another thread in this call would wait for this one. */
    if (!stream_mode_is("sync"))
        (void)aclrtLaunchCallback(count, (void *)&runs,
                                  pick(state, 2) ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK,
                                  stream);
    (void)aclrtProcessReport(1);
    (void)aclrtUnSubscribeReport(me, stream);
}

static void destroy_something(uint64_t *state)
{
    aclrtStream stream = new_stream();
    launch_something(stream, state);
    (void)aclrtDestroyStream(stream);
}

static void *do_anything(void *argument)
{
    struct random_worker *worker = argument;
    char host[64] = {0};
    char *device = storm.memory + 64 * (size_t)worker->rounds;
    OK_(aclrtSetCurrentContext(context));
    for (;;) {
        aclrtStream stream = storm.streams[pick(&worker->state, STREAMS)];
        aclrtEvent event = storm.events[pick(&worker->state, STREAMS)];
        switch (pick(&worker->state, 12)) {
        case 0: (void)aclrtSynchronizeStream(stream); break;
        case 1: (void)aclrtSynchronizeStreamWithTimeout(stream, 2); break;
        case 2: (void)aclrtSynchronizeEvent(event); break;
        case 3: (void)aclrtSynchronizeDevice(); break;
        case 4: (void)aclrtStreamAbort(stream); break;
        case 5: (void)aclrtRecordEvent(event, stream); break;
        case 6: (void)aclrtStreamWaitEvent(stream, event); break;
        case 7:
            (void)aclrtMemcpyAsync(host, sizeof host, device, sizeof host,
                                   ACL_MEMCPY_DEVICE_TO_HOST, stream);
            break;
        case 8: report_something(stream, &worker->state); break;
        case 9: destroy_something(&worker->state); break;
        default: launch_something(stream, &worker->state); break;
        }
        (void)aclGetRecentErrMsg();
        pthread_testcancel();
    }
    return NULL;
}

/* Threads end at any moment; what they had queued ends, and everybody else can go on. */
static void test_storm(uint64_t seed)
{
    pthread_t threads[THREADS];
    struct random_worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct random_worker){seed * THREADS + (uint64_t)i + 1, i};
        threads[i] = start_thread(do_anything, &workers[i]);
    }
    for (uint32_t naps = pick(&seed, 4); naps > 0; naps--)
        sleep_a_little();
    for (int i = 0; i < THREADS; i++)
        (void)pthread_cancel(threads[i]);
    /* Its callbacks are for nobody, and what waits for them goes on. */
    for (int i = 0; i < THREADS; i++)
        while (pthread_tryjoin_np(threads[i], NULL) != 0) {
            for (int k = 0; k < THREADS * STREAMS; k++)
                (void)aclrtUnSubscribeReport((uint64_t)threads[k / STREAMS],
                                             storm.streams[k % STREAMS]);
            (void)aclGetRecentErrMsg();
            sched_yield();
        }
    for (int k = 0; k < THREADS * STREAMS; k++)
        (void)aclrtUnSubscribeReport((uint64_t)threads[k / STREAMS], storm.streams[k % STREAMS]);
    (void)aclGetRecentErrMsg();
    (void)aclrtSynchronizeDevice();
    (void)aclGetRecentErrMsg();
    OK_(aclrtSynchronizeDeviceWithTimeout(100000));
}

static void test_storms(int number)
{
    storm.memory = device_malloc(THREADS * 64);
    OK_(aclrtMemset(storm.memory, THREADS * 64, 0, THREADS * 64));
    for (int i = 0; i < STREAMS; i++) {
        storm.streams[i] = new_stream();
        OK_(aclrtCreateEventExWithFlag(&storm.events[i], ACL_EVENT_SYNC));
    }
    for (int i = 0; i < number; i++)
        test_storm((uint64_t)i + 1);
    for (int i = 0; i < STREAMS; i++) {
        use_up(storm.streams[i]);
        OK_(aclrtDestroyEvent(storm.events[i]));
    }
    OK_(aclrtFree(storm.memory));
}

int main(int argc, char **argv)
{
    int number = rounds(argc, argv, 3);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetCurrentContext(&context));
    for (int i = 0; i < number; i++) {
        test_cancel(wait_for_stream);
        test_cancel(wait_for_stream_in_time);
        test_cancel(wait_for_event);
        test_cancel(wait_for_device);
        test_cancel(wait_to_destroy);
        test_cancel(wait_to_abort);
        test_held_off();
        test_cancel_report();
        test_cancel_callback();
        test_leave_host_function(true);
        test_leave_host_function(false);
        test_leave_report(ACL_CALLBACK_BLOCK);
        test_leave_report(ACL_CALLBACK_NO_BLOCK);
        test_leave_exception();
    }
    test_storms(5 * number);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
