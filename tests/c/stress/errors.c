/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of queued work: returned once, to who synchronizes; texts belong to threads. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <stdatomic.h>

#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_zero.h"
#include "embedding.h"

#define STREAMS 4
#define THREADS 4
#define ROWS 64
#define WEIGHTS 10

static void upload_indices(struct embedding *e, int64_t bad_row, int64_t bad_index)
{
    int64_t indices[ROWS];
    for (int64_t i = 0; i < ROWS; i++)
        indices[i] = i == bad_row ? bad_index : i % WEIGHTS;
    OK_(aclrtMemcpy(e->indices, sizeof indices, indices, sizeof indices,
                    ACL_MEMCPY_HOST_TO_DEVICE));
}

static void open_embedding(struct embedding *e)
{
    embedding_open(e, ROWS, 3, WEIGHTS);
    OK_(aclrtMemset(e->grad, ROWS * 12, 0, ROWS * 12));
    upload_indices(e, -1, 0);
}

/* The newest text of this thread has all of these words; it is then forgotten. */
static void expect_text(const char *one, const char *two, const char *three)
{
    const char *text = aclGetRecentErrMsg();
    CHECK(text != NULL);
    if (strstr(text, one) == NULL || strstr(text, two) == NULL || strstr(text, three) == NULL) {
        fprintf(stderr, "\"%s\", \"%s\" and \"%s\" expected in: %s\n", one, two, three, text);
        _Exit(1);
    }
    CHECK(aclGetRecentErrMsg() == NULL);
}

static void test_streams_apart(void)
{
    struct embedding e[STREAMS];
    aclrtStream streams[STREAMS];
    char row[32];
    char index[32];
    for (int i = 0; i < STREAMS; i++) {
        open_embedding(&e[i]);
        streams[i] = new_stream();
        upload_indices(&e[i], i % 2 == 0 ? 7 + i : -1, 1000 + i);
    }
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < STREAMS; i++)
            embedding_launch(&e[i], streams[i]);
    for (int i = STREAMS - 1; i >= 0; i--) {
        int status = aclrtSynchronizeStream(streams[i]);
        CHECK(status == (i % 2 == 0 ? ACL_ERROR_RT_AICORE_EXCEPTION : 0));
        snprintf(row, sizeof row, "[%d]", 7 + i);
        snprintf(index, sizeof index, "%d", 1000 + i);
        if (i % 2 == 0)
            expect_text("aclnnEmbeddingDenseBackward", row, index);
        OK_(aclrtSynchronizeStream(streams[i]));
    }
    for (int i = 0; i < STREAMS; i++) {
        /* The stream works on. */
        upload_indices(&e[i], -1, 0);
        embedding_launch(&e[i], streams[i]);
        OK_(aclrtSynchronizeStream(streams[i]));
        OK_(aclrtDestroyStream(streams[i]));
        embedding_close(&e[i]);
    }
    OK_(aclrtSynchronizeDevice());
    CHECK(aclGetRecentErrMsg() == NULL);
}

static void test_ways_to_learn(void)
{
    struct embedding e;
    aclrtStream stream = new_stream();
    aclrtEvent before = new_event();
    aclrtEvent behind = new_event();
    aclrtStreamStatus status;
    open_embedding(&e);
    upload_indices(&e, 5, -1);
    OK_(aclrtRecordEvent(before, stream));
    embedding_launch(&e, stream);
    OK_(aclrtRecordEvent(behind, stream));
    OK_(aclrtSynchronizeEvent(before));
    GIVES(ACL_ERROR_RT_AICORE_EXCEPTION, aclrtSynchronizeEvent(behind));
    OK_(aclrtSynchronizeEvent(behind));
    OK_(aclrtSynchronizeStream(stream));

    embedding_launch(&e, stream);
    OK_(aclrtStreamQuery(stream, &status));
    GIVES(ACL_ERROR_RT_AICORE_EXCEPTION, aclrtSynchronizeDevice());
    OK_(aclrtSynchronizeDevice());
    OK_(aclrtSynchronizeStream(stream));

    embedding_launch(&e, stream);
    GIVES(ACL_ERROR_RT_AICORE_EXCEPTION, aclrtSynchronizeStreamWithTimeout(stream, 60000));
    CHECK(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL) == ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == 0);

    embedding_launch(&e, stream); /* lost: nobody asks before the stream ends */
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtSynchronizeDevice());
    OK_(aclrtDestroyEvent(before));
    OK_(aclrtDestroyEvent(behind));
    embedding_close(&e);
}

/* With the mode that stops, work behind a failure is dropped, on all streams of the context. */
static void test_stop_on_failure(void)
{
    struct embedding e;
    aclrtContext context = NULL;
    char value = 0;
    OK_(aclrtCreateContext(&context, 0));
    aclrtStream stream = new_stream();
    open_embedding(&e);
    upload_indices(&e, 0, WEIGHTS);
    OK_(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
    OK_(aclrtMemset(e.grad, 1, 7, 1));
    embedding_launch(&e, stream);
    OK_(aclrtMemsetAsync(e.grad, 1, 9, 1, stream));
    GIVES(ACL_ERROR_RT_AICORE_EXCEPTION, aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(&value, 1, e.grad, 1, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(value == 7);
    OK_(aclrtDestroyContext(context));
    OK_(aclrtSetDevice(0));
    embedding_close(&e);
    OK_(aclrtResetDevice(0));
}

static _Atomic int announced;
static aclrtStream announced_stream;

/* Waiting for the stream that failed would never end; the calls say so. */
static void on_exception(aclrtExceptionInfo *info)
{
    CHECK(info != NULL);
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtSynchronizeStream(announced_stream));
    atomic_fetch_add(&announced, 1);
}

static void *set_and_synchronize(void *argument)
{
    OK_(aclrtSetDevice(0));
    GIVES(ACL_ERROR_RT_AICORE_EXCEPTION, aclrtSynchronizeStream(argument));
    OK_(aclrtResetDevice(0));
    return NULL;
}

static aclrtContext shared_context;

static void on_exception_elsewhere(aclrtExceptionInfo *info)
{
    OK_(aclrtSetCurrentContext(shared_context));
    on_exception(info);
}

static void test_exception_callback(void)
{
    struct embedding e;
    aclrtStream stream = announced_stream = new_stream();
    open_embedding(&e);
    upload_indices(&e, 63, 1 << 20);
    OK_(aclrtGetCurrentContext(&shared_context));
    OK_(aclrtSetExceptionInfoCallback(on_exception_elsewhere));
    int before = atomic_load(&announced);
    for (int i = 0; i < 3; i++)
        embedding_launch(&e, stream);
    join_thread(start_thread(set_and_synchronize, stream));
    CHECK(atomic_load(&announced) == before + 3);
    OK_(aclrtSetExceptionInfoCallback(NULL));
    OK_(aclrtDestroyStream(stream));
    embedding_close(&e);
}

/* Each thread makes errors of its own and finds no others. */
static void *make_errors(void *argument)
{
    int number = (int)(intptr_t)argument;
    char wanted[32];
    CHECK(aclGetRecentErrMsg() == NULL);
    snprintf(wanted, sizeof wanted, "%d", 5000 + number);
    for (int i = 0; i < 20; i++) {
        CHECK(aclrtSetDevice(5000 + number) == ACL_ERROR_RT_INVALID_DEVICEID);
        expect_text("aclrtSetDevice", "deviceId", wanted);
        CHECK(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_ERROR_RT_INVALID_DEVICEID);
    }
    /* Many different texts: the oldest make room. Ends with some of them unread. */
    for (int i = 0; number == 1 && i < 1010; i++)
        CHECK(aclrtSetDevice(10000 + i) == ACL_ERROR_RT_INVALID_DEVICEID);
    return NULL;
}

/* An error of a stream is told to one of the threads that wait for it. */
static _Atomic int told;

static void *wait_for_error(void *stream)
{
    OK_(aclrtSetDevice(0));
    int status = aclrtSynchronizeStream(stream);
    CHECK(status == 0 || status == ACL_ERROR_RT_AICORE_EXCEPTION);
    if (status != 0) {
        expect_text("indices[3]", "is 77", "[0, 10)");
        atomic_fetch_add(&told, 1);
    }
    CHECK(aclGetRecentErrMsg() == NULL);
    OK_(aclrtResetDevice(0));
    return NULL;
}

static void test_threads(void)
{
    struct embedding e;
    pthread_t threads[THREADS];
    aclrtStream stream = new_stream();
    open_embedding(&e);
    upload_indices(&e, 3, 77);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start_thread(make_errors, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
    atomic_store(&told, 0);
    embedding_launch(&e, stream);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start_thread(wait_for_error, stream);
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
    CHECK(atomic_load(&told) == 1);
    OK_(aclrtDestroyStream(stream));
    embedding_close(&e);
}

/* Elements whose places are beyond 63 bits are refused, whichever phase finds out. */
static void test_far_views(aclrtStream stream)
{
    static const int64_t far[][3] = {/* dim, stride, offset */
                                     {16, 1, INT64_MAX},
                                     {16, INT64_MAX / 4, 0},
                                     {INT64_MIN, 1, 0},
                                     {INT64_MIN, 16, INT64_MAX}};
    void *memory = device_malloc(64);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        const int64_t one = 1;
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        void *workspace = NULL;
        aclTensor *tensor = aclCreateTensor(&far[i][0], 1, ACL_FLOAT, &far[i][1], far[i][2],
                                            ACL_FORMAT_ND, &one, 1, memory);
        CHECK(tensor != NULL);
        int status = aclnnInplaceZeroGetWorkspaceSize(tensor, &size, &executor);
        if (status == 0 && size > 0)
            workspace = device_malloc(size);
        if (status == 0)
            status = aclnnInplaceZero(workspace, size, executor, stream);
        GIVES(161002, status);
        if (workspace != NULL)
            OK_(aclrtFree(workspace));
        OK_(aclDestroyTensor(tensor));
    }
    OK_(aclrtFree(memory));
}

/* Runs a call of which phase one took the arguments. */
static void run_call(aclnnStatus (*run)(void *, uint64_t, aclOpExecutor *, aclrtStream),
                     uint64_t size, aclOpExecutor *executor, aclrtStream stream)
{
    void *workspace = size > 0 ? device_malloc(size) : NULL;
    OK_(run(workspace, size, executor, stream));
    OK_(aclrtSynchronizeStream(stream));
    if (workspace != NULL)
        OK_(aclrtFree(workspace));
}

/* A stride along one element is never taken, and may be anything. */
static void test_strides_not_taken(aclrtStream stream)
{
    static const int64_t strides[] = {INT64_MAX, INT64_MIN, INT64_MAX / 2, -1};
    const int64_t dims[] = {2, 1};
    const float from[] = {1, -2};
    float to[2];
    void *memory = device_malloc(64);
    for (size_t i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        const int64_t steps[] = {1, strides[i]};
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        OK_(aclrtMemcpy(memory, sizeof from, from, sizeof from, ACL_MEMCPY_HOST_TO_DEVICE));
        aclTensor *tensor = aclCreateTensor(dims, 2, ACL_FLOAT, steps, 0, ACL_FORMAT_ND, dims, 2,
                                            memory);
        aclTensor *dense = aclCreateTensor(dims, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 2,
                                           (char *)memory + 32);
        CHECK(tensor != NULL && dense != NULL);
        OK_(aclnnTrilGetWorkspaceSize(tensor, 0, dense, &size, &executor));
        run_call(aclnnTril, size, executor, stream);
        OK_(aclrtMemcpy(to, sizeof to, (char *)memory + 32, sizeof to, ACL_MEMCPY_DEVICE_TO_HOST));
        CHECK(memcmp(to, from, sizeof to) == 0);
        OK_(aclnnInplaceZeroGetWorkspaceSize(tensor, &size, &executor));
        run_call(aclnnInplaceZero, size, executor, stream);
        OK_(aclrtMemcpy(to, sizeof to, memory, sizeof to, ACL_MEMCPY_DEVICE_TO_HOST));
        CHECK(to[0] == 0 && to[1] == 0);
        OK_(aclDestroyTensor(tensor));
        OK_(aclDestroyTensor(dense));
    }
    OK_(aclrtFree(memory));
}

/* Other dims of a tensor of nothing may be anything. */
static void test_huge_dims_of_nothing(aclrtStream stream)
{
    const int64_t dims[] = {INT64_MAX / 2, 3, 0};
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    void *memory = device_malloc(64);
    aclTensor *from = aclCreateTensor(dims, 3, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 3, memory);
    aclTensor *to = aclCreateTensor(dims, 3, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 3, memory);
    CHECK(from != NULL && to != NULL);
    OK_(aclnnTrilGetWorkspaceSize(from, 0, to, &size, &executor));
    run_call(aclnnTril, size, executor, stream);
    OK_(aclnnInplaceZeroGetWorkspaceSize(to, &size, &executor));
    run_call(aclnnInplaceZero, size, executor, stream);
    OK_(aclDestroyTensor(from));
    OK_(aclDestroyTensor(to));
    OK_(aclrtFree(memory));
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 2);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < count; i++) {
        test_streams_apart();
        test_ways_to_learn();
        test_stop_on_failure();
        test_exception_callback();
        test_threads();
        test_far_views(NULL);
        test_strides_not_taken(NULL);
        test_huge_dims_of_nothing(NULL);
    }
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
