/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/callback.h"

#include <stdlib.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/frames.h"
#include "runtime/stream/host_call.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/watch/order.h"

/* A callback that is on its way from its stream to the subscribed thread. */
struct call {
    struct call *next;
    struct wait wait; /* the stream's wait for that thread, if the callback blocks */
    struct stream *stream;
    aclrtCallback function;
    void *data;
    uint64_t sequence;
    bool blocks; /* the stream waits for it, and frees this struct when it is over */
    bool ran;    /* in sync mode it ran before a report asked for it; the report still has to be
                  * told */
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
static struct call *waiting; /* the oldest first */

static void make_condition(void)
{
    condition_open(&changed);
}

static uint64_t this_thread(void)
{
    return (uint64_t)pthread_self();
}

/* The link of the list that points to the stream's subscription; *link is NULL when it has none. */
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

/* Whether this thread is running a callback of every stream that it has subscribed to. */
static bool holds_up_all(void)
{
    for (const struct subscription *s = subscriptions; s != NULL; s = s->next)
        if (s->thread == this_thread() && !stream_runs_here(s->stream))
            return false;
    return true;
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
        atomic_store(&object->listener, threadId);
        *place = added;
        added = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(added);
    stream_release(object);
    return status;
}

/* Drops callbacks that nobody will take. Those that a stream waits for are freed by the stream; for
 * it they are over, even if somebody subscribes again before it looks. */
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
        waits_end(&call->wait);
        if (call->blocks && !call->ran)
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

/* Ends a subscription and returns it. The caller holds the lock. */
static struct subscription *unsubscribe(struct subscription **place)
{
    struct subscription *removed = *place;
    *place = removed->next;
    atomic_store(&removed->stream->listener, 0);
    drop_calls(removed->stream);
    pthread_cond_broadcast(&changed);
    return removed;
}

void callback_forget_stream(struct stream *stream)
{
    struct subscription *removed = NULL;
    pthread_once(&once, make_condition);
    pthread_mutex_lock(&lock);
    struct subscription **place = find(stream);
    if (*place != NULL)
        removed = unsubscribe(place);
    pthread_mutex_unlock(&lock);
    free(removed);
}

void callback_forget_thread(aclrtContext context)
{
    struct subscription **place = &subscriptions;
    pthread_once(&once, make_condition);
    pthread_mutex_lock(&lock);
    while (*place != NULL) {
        if ((*place)->thread == this_thread() && (*place)->stream->child.context == context)
            free(unsubscribe(place));
        else
            place = &(*place)->next;
    }
    pthread_mutex_unlock(&lock);
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
        removed = unsubscribe(place);
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
            return call;
        }
    }
    return NULL;
}

/* A thread that asks for callbacks asks for the work before them too; in lazy mode nobody else
 * would run it. The caller holds the lock. */
static aclError ask_for_callbacks(uint64_t thread)
{
    aclError status = ACL_SUCCESS;
    for (const struct subscription *s = subscriptions; s != NULL && status == ACL_SUCCESS;
         s = s->next)
        if (s->thread == thread)
            status = stream_ask(s->stream, stream_newest(s->stream));
    return status;
}

/* A callback that a report runs. If it blocks, a stream waits for it. */
struct reported {
    struct call *call;
    struct stream_frame frame;
    struct order_function function; /* for the order of calls (watch/order.h) */
};

/* Called when the callback has returned or ended the thread. */
static void end_reported(void *argument)
{
    struct reported *reported = argument;
    if (!reported->call->blocks) {
        free(reported->call);
        return;
    }
    order_function_end(&reported->function);
    stream_leave(&reported->frame);
    waits_end(&reported->call->wait);
    pthread_mutex_lock(&lock);
    reported->call->finished = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* Runs the callback. The program asked for it, so it may cancel the thread meanwhile. */
static void run_taken(struct call *call)
{
    struct reported reported = {.call = call};
    if (call->blocks) {
        stream_enter(&reported.frame, call->stream, call->sequence);
        order_function_begin(&reported.function, &call->stream->order, call->sequence, 0, true);
    }
    pthread_cleanup_push(end_reported, &reported);
    pthread_setcancelstate(entry_current.cancel_state, NULL);
    call->function(call->data);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &entry_current.cancel_state);
    pthread_cleanup_pop(true);
}

/* The caller holds the lock. */
static aclError check_listener(void)
{
    if (!subscribed(this_thread()))
        return report(ACL_ERROR_RT_THREAD_SUBSCRIBE,
                      "this thread has subscribed to no stream; call aclrtSubscribeReport first");
    if (holds_up_all())
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "called from a callback of the only stream that this thread has subscribed "
                      "to: no other comes before it has returned");
    return ACL_SUCCESS;
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
    aclError status = check_listener();
    while (status == ACL_SUCCESS && (call = take(this_thread())) == NULL && in_time &&
           (status = ask_for_callbacks(this_thread())) == ACL_SUCCESS) {
        in_time = condition_wait_cancellable(&changed, &lock, deadline);
        status = check_listener();
    }
    /* The stream exists as long as somebody is subscribed to it. */
    if (call != NULL)
        order_done(&call->stream->order, call->sequence - (call->blocks && !call->ran));
    pthread_mutex_unlock(&lock);
    if (call != NULL && call->ran)
        free(call);
    else if (call != NULL)
        run_taken(call);
    else if (status == ACL_SUCCESS)
        status = report(ACL_ERROR_RT_REPORT_TIMEOUT, "no callback came within %d ms", timeout);
    return status;
}

struct callback_task {
    struct task task;
    struct wait wait;  /* the wait for the thread that processes reports, if the callback blocks */
    struct call *call; /* NULL once the call belongs to the queue */
    uint64_t launch;   /* the number of the call that queued it (order.h), if the callback blocks */
};

static void destroy_callback(struct task *task)
{
    struct callback_task *self = (struct callback_task *)task;
    if (self->call != NULL)
        waits_end(&self->call->wait);
    if (self->task.wait != NULL)
        order_function_over();
    free(self->call);
    free(self);
}

/* Appends the call. The caller holds the lock. */
static void put_last(struct call *call)
{
    struct call **end = &waiting;
    while (*end != NULL)
        end = &(*end)->next;
    *end = call;
    pthread_cond_broadcast(&changed);
}

/* Runs a callback of this thread directly from the stream. In sync mode a report is still due. */
static void run_unasked(struct callback_task *self, struct stream *stream)
{
    struct call *call = self->call;
    bool is_due = environment()->stream_mode == STREAM_SYNC;
    host_call(call->function, call->data, stream, call->sequence, is_due ? self->launch : 0, true);
    if (!is_due)
        return;
    waits_end(&call->wait);
    pthread_mutex_lock(&lock);
    const struct subscription *listener = *find(stream);
    if (listener != NULL && listener->thread == this_thread()) {
        call->ran = true;
        put_last(call);
        self->call = NULL;
    }
    pthread_mutex_unlock(&lock);
}

/* Hands the callback to the subscribed thread, and waits for it if it blocks. */
static void run_reported(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct callback_task *self = (struct callback_task *)task;
    struct call *call = self->call;
    (void)failure;
    call->stream = stream;
    call->sequence = task->sequence;
    pthread_mutex_lock(&lock);
    /* An abort since the beginning of this task has dropped it. */
    bool dropped = atomic_load(&stream->dropped) >= task->sequence;
    const struct subscription *listener = dropped ? NULL : *find(stream);
    if (listener != NULL && call->blocks && listener->thread == this_thread()) {
        /* This thread runs the stream and would have to process the report too, so it does both. */
        pthread_mutex_unlock(&lock);
        run_unasked(self, stream);
        return;
    }
    if (listener != NULL) {
        put_last(call);
        if (!call->blocks)
            self->call = NULL;
        /* It is finished when it has run, or when nobody is subscribed any more. */
        while (self->call != NULL && !call->finished)
            pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void trace_callback(const struct task *task, struct trace_work *work)
{
    (void)task;
    work->kind = TRACE_CALLBACK;
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
        task->task.trace = trace_callback;
        task->task.destroy = destroy_callback;
        call->function = fn;
        call->data = userData;
        call->blocks = blockType == ACL_CALLBACK_BLOCK;
        task->call = call;
        if (call->blocks) {
            task->task.lasts = true;
            task->task.wait = &call->wait;
            task->launch = order_function_queued();
        }
        stream_submit(object, &task->task);
        task = NULL;
        call = NULL;
        if (environment()->stream_mode == STREAM_LAZY) {
            /* Threads that wait in aclrtProcessReport look again. */
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
    uint64_t launch; /* the number of the call that queued it (order.h) */
};

static void run_host(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct host_task *self = (struct host_task *)task;
    (void)failure;
    host_call(self->function, self->data, stream, task->sequence, self->launch, false);
}

static void destroy_host(struct task *task)
{
    order_function_over();
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
        task->task.lasts = true;
        task->task.run = run_host;
        task->task.trace = trace_callback;
        task->task.destroy = destroy_host;
        task->function = fn;
        task->data = args;
        task->launch = order_function_queued();
        stream_submit(object, &task->task);
    }
    stream_release(object);
    return status;
}
