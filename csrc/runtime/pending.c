/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/pending.h"

#include <inttypes.h>
#include <pthread.h>

#include "base/call_stack.h"
#include "base/environment.h"
#include "base/finding.h"
#include "runtime/stream_queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending *newest;

bool pending_wanted(void)
{
    return finding_wanted() && environment()->check_mode != CHECK_OFF;
}

/* ---- The list ------------------------------------------------------------------------------- */

static void note(struct pending *pending, struct stream *stream)
{
    pending->is_noted = true;
    pending->stream = stream;
    pending->next = newest;
    pending->link = &newest;
    if (newest != NULL)
        newest->link = &pending->next;
    newest = pending;
}

void pending_end(struct pending *pending)
{
    if (!pending->is_noted)
        return;
    pthread_mutex_lock(&lock);
    *pending->link = pending->next;
    if (pending->next != NULL)
        pending->next->link = pending->link;
    pthread_mutex_unlock(&lock);
}

/* ---- Meetings ------------------------------------------------------------------------------- */

static bool meet(const struct pending_range *a, const struct pending_range *b)
{
    return (a->written || b->written) && a->first < b->past && b->first < a->past;
}

static const struct pending_range *find_meeting(const struct pending *work,
                                                const struct pending_range *range)
{
    for (size_t i = 0; i < work->range_count; i++)
        if (meet(&work->ranges[i], range))
            return &work->ranges[i];
    return NULL;
}

/* The newest work that meets the range and is not ordered before the stream's; the lock is held. */
static bool tell_meeting(const struct pending_range *range, struct stream *stream)
{
    for (const struct pending *work = newest; work != NULL; work = work->next) {
        const struct pending_range *other = find_meeting(work, range);
        /* A wait that is over is in no list any more; neither is what it waited for. */
        if (other == NULL ||
            (stream != NULL && waits_include(stream, UINT64_MAX, work->stream, work->sequence)))
            continue;
        finding_note(work->name, "queued the other", work->queued_in);
        finding(FINDING_RACE,
                "%s, bytes 0x%zx to 0x%zx, is %s while %s (task %" PRIu64 " of stream %" PRId32
                ") is queued, which %s %s, bytes 0x%zx to 0x%zx; %s",
                range->name, (size_t)range->first, (size_t)range->past,
                range->written ? "written" : "read", work->name, work->sequence,
                stream_id(work->stream), other->written ? "writes" : "reads", other->name,
                (size_t)other->first, (size_t)other->past,
                stream == NULL ? "synchronize with the stream first"
                               : "order the streams by an event, or give each memory of its own");
        return true;
    }
    return false;
}

void pending_range_add(struct pending *pending, const char *name, const void *first, size_t bytes,
                       bool written)
{
    if (bytes > 0 && pending->range_count < PENDING_MAX_RANGES)
        pending->ranges[pending->range_count++] = (struct pending_range){
            name, (uintptr_t)first, (uintptr_t)first + bytes, written};
}

void pending_work(struct pending *pending, const char *name, struct stream *stream)
{
    bool told = false;
    pending->name = name;
    pending->queued_in = call_stack_here();
    pending->sequence = stream_newest(stream) + 1;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < pending->range_count && !told; i++)
        told = tell_meeting(&pending->ranges[i], stream);
    note(pending, stream);
    pthread_mutex_unlock(&lock);
}

void pending_touch(const char *name, const void *first, size_t bytes, bool written)
{
    struct pending_range range = {name, (uintptr_t)first, (uintptr_t)first + bytes, written};
    pthread_mutex_lock(&lock);
    if (bytes > 0)
        tell_meeting(&range, NULL);
    pthread_mutex_unlock(&lock);
}
