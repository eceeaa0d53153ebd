/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks that wait for streams which wait for each other, and for the callbacks themselves. */
#include <sched.h>
#include <stdatomic.h>

#include "program.h"

#define STREAMS 4

static aclrtContext context;

static void count(void *number)
{
    atomic_fetch_add((_Atomic int *)number, 1);
}

/* ---- Two callbacks that wait for each other -------------------------------------------------- */

struct meeting {
    aclrtStream streams[2];
    _Atomic int arrived;
    _Atomic int refused;
    _Atomic int done;
};

struct visitor {
    struct meeting *meeting;
    int number;
};

/* Both are there before either waits: the second is refused, and that lets the first end. */
static void visit(void *argument)
{
    struct visitor *visitor = argument;
    struct meeting *meeting = visitor->meeting;
    aclrtStream other = meeting->streams[1 - visitor->number];
    OK_(aclrtSetCurrentContext(context));
    atomic_fetch_add(&meeting->arrived, 1);
    while (atomic_load(&meeting->arrived) < 2)
        sched_yield();
    int status = aclrtSynchronizeStream(other);
    if (status == ACL_ERROR_RT_PARAM_INVALID)
        atomic_fetch_add(&meeting->refused, 1);
    else
        CHECK(status == 0);
    atomic_fetch_add(&meeting->done, 1);
}

static void *launch_visit(void *argument)
{
    struct visitor *visitor = argument;
    OK_(aclrtSetCurrentContext(context));
    OK_(aclrtLaunchHostFunc(visitor->meeting->streams[visitor->number], visit, visitor));
    OK_(aclrtSynchronizeStream(visitor->meeting->streams[visitor->number]));
    return NULL;
}

static void test_meeting(void)
{
    struct meeting meeting;
    struct visitor visitors[2];
    pthread_t threads[2];
    memset(&meeting, 0, sizeof meeting);
    for (int i = 0; i < 2; i++) {
        meeting.streams[i] = new_stream();
        visitors[i] = (struct visitor){&meeting, i};
    }
    for (int i = 0; i < 2; i++)
        threads[i] = start_thread(launch_visit, &visitors[i]);
    for (int i = 0; i < 2; i++)
        join_thread(threads[i]);
    CHECK(atomic_load(&meeting.done) == 2);
    CHECK(atomic_load(&meeting.refused) == 1);
    for (int i = 0; i < 2; i++)
        OK_(aclrtDestroyStream(meeting.streams[i]));
}

/* ---- Random work ----------------------------------------------------------------------------- */

static struct {
    aclrtStream streams[STREAMS];
    aclrtEvent events[STREAMS]; /* each recorded once at least */
    _Atomic int launched;
    _Atomic int runs;
    _Atomic uint32_t seed;
} web;

static void launch(aclrtStream stream, aclrtHostFunc function)
{
    atomic_fetch_add(&web.launched, 1);
    OK_(aclrtLaunchHostFunc(stream, function, (void *)&web.runs));
}

static void queue_somehow(uint64_t *state, aclrtHostFunc function)
{
    aclrtStream stream = web.streams[pick(state, STREAMS)];
    aclrtEvent event = web.events[pick(state, STREAMS)];
    switch (pick(state, 4)) {
    case 0: OK_(aclrtRecordEvent(event, stream)); break;
    case 1: OK_(aclrtStreamWaitEvent(stream, event)); break;
    default: launch(stream, function); break;
    }
}

/* Whatever waits for whatever: a call in a callback ends, and work that is queued runs. */
static void wait_somehow(void *runs)
{
    uint64_t state = atomic_fetch_add(&web.seed, 1) + 1;
    aclrtStream stream = web.streams[pick(&state, STREAMS)];
    aclrtEvent event = web.events[pick(&state, STREAMS)];
    int status = 0;
    OK_(aclrtSetCurrentContext(context));
    queue_somehow(&state, count);
    switch (pick(&state, 4)) {
    case 0: status = aclrtSynchronizeStream(stream); break;
    case 1: status = aclrtSynchronizeEvent(event); break;
    case 2: status = aclrtSynchronizeStreamWithTimeout(stream, 2); break;
    default: break;
    }
    CHECK(status == 0 || status == ACL_ERROR_RT_PARAM_INVALID ||
          status == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    queue_somehow(&state, count);
    (void)aclGetRecentErrMsg();
    count(runs);
}

static void *weave(void *argument)
{
    struct random_worker *worker = argument;
    OK_(aclrtSetCurrentContext(context));
    for (int i = 0; i < worker->rounds; i++)
        queue_somehow(&worker->state, wait_somehow);
    return NULL;
}

static void test_web(int work)
{
    memset(&web, 0, sizeof web);
    for (int i = 0; i < STREAMS; i++) {
        web.streams[i] = new_stream();
        web.events[i] = new_event();
        OK_(aclrtRecordEvent(web.events[i], web.streams[i]));
    }
    run_random_workers(weave, 3, work);
    /* What runs may queue more. */
    do
        OK_(aclrtSynchronizeDevice());
    while (atomic_load(&web.runs) < atomic_load(&web.launched));
    CHECK(atomic_load(&web.runs) == atomic_load(&web.launched));
    for (int i = 0; i < STREAMS; i++) {
        OK_(aclrtDestroyStream(web.streams[i]));
        OK_(aclrtDestroyEvent(web.events[i]));
    }
}

int main(int argc, char **argv)
{
    int number = rounds(argc, argv, 3);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetCurrentContext(&context));
    for (int i = 0; i < number; i++) {
        for (int k = 0; k < 20; k++)
            test_meeting();
        test_web(40);
    }
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
