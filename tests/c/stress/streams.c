/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host threads that share streams. A job goes through two streams: one fills, launches and
 * records an event; the other waits for the event, copies the result back and compares it.
 * Streams end and begin in between, whenever no thread is using them.
 */
#include <sched.h>
#include <stdatomic.h>

#include "embedding.h"

#define THREADS 8
#define STREAMS 16
#define JOBS 3
#define ROWS 96
#define COLUMNS 4
#define WEIGHTS 17

/* Users share the lock; who replaces the stream has it alone. */
static struct {
    pthread_rwlock_t lock;
    aclrtStream stream;
} slots[STREAMS];

struct job {
    struct embedding embedding;
    aclrtEvent filled;
    aclrtEvent read;
    float *grad;      /* pinned */
    int64_t *indices; /* pageable */
    float *out;       /* pinned */
    float expected[WEIGHTS * COLUMNS];
    uint32_t last; /* the slot that its last work is in */
    bool busy;
    _Atomic int stage;
    _Atomic int failed;
};

struct worker {
    pthread_t thread;
    int rounds;
    uint64_t seed;
    struct job jobs[JOBS];
};

static void after_launch(void *argument)
{
    struct job *job = argument;
    if (atomic_exchange(&job->stage, 1) != 0)
        atomic_store(&job->failed, 1);
}

static void after_copy(void *argument)
{
    struct job *job = argument;
    if (memcmp(job->out, job->expected, sizeof job->expected) != 0)
        atomic_store(&job->failed, 2);
    if (atomic_exchange(&job->stage, 2) != 1)
        atomic_store(&job->failed, 3);
}

static void open_job(struct job *job)
{
    embedding_open(&job->embedding, ROWS, COLUMNS, WEIGHTS);
    job->filled = new_event();
    job->read = new_event();
    job->grad = host_malloc(ROWS * COLUMNS * sizeof(float));
    job->indices = malloc(ROWS * sizeof(int64_t));
    job->out = host_malloc(sizeof job->expected);
    job->busy = false;
    CHECK(job->indices != NULL);
}

static void close_job(struct job *job)
{
    embedding_close(&job->embedding);
    OK_(aclrtDestroyEvent(job->filled));
    OK_(aclrtDestroyEvent(job->read));
    OK_(aclrtFreeHost(job->grad));
    OK_(aclrtFreeHost(job->out));
    free(job->indices);
}

static void fill_job(struct job *job, uint64_t *seed)
{
    memset(job->expected, 0, sizeof job->expected);
    for (int row = 0; row < ROWS; row++) {
        job->indices[row] = pick(seed, WEIGHTS);
        for (int column = 0; column < COLUMNS; column++) {
            float value = (float)pick(seed, 100);
            job->grad[row * COLUMNS + column] = value;
            job->expected[job->indices[row] * COLUMNS + column] += value;
        }
    }
    memset(job->out, 0xff, sizeof job->expected);
    atomic_store(&job->stage, 0);
}

static void first_half(struct job *job, aclrtStream stream)
{
    struct embedding *e = &job->embedding;
    size_t grad_size = ROWS * COLUMNS * sizeof(float);
    size_t index_size = ROWS * sizeof(int64_t);
    OK_(aclrtMemsetAsync(e->out, sizeof job->expected, 0xee, sizeof job->expected, stream));
    OK_(aclrtMemcpyAsync(e->grad, grad_size, job->grad, grad_size, ACL_MEMCPY_HOST_TO_DEVICE,
                         stream));
    OK_(aclrtMemcpyAsync(e->indices, index_size, job->indices, index_size,
                         ACL_MEMCPY_HOST_TO_DEVICE, stream));
    /* Pageable memory is the caller's again at once. */
    memset(job->indices, 0xff, index_size);
    embedding_launch(e, stream);
    OK_(aclrtLaunchHostFunc(stream, after_launch, job));
    OK_(aclrtRecordEvent(job->filled, stream));
}

static void second_half(struct job *job, aclrtStream stream)
{
    OK_(aclrtStreamWaitEvent(stream, job->filled));
    OK_(aclrtMemcpyAsync(job->out, sizeof job->expected, job->embedding.out, sizeof job->expected,
                         ACL_MEMCPY_DEVICE_TO_HOST, stream));
    OK_(aclrtLaunchHostFunc(stream, after_copy, job));
    OK_(aclrtRecordEvent(job->read, stream));
}

static aclrtStream use(uint32_t slot)
{
    CHECK(pthread_rwlock_rdlock(&slots[slot].lock) == 0);
    return slots[slot].stream;
}

static void leave(uint32_t slot)
{
    CHECK(pthread_rwlock_unlock(&slots[slot].lock) == 0);
}

static void submit(struct job *job, uint64_t *seed)
{
    uint32_t first = pick(seed, STREAMS);
    fill_job(job, seed);
    first_half(job, use(first));
    leave(first);
    job->last = pick(seed, 4) == 0 ? first : pick(seed, STREAMS);
    second_half(job, use(job->last));
    leave(job->last);
    job->busy = true;
}

static void poll_event(aclrtEvent event)
{
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    while (status != ACL_EVENT_RECORDED_STATUS_COMPLETE) {
        OK_(aclrtQueryEventStatus(event, &status));
        sched_yield();
    }
}

static void poll_stream(aclrtStream stream)
{
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    while (status != ACL_STREAM_STATUS_COMPLETE) {
        OK_(aclrtStreamQuery(stream, &status));
        sched_yield();
    }
}

/* One of the ways to wait; a stream that was replaced since had finished its work. */
static void finish(struct job *job, uint64_t *seed)
{
    if (!job->busy)
        return;
    aclrtStream stream = use(job->last);
    switch (pick(seed, 6)) {
    case 0: OK_(aclrtSynchronizeStream(stream)); break;
    case 1: OK_(aclrtSynchronizeStreamWithTimeout(stream, 100000)); break;
    case 2: poll_stream(stream); break;
    case 3: OK_(aclrtSynchronizeEvent(job->read)); break;
    case 4: poll_event(job->read); break;
    default: OK_(aclrtSynchronizeDevice()); break;
    }
    leave(job->last);
    CHECK(atomic_load(&job->failed) == 0);
    CHECK(atomic_load(&job->stage) == 2);
    job->busy = false;
}

static void replace_stream(uint32_t slot)
{
    CHECK(pthread_rwlock_wrlock(&slots[slot].lock) == 0);
    OK_(aclrtDestroyStream(slots[slot].stream));
    slots[slot].stream = new_stream();
    CHECK(pthread_rwlock_unlock(&slots[slot].lock) == 0);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < JOBS; i++)
        open_job(&worker->jobs[i]);
    for (int round = 0; round < worker->rounds; round++) {
        struct job *job = &worker->jobs[pick(&worker->seed, JOBS)];
        finish(job, &worker->seed);
        submit(job, &worker->seed);
        if (pick(&worker->seed, 8) == 0)
            replace_stream(pick(&worker->seed, STREAMS));
        if (pick(&worker->seed, 16) == 0)
            OK_(aclrtSynchronizeStream(NULL));
    }
    for (int i = 0; i < JOBS; i++) {
        finish(&worker->jobs[i], &worker->seed);
        close_job(&worker->jobs[i]);
    }
    OK_(aclrtResetDevice(0));
    return NULL;
}

int main(int argc, char **argv)
{
    static struct worker workers[THREADS];
    int count = 30 * rounds(argc, argv, 2);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < STREAMS; i++) {
        CHECK(pthread_rwlock_init(&slots[i].lock, NULL) == 0);
        slots[i].stream = new_stream();
    }
    for (int i = 0; i < THREADS; i++) {
        workers[i].rounds = count;
        workers[i].seed = 77 + (uint64_t)i;
        workers[i].thread = start_thread(work, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        join_thread(workers[i].thread);
    for (int i = 0; i < STREAMS; i++) {
        /* Half of them end with their context. */
        if (i % 2 == 0)
            OK_(aclrtDestroyStream(slots[i].stream));
        CHECK(pthread_rwlock_destroy(&slots[i].lock) == 0);
    }
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
