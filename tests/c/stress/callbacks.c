/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks on a thread that subscribes to streams, and that stops to while some are queued. */
#include <stdatomic.h>
#include <time.h>

#include "program.h"

#define STREAMS 3
#define CALLS 20

struct listener {
    pthread_t thread;
    aclrtContext context;
    _Atomic int ready;
    _Atomic int stop;
    _Atomic int processed;
};

static void sleep_a_little(void)
{
    const struct timespec duration = {0, 200000};
    nanosleep(&duration, NULL);
}

/* Runs callbacks until it is told to stop. */
static void *listen(void *argument)
{
    struct listener *listener = argument;
    OK_(aclrtSetCurrentContext(listener->context));
    atomic_store(&listener->ready, 1);
    while (!atomic_load(&listener->stop)) {
        int status = aclrtProcessReport(20);
        if (status == 0)
            atomic_fetch_add(&listener->processed, 1);
        else if (status == ACL_ERROR_RT_THREAD_SUBSCRIBE)
            sleep_a_little();
        else
            CHECK(status == ACL_ERROR_RT_REPORT_TIMEOUT);
    }
    (void)aclGetRecentErrMsg();
    return NULL;
}

static void start_listener(struct listener *listener)
{
    memset(listener, 0, sizeof *listener);
    OK_(aclrtGetCurrentContext(&listener->context));
    listener->thread = start_thread(listen, listener);
    while (!atomic_load(&listener->ready))
        sleep_a_little();
}

static void stop_listener(struct listener *listener)
{
    atomic_store(&listener->stop, 1);
    join_thread(listener->thread);
}

static uint64_t name_of(const struct listener *listener)
{
    return (uint64_t)listener->thread;
}

/* What one callback finds and does. */
struct note {
    pthread_t *expected_thread;
    int *order; /* of its stream */
    int number;
    _Atomic int runs;
};

static void take_note(void *argument)
{
    struct note *note = argument;
    CHECK(pthread_equal(pthread_self(), *note->expected_thread));
    CHECK((*note->order)++ == note->number);
    atomic_fetch_add(&note->runs, 1);
}

/* In the order of the stream; what blocks is over when the work behind it runs. */
static void test_order(void)
{
    struct listener listener;
    static struct note notes[STREAMS][CALLS];
    int order[STREAMS] = {0};
    aclrtStream streams[STREAMS];
    start_listener(&listener);
    for (int s = 0; s < STREAMS; s++) {
        streams[s] = new_stream();
        GIVES(ACL_ERROR_RT_STREAM_NO_CB_REG,
              aclrtLaunchCallback(take_note, NULL, ACL_CALLBACK_BLOCK, streams[s]));
        OK_(aclrtSubscribeReport(name_of(&listener), streams[s]));
        GIVES(ACL_ERROR_RT_STREAM_SUBSCRIBE, aclrtSubscribeReport(1, streams[s]));
    }
    for (int i = 0; i < CALLS; i++)
        for (int s = 0; s < STREAMS; s++) {
            struct note *note = &notes[s][i];
            note->expected_thread = &listener.thread;
            note->order = &order[s];
            note->number = i;
            atomic_store(&note->runs, 0);
            /* The last one blocks, so that a synchronize waits for all. */
            OK_(aclrtLaunchCallback(take_note, note,
                                    i % 3 == 0 || i == CALLS - 1 ? ACL_CALLBACK_BLOCK
                                                                 : ACL_CALLBACK_NO_BLOCK,
                                    streams[s]));
        }
    for (int s = 0; s < STREAMS; s++) {
        OK_(aclrtSynchronizeStream(streams[s]));
        CHECK(order[s] == CALLS);
        for (int i = 0; i < CALLS; i++)
            CHECK(atomic_load(&notes[s][i].runs) == 1);
        GIVES(ACL_ERROR_RT_THREAD_SUBSCRIBE, aclrtUnSubscribeReport(1, streams[s]));
        OK_(aclrtUnSubscribeReport(name_of(&listener), streams[s]));
        GIVES(ACL_ERROR_RT_STREAM_SUBSCRIBE,
              aclrtUnSubscribeReport(name_of(&listener), streams[s]));
        OK_(aclrtDestroyStream(streams[s]));
    }
    stop_listener(&listener);
    CHECK(atomic_load(&listener.processed) == STREAMS * CALLS);
}

static void count(void *argument)
{
    atomic_fetch_add((_Atomic int *)argument, 1);
}

struct ending {
    aclrtContext context;
    aclrtStream stream;
    bool again;
    _Atomic int launched;
    _Atomic int reached;
    _Atomic int over;
    bool rescued;
};

#define NOBODY 12345

static void wait_until(_Atomic int *flag)
{
    while (!atomic_load(flag))
        sleep_a_little();
}

static void *unsubscribe(void *argument)
{
    struct ending *ending = argument;
    OK_(aclrtSetCurrentContext(ending->context));
    /* In sync mode the call that launches does not return before. */
    if (!stream_mode_is("sync"))
        wait_until(&ending->launched);
    wait_until(&ending->reached);
    for (int i = 0; i < 10; i++)
        sleep_a_little();
    OK_(aclrtUnSubscribeReport(NOBODY, ending->stream));
    if (!ending->again)
        return NULL;
    OK_(aclrtSubscribeReport(NOBODY, ending->stream));
    for (int i = 0; i < 1000 && !atomic_load(&ending->over); i++)
        sleep_a_little();
    /* The stream may have come to the callback only now: then it waits for this subscriber. */
    ending->rescued = !atomic_load(&ending->over);
    if (ending->rescued)
        OK_(aclrtUnSubscribeReport(NOBODY, ending->stream));
    return NULL;
}

/*
 * Nobody processes: ending the subscription lets the stream go on, also if another one begins at
 * once. True if that was so.
 */
static bool end_while_pending(bool again)
{
    _Atomic int runs = 0;
    static struct ending ending;
    memset(&ending, 0, sizeof ending);
    ending.stream = new_stream();
    ending.again = again;
    OK_(aclrtGetCurrentContext(&ending.context));
    OK_(aclrtSubscribeReport(NOBODY, ending.stream));
    pthread_t thread = start_thread(unsubscribe, &ending);
    OK_(aclrtLaunchHostFunc(ending.stream, count, (void *)&ending.reached));
    int status = aclrtLaunchCallback(count, &runs, ACL_CALLBACK_BLOCK, ending.stream);
    CHECK(status == 0 || (status == ACL_ERROR_RT_STREAM_NO_CB_REG && stream_mode_is("sync")));
    atomic_store(&ending.launched, 1);
    OK_(aclrtSynchronizeStream(ending.stream));
    atomic_store(&ending.over, 1);
    join_thread(thread);
    CHECK(atomic_load(&runs) == 0);
    OK_(aclrtDestroyStream(ending.stream));
    return !ending.rescued;
}

static void test_end_while_pending(void)
{
    int good = 0;
    for (int i = 0; i < 5; i++) {
        CHECK(end_while_pending(false));
        good += end_while_pending(true);
    }
    CHECK(good > 0);
}

/* A stream may end with its subscription, and with callbacks that nobody took. */
static void test_end_with_stream(void)
{
    _Atomic int runs = 0;
    for (int i = 0; i < 20; i++) {
        aclrtStream stream = new_stream();
        OK_(aclrtSubscribeReport((uint64_t)pthread_self(), stream));
        OK_(aclrtLaunchCallback(count, &runs, ACL_CALLBACK_NO_BLOCK, stream));
        OK_(aclrtDestroyStream(stream));
        GIVES(ACL_ERROR_RT_THREAD_SUBSCRIBE, aclrtProcessReport(1));
    }
    CHECK(atomic_load(&runs) == 0);
}

/* Nobody takes a callback that the stream waits for, or comes to just now. */
static void test_drop_untaken(void)
{
    _Atomic int runs = 0;
    if (stream_mode_is("sync"))
        return;
    for (int i = 0; i < 20; i++) {
        aclrtStream stream = new_stream();
        OK_(aclrtSubscribeReport(NOBODY, stream));
        for (int k = 0; k < 3; k++)
            OK_(aclrtLaunchCallback(count, &runs, ACL_CALLBACK_BLOCK, stream));
        if (i % 2 == 0)
            sleep_a_little();
        OK_(aclrtStreamAbort(stream));
        OK_(aclrtSynchronizeStream(stream));
        OK_(aclrtLaunchCallback(count, &runs, ACL_CALLBACK_BLOCK, stream));
        OK_(aclrtDestroyStreamForce(stream));
    }
    CHECK(atomic_load(&runs) == 0);
}

/* Subscriptions that begin and end while callbacks are launched. */
static void test_unsteady(int rounds_)
{
    struct listener listener;
    _Atomic int runs = 0;
    int launched = 0;
    start_listener(&listener);
    for (int i = 0; i < rounds_; i++) {
        aclrtStream stream = new_stream();
        OK_(aclrtSubscribeReport(name_of(&listener), stream));
        for (int k = 0; k < 5; k++) {
            OK_(aclrtLaunchCallback(count, &runs,
                                    k % 2 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK, stream));
            launched++;
        }
        if (i % 3 == 0)
            OK_(aclrtUnSubscribeReport(name_of(&listener), stream));
        if (i % 2 == 0)
            OK_(aclrtSynchronizeStream(stream));
        if (i % 5 == 0)
            OK_(aclrtDestroyStreamForce(stream));
        else
            OK_(aclrtDestroyStream(stream));
    }
    stop_listener(&listener);
    CHECK(atomic_load(&runs) == atomic_load(&listener.processed));
    CHECK(atomic_load(&runs) <= launched);
}

/* A host function queues more work, also on its own stream, but may not wait for it. */
static struct {
    aclrtContext context;
    aclrtStream own;
    aclrtStream other;
    _Atomic int runs;
} nested;

static void queue_more(void *argument)
{
    (void)argument;
    OK_(aclrtSetCurrentContext(nested.context));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtSynchronizeStream(nested.own));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtDestroyStream(nested.own));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtResetDevice(0));
    OK_(aclrtLaunchHostFunc(nested.own, count, (void *)&nested.runs));
    OK_(aclrtLaunchHostFunc(nested.other, count, (void *)&nested.runs));
    OK_(aclrtSynchronizeStream(nested.other));
}

static void test_nested(void)
{
    OK_(aclrtGetCurrentContext(&nested.context));
    nested.own = new_stream();
    nested.other = new_stream();
    atomic_store(&nested.runs, 0);
    OK_(aclrtLaunchHostFunc(nested.own, queue_more, NULL));
    OK_(aclrtSynchronizeStream(nested.own));
    OK_(aclrtSynchronizeStream(nested.own));
    CHECK(atomic_load(&nested.runs) == 2);
    OK_(aclrtDestroyStream(nested.own));
    OK_(aclrtDestroyStream(nested.other));
}

int main(int argc, char **argv)
{
    int number = rounds(argc, argv, 3);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < number; i++) {
        test_order();
        test_end_while_pending();
        test_end_with_stream();
        test_drop_untaken();
        test_unsteady(20);
        test_nested();
    }
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
