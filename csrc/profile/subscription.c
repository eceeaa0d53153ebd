/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclprofModelSubscribe: what the operators of a graph took, written to a pipe of the program. A
 * model is an aclmdlRI, under the number that aclmdlRIGetId gives.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/number.h"
#include "base/output.h"
#include "base/report.h"
#include "base/trace.h"
#include "base/trace_ring.h"
#include "base/trace_writer.h"
#include "impl/acl/acl_prof.h"
#include "profile/profile.h"
#include "profile/texts.h"
#include "runtime/stream/graph.h"

/* What a pipe takes for an operator. */
struct operator_record {
    uint64_t signature; /* of what follows */
    uint64_t name;      /* the number of a text (texts.h) */
    uint64_t type;
    uint64_t start; /* nanoseconds */
    uint64_t end;
    uint32_t model;
    uint32_t thread;
};

struct settings {
    bool has_times;
    aclprofAicoreMetrics metrics;
    int *pipe;
};

struct subscription {
    struct subscription *next;
    uint32_t model;
    int pipe;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of those that call */
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct subscription *subscriptions;

/* ---- What is written ------------------------------------------------------------------------- */

static uint64_t sign(const struct operator_record *record)
{
    uint64_t sum = 0x9E3779B97F4A7C15;
    uint64_t words[sizeof *record / 8];
    memcpy(words, record, sizeof words);
    for (size_t i = 1; i < sizeof words / sizeof words[0]; i++)
        sum = mix_bits(sum ^ words[i]);
    return sum;
}

static uint64_t number_of(const char *text)
{
    return texts_number(text, strlen(text));
}

static void write_operator(const struct trace_task *task, int pipe)
{
    const char *name = task->name;
    struct operator_record record = {
        .name = number_of(name),
        .type = number_of(strncmp(name, "aclnn", 5) == 0 ? name + 5 : name),
        .start = (uint64_t)task->began,
        .end = (uint64_t)task->ended,
        .model = (uint32_t)task->graph,
        .thread = (uint32_t)task->queued_by,
    };
    record.signature = sign(&record);
    (void)output_write(pipe, (const char *)&record, sizeof record);
}

static void tell(struct trace_reader *reader, const struct trace_record *record,
                 struct trace_ring *ring)
{
    (void)reader;
    (void)ring;
    const struct trace_task_record *task = (const struct trace_task_record *)record;
    if (record->kind != RECORD_TASK || task->kind != TRACE_LAUNCH || task->task.graph < 0)
        return;
    pthread_mutex_lock(&list_lock);
    for (struct subscription *each = subscriptions; each != NULL; each = each->next)
        if (each->model == (uint32_t)task->task.graph)
            write_operator(&task->task, each->pipe);
    pthread_mutex_unlock(&list_lock);
}

static void do_nothing(struct trace_reader *reader)
{
    (void)reader;
}

static struct trace_reader reader = {.record = tell, .pause = do_nothing, .end = do_nothing};

/* ---- Settings -------------------------------------------------------------------------------- */

aclprofSubscribeConfig *aclprofCreateSubscribeConfigImpl(int8_t timeInfoSwitch,
                                                         aclprofAicoreMetrics aicoreMetrics,
                                                         void *fd)
{
    if (fd == NULL) {
        (void)REPORT_NULL("fd");
        return NULL;
    }
    struct settings *settings = malloc(sizeof *settings);
    void *handle = NULL;
    if (settings != NULL) {
        *settings = (struct settings){timeInfoSwitch != 0, aicoreMetrics, fd};
        handle = handle_create(HANDLE_PROFILE_SUBSCRIPTION, settings, free);
    }
    if (handle == NULL) {
        free(settings);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for an aclprofSubscribeConfig");
    }
    return handle;
}

static aclError refuse(const void *handle)
{
    char what[128];
    if (handle == NULL)
        return REPORT_NULL("profSubscribeConfig");
    return report(ACL_ERROR_INVALID_PARAM,
                  "profSubscribeConfig is %p, %s; a live aclprofSubscribeConfig is required",
                  handle, handle_describe(handle, what, sizeof what));
}

aclError aclprofDestroySubscribeConfigImpl(const aclprofSubscribeConfig *profSubscribeConfig)
{
    if (!handle_close(profSubscribeConfig, HANDLE_PROFILE_SUBSCRIPTION, entry_name()))
        return refuse(profSubscribeConfig);
    return ACL_SUCCESS;
}

/* ---- Subscriptions --------------------------------------------------------------------------- */

static struct subscription **place_of(uint32_t model)
{
    struct subscription **place = &subscriptions;
    while (*place != NULL && (*place)->model != model)
        place = &(*place)->next;
    return place;
}

static aclError check(uint32_t model, const struct settings *settings)
{
    if (profile_is_open())
        return report(ACL_ERROR_PROF_API_CONFLICT,
                      "a profile is open (aclprofInit), which excludes subscriptions; call "
                      "aclprofFinalize first");
    if (model > INT32_MAX || !graph_is_there((int32_t)model))
        return report(ACL_ERROR_INVALID_MODEL_ID,
                      "modelId is %u; the number of a live aclmdlRI is required (aclmdlRIGetId)",
                      model);
    if (!settings->has_times && settings->metrics == ACL_AICORE_NONE)
        return report(
            ACL_ERROR_INVALID_PARAM,
            "the configuration asks for nothing: timeInfoSwitch is 0 and aicoreMetrics is "
            "ACL_AICORE_NONE");
    if (*place_of(model) != NULL)
        return report(
            ACL_ERROR_PROF_REPEAT_SUBSCRIBE,
            "modelId is %u, which is subscribed already; call aclprofModelUnSubscribe first",
            model);
    return ACL_SUCCESS;
}

/* The caller holds the lock. */
static aclError subscribe(uint32_t model, const struct settings *settings)
{
    aclError status = check(model, settings);
    if (status != ACL_SUCCESS)
        return status;
    struct subscription *made = malloc(sizeof *made);
    if (made == NULL || (subscriptions == NULL && !trace_read(&reader))) {
        free(made);
        return report(ACL_ERROR_BAD_ALLOC, "no host memory for a subscription");
    }
    pthread_mutex_lock(&list_lock);
    *made = (struct subscription){subscriptions, model, *settings->pipe};
    subscriptions = made;
    pthread_mutex_unlock(&list_lock);
    return ACL_SUCCESS;
}

aclError aclprofModelSubscribeImpl(uint32_t modelId,
                                   const aclprofSubscribeConfig *profSubscribeConfig)
{
    const struct settings *settings = handle_acquire(profSubscribeConfig,
                                                     HANDLE_PROFILE_SUBSCRIPTION);
    if (settings == NULL)
        return refuse(profSubscribeConfig);
    aclError status = profile_check_caller();
    if (status == ACL_SUCCESS) {
        pthread_mutex_lock(&lock);
        status = subscribe(modelId, settings);
        pthread_mutex_unlock(&lock);
    }
    handle_release(profSubscribeConfig);
    return status;
}

/* The caller holds the lock. */
static aclError unsubscribe(uint32_t model)
{
    if (*place_of(model) == NULL)
        return report(ACL_ERROR_INVALID_MODEL_ID,
                      "modelId is %u, which is not subscribed (aclprofModelSubscribe)", model);
    trace_flush();
    pthread_mutex_lock(&list_lock);
    struct subscription **place = place_of(model);
    struct subscription *found = *place;
    *place = found->next;
    bool is_last = subscriptions == NULL;
    pthread_mutex_unlock(&list_lock);
    free(found);
    if (is_last)
        trace_read_no_more(&reader);
    return ACL_SUCCESS;
}

aclError aclprofModelUnSubscribeImpl(uint32_t modelId)
{
    aclError status = profile_check_caller();
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = unsubscribe(modelId);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- Reading what was written ---------------------------------------------------------------- */

aclError aclprofGetOpDescSizeImpl(size_t *opDescSize)
{
    if (opDescSize == NULL)
        return REPORT_NULL("opDescSize");
    *opDescSize = sizeof(struct operator_record);
    return ACL_SUCCESS;
}

static struct operator_record record_at(const void *data, size_t place)
{
    struct operator_record record;
    memcpy(&record, (const char *)data + place * sizeof record, sizeof record);
    return record;
}

/* Whether the data are whole operators as they were written. Reports and returns 100000 if not. */
static aclError check_data(const void *data, size_t length)
{
    if (data == NULL)
        return REPORT_NULL("opInfo");
    if (length % sizeof(struct operator_record) != 0)
        return report(ACL_ERROR_INVALID_PARAM,
                      "opInfoLen is %zu; a multiple of %zu is required (aclprofGetOpDescSize)",
                      length, sizeof(struct operator_record));
    for (size_t i = 0; i < length / sizeof(struct operator_record); i++) {
        struct operator_record record = record_at(data, i);
        if (record.signature != sign(&record))
            return report(ACL_ERROR_INVALID_PARAM,
                          "operator %zu of opInfo is not as it was written to the pipe", i);
    }
    return ACL_SUCCESS;
}

/* Reads an operator; all 0 where that is refused. */
static aclError take_record(const void *data, size_t length, uint32_t index,
                            struct operator_record *out)
{
    memset(out, 0, sizeof *out);
    aclError status = check_data(data, length);
    if (status != ACL_SUCCESS)
        return status;
    if (index >= length / sizeof *out)
        return report(ACL_ERROR_INVALID_PARAM, "index is %u; opInfo has %zu operators", index,
                      length / sizeof *out);
    *out = record_at(data, index);
    return ACL_SUCCESS;
}

aclError aclprofGetOpNumImpl(const void *opInfo, size_t opInfoLen, uint32_t *opNumber)
{
    if (opNumber == NULL)
        return REPORT_NULL("opNumber");
    aclError status = check_data(opInfo, opInfoLen);
    if (status == ACL_SUCCESS)
        *opNumber = (uint32_t)(opInfoLen / sizeof(struct operator_record));
    return status;
}

/* Beyond what is remembered a text has the length 0. */
static const char *text_of(uint64_t number)
{
    const char *text = texts_find(number);
    return text != NULL ? text : "";
}

static aclError copy_text(const char *text, char *to, size_t room, const char *argument)
{
    size_t length = strlen(text);
    if (room <= length)
        return report(ACL_ERROR_INVALID_PARAM, "%s is %zu; %zu bytes are required", argument, room,
                      length + 1);
    memcpy(to, text, length + 1);
    return ACL_SUCCESS;
}

aclError aclprofGetOpTypeLenImpl(const void *opInfo, size_t opInfoLen, uint32_t index,
                                 size_t *opTypeLen)
{
    struct operator_record record;
    if (opTypeLen == NULL)
        return REPORT_NULL("opTypeLen");
    aclError status = take_record(opInfo, opInfoLen, index, &record);
    if (status == ACL_SUCCESS)
        *opTypeLen = strlen(text_of(record.type)) + 1;
    return status;
}

aclError aclprofGetOpTypeImpl(const void *opInfo, size_t opInfoLen, uint32_t index, char *opType,
                              size_t opTypeLen)
{
    struct operator_record record;
    if (opType == NULL)
        return REPORT_NULL("opType");
    aclError status = take_record(opInfo, opInfoLen, index, &record);
    if (status == ACL_SUCCESS)
        status = copy_text(text_of(record.type), opType, opTypeLen, "opTypeLen");
    return status;
}

aclError aclprofGetOpNameLenImpl(const void *opInfo, size_t opInfoLen, uint32_t index,
                                 size_t *opNameLen)
{
    struct operator_record record;
    if (opNameLen == NULL)
        return REPORT_NULL("opNameLen");
    aclError status = take_record(opInfo, opInfoLen, index, &record);
    if (status == ACL_SUCCESS)
        *opNameLen = strlen(text_of(record.name)) + 1;
    return status;
}

aclError aclprofGetOpNameImpl(const void *opInfo, size_t opInfoLen, uint32_t index, char *opName,
                              size_t opNameLen)
{
    struct operator_record record;
    if (opName == NULL)
        return REPORT_NULL("opName");
    aclError status = take_record(opInfo, opInfoLen, index, &record);
    if (status == ACL_SUCCESS)
        status = copy_text(text_of(record.name), opName, opNameLen, "opNameLen");
    return status;
}

uint64_t aclprofGetOpStartImpl(const void *opInfo, size_t opInfoLen, uint32_t index)
{
    struct operator_record record;
    (void)take_record(opInfo, opInfoLen, index, &record);
    return record.start;
}

uint64_t aclprofGetOpEndImpl(const void *opInfo, size_t opInfoLen, uint32_t index)
{
    struct operator_record record;
    (void)take_record(opInfo, opInfoLen, index, &record);
    return record.end;
}

uint64_t aclprofGetOpDurationImpl(const void *opInfo, size_t opInfoLen, uint32_t index)
{
    struct operator_record record;
    (void)take_record(opInfo, opInfoLen, index, &record);
    return record.end - record.start;
}

size_t aclprofGetModelIdImpl(const void *opInfo, size_t opInfoLen, uint32_t index)
{
    struct operator_record record;
    (void)take_record(opInfo, opInfoLen, index, &record);
    return record.model;
}

aclprofSubscribeOpFlag aclprofGetOpFlagImpl(const void *opInfo, size_t opInfoLen, uint32_t index)
{
    struct operator_record record;
    aclError status = take_record(opInfo, opInfoLen, index, &record);
    return status == ACL_SUCCESS ? ACL_SUBSCRIBE_OP : ACL_SUBSCRIBE_NONE;
}

const char *aclprofGetOpAttriValueImpl(const void *opInfo, size_t opInfoLen, uint32_t index,
                                       aclprofSubscribeOpAttri attri)
{
    struct operator_record record;
    char thread[16];
    if (attri != ACL_SUBSCRIBE_ATTRI_THREADID) {
        report(ACL_ERROR_INVALID_PARAM, "attri is %d; ACL_SUBSCRIBE_ATTRI_THREADID (0) is allowed",
               (int)attri);
        return NULL;
    }
    if (take_record(opInfo, opInfoLen, index, &record) != ACL_SUCCESS)
        return NULL;
    snprintf(thread, sizeof thread, "%u", record.thread);
    return texts_find(number_of(thread));
}
