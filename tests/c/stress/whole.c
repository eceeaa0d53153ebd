/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole program whose calls may fail: the gradient of an embedding, with tensors, a workspace,
 * asynchronous copies from and to memory of aclrtMallocHost, an event between two streams, a host
 * function and a callback. It checks every status, and gives back what it has when one is not 0.
 *
 *     whole            host memory fails: for n = 1, 2, ... the n-th allocation while the work
 * runs, alone and with all behind it, until none is left to fail; the second time no more of it may
 * stay in use than the first whole memory N   the same for one n alone, at the very first use of
 * the library; 3 if the work had fewer allocations whole lack N     ... for one n and all behind it
 *     whole calls      once, then once more: the first may fail as ACLNN_FAULT asks
 *     whole statuses   twenty times, whatever fails
 *
 * Prints a line each: whether it failed, "NAME STATUS TEXT", and "done" when the result is right.
 */
/* not under thread, valgrind: they bring their own malloc */
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "failing_memory.h"
#include "program.h"

/* ---- The first call that failed -------------------------------------------------------------- */

static struct {
    const char *name;
    int status;
    char text[2000];
} failure;

static bool note(const char *name, int status)
{
    if (status == 0)
        return true;
    const char *text = aclGetRecentErrMsg();
    if (failure.name == NULL) {
        failure.name = name;
        failure.status = status;
        snprintf(failure.text, sizeof failure.text, "%s", text != NULL ? text : "");
        for (char *c = failure.text; *c != '\0'; c++)
            *c = *c == '\n' ? ' ' : *c;
    }
    return false;
}

#define TRY(function, ...) note(#function, function(__VA_ARGS__))

/* Functions that give a handle fail with NULL: status -1 here. */
static bool made(const char *name, const void *handle)
{
    return note(name, handle != NULL ? 0 : -1);
}

/* ---- The work -------------------------------------------------------------------------------- */

enum { ROWS = 3000, COLUMNS = 16, WEIGHTS = 50 };
enum { GRAD, INDICES, OUT, WORKSPACE, BLOCKS };

#define GRAD_BYTES (ROWS * COLUMNS * sizeof(float))
#define INDEX_BYTES (ROWS * sizeof(int64_t))
#define OUT_BYTES (WEIGHTS * COLUMNS * sizeof(float))

struct work {
    bool initialized;
    bool device_set;
    aclrtStream streams[2];
    aclrtEvent event;
    bool subscribed;
    void *device[BLOCKS];
    float *grad; /* of aclrtMallocHost, as are the next two */
    int64_t *indices;
    float *out;
    aclTensor *tensors[3];
    uint64_t workspace_size;
    aclOpExecutor *executor;
    _Atomic int called;
};

static void count_call(void *place)
{
    struct work *w = place;
    atomic_fetch_add(&w->called, 1);
}

static bool open_device(struct work *w)
{
    w->initialized = TRY(aclInit, NULL);
    if (!w->initialized)
        return false;
    w->device_set = TRY(aclrtSetDevice, 0);
    return w->device_set && TRY(aclrtCreateStream, &w->streams[0]) &&
           TRY(aclrtCreateStream, &w->streams[1]) && TRY(aclrtCreateEvent, &w->event);
}

static bool allocate(struct work *w)
{
    return TRY(aclrtMalloc, &w->device[GRAD], GRAD_BYTES, ACL_MEM_MALLOC_HUGE_FIRST) &&
           TRY(aclrtMalloc, &w->device[INDICES], INDEX_BYTES, ACL_MEM_MALLOC_HUGE_FIRST) &&
           TRY(aclrtMalloc, &w->device[OUT], OUT_BYTES, ACL_MEM_MALLOC_HUGE_FIRST) &&
           TRY(aclrtMallocHost, (void **)&w->grad, GRAD_BYTES) &&
           TRY(aclrtMallocHost, (void **)&w->indices, INDEX_BYTES) &&
           TRY(aclrtMallocHost, (void **)&w->out, OUT_BYTES);
}

static bool describe(struct work *w, int index, const int64_t *dims, uint64_t rank,
                     aclDataType type)
{
    w->tensors[index] = aclCreateTensor(dims, rank, type, NULL, 0, ACL_FORMAT_ND, dims, rank,
                                        w->device[index]);
    return made("aclCreateTensor", w->tensors[index]);
}

static bool plan(struct work *w)
{
    const int64_t grad[] = {ROWS, COLUMNS};
    const int64_t indices[] = {ROWS};
    const int64_t out[] = {WEIGHTS, COLUMNS};
    return describe(w, GRAD, grad, 2, ACL_FLOAT) && describe(w, INDICES, indices, 1, ACL_INT64) &&
           describe(w, OUT, out, 2, ACL_FLOAT) &&
           TRY(aclnnEmbeddingDenseBackwardGetWorkspaceSize, w->tensors[GRAD], w->tensors[INDICES],
               WEIGHTS, UINT64_MAX, false, w->tensors[OUT], &w->workspace_size, &w->executor) &&
           TRY(aclrtMalloc, &w->device[WORKSPACE], w->workspace_size, ACL_MEM_MALLOC_HUGE_FIRST);
}

/* The inputs go to the device on one stream, the operator runs on the other. */
static bool queue(struct work *w)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        w->grad[i] = 1;
    for (int i = 0; i < ROWS; i++)
        w->indices[i] = i % WEIGHTS;
    if (!TRY(aclrtMemcpyAsync, w->device[GRAD], GRAD_BYTES, w->grad, GRAD_BYTES,
             ACL_MEMCPY_HOST_TO_DEVICE, w->streams[0]) ||
        !TRY(aclrtMemcpyAsync, w->device[INDICES], INDEX_BYTES, w->indices, INDEX_BYTES,
             ACL_MEMCPY_HOST_TO_DEVICE, w->streams[0]) ||
        !TRY(aclrtRecordEvent, w->event, w->streams[0]) ||
        !TRY(aclrtStreamWaitEvent, w->streams[1], w->event))
        return false;
    aclOpExecutor *executor = w->executor;
    w->executor = NULL; /* spent, whatever comes of it; but not by a call that did not begin */
    if (!TRY(aclnnEmbeddingDenseBackward, w->device[WORKSPACE], w->workspace_size, executor,
             w->streams[1])) {
        (void)aclDestroyAclOpExecutor(executor);
        (void)aclGetRecentErrMsg();
        return false;
    }
    return TRY(aclrtLaunchHostFunc, w->streams[1], count_call, w) &&
           TRY(aclrtMemcpyAsync, w->out, OUT_BYTES, w->device[OUT], OUT_BYTES,
               ACL_MEMCPY_DEVICE_TO_HOST, w->streams[1]);
}

static bool call_back(struct work *w)
{
    w->subscribed = TRY(aclrtSubscribeReport, (uint64_t)pthread_self(), w->streams[0]);
    return w->subscribed &&
           TRY(aclrtLaunchCallback, count_call, w, ACL_CALLBACK_NO_BLOCK, w->streams[0]) &&
           TRY(aclrtSynchronizeStream, w->streams[0]) && TRY(aclrtProcessReport, 10000);
}

static bool is_right(const struct work *w)
{
    for (int i = 0; i < WEIGHTS * COLUMNS; i++)
        if (w->out[i] != ROWS / WEIGHTS)
            return false;
    return w->called == 2;
}

/* What a careful program does at its end: it waits, then releases what it has. */
static void give_back(struct work *w)
{
    for (int i = 0; i < 2; i++)
        if (w->streams[i] != NULL)
            (void)TRY(aclrtSynchronizeStream, w->streams[i]);
    if (w->subscribed)
        OK_(aclrtUnSubscribeReport((uint64_t)pthread_self(), w->streams[0]));
    if (w->executor != NULL)
        OK_(aclDestroyAclOpExecutor(w->executor));
    for (int i = 0; i < 3; i++)
        if (w->tensors[i] != NULL)
            OK_(aclDestroyTensor(w->tensors[i]));
    for (int i = 0; i < BLOCKS; i++)
        if (w->device[i] != NULL)
            OK_(aclrtFree(w->device[i]));
    void *pinned[] = {w->grad, w->indices, w->out};
    for (int i = 0; i < 3; i++)
        if (pinned[i] != NULL)
            OK_(aclrtFreeHost(pinned[i]));
    if (w->event != NULL)
        OK_(aclrtDestroyEvent(w->event));
    for (int i = 0; i < 2; i++)
        if (w->streams[i] != NULL)
            OK_(aclrtDestroyStream(w->streams[i]));
    if (w->device_set)
        OK_(aclrtResetDevice(0));
    if (w->initialized)
        OK_(aclFinalize());
}

/* Whether all went well; else failure says what did not. */
static bool work(void)
{
    struct work w;
    memset(&w, 0, sizeof w);
    failure.name = NULL;
    bool good = open_device(&w) && allocate(&w) && plan(&w) && queue(&w) && call_back(&w) &&
                TRY(aclrtSynchronizeStream, w.streams[1]);
    bool right = good && is_right(&w);
    give_back(&w);
    good = good && failure.name == NULL;
    bool still_armed = atomic_exchange(&armed, false);
    CHECK(good || failure.name != NULL);
    CHECK(!good || right);
    atomic_store(&armed, still_armed);
    return good;
}

static void tell(bool good)
{
    if (good)
        printf("done\n");
    else
        printf("%s %d %s\n", failure.name, failure.status, failure.text);
    fflush(stdout);
}

/* ---- The ways to run it ---------------------------------------------------------------------- */

/* Where there is no memory at all there may be none for the text either. */
static bool fails_well(bool good, bool lasts)
{
    return good || (is_lack_of_memory(failure.status) && (lasts || failure.text[0] != '\0'));
}

static int memory_once(long number, bool lasts)
{
    arm(number, lasts);
    bool good = work();
    bool reached = disarm();
    tell(good);
    CHECK(fails_well(good, lasts));
    CHECK(work());
    tell(true);
    return reached ? 0 : 3;
}

/* Blocks that are in use after the work, when the n-th allocation of it fails. */
static long leave_after(long number, bool lasts, bool *reached)
{
    arm(number, lasts);
    bool good = work();
    *reached = disarm();
    if (!fails_well(good, lasts))
        tell(good);
    CHECK(fails_well(good, lasts));
    CHECK(work());
    return atomic_load(&in_use);
}

/* The second time nothing is kept for later that was not kept the first time. */
static void walk(bool lasts)
{
    bool reached = true;
    long number = 0;
    CHECK(work());
    while (reached) {
        number++;
        long first = leave_after(number, lasts, &reached);
        long second = leave_after(number, lasts, &reached);
        if (second > first)
            fprintf(stderr, "allocation %ld: %ld block(s) more each time\n", number,
                    second - first);
        CHECK(second <= first);
    }
    CHECK(number > 20);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    unsetenv("ACLNN_FINDINGS"); /* they remember calls: blocks that later work does not give back */
#ifdef __SANITIZE_ADDRESS__
    /* More of the work is the main thread's. */
    setenv("ACLNN_STREAM", "lazy", 1);
    setenv("ACLNN_CORES", "1", 1);
#endif
    if (argc == 3 && (strcmp(argv[1], "memory") == 0 || strcmp(argv[1], "lack") == 0))
        return memory_once(atol(argv[2]), argv[1][0] == 'l');
    if (argc == 2 && strcmp(argv[1], "calls") == 0) {
        tell(work());
        tell(work());
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "statuses") == 0) {
        for (int i = 0; i < 20; i++)
            tell(work());
        return 0;
    }
    walk(false);
    walk(true);
    return 0;
}
