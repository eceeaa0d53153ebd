/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Begin and end, in orders that programs should not use and do: destroying twice, after a reset,
 * after the end, and from several threads at once, of which exactly one succeeds.
 */
#include <stdatomic.h>
#include <time.h>

#include "embedding.h"

#define THREADS 6

static void test_init_and_finalize(void)
{
    uint64_t count = 9;
    GIVES(0, aclFinalize()); /* the first, without aclInit */
    GIVES(ACL_ERROR_REPEAT_FINALIZE, aclFinalize());
    OK_(aclInit(NULL));
    GIVES(ACL_ERROR_REPEAT_INITIALIZE, aclInit(""));
    OK_(aclFinalizeReference(&count));
    CHECK(count == 1);
    OK_(aclFinalizeReference(NULL));
    GIVES(ACL_ERROR_REPEAT_FINALIZE, aclFinalizeReference(&count));
    CHECK(count == 0);
    OK_(aclnnFinalize());
    OK_(aclnnInit(NULL));
    OK_(aclnnInit("no such file"));
    OK_(aclInit(NULL));
    GIVES(ACL_ERROR_REPEAT_INITIALIZE, aclInit(NULL));
    OK_(aclFinalize());
    GIVES(ACL_ERROR_REPEAT_FINALIZE, aclFinalize());
}

static void test_without_context(void)
{
    void *memory = NULL;
    aclrtStream stream = NULL;
    aclrtEvent event = NULL;
    int32_t device = 0;
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtMalloc(&memory, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtMallocHost(&memory, 1));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtCreateStream(&stream));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtCreateEvent(&event));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtSynchronizeStream(NULL));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtSynchronizeDevice());
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtGetDevice(&device));
    GIVES(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, aclrtResetDevice(0));
    GIVES(ACL_ERROR_RT_INVALID_DEVICEID, aclrtSetDevice(-1));
    GIVES(ACL_ERROR_RT_INVALID_DEVICEID, aclrtSetDevice(4096));
}

/* What was made before a reset is dead afterwards, and can still be named. */
static void test_use_after_reset(void)
{
    struct embedding e;
    uint64_t size = 0;
    char byte = 0;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    aclrtEvent event = new_event();
    void *pinned = host_malloc(100);
    embedding_open(&e, 8, 4, 5);
    OK_(aclrtMemset(e.indices, 64, 0, 64));
    aclOpExecutor *executor = embedding_plan(&e, &size);
    aclOpExecutor *unused = embedding_plan(&e, &size);
    embedding_launch(&e, stream);
    OK_(aclrtRecordEvent(event, stream));
    OK_(aclrtResetDevice(0));

    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtSynchronizeStream(stream));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtRecordEvent(event, NULL));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtDestroyStream(stream));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtDestroyEvent(event));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtMemcpy(&byte, 1, e.out, 1, ACL_MEMCPY_DEVICE_TO_HOST));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(e.grad));
    OK_(aclrtSetDevice(0));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtRecordEvent(event, NULL));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtDestroyEvent(event));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtMemcpy(&byte, 1, e.out, 1, ACL_MEMCPY_DEVICE_TO_HOST));
    GIVES(161002, aclnnEmbeddingDenseBackward(e.workspace, size, executor, NULL));
    GIVES(561000, aclnnEmbeddingDenseBackward(e.workspace, size, executor, NULL));
    GIVES(561000, aclDestroyAclOpExecutor(executor));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(e.grad));
    OK_(aclrtFreeHost(pinned));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFreeHost(pinned));
    OK_(aclrtResetDevice(0));
    OK_(aclDestroyAclOpExecutor(unused));
}

/* aclrtSetDevice is counted, aclrtResetDeviceForce is not. */
static void test_counts(void)
{
    for (int i = 0; i < 3; i++)
        OK_(aclrtSetDevice(0));
    void *memory = device_malloc(64);
    OK_(aclrtResetDevice(0));
    OK_(aclrtMemset(memory, 64, 1, 64));
    OK_(aclrtResetDeviceForce(0));
    GIVES(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, aclrtResetDevice(0));
    GIVES(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, aclrtResetDeviceForce(0));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(memory));
}

static void test_contexts(void)
{
    aclrtContext one = NULL;
    aclrtContext two = NULL;
    aclrtContext found = NULL;
    OK_(aclrtCreateContext(&one, 0));
    aclrtStream of_one = new_stream();
    OK_(aclrtCreateContext(&two, 0));
    aclrtStream of_two = new_stream();
    aclrtEvent event = new_event();
    GIVES(ACL_ERROR_RT_STREAM_CONTEXT, aclrtSynchronizeStream(of_one));
    OK_(aclrtRecordEvent(event, of_two));
    OK_(aclrtSetCurrentContext(one));
    GIVES(ACL_ERROR_RT_STREAM_CONTEXT, aclrtDestroyStream(of_two));
    OK_(aclrtStreamWaitEvent(of_one, event));
    OK_(aclrtDestroyContext(two));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtStreamWaitEvent(of_one, event));
    OK_(aclrtSynchronizeStream(of_one));
    OK_(aclrtDestroyStream(of_one));
    OK_(aclrtDestroyContext(one));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtDestroyContext(one));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtSetCurrentContext(two));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtGetCurrentContext(&found));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtDestroyContext(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetCurrentContext(&found));
    GIVES(ACL_ERROR_RT_CONTEXT_NULL, aclrtDestroyContext(found));
    OK_(aclrtResetDevice(0));
}

/* Handles need no device; every order of ends; made-up handles. */
static void test_objects(void)
{
    const int64_t dims[] = {2, 3};
    const float numbers[] = {1, 2, 3};
    const bool truths[] = {true, false};
    float one = 1;
    uint64_t size = 0;
    aclTensor *tensors[] = {dense_tensor(dims, 2, ACL_FLOAT, NULL), NULL,
                            dense_tensor(dims, 2, ACL_INT8, NULL)};
    aclScalar *scalars[] = {aclCreateScalar(&one, ACL_FLOAT), aclCreateScalar(&one, ACL_FLOAT)};
    aclIntArray *ints = aclCreateIntArray(dims, 2);
    aclFloatArray *floats = aclCreateFloatArray(numbers, 3);
    aclBoolArray *bools = aclCreateBoolArray(truths, 2);
    aclTensorList *tensor_list = aclCreateTensorList((const aclTensor *const *)tensors, 3);
    aclScalarList *scalar_list = aclCreateScalarList((const aclScalar *const *)scalars, 2);
    aclDataBuffer *buffer = aclCreateDataBuffer(&one, sizeof one);

    OK_(aclDestroyTensor(tensors[0])); /* before its list */
    OK_(aclDestroyTensorList(tensor_list));
    GIVES(161002, aclDestroyTensorList(tensor_list));
    GIVES(161002, aclDestroyTensor(tensors[2])); /* after its list */
    OK_(aclDestroyScalarList(scalar_list));
    GIVES(161002, aclDestroyScalar(scalars[0]));
    GIVES(161002, aclDestroyScalarList((const aclScalarList *)ints)); /* another kind */
    OK_(aclGetIntArraySize(ints, &size));
    CHECK(size == 2);
    OK_(aclDestroyIntArray(ints));
    GIVES(161002, aclGetIntArraySize(ints, &size));
    OK_(aclDestroyFloatArray(floats));
    OK_(aclDestroyBoolArray(bools));
    GIVES(161002, aclDestroyBoolArray(bools));
    OK_(aclDestroyDataBuffer(buffer));
    GIVES(ACL_ERROR_INVALID_PARAM, aclDestroyDataBuffer(buffer));
    GIVES(ACL_ERROR_INVALID_PARAM, aclDestroyDataBuffer(NULL));
    OK_(aclDestroyTensor(NULL));
    GIVES(161002, aclDestroyTensor((const aclTensor *)(const void *)&one));
    GIVES(561000, aclDestroyAclOpExecutor((aclOpExecutor *)(void *)&one));
}

static void test_dead_streams_and_events(void)
{
    aclrtEventRecordedStatus status;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    aclrtEvent event = new_event();
    OK_(aclrtRecordEvent(event, stream));
    OK_(aclrtStreamWaitEvent(NULL, event));
    OK_(aclrtDestroyEvent(event)); /* waits that are queued stay */
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtDestroyEvent(event));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtQueryEventStatus(event, &status));
    OK_(aclrtDestroyStream(stream));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtDestroyStream(stream));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtDestroyStreamForce(stream));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtStreamAbort(stream));
    GIVES(ACL_ERROR_RT_INVALID_HANDLE, aclrtDestroyStream(&stream));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtDestroyStream(NULL));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtDestroyEvent(NULL));
    OK_(aclrtSynchronizeStream(NULL));
    /* An event outlives the stream that it was recorded in. */
    stream = new_stream();
    event = new_event();
    OK_(aclrtRecordEvent(event, stream));
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtSynchronizeEvent(event));
    OK_(aclrtStreamWaitEvent(NULL, event));
    OK_(aclrtQueryEventStatus(event, &status));
    CHECK(status == ACL_EVENT_RECORDED_STATUS_COMPLETE);
    OK_(aclrtResetDevice(0));
}

/* --- races: every thread ends every object; one wins --- */

#define OBJECTS 5

static struct {
    aclrtStream stream;
    aclrtEvent event;
    aclTensor *tensor;
    aclOpExecutor *executor;
    void *memory;
    aclrtContext context;
    struct embedding embedding;
    _Atomic int won[OBJECTS];
    pthread_barrier_t barrier;
} race;

static void *end_everything(void *argument)
{
    (void)argument;
    OK_(aclrtSetCurrentContext(race.context));
    pthread_barrier_wait(&race.barrier);
    race.won[0] += aclrtDestroyStream(race.stream) == 0;
    race.won[1] += aclrtDestroyEvent(race.event) == 0;
    race.won[2] += aclDestroyTensor(race.tensor) == 0;
    race.won[3] += aclnnEmbeddingDenseBackward(race.embedding.workspace,
                                               race.embedding.workspace_size, race.executor,
                                               NULL) == 0;
    race.won[4] += aclrtFree(race.memory) == 0;
    return NULL;
}

static void test_race(void)
{
    const int64_t dims[] = {4};
    pthread_t threads[THREADS];
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetCurrentContext(&race.context));
    race.stream = new_stream();
    race.event = new_event();
    race.tensor = dense_tensor(dims, 1, ACL_FLOAT, NULL);
    race.memory = device_malloc(1000);
    embedding_open(&race.embedding, 8, 4, 5);
    OK_(aclrtMemset(race.embedding.indices, 64, 0, 64));
    uint64_t size = 0;
    race.executor = embedding_plan(&race.embedding, &size);
    OK_(aclrtRecordEvent(race.event, race.stream));
    for (int i = 0; i < OBJECTS; i++)
        atomic_store(&race.won[i], 0);
    CHECK(pthread_barrier_init(&race.barrier, NULL, THREADS) == 0);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start_thread(end_everything, NULL);
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
    CHECK(pthread_barrier_destroy(&race.barrier) == 0);
    for (int i = 0; i < OBJECTS; i++)
        CHECK(race.won[i] == 1);
    OK_(aclrtSynchronizeStream(NULL));
    embedding_close(&race.embedding);
    OK_(aclrtResetDevice(0));
}

/* Each thread sets, uses and resets the device, as if it were alone. */
static void *visit(void *argument)
{
    uint64_t seed = 5 + (uint64_t)(uintptr_t)argument;
    for (int i = 0; i < 20; i++) {
        uint64_t value = pick(&seed, 1u << 30);
        uint64_t back = 0;
        OK_(aclrtSetDevice(0));
        void *memory = device_malloc(sizeof value);
        aclrtStream stream = new_stream();
        uint64_t *pinned = host_malloc(sizeof value);
        *pinned = value;
        OK_(aclrtMemcpyAsync(memory, 8, pinned, 8, ACL_MEMCPY_HOST_TO_DEVICE, stream));
        OK_(aclrtSynchronizeStream(stream));
        OK_(aclrtMemcpy(&back, 8, memory, 8, ACL_MEMCPY_DEVICE_TO_HOST));
        CHECK(back == value);
        OK_(aclrtDestroyStream(stream));
        OK_(aclrtFreeHost(pinned));
        OK_(aclrtFree(memory));
        OK_(aclrtResetDevice(0));
    }
    return NULL;
}

static void test_visitors(void)
{
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        threads[i] = start_thread(visit, (void *)i);
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
}

/* --- what happens while a stream or a device ends --- */

static void nap(void)
{
    const struct timespec duration = {0, 200000};
    nanosleep(&duration, NULL);
}

static struct {
    _Atomic int allocated;
    _Atomic int reset;
} phase;

static void hold_stream(void *argument)
{
    (void)argument;
    while (!atomic_load(&phase.allocated))
        nap();
}

static void *begin_anew(void *argument)
{
    int32_t active = 1;
    unsigned char bytes[1000];
    (void)argument;
    while (active) {
        OK_(aclrtGetPrimaryCtxState(0, NULL, &active));
        nap();
    }
    OK_(aclrtSetDevice(0));
    void *memory = device_malloc(sizeof bytes);
    OK_(aclrtMemset(memory, sizeof bytes, 7, sizeof bytes));
    atomic_store(&phase.allocated, 1);
    while (!atomic_load(&phase.reset))
        nap();
    OK_(aclrtMemcpy(bytes, sizeof bytes, memory, sizeof bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < sizeof bytes; i++)
        CHECK(bytes[i] == 7);
    OK_(aclrtFree(memory));
    OK_(aclrtResetDevice(0));
    return NULL;
}

/* A reset waits for a stream; meanwhile another thread sets the device and allocates. */
static void test_begin_during_reset(void)
{
    atomic_store(&phase.allocated, stream_mode_is("sync"));
    atomic_store(&phase.reset, 0);
    OK_(aclrtSetDevice(0));
    void *old = device_malloc(1000);
    OK_(aclrtLaunchHostFunc(NULL, hold_stream, NULL));
    pthread_t thread = start_thread(begin_anew, NULL);
    OK_(aclrtResetDevice(0));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(old));
    atomic_store(&phase.reset, 1);
    join_thread(thread);
}

static void *record_until_it_ends(void *event)
{
    int status = 0;
    OK_(aclrtSetCurrentContext(race.context));
    while (status == 0)
        status = aclrtRecordEvent(event, race.stream);
    CHECK(status == ACL_ERROR_RT_INVALID_HANDLE);
    (void)aclGetRecentErrMsg();
    return NULL;
}

/* Not allowed, but what was accepted is done: nothing is left behind in a dead stream. */
static void test_submit_during_destroy(void)
{
    pthread_t threads[THREADS];
    aclrtEvent events[THREADS];
    aclrtEventRecordedStatus status;
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetCurrentContext(&race.context));
    race.stream = new_stream();
    for (int i = 0; i < THREADS; i++) {
        events[i] = new_event();
        OK_(aclrtRecordEvent(events[i], race.stream));
        threads[i] = start_thread(record_until_it_ends, events[i]);
    }
    nap();
    OK_(aclrtDestroyStream(race.stream));
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
    for (int i = 0; i < THREADS; i++) {
        OK_(aclrtQueryEventStatus(events[i], &status));
        CHECK(status == ACL_EVENT_RECORDED_STATUS_COMPLETE);
        OK_(aclrtDestroyEvent(events[i]));
    }
    OK_(aclrtResetDevice(0));
}

static struct {
    _Atomic(aclrtContext) context;
    _Atomic int stop;
} ending;

/* In a context that may be ending, or be gone. */
static void *create_until_stopped(void *argument)
{
    (void)argument;
    while (!atomic_load(&ending.stop)) {
        aclrtStream stream;
        aclrtEvent event;
        int status = aclrtSetCurrentContext(atomic_load(&ending.context));
        if (status == 0)
            status = aclrtCreateStream(&stream);
        if (status == 0)
            status = aclrtCreateEvent(&event);
        CHECK(status == 0 || status == ACL_ERROR_RT_CONTEXT_NULL ||
              status == ACL_ERROR_RT_NO_STREAM_RESOURCE);
        (void)aclGetRecentErrMsg();
    }
    return NULL;
}

/* What is made while its context ends is made and ends with it, or is not made. */
static void test_create_during_end(void)
{
    pthread_t threads[THREADS];
    aclrtContext context = NULL;
    uint32_t before = 0;
    uint32_t after = 0;
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetEventAvailNum(&before));
    OK_(aclrtResetDevice(0));
    OK_(aclrtCreateContext(&context, 0));
    atomic_store(&ending.stop, 0);
    atomic_store(&ending.context, context);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start_thread(create_until_stopped, NULL);
    for (int i = 0; i < 200; i++) {
        nap();
        OK_(aclrtDestroyContext(context));
        OK_(aclrtCreateContext(&context, 0));
        atomic_store(&ending.context, context);
    }
    atomic_store(&ending.stop, 1);
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
    OK_(aclrtDestroyContext(context));
    OK_(aclrtSetDevice(0));
    OK_(aclrtGetEventAvailNum(&after));
    CHECK(after == before);
    OK_(aclrtResetDevice(0));
}

/* Asking whether waits are over brings them to an end, in every stream mode. */
static void test_wait_status(void)
{
    aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_NOT_READY;
    OK_(aclrtSetDevice(0));
    aclrtStream one = new_stream();
    aclrtStream two = new_stream();
    aclrtEvent event = new_event();
    OK_(aclrtRecordEvent(event, one));
    OK_(aclrtStreamWaitEvent(two, event));
    for (int i = 0; i < 50000 && status != ACL_EVENT_WAIT_STATUS_COMPLETE; i++) {
        OK_(aclrtQueryEventWaitStatus(event, &status));
        nap();
    }
    CHECK(status == ACL_EVENT_WAIT_STATUS_COMPLETE);
    OK_(aclrtDestroyEvent(event));
    OK_(aclrtDestroyStream(one));
    OK_(aclrtDestroyStream(two));
    OK_(aclrtResetDevice(0));
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 2);
    test_without_context();
    test_init_and_finalize();
    for (int i = 0; i < count; i++) {
        OK_(aclInit(NULL));
        test_use_after_reset();
        test_counts();
        test_contexts();
        test_objects();
        test_dead_streams_and_events();
        test_race();
        test_visitors();
        test_begin_during_reset();
        test_submit_during_destroy();
        test_create_during_end();
        test_wait_status();
        OK_(aclFinalize());
    }
    /* Nothing is undone at the end: a program may leave it all to the system. */
    OK_(aclrtSetDevice(0));
    (void)new_stream();
    (void)new_event();
    (void)device_malloc(100);
    return 0;
}
