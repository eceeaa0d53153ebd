/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions in the work of a stream: run by the stream, or reported to a thread. */
#include <stdlib.h>

#include "base/entry.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "impl.h"
#include "runtime/context.h"
#include "runtime/stream_queue.h"

/* A callback on its way from its stream to the thread that has subscribed to it. */
struct call {
    struct call *next;
    const struct stream *stream;
    aclrtCallback function;
    void *data;
    uint64_t sequence;
    bool blocks; /* the stream waits for it, and owns this record */
    bool taken;
    bool finished;
};

struct subscription {
    struct subscription *next;
    struct stream *stream;
    uint64_t thread;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct subscription *subscriptions;
static struct call *waiting; /* oldest first */

static void make_condition(void)
{
    condition_open(&changed);
}

static uint64_t this_thread(void)
{
    return (uint64_t)pthread_self();
}

/* The place of the stream's subscription in the list; *place is NULL when there is none. */
static struct subscription **find(const struct stream *stream)
{
    struct subscription **place = &subscriptions;
    while (*place != NULL && (*place)->stream != stream)
        place = &(*place)->next;
    return place;
}

static bool subscribed(uint64_t thread)
{
    for (const struct subscription *s = subscriptions; s != NULL; s = s->next)
        if (s->thread == thread)
            return true;
    return false;
}

aclError aclrtSubscribeReportImpl(uint64_t threadId, aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    pthread_once(&once, make_condition);
    struct subscription *added = calloc(1, sizeof *added);
    pthread_mutex_lock(&lock);
    struct subscription **place = find(object);
    if (handle_kind_of(object->child.handle) != HANDLE_STREAM) {
        status = report(ACL_ERROR_RT_INVALID_HANDLE,
                        "stream %p is being destroyed by another thread", object->child.handle);
    } else if (*place != NULL) {
        status = report(ACL_ERROR_RT_STREAM_SUBSCRIBE,
                        "stream %d is subscribed already, by thread %llu", object->child.id,
                        (unsigned long long)(*place)->thread);
    } else if (added == NULL) {
        status = report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a subscription");
    } else {
        added->stream = object;
        added->thread = threadId;
        *place = added;
        added = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(added);
    stream_release(object);
    return status;
}

/*
 * Callbacks that nobody will take any more; those that a stream waits for are its own to free. They
 * are over for it even if somebody subscribes again before it looks.
 */
static void drop_calls(const struct stream *stream)
{
    struct call **place = &waiting;
    while (*place != NULL) {
        struct call *call = *place;
        if (call->stream != stream) {
            place = &call->next;
            continue;
        }
        *place = call->next;
        if (call->blocks)
            call->finished = true;
        else
            free(call);
    }
}

void callback_drop_untaken(const struct stream *stream)
{
    pthread_once(&once, make_condition);
    pthread_mutex_lock(&lock);
    drop_calls(stream);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

void callback_forget_stream(const struct stream *stream)
{
    struct subscription *removed = NULL;
    pthread_once(&once, make_condition);
    pthread_mutex_lock(&lock);
    struct subscription **place = find(stream);
    if (*place != NULL) {
        removed = *place;
        *place = removed->next;
        drop_calls(stream);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    free(removed);
}

aclError aclrtUnSubscribeReportImpl(uint64_t threadId, aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    pthread_once(&once, make_condition);
    struct subscription *removed = NULL;
    pthread_mutex_lock(&lock);
    struct subscription **place = find(object);
    if (*place == NULL) {
        status = report(ACL_ERROR_RT_STREAM_SUBSCRIBE, "stream %d is not subscribed",
                        object->child.id);
    } else if ((*place)->thread != threadId) {
        status = report(ACL_ERROR_RT_THREAD_SUBSCRIBE,
                        "threadId is %llu; stream %d is subscribed by thread %llu",
                        (unsigned long long)threadId, object->child.id,
                        (unsigned long long)(*place)->thread);
    } else {
        removed = *place;
        *place = removed->next;
        drop_calls(object);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    free(removed);
    stream_release(object);
    return status;
}

/* Takes the oldest callback of a stream that the thread has subscribed to. */
static struct call *take(uint64_t thread)
{
    for (struct call **place = &waiting; *place != NULL; place = &(*place)->next) {
        const struct subscription *s = *find((*place)->stream);
        if (s != NULL && s->thread == thread) {
            struct call *call = *place;
            *place = call->next;
            call->taken = true;
            return call;
        }
    }
    return NULL;
}

/* A request for a callback is one for the work before it, which in lazy mode nobody runs else. */
static void ask_for_callbacks(uint64_t thread)
{
    for (const struct subscription *s = subscriptions; s != NULL; s = s->next)
        if (s->thread == thread)
            stream_wake(s->stream);
}

aclError aclrtProcessReportImpl(int32_t timeout)
{
    if (timeout == 0 || timeout < -1)
        return report(ACL_ERROR_INVALID_PARAM,
                      "timeout is %d; -1 (for ever) or a positive number of milliseconds is "
                      "required",
                      timeout);
    pthread_once(&once, make_condition);
    struct timespec storage;
    const struct timespec *deadline = deadline_in(timeout, &storage);
    bool in_time = true;
    struct call *call = NULL;
    pthread_mutex_lock(&lock);
    while (subscribed(this_thread()) && (call = take(this_thread())) == NULL && in_time) {
        ask_for_callbacks(this_thread());
        in_time = condition_wait(&changed, &lock, deadline);
    }
    bool listens = subscribed(this_thread());
    pthread_mutex_unlock(&lock);
    if (call == NULL && !listens)
        return report(ACL_ERROR_RT_THREAD_SUBSCRIBE,
                      "this thread has subscribed to no stream; call aclrtSubscribeReport first");
    if (call == NULL)
        return report(ACL_ERROR_RT_REPORT_TIMEOUT, "no callback came within %d ms", timeout);

    if (!call->blocks) {
        call->function(call->data);
        free(call);
        return ACL_SUCCESS;
    }
    struct stream_frame frame;
    stream_enter(&frame, call->stream, call->sequence);
    call->function(call->data);
    stream_leave(&frame);
    pthread_mutex_lock(&lock);
    call->finished = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return ACL_SUCCESS;
}

void callback_run(void (*function)(void *), void *data, const struct stream *stream)
{
    aclrtContext context = context_swap(stream->child.context);
    int failure = entry_last_failure(false);
    function(data);
    entry_failed(failure);
    context_swap(context);
}

struct callback_task {
    struct task task;
    struct call *call; /* NULL once it was handed to the queue for good */
};

static void destroy_callback(struct task *task)
{
    free(((struct callback_task *)task)->call);
    free(task);
}

/* Hands the callback to the subscribed thread; a blocking one is waited for. */
static void run_reported(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct callback_task *self = (struct callback_task *)task;
    struct call *call = self->call;
    (void)failure;
    call->stream = stream;
    call->sequence = task->sequence;
    pthread_mutex_lock(&lock);
    /* An abort that came between the beginning of this task and here has dropped it. */
    bool dropped = atomic_load(&stream->dropped) >= task->sequence;
    const struct subscription *listener = dropped ? NULL : *find(stream);
    if (listener != NULL && call->blocks && listener->thread == this_thread()) {
        /* The thread that would have to process it runs the stream: it does both. */
        pthread_mutex_unlock(&lock);
        callback_run(call->function, call->data, stream);
        return;
    }
    if (listener != NULL) {
        struct call **end = &waiting;
        while (*end != NULL)
            end = &(*end)->next;
        *end = call;
        pthread_cond_broadcast(&changed);
        if (!call->blocks)
            self->call = NULL;
        /* Finished: it ran, or nobody listens any more. */
        while (self->call != NULL && !call->finished)
            pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

aclError aclrtLaunchCallbackImpl(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType,
                                 aclrtStream stream)
{
    if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK)
        return report(ACL_ERROR_INVALID_PARAM,
                      "blockType is %d; ACL_CALLBACK_NO_BLOCK (0) or ACL_CALLBACK_BLOCK (1) is "
                      "required",
                      (int)blockType);
    if (fn == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "fn is NULL; a function is required");
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    bool heard = *find(object) != NULL;
    pthread_mutex_unlock(&lock);
    struct callback_task *task = calloc(1, sizeof *task);
    struct call *call = calloc(1, sizeof *call);
    if (!heard) {
        status = report(ACL_ERROR_RT_STREAM_NO_CB_REG,
                        "no thread has subscribed to stream %d; call aclrtSubscribeReport first",
                        object->child.id);
    } else if (task == NULL || call == NULL) {
        status = report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a callback");
    } else {
        task->task.name = "aclrtLaunchCallback";
        task->task.run = run_reported;
        task->task.destroy = destroy_callback;
        call->function = fn;
        call->data = userData;
        call->blocks = blockType == ACL_CALLBACK_BLOCK;
        task->call = call;
        stream_submit(object, &task->task);
        task = NULL;
        call = NULL;
        if (environment()->stream_mode == STREAM_LAZY) {
            /* Whoever waits for it in aclrtProcessReport asks again. */
            pthread_mutex_lock(&lock);
            pthread_cond_broadcast(&changed);
            pthread_mutex_unlock(&lock);
        }
    }
    free(task);
    free(call);
    stream_release(object);
    return status;
}

struct host_task {
    struct task task;
    aclrtHostFunc function;
    void *data;
};

static void run_host(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct host_task *self = (struct host_task *)task;
    (void)failure;
    callback_run(self->function, self->data, stream);
}

static void destroy_host(struct task *task)
{
    free(task);
}

aclError aclrtLaunchHostFuncImpl(aclrtStream stream, aclrtHostFunc fn, void *args)
{
    if (fn == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "fn is NULL; a function is required");
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    struct host_task *task = calloc(1, sizeof *task);
    if (task == NULL) {
        status = report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    } else {
        task->task.name = "aclrtLaunchHostFunc";
        task->task.run = run_host;
        task->task.destroy = destroy_host;
        task->function = fn;
        task->data = args;
        stream_submit(object, &task->task);
    }
    stream_release(object);
    return status;
}
