/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs under several threads: each captures, on two streams that an event joins, and replays what
 * it captured on streams of its own; all replay one shared graph, whose group of tasks another
 * thread replaces meanwhile; graphs end while replays are queued.
 */
#include <stdatomic.h>

#include "vector.h"

#define THREADS 4

static atomic_int finished;

/* A graph that adds 3: 1 on the stream, 2 on another one that joins it. */
static aclmdlRI capture(struct vector *vector, aclrtStream stream, aclrtStream other)
{
    aclmdlRI graph = NULL;
    aclrtEvent fork = NULL;
    aclrtEvent join = NULL;
    OK_(aclrtCreateEventExWithFlag(&fork, ACL_EVENT_SYNC));
    OK_(aclrtCreateEventExWithFlag(&join, ACL_EVENT_SYNC));
    OK_(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
    add(vector, 1.0F, stream);
    OK_(aclrtRecordEvent(fork, stream));
    OK_(aclrtStreamWaitEvent(other, fork));
    add(vector, 2.0F, other);
    OK_(aclrtRecordEvent(join, other));
    OK_(aclrtStreamWaitEvent(stream, join));
    OK_(aclmdlRICaptureEnd(stream, &graph));
    OK_(aclrtDestroyEvent(fork));
    OK_(aclrtDestroyEvent(join));
    return graph;
}

static struct {
    aclmdlRI graph;
    aclrtTaskGrp group;
    struct vector vector;
} shared;

static void *work(void *argument)
{
    struct random_worker *worker = argument;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    aclrtStream other = new_stream();
    struct vector vector = new_vector();
    float expected = 0.0F;
    for (int round = 0; round < worker->rounds; round++) {
        aclmdlRI graph = capture(&vector, stream, other);
        uint32_t replays = 1 + pick(&worker->state, 5);
        for (uint32_t i = 0; i < replays; i++) {
            OK_(aclmdlRIExecuteAsync(graph, i % 2 != 0 ? stream : other));
            OK_(aclmdlRIExecuteAsync(shared.graph, stream));
        }
        expected += 3.0F * (float)replays;
        if (pick(&worker->state, 2) != 0)
            OK_(aclmdlRIDestroy(graph));
        else
            graph = NULL; /* it ends with the device */
        OK_(aclrtSynchronizeStream(stream));
        OK_(aclrtSynchronizeStream(other));
        expect_value(&vector, expected);
    }
    end_vector(&vector);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtDestroyStream(other));
    OK_(aclrtResetDevice(0));
    atomic_fetch_add(&finished, 1);
    return NULL;
}

/* Replaces the shared graph's task as long as others work. */
static void *replace(void *argument)
{
    (void)argument;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    while (atomic_load(&finished) < THREADS) {
        OK_(aclmdlRICaptureTaskUpdateBegin(stream, shared.group));
        add(&shared.vector, 1.0F, stream);
        OK_(aclmdlRICaptureTaskUpdateEnd(stream));
        OK_(aclrtSynchronizeStream(stream));
    }
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return NULL;
}

static void make_shared(aclrtStream stream)
{
    shared.vector = new_vector();
    OK_(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
    OK_(aclmdlRICaptureTaskGrpBegin(stream));
    add(&shared.vector, 1.0F, stream);
    OK_(aclmdlRICaptureTaskGrpEnd(stream, &shared.group));
    OK_(aclmdlRICaptureEnd(stream, &shared.graph));
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 20);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    make_shared(stream);
    pthread_t replacer = start_thread(replace, NULL);
    run_random_workers(work, THREADS, count);
    join_thread(replacer);
    OK_(aclmdlRIDestroy(shared.graph));
    end_vector(&shared.vector);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
