/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Profiles, activities, subscriptions, marks and stamps, begun and ended while other threads queue
 * work that they note; then how much of known work was noted.
 */
#include <fcntl.h>
#include <ftw.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "acl/acl_prof.h"
#include "mspti/mspti.h"
#include "mstx/ms_tools_ext.h"
#include "vector.h"

#define THREADS 4
#define DEVICES 2
#define TYPES (ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_MSPROFTX | ACL_PROF_TASK_MEMORY)
#define ADDED "aclnnInplaceAdds"

static char folder[] = "/tmp/aclnn_py.profiles.XXXXXX";
static atomic_int finished;

static void sleep_a_little(void)
{
    const struct timespec duration = {0, 2000000};
    nanosleep(&duration, NULL);
}

/* What comes and goes with profiles and activities. */
static void one_of(int status, int first, int second, int third)
{
    CHECK(status == first || status == second || status == third);
    if (status != 0)
        (void)aclGetRecentErrMsg();
}

static int set(aclprofConfigType type, const char *value)
{
    return aclprofSetConfig(type, value, strlen(value));
}

/* ---- Activities ------------------------------------------------------------------------------ */

/* Functions of mspti that lend and take memory may not call: they would wait for themselves. */
static void call_what_is_refused(void);

static _Atomic uint64_t lent;
static _Atomic uint64_t records_of[MSPTI_ACTIVITY_KIND_COUNT];
static _Atomic uint64_t markers_of[64]; /* by flag */

static void lend(uint8_t **buffer, size_t *size, size_t *most)
{
    static const size_t sizes[] = {1 << 16, 8, 200, 1 << 12};
    uint64_t number = atomic_fetch_add(&lent, 1);
    call_what_is_refused();
    *size = atomic_load(&finished) ? 1 << 16 : sizes[number % 4];
    *most = number % 3 == 1 ? 2 : 0;
    *buffer = number % 7 == 6 && !atomic_load(&finished) ? NULL : aligned_alloc(8, *size);
}

static void look_at(const msptiActivity *record)
{
    CHECK(record->kind > 0 && record->kind < MSPTI_ACTIVITY_KIND_COUNT);
    atomic_fetch_add(&records_of[record->kind], 1);
    if (record->kind == MSPTI_ACTIVITY_KIND_KERNEL) {
        const msptiActivityKernel *kernel = (const msptiActivityKernel *)record;
        CHECK(strcmp(kernel->name, ADDED) == 0 && strcmp(kernel->type, "InplaceAdds") == 0);
        CHECK(kernel->start <= kernel->end && kernel->ds.deviceId < DEVICES);
    } else if (record->kind == MSPTI_ACTIVITY_KIND_MARKER) {
        const msptiActivityMarker *marker = (const msptiActivityMarker *)record;
        CHECK(marker->flag > 0 && marker->flag < 64);
        atomic_fetch_add(&markers_of[marker->flag], 1);
    }
}

static void take_back(uint8_t *buffer, size_t size, size_t valid)
{
    msptiActivity *record = NULL;
    CHECK(valid <= size);
    call_what_is_refused();
    while (msptiActivityGetNextRecord(buffer, valid, &record) == MSPTI_SUCCESS)
        look_at(record);
    free(buffer);
}

static void call_what_is_refused(void)
{
    CHECK(msptiActivityFlushAll(0) == MSPTI_ERROR_INNER);
    CHECK(msptiActivityEnable(MSPTI_ACTIVITY_KIND_MARKER) == MSPTI_ERROR_INNER);
    CHECK(msptiActivityDisable(MSPTI_ACTIVITY_KIND_MARKER) == MSPTI_ERROR_INNER);
    CHECK(msptiActivityRegisterCallbacks(lend, take_back) == MSPTI_ERROR_INNER);
    GIVES(ACL_ERROR_PROF_API_CONFLICT, aclprofInit(folder, strlen(folder)));
    GIVES(ACL_ERROR_PROF_API_CONFLICT, aclprofFinalize());
    GIVES(ACL_ERROR_PROF_API_CONFLICT, set(ACL_PROF_STORAGE_LIMIT, "300MB"));
    GIVES(ACL_ERROR_PROF_API_CONFLICT, aclprofModelUnSubscribe(0));
}

static void *listen(void *argument)
{
    uint64_t state = 5;
    (void)argument;
    while (!atomic_load(&finished)) {
        msptiActivityKind kind = (msptiActivityKind)(1 + pick(&state, 12));
        CHECK(msptiActivityEnable(kind) == MSPTI_SUCCESS);
        CHECK(msptiActivityIsEnabled(kind));
        CHECK(msptiActivityEnable((msptiActivityKind)13) == MSPTI_ERROR_INVALID_PARAMETER);
        CHECK(msptiActivityRegisterCallbacks(lend, NULL) == MSPTI_ERROR_INVALID_PARAMETER);
        CHECK(msptiActivityRegisterCallbacks(lend, take_back) == MSPTI_SUCCESS);
        sleep_a_little();
        if (pick(&state, 2) != 0)
            CHECK(msptiActivityFlushAll(0) == MSPTI_SUCCESS);
        if (pick(&state, 3) != 0)
            CHECK(msptiActivityDisable(kind) == MSPTI_SUCCESS);
    }
    for (int kind = 1; kind < MSPTI_ACTIVITY_KIND_COUNT; kind++)
        CHECK(msptiActivityDisable((msptiActivityKind)kind) == MSPTI_SUCCESS);
    CHECK(msptiActivityFlushAll(0) == MSPTI_SUCCESS);
    return NULL;
}

/* ---- Profiles -------------------------------------------------------------------------------- */

static void *_Atomic shared_stamp;

static aclprofConfig *config_of(uint32_t device)
{
    aclprofConfig *config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, NULL, TYPES);
    CHECK(config != NULL);
    return config;
}

/* Two profiles of a device each; what changes while one of them is noted. */
static void profile_both(aclprofConfig *const *configs)
{
    OK_(aclprofStart(configs[0]));
    atomic_store(&shared_stamp, aclprofCreateStamp());
    GIVES(ACL_ERROR_PROF_ALREADY_RUN, aclprofStart(configs[0]));
    GIVES(ACL_ERROR_PROF_API_CONFLICT, aclprofWarmup(configs[1]));
    GIVES(ACL_ERROR_INVALID_PROFILING_CONFIG, set(ACL_PROF_PATH, "/tmp"));
    OK_(set(ACL_PROF_STORAGE_LIMIT, "300MB"));
    OK_(aclprofStart(configs[1]));
    sleep_a_little();
    OK_(aclprofStop(configs[1]));
    GIVES(ACL_ERROR_PROF_NOT_RUN, aclprofStop(configs[1]));
    aclprofDestroyStamp(atomic_exchange(&shared_stamp, NULL));
}

static void *profile(void *argument)
{
    const struct random_worker *worker = argument;
    aclprofConfig *configs[DEVICES] = {config_of(0), config_of(1)};
    for (int round = 0; round < worker->rounds; round++) {
        GIVES(ACL_ERROR_PROF_NOT_RUN, aclprofStart(configs[0]));
        OK_(aclprofInit(folder, strlen(folder)));
        GIVES(ACL_ERROR_REPEAT_INITIALIZE, aclprofInit(folder, strlen(folder)));
        OK_(set(ACL_PROF_STORAGE_LIMIT, "200MB"));
        profile_both(configs);
        if (round % 2 != 0)
            OK_(aclprofStop(configs[0]));
        OK_(aclprofFinalize());
        sleep_a_little();
    }
    for (int i = 0; i < DEVICES; i++)
        OK_(aclprofDestroyConfig(configs[i]));
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofStart(configs[0]));
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofDestroyConfig(configs[0]));
    return NULL;
}

/* ---- What is noted --------------------------------------------------------------------------- */

static void use_stamp(void *stamp, const char *message)
{
    const int wrong = ACL_ERROR_INVALID_PARAM;
    uint32_t range = 0;
    one_of(aclprofSetStampTraceMessage(stamp, message, (uint32_t)strlen(message)), 0, wrong, wrong);
    one_of(aclprofMark(stamp), 0, wrong, ACL_ERROR_PROF_NOT_RUN);
    one_of(aclprofPush(stamp), 0, wrong, ACL_ERROR_PROF_NOT_RUN);
    one_of(aclprofPush(stamp), wrong, ACL_ERROR_PROF_NOT_RUN, 0);
    while (aclprofPop() == 0)
        (void)aclprofMark(stamp);
    one_of(aclprofRangeStart(stamp, &range), 0, wrong, ACL_ERROR_PROF_NOT_RUN);
    one_of(aclprofRangeStop(range), 0, wrong, ACL_ERROR_PROF_NOT_RUN);
    one_of(aclprofRangeStop(range), wrong, ACL_ERROR_PROF_NOT_RUN, wrong);
}

/* One of the thread's own, and one that all have, which may have ended. */
static void use_stamps(void)
{
    void *own = aclprofCreateStamp();
    if (own != NULL)
        use_stamp(own, "of one thread");
    aclprofDestroyStamp(own);
    use_stamp(atomic_load(&shared_stamp), "of all threads");
    (void)aclGetRecentErrMsg();
}

/* Domains of the same name are one, which any of these threads ends. */
static void use_domains(struct random_worker *worker, aclrtStream stream)
{
    const char *name = pick(&worker->state, 2) != 0 ? "some" : "others";
    mstxDomainHandle_t domain = mstxDomainCreateA(name);
    mstxDomainMarkA(domain, "mark", pick(&worker->state, 2) != 0 ? stream : NULL);
    mstxRangeId range = mstxDomainRangeStartA(domain, "range", stream);
    mstxDomainDestroy(domain);
    mstxDomainRangeEnd(domain, range);
    mstxDomainMarkA(domain, "+1", NULL);
    (void)aclGetRecentErrMsg();
}

/* A range that another thread ends, or nobody. */
static void use_ranges(struct random_worker *worker, aclrtStream stream)
{
    static _Atomic uint64_t last;
    mstxRangeId range = mstxRangeStartA("range", pick(&worker->state, 2) != 0 ? stream : NULL);
    mstxRangeEnd(atomic_exchange(&last, range));
    mstxMarkA(pick(&worker->state, 8) == 0 ? "=1" : "mark", stream);
    (void)aclGetRecentErrMsg();
}

static void use_steps(aclrtStream stream)
{
    aclprofStepInfo *step = aclprofCreateStepInfo();
    OK_(aclprofGetStepTimestamp(step, ACL_STEP_START, stream));
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofGetStepTimestamp(step, ACL_STEP_START, stream));
    OK_(aclprofGetStepTimestamp(step, ACL_STEP_END, stream));
    aclprofDestroyStepInfo(step);
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofGetStepTimestamp(step, ACL_STEP_END, stream));
}

static void subscribe_for_a_moment(uint32_t model)
{
    int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
    aclprofSubscribeConfig *config = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &file);
    CHECK(file >= 0 && config != NULL);
    int status = aclprofModelSubscribe(model, config);
    one_of(status, 0, ACL_ERROR_PROF_API_CONFLICT, ACL_ERROR_PROF_REPEAT_SUBSCRIBE);
    if (status == 0)
        OK_(aclprofModelUnSubscribe(model));
    OK_(aclprofDestroySubscribeConfig(config));
    close(file);
}

static void become_subscriber(void)
{
    msptiSubscriberHandle subscriber = NULL;
    msptiResult result = msptiSubscribe(&subscriber, NULL, NULL);
    if (result == MSPTI_SUCCESS)
        CHECK(msptiUnsubscribe(subscriber) == MSPTI_SUCCESS);
    else
        CHECK(result == MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
}

/* A graph that adds 2. */
static aclmdlRI capture(struct vector *vector, aclrtStream stream, uint32_t *number)
{
    aclmdlRI graph = NULL;
    OK_(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
    add(vector, 2.0F, stream);
    OK_(aclmdlRICaptureEnd(stream, &graph));
    OK_(aclmdlRIGetId(graph, number));
    return graph;
}

static void *work(void *argument)
{
    struct random_worker *worker = argument;
    int32_t device = (int32_t)(worker->state % DEVICES);
    uint32_t number = 0;
    OK_(aclrtSetDevice(device));
    aclrtStream stream = new_stream();
    struct vector vector = new_vector();
    aclmdlRI graph = capture(&vector, stream, &number);
    for (int round = 0; round < worker->rounds; round++) {
        uint64_t left = 0;
        CHECK(msptiActivityPushExternalCorrelationId(MSPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0,
                                                     (uint64_t)round) == MSPTI_SUCCESS);
        add(&vector, 1.0F, stream);
        OK_(aclmdlRIExecuteAsync(graph, stream));
        use_stamps();
        use_domains(worker, stream);
        use_ranges(worker, stream);
        use_steps(stream);
        subscribe_for_a_moment(number);
        become_subscriber();
        CHECK(msptiActivityPopExternalCorrelationId(MSPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0,
                                                    &left) == MSPTI_SUCCESS);
        CHECK(left == (uint64_t)round);
    }
    OK_(aclrtSynchronizeStream(stream));
    expect_value(&vector, 3.0F * (float)worker->rounds);
    OK_(aclmdlRIDestroy(graph));
    OK_(aclrtDestroyStream(stream));
    end_vector(&vector);
    OK_(aclrtResetDevice(device));
    return NULL;
}

static void test_all_at_once(int count)
{
    struct random_worker profiler = {1, count};
    atomic_store(&finished, 0);
    CHECK(msptiActivityRegisterCallbacks(lend, take_back) == MSPTI_SUCCESS);
    pthread_t listens = start_thread(listen, NULL);
    pthread_t profiles = start_thread(profile, &profiler);
    run_random_workers(work, THREADS, 5 * count);
    join_thread(profiles);
    atomic_store(&finished, 1);
    join_thread(listens);
}

/* ---- How much is noted ----------------------------------------------------------------------- */

static _Atomic uint64_t mentions;

/* How often a file of a profile says that an operator began. */
static int count_in(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    static const char wanted[] = "\"name\":\"" ADDED "\"";
    (void)place;
    if (kind != FTW_F || strstr(path, "/data/") == NULL)
        return 0;
    char *text = calloc(1, (size_t)status->st_size + 1);
    FILE *file = fopen(path, "r");
    CHECK(text != NULL && file != NULL);
    CHECK(fread(text, 1, (size_t)status->st_size, file) == (size_t)status->st_size);
    for (const char *at = text; (at = strstr(at, wanted)) != NULL; at++)
        atomic_fetch_add(&mentions, 1);
    fclose(file);
    free(text);
    return 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static void *do_known_work(void *argument)
{
    const struct random_worker *worker = argument;
    int32_t device = (int32_t)(worker->state % DEVICES);
    OK_(aclrtSetDevice(device));
    aclrtStream stream = new_stream();
    struct vector vector = new_vector();
    for (int i = 0; i < worker->rounds; i++) {
        mstxRangeId range = mstxRangeStartA("known", NULL);
        add(&vector, 1.0F, stream);
        mstxMarkA("known", stream);
        mstxRangeEnd(range);
    }
    OK_(aclrtSynchronizeStream(stream));
    expect_value(&vector, (float)worker->rounds);
    OK_(aclrtDestroyStream(stream));
    end_vector(&vector);
    OK_(aclrtResetDevice(device));
    return NULL;
}

static void expect_count(const _Atomic uint64_t *found, uint64_t expected)
{
    CHECK(atomic_load(found) == expected);
}

static void test_all_is_noted(int count)
{
    const uint64_t all = (uint64_t)THREADS * (uint64_t)count;
    uint32_t both[] = {0, 1};
    aclprofConfig *config = aclprofCreateConfig(both, DEVICES, ACL_AICORE_NONE, NULL, TYPES);
    CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
    memset(records_of, 0, sizeof records_of);
    memset(markers_of, 0, sizeof markers_of);
    OK_(aclprofInit(folder, strlen(folder)));
    OK_(aclprofStart(config));
    CHECK(msptiActivityEnable(MSPTI_ACTIVITY_KIND_KERNEL) == MSPTI_SUCCESS);
    CHECK(msptiActivityEnable(MSPTI_ACTIVITY_KIND_MARKER) == MSPTI_SUCCESS);
    run_random_workers(do_known_work, THREADS, count);
    CHECK(msptiActivityFlushAll(0) == MSPTI_SUCCESS);
    CHECK(msptiActivityDisable(MSPTI_ACTIVITY_KIND_KERNEL) == MSPTI_SUCCESS);
    CHECK(msptiActivityDisable(MSPTI_ACTIVITY_KIND_MARKER) == MSPTI_SUCCESS);
    OK_(aclprofStop(config));
    OK_(aclprofFinalize());
    OK_(aclprofDestroyConfig(config));
    expect_count(&records_of[MSPTI_ACTIVITY_KIND_KERNEL], all);
    expect_count(&markers_of[MSPTI_ACTIVITY_FLAG_MARKER_START], all);
    expect_count(&markers_of[MSPTI_ACTIVITY_FLAG_MARKER_END], all);
    expect_count(&markers_of[MSPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS], all);
    expect_count(&markers_of[MSPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS_WITH_DEVICE], all);
    CHECK(nftw(folder, count_in, 16, FTW_PHYS) == 0);
    /* The call that queued it, and the task that ran. */
    expect_count(&mentions, 2 * all);
}

/* ---- What operators of graphs took ----------------------------------------------------------- */

static void look_at_operator(const void *data, size_t length, uint32_t i, uint32_t model)
{
    char name[sizeof ADDED];
    OK_(aclprofGetOpName(data, length, i, name, sizeof name));
    CHECK(strcmp(name, ADDED) == 0);
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofGetOpName(data, length, i, name, sizeof name - 1));
    CHECK(aclprofGetModelId(data, length, i) == model);
    CHECK(aclprofGetOpStart(data, length, i) <= aclprofGetOpEnd(data, length, i));
    CHECK(aclprofGetOpFlag(data, length, i) == ACL_SUBSCRIBE_OP);
    CHECK(aclprofGetOpAttriValue(data, length, i, ACL_SUBSCRIBE_ATTRI_THREADID) != NULL);
}

static void look_at_pipe(int end, uint32_t model, uint32_t expected)
{
    char data[8192];
    uint32_t count = 0;
    ssize_t length = read(end, data, sizeof data);
    CHECK(length > 0);
    OK_(aclprofGetOpNum(data, (size_t)length, &count));
    CHECK(count == expected);
    for (uint32_t i = 0; i < count; i++)
        look_at_operator(data, (size_t)length, i, model);
    CHECK(aclprofGetOpFlag(data, (size_t)length, count) == ACL_SUBSCRIBE_NONE);
    data[9] ^= 1;
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofGetOpNum(data, (size_t)length, &count));
    GIVES(ACL_ERROR_INVALID_PARAM, aclprofGetOpNum(data, (size_t)length - 1, &count));
}

static void *subscribe(void *argument)
{
    struct random_worker *worker = argument;
    uint32_t model = 0;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    struct vector vector = new_vector();
    aclmdlRI graph = capture(&vector, stream, &model);
    for (int round = 0; round < worker->rounds; round++) {
        int ends[2];
        uint32_t replays = 1 + pick(&worker->state, 20);
        CHECK(pipe(ends) == 0);
        aclprofSubscribeConfig *config = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &ends[1]);
        OK_(aclprofModelSubscribe(model, config));
        GIVES(ACL_ERROR_PROF_REPEAT_SUBSCRIBE, aclprofModelSubscribe(model, config));
        for (uint32_t i = 0; i < replays; i++)
            OK_(aclmdlRIExecuteAsync(graph, stream));
        OK_(aclrtSynchronizeStream(stream));
        OK_(aclprofModelUnSubscribe(model));
        GIVES(ACL_ERROR_INVALID_MODEL_ID, aclprofModelUnSubscribe(model));
        OK_(aclprofDestroySubscribeConfig(config));
        look_at_pipe(ends[0], model, replays);
        close(ends[0]);
        close(ends[1]);
    }
    OK_(aclmdlRIDestroy(graph));
    OK_(aclrtDestroyStream(stream));
    end_vector(&vector);
    OK_(aclrtResetDevice(0));
    return NULL;
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 12);
    setenv("ACLNN_DEVICES", "2", 1);
    CHECK(mkdtemp(folder) != NULL);
    OK_(aclInit(NULL));
    test_all_at_once(count);
    test_all_is_noted(10 * count);
    run_random_workers(subscribe, THREADS, count);
    CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
    OK_(aclFinalize());
    return 0;
}
