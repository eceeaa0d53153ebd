/* SPDX-License-Identifier: Apache-2.0 */
#include "profile/marks.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/report.h"
#include "base/thread.h"
#include "runtime/stream/stream.h"

uint64_t marks_number(void)
{
    static _Atomic uint64_t last;
    return atomic_fetch_add(&last, 1) + 1;
}

void marks_note(const char *domain, const char *text, uint64_t number)
{
    int64_t now = monotonic_nanoseconds();
    if (trace_is_on())
        trace_mark(&(struct trace_mark){.by = entry_name(),
                                        .domain = domain,
                                        .text = text,
                                        .number = number,
                                        .began = now,
                                        .ended = now});
}

/* ---- On streams ------------------------------------------------------------------------------ */

struct mark_task {
    struct task task;
    enum trace_kind kind;
    enum trace_edge edge;
    uint64_t number;
    char text[];
};

static void run_mark(struct task *task, struct stream *stream, struct task_failure *failure)
{
    (void)task;
    (void)stream;
    (void)failure;
}

static void trace_mark_task(const struct task *task, struct trace_work *work)
{
    const struct mark_task *mark = (const struct mark_task *)task;
    work->kind = mark->kind;
    work->edge = mark->edge;
    work->number = mark->number;
    work->text = mark->text;
}

static void destroy_mark(struct task *task)
{
    free(task);
}

aclError marks_queue(aclrtStream stream, enum trace_kind kind, enum trace_edge edge,
                     const char *text, uint64_t number)
{
    struct stream *object;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    size_t size = strnlen(text, TRACE_TEXT);
    struct mark_task *mark = calloc(1, sizeof *mark + size + 1);
    if (mark == NULL) {
        stream_release(object);
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    }
    mark->task.name = entry_name();
    mark->task.run = run_mark;
    mark->task.trace = trace_mark_task;
    mark->task.destroy = destroy_mark;
    mark->kind = kind;
    mark->edge = edge;
    mark->number = number;
    memcpy(mark->text, text, size);
    stream_submit(object, &mark->task);
    stream_release(object);
    return ACL_SUCCESS;
}
