/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Load: many host threads, each with chains of launches over shared streams, for a bounded time.
 *
 *     load [SECONDS [SEED [THREADS [STREAMS]]]]
 *
 * A chain is two launches on two streams. The second sums the rows that the first has summed, so
 * it is right only if the event between them holds; sums of small whole numbers are exact in any
 * order. What may be destroyed while work is queued is: tensors, executors, events that are waited
 * for, and streams, which finish first. At the end the device must be as it was.
 */
#include <stdatomic.h>
#include <time.h>

#include "../stress/embedding.h"

#define MOST_THREADS 64
#define MOST_STREAMS 64
#define CHAINS 3
#define ROWS 64
#define COLUMNS 4
#define MIDDLE 24
#define WEIGHTS 9

/* Users share the lock; who replaces the stream has it alone. */
static struct {
    pthread_rwlock_t lock;
    aclrtStream stream;
} slots[MOST_STREAMS];

static int stream_count = 16;
static double deadline;
static _Atomic unsigned long launches;
static _Atomic unsigned long replaced;

/* What goes to the device, and what comes back. */
struct numbers {
    float grad[ROWS * COLUMNS];
    int64_t first[ROWS];
    int64_t second[MIDDLE];
    float out[WEIGHTS * COLUMNS];
};

struct chain {
    struct numbers *host; /* pinned */
    struct numbers *device;
    float *middle;
    void *workspaces[2];
    uint64_t sizes[2];
    float expected[WEIGHTS * COLUMNS];
    aclrtEvent done;
    bool busy;
};

struct worker {
    pthread_t thread;
    uint64_t seed;
    struct chain chains[CHAINS];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Phase one of one link. The handles of its tensors are gone when it returns. */
static aclOpExecutor *plan(struct chain *c, int link, uint64_t *size)
{
    const int64_t rows = link == 0 ? ROWS : MIDDLE;
    const int64_t weights = link == 0 ? MIDDLE : WEIGHTS;
    struct embedding e = {
        .rows = rows,
        .columns = COLUMNS,
        .weights = weights,
        .grad = link == 0 ? c->device->grad : c->middle,
        .indices = link == 0 ? c->device->first : c->device->second,
        .out = link == 0 ? c->middle : c->device->out,
    };
    return embedding_plan(&e, size);
}

static void launch(struct chain *c, int link, aclrtStream stream, uint64_t *seed)
{
    uint64_t size = 0;
    aclOpExecutor *executor = plan(c, link, &size);
    CHECK(size == c->sizes[link]);
    if (pick(seed, 4) > 0) {
        OK_(aclnnEmbeddingDenseBackward(c->workspaces[link], size, executor, stream));
        atomic_fetch_add(&launches, 1);
        return;
    }
    OK_(aclSetAclOpExecutorRepeatable(executor));
    OK_(aclnnEmbeddingDenseBackward(c->workspaces[link], size, executor, stream));
    OK_(aclnnEmbeddingDenseBackward(c->workspaces[link], size, executor, stream));
    OK_(aclDestroyAclOpExecutor(executor)); /* both launches stay queued */
    atomic_fetch_add(&launches, 2);
}

static void open_chain(struct chain *c)
{
    c->host = host_malloc(sizeof *c->host);
    c->device = device_malloc(sizeof *c->device);
    c->middle = device_malloc(MIDDLE * COLUMNS * sizeof(float));
    c->done = new_event();
    c->busy = false;
    for (int link = 0; link < 2; link++) {
        OK_(aclDestroyAclOpExecutor(plan(c, link, &c->sizes[link])));
        c->workspaces[link] = c->sizes[link] > 0 ? device_malloc(c->sizes[link]) : NULL;
    }
}

static void close_chain(struct chain *c)
{
    for (int link = 0; link < 2; link++)
        if (c->workspaces[link] != NULL)
            OK_(aclrtFree(c->workspaces[link]));
    OK_(aclrtDestroyEvent(c->done));
    OK_(aclrtFree(c->middle));
    OK_(aclrtFree(c->device));
    OK_(aclrtFreeHost(c->host));
}

static void fill(struct chain *c, uint64_t *seed)
{
    struct numbers *n = c->host;
    float middle[MIDDLE * COLUMNS] = {0};
    memset(c->expected, 0, sizeof c->expected);
    for (int row = 0; row < ROWS; row++) {
        n->first[row] = pick(seed, MIDDLE);
        for (int i = 0; i < COLUMNS; i++) {
            n->grad[row * COLUMNS + i] = (float)pick(seed, 100);
            middle[n->first[row] * COLUMNS + i] += n->grad[row * COLUMNS + i];
        }
    }
    for (int row = 0; row < MIDDLE; row++) {
        n->second[row] = pick(seed, WEIGHTS);
        for (int i = 0; i < COLUMNS; i++)
            c->expected[n->second[row] * COLUMNS + i] += middle[row * COLUMNS + i];
    }
    memset(n->out, 0xff, sizeof n->out);
}

static uint32_t enter(uint64_t *seed)
{
    uint32_t slot = pick(seed, (uint32_t)stream_count);
    CHECK(pthread_rwlock_rdlock(&slots[slot].lock) == 0);
    return slot;
}

static void leave(uint32_t slot)
{
    CHECK(pthread_rwlock_unlock(&slots[slot].lock) == 0);
}

static void submit(struct chain *c, uint64_t *seed)
{
    const size_t bytes = sizeof *c->host;
    aclrtEvent between = new_event();
    fill(c, seed);
    uint32_t slot = enter(seed);
    OK_(aclrtMemcpyAsync(c->device, bytes, c->host, bytes, ACL_MEMCPY_HOST_TO_DEVICE,
                         slots[slot].stream));
    OK_(aclrtMemsetAsync(c->middle, MIDDLE * COLUMNS * sizeof(float), 0xee,
                         MIDDLE * COLUMNS * sizeof(float), slots[slot].stream));
    launch(c, 0, slots[slot].stream, seed);
    OK_(aclrtRecordEvent(between, slots[slot].stream));
    leave(slot);
    slot = enter(seed);
    OK_(aclrtStreamWaitEvent(slots[slot].stream, between));
    OK_(aclrtDestroyEvent(between)); /* the wait stays queued */
    launch(c, 1, slots[slot].stream, seed);
    OK_(aclrtMemcpyAsync(c->host->out, sizeof c->host->out, c->device->out, sizeof c->host->out,
                         ACL_MEMCPY_DEVICE_TO_HOST, slots[slot].stream));
    OK_(aclrtRecordEvent(c->done, slots[slot].stream));
    leave(slot);
    c->busy = true;
}

static void finish(struct chain *c)
{
    if (!c->busy)
        return;
    OK_(aclrtSynchronizeEvent(c->done));
    CHECK(memcmp(c->host->out, c->expected, sizeof c->expected) == 0);
    c->busy = false;
}

/* Another stream in its place. What is queued on the old one runs first. */
static void replace_stream(uint64_t *seed)
{
    uint32_t slot = pick(seed, (uint32_t)stream_count);
    if (pthread_rwlock_trywrlock(&slots[slot].lock) != 0)
        return;
    OK_(aclrtDestroyStream(slots[slot].stream));
    slots[slot].stream = new_stream();
    CHECK(pthread_rwlock_unlock(&slots[slot].lock) == 0);
    atomic_fetch_add(&replaced, 1);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < CHAINS; i++)
        open_chain(&worker->chains[i]);
    while (now() < deadline) {
        struct chain *c = &worker->chains[pick(&worker->seed, CHAINS)];
        finish(c);
        submit(c, &worker->seed);
        if (pick(&worker->seed, 64) == 0)
            replace_stream(&worker->seed);
    }
    for (int i = 0; i < CHAINS; i++) {
        finish(&worker->chains[i]);
        close_chain(&worker->chains[i]);
    }
    OK_(aclrtResetDevice(0));
    return NULL;
}

static double number(int argc, char **argv, int index, double otherwise)
{
    return argc > index ? atof(argv[index]) : otherwise;
}

int main(int argc, char **argv)
{
    static struct worker workers[MOST_THREADS];
    size_t free_before = 0;
    size_t free_after = 0;
    size_t total = 0;
    uint32_t events_before = 0;
    uint32_t events_after = 0;
    double seconds = number(argc, argv, 1, 2);
    uint64_t seed = (uint64_t)number(argc, argv, 2, 1);
    int threads = (int)number(argc, argv, 3, 8);
    stream_count = (int)number(argc, argv, 4, 16);
    CHECK(threads > 0 && threads <= MOST_THREADS);
    CHECK(stream_count > 0 && stream_count <= MOST_STREAMS);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    OK_(aclrtFree(device_malloc(1))); /* from now on the device knows its range */
    OK_(aclrtGetMemInfo(ACL_HBM_MEM, &free_before, &total));
    OK_(aclrtGetEventAvailNum(&events_before));
    for (int i = 0; i < stream_count; i++) {
        CHECK(pthread_rwlock_init(&slots[i].lock, NULL) == 0);
        slots[i].stream = new_stream();
    }
    double start = now();
    deadline = start + seconds;
    for (int i = 0; i < threads; i++) {
        workers[i].seed = 1000003 * seed + (uint64_t)i + 1;
        workers[i].thread = start_thread(work, &workers[i]);
    }
    for (int i = 0; i < threads; i++)
        join_thread(workers[i].thread);
    printf("%lu launches in %.1f s, %lu streams replaced\n", atomic_load(&launches), now() - start,
           atomic_load(&replaced));
    for (int i = 0; i < stream_count; i++) {
        OK_(aclrtDestroyStream(slots[i].stream));
        CHECK(pthread_rwlock_destroy(&slots[i].lock) == 0);
    }
    OK_(aclrtGetMemInfo(ACL_HBM_MEM, &free_after, &total));
    OK_(aclrtGetEventAvailNum(&events_after));
    CHECK(free_after == free_before);
    CHECK(events_after == events_before);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
