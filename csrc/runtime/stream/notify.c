/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/notify.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "impl/acl/acl_rt.h"
#include "runtime/share/export.h"
#include "runtime/stream/children.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/watch/left_handles.h"

/* The place of the newest record on one stream, for the order of calls. */
struct record {
    struct record *next;
    struct stream *stream; /* pinned */
    uint64_t sequence;
};

/* A notify, which is 0 or 1, or one that counts. */
struct notify {
    struct child child;
    bool counts;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t count;
    struct export_page *page; /* it has the count, once processes share it; NULL: they do not */
    bool is_imported;
    uint64_t exporter_born;
    struct record *records; /* while the order of calls is kept */
};

static struct children notifies = CHILDREN(HANDLE_NOTIFY);
static struct children count_notifies = CHILDREN(HANDLE_COUNT_NOTIFY);

static struct children *family_of(bool counts)
{
    return counts ? &count_notifies : &notifies;
}

/* ---- Handles --------------------------------------------------------------------------------- */

static void free_notify(void *object)
{
    struct notify *notify = object;
    while (notify->records != NULL) {
        struct record *record = notify->records;
        notify->records = record->next;
        stream_release(record->stream);
        free(record);
    }
    if (notify->page != NULL && notify->is_imported)
        export_close(notify->page);
    else if (notify->page != NULL)
        export_end(notify->page);
    pthread_cond_destroy(&notify->changed);
    pthread_mutex_destroy(&notify->lock);
    free(notify);
}

static bool end_notify(struct notify *notify, const char *by)
{
    struct children *family = family_of(notify->counts);
    if (!handle_close(notify->child.handle, family->kind, by))
        return false;
    children_remove(family, &notify->child);
    return true;
}

/* Makes a notify of a context that the caller has pinned. The page is of one that another process
 * exports, or NULL; it becomes the notify's when this succeeds. */
static aclError create_in(const struct context *context, bool counts, struct export_page *page,
                          void **out)
{
    struct children *family = family_of(counts);
    struct notify *notify = calloc(1, sizeof *notify);
    if (notify != NULL) {
        notify->child.context = context->handle;
        notify->child.device = context->device;
        notify->counts = counts;
        pthread_mutex_init(&notify->lock, NULL);
        condition_open(&notify->changed);
        notify->child.handle = handle_create(family->kind, notify, free_notify);
    }
    if (notify == NULL || notify->child.handle == NULL) {
        free(notify);
        return report(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, "no host memory for a notify");
    }
    void *handle = notify->child.handle;
    handle_retain(handle);
    children_add(family, &notify->child);
    aclError status = ACL_SUCCESS;
    /* As for events: the context may have begun to end before. */
    if (handle_kind_of(context->handle) != HANDLE_CONTEXT) {
        end_notify(notify, entry_name());
        status = report(ACL_ERROR_RT_CONTEXT_NULL, "the current context is ending");
    } else {
        notify->page = page;
        notify->is_imported = page != NULL;
        notify->exporter_born = page != NULL ? export_born(page->process) : 0;
        *out = handle;
    }
    handle_release(handle);
    return status;
}

static aclError create(bool counts, void **out)
{
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    aclError status = create_in(context, counts, NULL, out);
    context_release(context);
    return status;
}

static void destroy_family(struct children *family, const struct context *context,
                           struct left_handles *left)
{
    struct notify *notify;
    while ((notify = (struct notify *)children_pick(family, context->handle, -1, INT32_MAX)) !=
           NULL) {
        left_handles_tell(left, notify->child.handle);
        end_notify(notify, entry_name());
        handle_release(notify->child.handle);
    }
}

void notify_destroy_all(const struct context *context, struct left_handles *left)
{
    destroy_family(&notifies, context, left);
    destroy_family(&count_notifies, context, left);
}

/* Pins the notify of a handle. */
static aclError acquire(void *handle, bool counts, struct notify **out)
{
    char what[96];
    if (handle == NULL)
        return counts ? REPORT_NULL("cntNotify") : REPORT_NULL("notify");
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    *out = handle_acquire(handle, family_of(counts)->kind);
    if (*out != NULL)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_INVALID_HANDLE, "%s is %p, %s; a live %s is required",
                  counts ? "cntNotify" : "notify", handle,
                  handle_describe(handle, what, sizeof what),
                  handle_kind_name(family_of(counts)->kind));
}

static void release(struct notify *notify)
{
    handle_release(notify->child.handle);
}

static aclError destroy(void *handle, bool counts)
{
    struct notify *notify;
    aclError status = acquire(handle, counts, &notify);
    if (status != ACL_SUCCESS)
        return status;
    if (!end_notify(notify, entry_name()))
        status = report(ACL_ERROR_RT_INVALID_HANDLE, "%p is being destroyed by another thread",
                        handle);
    release(notify);
    return status;
}

static aclError get_id(void *handle, bool counts, uint32_t *id)
{
    struct notify *notify;
    aclError status = acquire(handle, counts, &notify);
    if (status != ACL_SUCCESS)
        return status;
    if (id == NULL)
        status = REPORT_NULL("notifyId");
    else
        *id = (uint32_t)notify->child.id;
    release(notify);
    return status;
}

aclError aclrtCreateNotifyImpl(aclrtNotify *notify, uint64_t flag)
{
    if (notify == NULL)
        return REPORT_NULL("notify");
    if (flag != ACL_NOTIFY_DEFAULT && flag != ACL_NOTIFY_DEVICE_USE_ONLY)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flag is %" PRIu64 "; ACL_NOTIFY_DEFAULT (0) or ACL_NOTIFY_DEVICE_USE_ONLY "
                      "(1) is required",
                      flag);
    return create(false, notify);
}

aclError aclrtCntNotifyCreateImpl(aclrtCntNotify *cntNotify, uint64_t flag)
{
    if (cntNotify == NULL)
        return REPORT_NULL("cntNotify");
    if (flag != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "flag is %" PRIu64 "; 0 is required", flag);
    return create(true, cntNotify);
}

aclError aclrtDestroyNotifyImpl(aclrtNotify notify)
{
    return destroy(notify, false);
}

aclError aclrtCntNotifyDestroyImpl(aclrtCntNotify cntNotify)
{
    return destroy(cntNotify, true);
}

aclError aclrtGetNotifyIdImpl(aclrtNotify notify, uint32_t *notifyId)
{
    return get_id(notify, false, notifyId);
}

aclError aclrtCntNotifyGetIdImpl(aclrtCntNotify cntNotify, uint32_t *notifyId)
{
    return get_id(cntNotify, true, notifyId);
}

/* ---- The count ------------------------------------------------------------------------------- */

/* What a record does, as aclrtCntNotifyRecordMode; a notify is set to 1 and to 0. */
static uint32_t changed_by(const aclrtCntNotifyRecordInfo *info, uint32_t count)
{
    switch (info->mode) {
    case ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE: return count + info->value;
    case ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE: return count | info->value;
    case ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE: return count & info->value;
    default: return info->value;
    }
}

static void change(struct notify *notify, const aclrtCntNotifyRecordInfo *info)
{
    pthread_mutex_lock(&notify->lock);
    if (notify->page != NULL) {
        atomic_store(&notify->page->signal.value, info->value);
        export_changed(&notify->page->signal);
    } else {
        notify->count = changed_by(info, notify->count);
    }
    pthread_cond_broadcast(&notify->changed);
    pthread_mutex_unlock(&notify->lock);
}

static bool is_awaited(const aclrtCntNotifyWaitInfo *info, uint32_t count)
{
    switch (info->mode) {
    case ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE: return count < info->value;
    case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE: return count == info->value;
    case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE: return count > info->value;
    case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE: return count >= info->value;
    default: return (count & info->value) == info->value;
    }
}

/* Whether the count is what is waited for; then it is cleared if that is asked for. Waits a moment
 * for a change otherwise. */
static bool try_take(struct notify *notify, const aclrtCntNotifyWaitInfo *info)
{
    struct timespec soon;
    pthread_mutex_lock(&notify->lock);
    struct export_page *page = notify->page;
    bool taken = page == NULL && is_awaited(info, notify->count);
    if (taken && info->isClear != 0)
        notify->count = 0;
    if (page == NULL && !taken)
        (void)condition_wait(&notify->changed, &notify->lock, deadline_in(10, &soon));
    pthread_mutex_unlock(&notify->lock);
    if (page == NULL)
        return taken;
    uint32_t one = 1;
    uint32_t changes = atomic_load(&page->signal.changes);
    if (atomic_compare_exchange_strong(&page->signal.value, &one, 0))
        return true;
    export_await_change(&page->signal, changes);
    return false;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

struct notify_task {
    struct task task;
    struct notify *notify; /* pinned */
    aclrtCntNotifyRecordInfo record;
    aclrtCntNotifyWaitInfo wait;
};

static void destroy_task(struct task *task)
{
    release(((struct notify_task *)task)->notify);
    free(task);
}

static void run_record(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct notify_task *self = (const struct notify_task *)task;
    (void)stream;
    (void)failure;
    change(self->notify, &self->record);
}

static bool has_exporter(const struct notify *notify)
{
    return !notify->is_imported || export_born(notify->page->process) == notify->exporter_born;
}

static void fail_left(const struct notify_task *task, const struct stream *stream,
                      struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_IPC_ERROR;
    snprintf(failure->text, sizeof failure->text,
             "%s: stream %d waited for a notify of process %" PRId32 ", which has ended",
             task->task.name, stream->child.id, task->notify->page->process);
}

static void fail_late(const struct notify_task *task, const struct stream *stream,
                      struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
    snprintf(failure->text, sizeof failure->text,
             "%s: stream %d waited in vain for notify %d (timeout %" PRIu32 " s)", task->task.name,
             stream->child.id, task->notify->child.id, task->wait.timeout);
}

static void run_wait(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct notify_task *self = (const struct notify_task *)task;
    uint32_t seconds = self->wait.timeout;
    int64_t end = monotonic_nanoseconds() + (int64_t)seconds * 1000000000;
    while (!stream_gives_up(stream, task) && !try_take(self->notify, &self->wait)) {
        if (!has_exporter(self->notify)) {
            fail_left(self, stream, failure);
            return;
        }
        if (seconds != 0 && monotonic_nanoseconds() >= end) {
            fail_late(self, stream, failure);
            return;
        }
        stream_ask_for_others();
    }
}

/* Notes for the order of calls where a record stands. */
static void note_record(struct notify *notify, struct stream *stream, uint64_t sequence)
{
    if (!order_is_kept() || sequence == 0)
        return;
    pthread_mutex_lock(&notify->lock);
    struct record *record = notify->records;
    while (record != NULL && record->stream != stream)
        record = record->next;
    if (record == NULL && (record = calloc(1, sizeof *record)) != NULL) {
        handle_retain(stream->child.handle);
        record->stream = stream;
        record->next = notify->records;
        notify->records = record;
    }
    if (record != NULL)
        record->sequence = sequence;
    pthread_mutex_unlock(&notify->lock);
}

/* A wait is behind what was queued before the records that were queued before it. Which of them
 * lets it through is not known, so it counts as behind all. */
static void note_wait(struct notify *notify, struct stream *stream)
{
    if (!order_is_kept())
        return;
    pthread_mutex_lock(&notify->lock);
    bool is_shared = notify->page != NULL;
    for (const struct record *record = notify->records; record != NULL; record = record->next)
        if (record->stream != stream)
            stream_order_wait(stream, record->stream, record->sequence);
    pthread_mutex_unlock(&notify->lock);
    if (is_shared)
        stream_order_wait_for_all(stream);
}

static aclError submit(struct notify *notify, struct stream *stream,
                       const struct notify_task *given, bool waits)
{
    struct notify_task *task = malloc(sizeof *task);
    if (task == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    *task = *given;
    handle_retain(notify->child.handle);
    task->notify = notify;
    task->task.name = entry_name();
    task->task.run = waits ? run_wait : run_record;
    task->task.destroy = destroy_task;
    task->task.lasts = waits;
    task->task.is_held = waits;
    task->task.is_urgent = !waits && notify->page != NULL;
    if (waits)
        note_wait(notify, stream);
    uint64_t sequence = stream_submit(stream, &task->task);
    if (!waits)
        note_record(notify, stream, sequence);
    return ACL_SUCCESS;
}

static aclError queue(void *handle, bool counts, const struct notify_task *task, aclrtStream on,
                      bool waits)
{
    struct notify *notify;
    struct stream *stream;
    aclError status = acquire(handle, counts, &notify);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_acquire(on, &stream);
    if (status == ACL_SUCCESS) {
        status = submit(notify, stream, task, waits);
        stream_release(stream);
    }
    release(notify);
    return status;
}

static const aclrtCntNotifyRecordInfo set_to_one = {ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 1};
static const aclrtCntNotifyRecordInfo set_to_zero = {ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 0};

aclError aclrtRecordNotifyImpl(aclrtNotify notify, aclrtStream stream)
{
    return queue(notify, false, &(struct notify_task){.record = set_to_one}, stream, false);
}

aclError aclrtWaitAndResetNotifyImpl(aclrtNotify notify, aclrtStream stream, uint32_t timeout)
{
    const struct notify_task task = {
        .wait = {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 1, timeout, 1, {0}},
    };
    return queue(notify, false, &task, stream, true);
}

aclError aclrtNotifyBatchResetImpl(aclrtNotify *batch, size_t num)
{
    struct notify *notify;
    aclError status = ACL_SUCCESS;
    if (batch == NULL)
        return REPORT_NULL("notifies");
    if (num == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "num is 0; at least 1 notify is required");
    for (size_t i = 0; i < num && status == ACL_SUCCESS; i++) {
        status = acquire(batch[i], false, &notify);
        if (status == ACL_SUCCESS)
            release(notify);
    }
    for (size_t i = 0; i < num && status == ACL_SUCCESS; i++) {
        status = acquire(batch[i], false, &notify);
        if (status != ACL_SUCCESS)
            break;
        change(notify, &set_to_zero);
        release(notify);
    }
    return status;
}

aclError aclrtCntNotifyRecordImpl(aclrtCntNotify cntNotify, aclrtStream stream,
                                  aclrtCntNotifyRecordInfo *info)
{
    if (info == NULL)
        return REPORT_NULL("info");
    int mode = (int)info->mode;
    if (mode < 0 || mode > ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE || mode == 3)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "info->mode is %d; 0 (set), 1 (add), 2 (or) or 4 (and) is required", mode);
    return queue(cntNotify, true, &(struct notify_task){.record = *info}, stream, false);
}

aclError aclrtCntNotifyWaitWithTimeoutImpl(aclrtCntNotify cntNotify, aclrtStream stream,
                                           aclrtCntNotifyWaitInfo *info)
{
    if (info == NULL)
        return REPORT_NULL("info");
    int mode = (int)info->mode;
    if (mode < 0 || mode > ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "info->mode is %d; ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE (0) to "
                      "ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE (4) is required",
                      mode);
    if (info->isClear > 1)
        return report(ACL_ERROR_RT_PARAM_INVALID, "info->isClear is %u; 0 or 1 is required",
                      info->isClear);
    return queue(cntNotify, true, &(struct notify_task){.wait = *info}, stream, true);
}

aclError aclrtCntNotifyResetImpl(aclrtCntNotify cntNotify, aclrtStream stream)
{
    return queue(cntNotify, true, &(struct notify_task){.record = set_to_zero}, stream, false);
}

/* ---- Other processes ------------------------------------------------------------------------- */

/* Gives the notify a page, which has its value from now on. The notify's lock is held. */
static aclError share(struct notify *notify, bool for_all)
{
    if (notify->is_imported)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "notify %p was imported; the process that has made it exports it",
                      notify->child.handle);
    if (notify->page == NULL) {
        struct export_page *page;
        aclError status = export_begin(EXPORT_NOTIFY, notify->child.device, for_all, &page);
        if (status != ACL_SUCCESS)
            return status;
        atomic_store(&page->signal.value, notify->count);
        export_publish(page);
        notify->page = page;
        pthread_cond_broadcast(&notify->changed);
    } else if (for_all) {
        atomic_store(&notify->page->for_all, 1);
    }
    return ACL_SUCCESS;
}

aclError aclrtNotifyGetExportKeyImpl(aclrtNotify notify, char *key, size_t len, uint64_t flags)
{
    struct notify *object;
    aclError status = acquire(notify, false, &object);
    if (status != ACL_SUCCESS)
        return status;
    if (key == NULL)
        status = REPORT_NULL("key");
    else if (len < EXPORT_KEY)
        status = report(ACL_ERROR_RT_PARAM_INVALID, "len is %zu; %d or more is required", len,
                        EXPORT_KEY);
    else if ((flags & ~ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION) != 0)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "flags is %" PRIu64 "; ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT (0) or "
                        "ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION (2) is required",
                        flags);
    if (status == ACL_SUCCESS) {
        pthread_mutex_lock(&object->lock);
        status = share(object, flags != 0);
        pthread_mutex_unlock(&object->lock);
    }
    if (status == ACL_SUCCESS) {
        memset(key, 0, EXPORT_KEY);
        export_key(object->page, key);
    }
    release(object);
    return status;
}

/* The notify that this process has exported, pinned. */
static aclError acquire_exported(aclrtNotify handle, struct notify **notify)
{
    aclError status = acquire(handle, false, notify);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&(*notify)->lock);
    bool is_exported = (*notify)->page != NULL && !(*notify)->is_imported;
    pthread_mutex_unlock(&(*notify)->lock);
    if (is_exported)
        return ACL_SUCCESS;
    release(*notify);
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "notify is %p, which this process has not exported: call "
                  "aclrtNotifyGetExportKey first",
                  handle);
}

aclError aclrtNotifySetImportPidImpl(aclrtNotify notify, int32_t *pid, size_t num)
{
    struct notify *object;
    aclError status = acquire_exported(notify, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = export_allow(object->page, pid, num, "num");
    release(object);
    return status;
}

aclError aclrtNotifySetImportPidInterServerImpl(aclrtNotify notify, aclrtServerPid *serverPids,
                                                size_t num)
{
    struct notify *object;
    aclError status = acquire_exported(notify, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = export_allow_servers(object->page, serverPids, num);
    release(object);
    return status;
}

static aclError import(const struct export_name *name, aclrtNotify *notify)
{
    struct export_page *page;
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    aclError status = export_open(name, EXPORT_NOTIFY, "key", &page);
    if (status == ACL_SUCCESS) {
        status = create_in(context, false, page, notify);
        if (status != ACL_SUCCESS)
            export_close(page);
    }
    context_release(context);
    return status;
}

aclError aclrtNotifyImportByKeyImpl(aclrtNotify *notify, const char *key, uint64_t flags)
{
    struct export_name name;
    if (notify == NULL)
        return REPORT_NULL("notify");
    if (key == NULL)
        return REPORT_NULL("key");
    if (!export_read_key(key, EXPORT_NOTIFY, &name))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "key is \"%.64s\"; one that aclrtNotifyGetExportKey wrote is required", key);
    if ((flags & ~ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flags is %" PRIu64 "; ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT (0) or "
                      "ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS (2) is required",
                      flags);
    return import(&name, notify);
}
