/* SPDX-License-Identifier: Apache-2.0 */
#include "profile/profile.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "base/trace_file.h"
#include "base/trace_json.h"
#include "base/trace_writer.h"
#include "profile/folder.h"

/* So many starts may be in force at once, each of devices of its own. */
#define STARTS 64

#define TASK_TIMES \
    (ACL_PROF_TASK_TIME | ACL_PROF_TASK_TIME_L0 | ACL_PROF_TASK_TIME_L2 | ACL_PROF_TASK_TIME_L3)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_open; /* aclprofInit was called */
static bool is_warm;
static char root[FOLDER_PATH];
static uint64_t limit; /* bytes; 0: any */
static struct profile_config starts[STARTS];
static size_t start_count;

/* The writer reads these, and those above change them while it does not read, but for what is
 * atomic of the folder. */
static struct folder folder;
static struct trace_json *json;
static uint32_t jsons; /* how many there were */
static _Atomic uint64_t host_types;
static _Atomic uint64_t types_of[PROFILE_DEVICES];

/* ---- Records --------------------------------------------------------------------------------- */

static uint64_t types_wanted(int32_t device)
{
    return device >= 0 && device < PROFILE_DEVICES ? atomic_load(&types_of[device]) : 0;
}

static bool wants_task(const struct trace_task_record *record)
{
    uint64_t types = types_wanted(record->task.device);
    switch (record->kind) {
    case TRACE_MARK: return (types & ACL_PROF_MSPROFTX) != 0;
    case TRACE_COLLECTIVE: return (types & (TASK_TIMES | ACL_PROF_HCCL_TRACE)) != 0;
    case TRACE_STEP: return (types & (TASK_TIMES | ACL_PROF_TRAINING_TRACE)) != 0;
    default: return (types & TASK_TIMES) != 0;
    }
}

static bool wants(const struct trace_record *record)
{
    uint64_t types = atomic_load(&host_types);
    switch ((enum trace_record_kind)record->kind) {
    case RECORD_CALL: return (types & (ACL_PROF_ACL_API | ACL_PROF_API_STATS)) != 0;
    case RECORD_TASK: return wants_task((const struct trace_task_record *)record);
    case RECORD_MARK: return (types & ACL_PROF_MSPROFTX) != 0;
    case RECORD_MEMORY:
        return (types_wanted(((const struct trace_memory_record *)record)->device) &
                ACL_PROF_TASK_MEMORY) != 0;
    case RECORD_SKIP:
    case RECORD_LINK: break;
    }
    return false;
}

static void append(struct trace_json *self, const char *bytes, size_t count)
{
    (void)self;
    folder_append(&folder, bytes, count);
}

/* Begins a JSON of its own for a data file. */
static void begin_json(void)
{
    json->append = append;
    json->place = TRACE_PLACE_PROFILE;
    json->number = ++jsons;
    json->process = 0;
    json->events = 0;
    json->dropped = atomic_load(&trace_dropped);
}

static void record(struct trace_reader *reader, const struct trace_record *what,
                   struct trace_ring *ring)
{
    (void)reader;
    if (!wants(what))
        return;
    if (folder_is_full(&folder, json->out.length + TRACE_JSON_LARGEST_EVENT)) {
        trace_json_end(json);
        folder_end_data(&folder);
        (void)folder_begin_data(&folder);
        begin_json();
    }
    trace_json_record(json, what, ring);
}

static void pause_data(struct trace_reader *reader)
{
    (void)reader;
    trace_json_flush(json);
}

/* ---- What is beside the data ----------------------------------------------------------------- */

static int64_t nanoseconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* When it begins or ends, by the clocks that CANN names and by that of traces, as texts: so CANN
 * has numbers here. */
static int tell_time(const char *name, const char *date, const char *time)
{
    struct timespec now;
    struct tm parts;
    char memory[512];
    char text[64];
    struct json_writer out = {.text = memory, .size = sizeof memory};
    int64_t monotonic = monotonic_nanoseconds();
    int64_t raw = nanoseconds_of(CLOCK_MONOTONIC_RAW);
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &parts);
    size_t length = strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    snprintf(text + length, sizeof text - length, ".%06ld", now.tv_nsec / 1000);
    json_open(&out, NULL, '{');
    json_string(&out, date, text);
    snprintf(text, sizeof text, "%lld%06ld", (long long)now.tv_sec, now.tv_nsec / 1000);
    json_string(&out, time, text);
    snprintf(text, sizeof text, "%" PRId64, raw);
    json_string(&out, "clockMonotonicRaw", text);
    snprintf(text, sizeof text, "%" PRId64, monotonic);
    json_string(&out, "clockMonotonic", text);
    json_close(&out, '}');
    json_end_line(&out);
    return folder_write(&folder, name, out.text, out.length);
}

static void put_devices(struct json_writer *out, uint64_t devices)
{
    json_open(out, "devices", '[');
    for (int i = 0; i < PROFILE_DEVICES; i++)
        if (devices >> i & 1)
            json_number(out, NULL, i);
    json_close(out, ']');
}

static uint64_t all_devices(void)
{
    uint64_t all = 0;
    for (size_t i = 0; i < start_count; i++)
        all |= starts[i].devices;
    return all;
}

/* The caller holds the lock. */
static int tell_settings(const struct profile_config *config)
{
    char memory[1024];
    char host[256] = "";
    struct json_writer out = {.text = memory, .size = sizeof memory};
    (void)gethostname(host, sizeof host - 1);
    json_open(&out, NULL, '{');
    json_string(&out, "hostname", host);
    json_number(&out, "pid", getpid());
    json_number(&out, "rank_id", trace_rank());
    json_string(&out, "platform", environment()->soc.name);
    put_devices(&out, all_devices());
    json_unsigned(&out, "dataTypeConfig", config->types);
    json_number(&out, "aicoreMetrics", config->metrics);
    /* torch_npu looks for it: the rate of a clock that it does not use here, in MHz. */
    json_open(&out, "CPU", '[');
    json_open(&out, NULL, '{');
    json_string(&out, "Frequency", "1000.000000");
    json_close(&out, '}');
    json_close(&out, ']');
    json_close(&out, '}');
    json_end_line(&out);
    return folder_write(&folder, "host/info.json", out.text, out.length);
}

/* ---- Starting and stopping ------------------------------------------------------------------- */

static void set_types(void)
{
    uint64_t host = 0;
    uint64_t devices[PROFILE_DEVICES] = {0};
    for (size_t i = 0; i < start_count; i++) {
        host |= starts[i].types;
        for (int each = 0; each < PROFILE_DEVICES; each++)
            devices[each] |= starts[i].devices >> each & 1 ? starts[i].types : 0;
    }
    atomic_store(&host_types, host);
    for (int each = 0; each < PROFILE_DEVICES; each++)
        atomic_store(&types_of[each], devices[each]);
}

aclError profile_check_caller(void)
{
    if (!trace_is_telling)
        return ACL_SUCCESS;
    return report(ACL_ERROR_PROF_API_CONFLICT,
                  "functions that lend memory for activities and take it back may not call this "
                  "function; call it when they have returned");
}

bool profile_is_open(void)
{
    pthread_mutex_lock(&lock);
    bool is = is_open;
    pthread_mutex_unlock(&lock);
    return is;
}

bool profile_notes(uint64_t types)
{
    return (atomic_load(&host_types) & types) != 0;
}

/* Ends the data file. The writer tells nothing any more. */
static void end_data(void)
{
    trace_json_end(json);
    folder_end_data(&folder);
    free(json);
    json = NULL;
    int error = tell_time("host/end_info", "collectionDateEnd", "collectionTimeEnd");
    if (folder.error == 0)
        folder.error = error;
}

static void end_with_process(struct trace_reader *reader)
{
    (void)reader;
    end_data();
}

static struct trace_reader reader = {
    .record = record, .pause = pause_data, .end = end_with_process};

static aclError refuse_write(int error)
{
    char why[100];
    return report(ACL_ERROR_INVALID_FILE,
                  "the profile's folder below \"%.800s\" cannot be written: %s", root,
                  strerror_r(error, why, sizeof why));
}

/* Makes what the folder does not have yet. Returns 0, or errno. */
static int prepare_folder(const struct profile_config *config)
{
    int error = 0;
    if (folder.path[0] == '\0') {
        memset(&folder, 0, sizeof folder);
        error = folder_open(&folder, root);
        if (error == 0)
            error = tell_time("host/start_info", "collectionDateBegin", "collectionTimeBegin");
    }
    for (uint32_t i = 0; i < PROFILE_DEVICES && error == 0; i++)
        if (config->devices >> i & 1)
            error = folder_add_device(&folder, i);
    folder.limit = limit;
    return error != 0 ? error : tell_settings(config);
}

static aclError begin_data(void)
{
    json = calloc(1, sizeof *json);
    int error = json != NULL ? folder_begin_data(&folder) : 0;
    if (json != NULL && error == 0) {
        begin_json();
        if (trace_read(&reader))
            return ACL_SUCCESS;
        folder_end_data(&folder);
    }
    free(json);
    json = NULL;
    folder.error = 0;
    if (error != 0)
        return refuse_write(error);
    return report(ACL_ERROR_PROFILING_FAILURE, "no host memory for a profile");
}

/* Whether a profile is open; else it reports and returns 100043. */
static aclError need_open(void)
{
    if (is_open)
        return ACL_SUCCESS;
    return report(ACL_ERROR_PROF_NOT_RUN, "no profile is open; call aclprofInit first");
}

static aclError refuse_started(uint64_t devices)
{
    if (devices == 0)
        return report(ACL_ERROR_PROF_ALREADY_RUN,
                      "a profile of the host was started already; call aclprofStop first");
    return report(ACL_ERROR_PROF_ALREADY_RUN,
                  "a profile of device %d was started already; call aclprofStop with its "
                  "configuration first",
                  __builtin_ctzll(devices));
}

/* The caller holds the lock. */
static aclError check_start(const struct profile_config *config)
{
    aclError status = need_open();
    if (status != ACL_SUCCESS)
        return status;
    for (size_t i = 0; i < start_count; i++)
        if ((starts[i].devices & config->devices) != 0 || starts[i].devices == config->devices)
            return refuse_started(starts[i].devices & config->devices);
    return ACL_SUCCESS;
}

static aclError start(const struct profile_config *config)
{
    aclError status = check_start(config);
    if (status != ACL_SUCCESS)
        return status;
    starts[start_count++] = *config;
    int error = prepare_folder(config);
    if (error != 0)
        status = refuse_write(error);
    else if (start_count == 1)
        status = begin_data();
    if (status != ACL_SUCCESS)
        start_count--;
    else
        is_warm = false;
    set_types();
    return status;
}

/* ---- What aclprof calls ---------------------------------------------------------------------- */

/* The absolute path of a folder that can be written; else it reports and returns 100003. */
static aclError take_path(const char *path)
{
    char taken[FOLDER_PATH];
    int length;
    if (*path == '/') {
        length = snprintf(taken, sizeof taken, "%s", path);
    } else {
        char *here = getcwd(NULL, 0);
        length = snprintf(taken, sizeof taken, "%s/%s", here != NULL ? here : ".", path);
        free(here);
    }
    if (length >= (int)sizeof taken)
        return report(ACL_ERROR_INVALID_FILE,
                      "the path of the profile has %d bytes with its directory; %d are allowed",
                      length, FOLDER_PATH - 1);
    int error = folder_make_all(taken);
    if (error == 0 && access(taken, W_OK | X_OK) != 0)
        error = errno;
    memcpy(root, taken, sizeof root);
    return error == 0 ? ACL_SUCCESS : refuse_write(error);
}

static aclError open_profile(const char *path)
{
    if (is_open)
        return report(ACL_ERROR_REPEAT_INITIALIZE,
                      "a profile is open already, below \"%.800s\"; call aclprofFinalize first",
                      root);
    aclError status = take_path(path);
    is_open = status == ACL_SUCCESS;
    folder.path[0] = '\0';
    return status;
}

aclError profile_init(const char *path)
{
    pthread_mutex_lock(&lock);
    aclError status = open_profile(path);
    pthread_mutex_unlock(&lock);
    return status;
}

aclError profile_set_path(const char *path)
{
    pthread_mutex_lock(&lock);
    aclError status = start_count > 0
                          ? report(ACL_ERROR_INVALID_PROFILING_CONFIG,
                                   "ACL_PROF_PATH cannot change while a profile runs; call "
                                   "aclprofStop first")
                          : take_path(path);
    if (start_count == 0)
        folder.path[0] = '\0';
    pthread_mutex_unlock(&lock);
    return status;
}

aclError profile_set_limit(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    limit = bytes;
    pthread_mutex_unlock(&lock);
    return ACL_SUCCESS;
}

aclError profile_warm_up(const struct profile_config *config)
{
    pthread_mutex_lock(&lock);
    aclError status = check_start(config);
    if (status == ACL_SUCCESS && start_count > 0)
        status = report(ACL_ERROR_PROF_API_CONFLICT,
                        "a profile was started already; aclprofWarmup comes before aclprofStart");
    if (status == ACL_SUCCESS)
        is_warm = true;
    pthread_mutex_unlock(&lock);
    return status;
}

static void (*_Atomic watcher)(const struct profile_config *config, bool begins);

void profile_watch(void (*changed)(const struct profile_config *config, bool begins))
{
    atomic_store(&watcher, changed);
}

static void tell_watcher(const struct profile_config *config, bool begins)
{
    void (*changed)(const struct profile_config *, bool) = atomic_load(&watcher);
    if (changed != NULL)
        changed(config, begins);
}

aclError profile_start(const struct profile_config *config)
{
    pthread_mutex_lock(&lock);
    aclError status = start(config);
    pthread_mutex_unlock(&lock);
    if (status == ACL_SUCCESS)
        tell_watcher(config, true);
    return status;
}

/* The caller holds the lock. */
static aclError end_start(size_t place)
{
    if (start_count == 1) {
        trace_read_no_more(&reader);
        end_data();
    }
    memmove(&starts[place], &starts[place + 1], (--start_count - place) * sizeof starts[0]);
    set_types();
    int error = atomic_exchange(&folder.error, 0);
    char why[100];
    if (error == 0)
        return ACL_SUCCESS;
    return report(ACL_ERROR_PROFILING_FAILURE,
                  "the profile in \"%.800s\" is not whole, because it could not be written: %s",
                  folder.path, strerror_r(error, why, sizeof why));
}

/* The start that has these devices; start_count where none has. */
static size_t place_of(uint64_t devices)
{
    size_t place = 0;
    while (place < start_count && starts[place].devices != devices)
        place++;
    return place;
}

static aclError stop(const struct profile_config *config)
{
    aclError status = need_open();
    if (status != ACL_SUCCESS)
        return status;
    size_t place = place_of(config->devices);
    if (place == start_count && is_warm) {
        is_warm = false; /* nothing was started after aclprofWarmup */
        return ACL_SUCCESS;
    }
    if (place == start_count)
        return report(ACL_ERROR_PROF_NOT_RUN,
                      "no profile of the configuration's devices runs; call aclprofStart with it "
                      "first");
    if (starts[place].types != config->types)
        return report(ACL_ERROR_INVALID_PROFILING_CONFIG,
                      "dataTypeConfig is 0x%" PRIx64 ", and 0x%" PRIx64
                      " was started; stop with the configuration that was started",
                      config->types, starts[place].types);
    return end_start(place);
}

aclError profile_stop(const struct profile_config *config)
{
    pthread_mutex_lock(&lock);
    aclError status = stop(config);
    pthread_mutex_unlock(&lock);
    if (status == ACL_SUCCESS)
        tell_watcher(config, false);
    return status;
}

aclError profile_finalize(void)
{
    pthread_mutex_lock(&lock);
    aclError status = need_open();
    while (start_count > 0) {
        aclError ended = end_start(start_count - 1);
        status = status != ACL_SUCCESS ? status : ended;
    }
    is_open = false;
    is_warm = false;
    limit = 0;
    folder.path[0] = '\0';
    pthread_mutex_unlock(&lock);
    return status;
}
