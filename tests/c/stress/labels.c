/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs whose work jumps, under several threads. Each builds graphs of three streams that loop by
 * labels, begin and switch to each other, and replays them beside the others. Graphs that jump for
 * ever are ended from another thread, by aclrtStreamStop and aclmdlRIAbort. And threads change one
 * graph at once while another one builds, runs and ends it.
 */
#include <stdatomic.h>

#include "vector.h"

#define THREADS 4
#define STREAMS 3
#define LABELS 2

/* A graph that is built on its streams; only the first begins with each replay. */
struct built {
    aclmdlRI graph;
    aclrtStream streams[STREAMS];
    aclrtLabel labels[LABELS];
    aclrtLabelList list;
};

static int32_t *new_number(int32_t value)
{
    int32_t *number = device_malloc(sizeof *number);
    OK_(aclrtMemcpy(number, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE));
    return number;
}

static void begin_build(struct built *built)
{
    OK_(aclmdlRIBuildBegin(&built->graph, 0));
    for (int i = 0; i < STREAMS; i++) {
        OK_(aclrtCreateStreamWithConfig(&built->streams[i], 0, ACL_STREAM_PERSISTENT));
        OK_(aclmdlRIBindStream(built->graph, built->streams[i],
                               i == 0 ? ACL_MODEL_STREAM_FLAG_HEAD
                                      : ACL_MODEL_STREAM_FLAG_DEFAULT));
    }
    for (int i = 0; i < LABELS; i++)
        OK_(aclrtCreateLabel(&built->labels[i]));
    OK_(aclrtCreateLabelList(built->labels, LABELS, &built->list));
}

static void end_labels(struct built *built)
{
    for (int i = 0; i < LABELS; i++)
        OK_(aclrtDestroyLabel(built->labels[i]));
    OK_(aclrtDestroyLabelList(built->list));
}

static void end_streams(struct built *built)
{
    for (int i = 0; i < STREAMS; i++)
        OK_(aclrtDestroyStream(built->streams[i]));
}

/* ---- Each thread with graphs of its own ------------------------------------------------------ */

struct numbers {
    int32_t *counter;
    int32_t *choice;
    int32_t *one;
    int32_t *minus_one;
};

static void give(int32_t *number, int32_t value)
{
    OK_(aclrtMemcpy(number, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE));
}

/* Adds 1 as often as the counter says, then 100 on the second stream, and 1000 on the third one
 * where the choice is 1, otherwise 10. */
static void build(struct built *built, struct vector *vector, const struct numbers *numbers)
{
    begin_build(built);
    aclrtStream first = built->streams[0];
    OK_(aclrtSetLabel(built->labels[1], first));
    add(vector, 1.0F, first);
    OK_(aclrtReduceAsync(numbers->counter, numbers->minus_one, sizeof(int32_t),
                         ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, first, NULL));
    OK_(aclrtSwitchLabelByIndex(numbers->counter, LABELS, built->list, first));
    OK_(aclrtSetLabel(built->labels[0], first));
    OK_(aclrtActiveStream(built->streams[1], first));
    OK_(aclrtSwitchStream(numbers->choice, ACL_RT_EQUAL, numbers->one, ACL_RT_SWITCH_INT32,
                          built->streams[2], NULL, first));
    add(vector, 10.0F, first);
    add(vector, 100.0F, built->streams[1]);
    add(vector, 1000.0F, built->streams[2]);
    OK_(aclmdlRIBuildEnd(built->graph, NULL));
}

static float replay(const struct built *built, const struct numbers *numbers, uint64_t *state,
                    aclrtStream stream)
{
    uint32_t count = 1 + pick(state, 4);
    uint32_t choice = pick(state, 2);
    give(numbers->counter, (int32_t)count);
    give(numbers->choice, (int32_t)choice);
    OK_(aclmdlRIExecuteAsync(built->graph, stream));
    return (float)(count + 100 + (choice != 0 ? 1000 : 10));
}

static void *work(void *argument)
{
    struct random_worker *worker = argument;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    for (int round = 0; round < worker->rounds; round++) {
        struct built built;
        struct vector vector = new_vector();
        struct numbers numbers = {new_number(0), new_number(0), new_number(1), new_number(-1)};
        float expected = 0.0F;
        build(&built, &vector, &numbers);
        bool is_early = pick(&worker->state, 2) != 0;
        if (is_early)
            end_labels(&built);
        for (int i = 0; i < 3; i++) {
            expected += replay(&built, &numbers, &worker->state, stream);
            if (i == 2)
                OK_(aclmdlRIDestroy(built.graph));
            OK_(aclrtSynchronizeStream(stream));
            expect_value(&vector, expected);
        }
        if (!is_early)
            end_labels(&built);
        end_streams(&built);
        end_vector(&vector);
        OK_(aclrtFree(numbers.counter));
        OK_(aclrtFree(numbers.choice));
        OK_(aclrtFree(numbers.one));
        OK_(aclrtFree(numbers.minus_one));
    }
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return NULL;
}

/* ---- Work that jumps for ever ---------------------------------------------------------------- */

struct endless {
    aclmdlRI graph;
    aclrtStream stream;
    int runs;
    _Atomic bool is_over;
};

static void *run_endless(void *argument)
{
    struct endless *endless = argument;
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < endless->runs; i++) {
        OK_(aclmdlRIExecuteAsync(endless->graph, endless->stream));
        OK_(aclrtSynchronizeStream(endless->stream));
    }
    OK_(aclrtResetDevice(0));
    atomic_store(&endless->is_over, true);
    return NULL;
}

/* Ends replays as long as there are any; one that has not begun yet is none. */
static void end_replays(struct endless *endless)
{
    for (uint32_t i = 0; !atomic_load(&endless->is_over); i++) {
        if (i % 2 != 0)
            OK_(aclrtStreamStop(endless->stream));
        else
            OK_(aclmdlRIAbort(endless->graph));
    }
}

static void stop_endless(int count)
{
    struct built built;
    struct vector vector = new_vector();
    int32_t *one = new_number(1);
    begin_build(&built);
    OK_(aclrtSetLabel(built.labels[1], built.streams[0]));
    add(&vector, 1.0F, built.streams[0]);
    OK_(aclrtSwitchLabelByIndex(one, LABELS, built.list, built.streams[0]));
    OK_(aclmdlRIBuildEnd(built.graph, NULL));
    struct endless endless = {built.graph, new_stream(), count, false};
    pthread_t runner = start_thread(run_endless, &endless);
    end_replays(&endless);
    join_thread(runner);
    OK_(aclmdlRIDestroy(built.graph));
    OK_(aclrtDestroyStream(endless.stream));
    end_labels(&built);
    end_streams(&built);
    end_vector(&vector);
    OK_(aclrtFree(one));
}

/* ---- One graph in the hands of all ----------------------------------------------------------- */

static struct {
    pthread_mutex_t lock; /* of the handles, not of what is done with them */
    struct built built;
    int32_t *zero;
    _Atomic bool is_over;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What a graph may answer that another thread builds, runs or ends at the time. */
static void may_fail(aclError status)
{
    CHECK(status == ACL_SUCCESS || status == ACL_ERROR_RT_STREAM_MODEL ||
          status == ACL_ERROR_RT_INVALID_HANDLE || status == ACL_ERROR_RT_PARAM_INVALID ||
          status == ACL_ERROR_RT_INTERNAL_ERROR);
    (void)aclGetRecentErrMsg();
}

static void disturb(const struct built *built, uint32_t what)
{
    aclrtStream first = built->streams[0];
    switch (what) {
    case 0: may_fail(aclrtActiveStream(built->streams[1], first)); break;
    case 1:
        may_fail(aclrtSwitchStream(shared.zero, ACL_RT_GREATER, shared.zero, ACL_RT_SWITCH_INT32,
                                   built->streams[2], NULL, first));
        break;
    case 2: may_fail(aclrtSetLabel(built->labels[0], first)); break;
    case 3: may_fail(aclmdlRIEndTask(built->graph, first)); break;
    case 4: may_fail(aclmdlRIUnbindStream(built->graph, built->streams[2])); break;
    case 5: may_fail(aclrtDestroyLabel(built->labels[1])); break;
    default: may_fail(aclrtPersistentTaskClean(built->streams[1])); break;
    }
}

static void *disturb_shared(void *argument)
{
    uint64_t state = *(uint64_t *)argument;
    OK_(aclrtSetDevice(0));
    while (!atomic_load(&shared.is_over)) {
        pthread_mutex_lock(&shared.lock);
        struct built built = shared.built;
        pthread_mutex_unlock(&shared.lock);
        if (built.graph != NULL)
            disturb(&built, pick(&state, 7));
    }
    OK_(aclrtResetDevice(0));
    return NULL;
}

static void share(const struct built *built)
{
    pthread_mutex_lock(&shared.lock);
    shared.built = *built;
    pthread_mutex_unlock(&shared.lock);
}

/* What others have added decides how a replay ends. */
static void use_shared(aclrtStream stream)
{
    struct built built;
    begin_build(&built);
    share(&built);
    for (int i = 0; i < 20; i++)
        OK_(aclrtActiveStream(built.streams[1], built.streams[0]));
    OK_(aclmdlRIBuildEnd(built.graph, NULL));
    OK_(aclmdlRIExecuteAsync(built.graph, stream));
    aclError status = aclrtSynchronizeStream(stream);
    CHECK(status == ACL_SUCCESS || status == ACL_ERROR_RT_MODEL_EXECUTE);
    OK_(aclmdlRIDestroy(built.graph));
    share(&(struct built){NULL, {NULL}, {NULL}, NULL});
    may_fail(aclrtDestroyLabel(built.labels[0]));
    may_fail(aclrtDestroyLabel(built.labels[1]));
    OK_(aclrtDestroyLabelList(built.list));
    end_streams(&built);
}

static void disturb_each_other(int count)
{
    uint64_t states[] = {1, 2};
    aclrtStream stream = new_stream();
    shared.zero = new_number(0);
    pthread_t threads[] = {start_thread(disturb_shared, &states[0]),
                           start_thread(disturb_shared, &states[1])};
    for (int i = 0; i < count; i++)
        use_shared(stream);
    atomic_store(&shared.is_over, true);
    join_thread(threads[0]);
    join_thread(threads[1]);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtFree(shared.zero));
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 20);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    run_random_workers(work, THREADS, count);
    stop_endless(count);
    disturb_each_other(count);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
