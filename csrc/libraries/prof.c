/* SPDX-License-Identifier: Apache-2.0 */
/* libprofapi.so: what libraries of a program report to a profile, and how they learn of it. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "profile/marks.h"
#include "profile/profile.h"
#include "profile/texts.h"

#define EXPORT __attribute__((visibility("default")))

#define MOST_CALLBACKS 64

/* A call of the program's. Times are those of MsprofSysCycleTime, the item a text's number. */
struct reported_call {
    uint16_t magic;
    uint16_t level;
    uint32_t type;
    uint32_t thread;
    uint32_t reserved;
    uint64_t begin;
    uint64_t end;
    uint64_t item;
};

/* Something about a moment, 40 bytes of it: of an operator first the number of its name, packed. */
struct reported_moment {
    uint16_t magic;
    uint16_t level;
    uint32_t type;
    uint32_t thread;
    uint32_t length;
    uint64_t time;
    uint8_t info[40];
};

enum { CONTROL_SWITCH = 1, COMMAND_START = 1, COMMAND_STOP = 2 };

/* What a callback is told. */
struct command {
    uint64_t types;
    uint64_t types_high;
    uint32_t device_count;
    uint32_t devices[PROFILE_DEVICES];
    uint32_t model;
    uint32_t command;
    uint32_t caches;
    uint32_t path_length;
    uint32_t storage_limit;
    uint32_t data_length;
    char path[1024];
    char data[4096];
};

typedef int32_t (*command_callback)(uint32_t type, void *data, uint32_t length);

EXPORT uint64_t MsprofSysCycleTime(void);
EXPORT uint64_t MsprofGetHashId(const char *text, size_t length);
EXPORT uint64_t MsprofStr2Id(const char *text, size_t length);
EXPORT int32_t MsprofRegisterCallback(uint32_t module, command_callback callback);
EXPORT int32_t MsprofReportApi(uint32_t ages, const struct reported_call *call);
EXPORT int32_t MsprofReportCompactInfo(uint32_t ages, const void *data, uint32_t length);

uint64_t MsprofSysCycleTime(void)
{
    return (uint64_t)monotonic_nanoseconds();
}

uint64_t MsprofGetHashId(const char *text, size_t length)
{
    return text != NULL ? texts_number(text, length) : 0;
}

uint64_t MsprofStr2Id(const char *text, size_t length)
{
    return MsprofGetHashId(text, length);
}

/* ---- What is reported ------------------------------------------------------------------------ */

static void note(const char *by, uint64_t item, uint16_t level, int64_t began, int64_t ended)
{
    char domain[32];
    const char *name = texts_find(item);
    snprintf(domain, sizeof domain, "level %u", level);
    if (trace_is_on())
        trace_mark(&(struct trace_mark){.by = by,
                                        .domain = domain,
                                        .text = name != NULL ? name : "unknown",
                                        .number = marks_number(),
                                        .is_range = began != ended,
                                        .began = began,
                                        .ended = ended});
}

int32_t MsprofReportApi(uint32_t ages, const struct reported_call *call)
{
    (void)ages;
    if (call == NULL)
        return REPORT_NULL("call");
    note("MsprofReportApi", call->item, call->level, (int64_t)call->begin, (int64_t)call->end);
    return 0;
}

int32_t MsprofReportCompactInfo(uint32_t ages, const void *data, uint32_t length)
{
    (void)ages;
    struct reported_moment moment;
    uint64_t name;
    if (data == NULL)
        return REPORT_NULL("data");
    if (length != sizeof moment)
        return report(ACL_ERROR_INVALID_PARAM, "length is %u; %zu bytes are required", length,
                      sizeof moment);
    memcpy(&moment, data, sizeof moment);
    memcpy(&name, moment.info, sizeof name);
    note("MsprofReportCompactInfo", name, moment.level, (int64_t)moment.time, (int64_t)moment.time);
    return 0;
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static command_callback callbacks[MOST_CALLBACKS];
static size_t callback_count;

static void tell(const struct profile_config *config, bool starts)
{
    static struct command command;
    command_callback all[MOST_CALLBACKS];
    pthread_mutex_lock(&lock);
    size_t count = callback_count;
    memcpy(all, callbacks, sizeof all);
    pthread_mutex_unlock(&lock);
    memset(&command, 0, sizeof command);
    command.types = config->types;
    command.command = starts ? COMMAND_START : COMMAND_STOP;
    for (uint32_t i = 0; i < PROFILE_DEVICES; i++)
        if (config->devices >> i & 1)
            command.devices[command.device_count++] = i;
    for (size_t i = 0; i < count; i++)
        (void)all[i](CONTROL_SWITCH, &command, sizeof command);
}

int32_t MsprofRegisterCallback(uint32_t module, command_callback callback)
{
    (void)module;
    if (callback == NULL)
        return REPORT_NULL("callback");
    pthread_mutex_lock(&lock);
    bool has_room = callback_count < MOST_CALLBACKS;
    if (has_room)
        callbacks[callback_count++] = callback;
    pthread_mutex_unlock(&lock);
    profile_watch(tell);
    return has_room ? 0
                    : report(ACL_ERROR_FAILURE, "%d callbacks are registered already; no more fit",
                             MOST_CALLBACKS);
}
