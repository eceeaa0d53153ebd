/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/pending.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

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

static int by_first(const void *a, const void *b)
{
    const struct pending_range *left = a;
    const struct pending_range *right = b;
    return (left->first > right->first) - (left->first < right->first);
}

static void sort_ranges(struct pending *pending)
{
    uintptr_t highest = 0;
    if (pending->range_count > 1)
        qsort(pending->ranges, pending->range_count, sizeof *pending->ranges, by_first);
    for (size_t i = 0; i < pending->range_count; i++) {
        if (pending->ranges[i].past > highest)
            highest = pending->ranges[i].past;
        pending->ranges[i].highest = highest;
    }
}

/* How many of the sorted ranges begin before a place. */
static size_t count_before(const struct pending *work, uintptr_t place)
{
    size_t low = 0;
    size_t high = work->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (work->ranges[middle].first < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct pending_range *find_meeting(const struct pending *work,
                                                const struct pending_range *range)
{
    for (size_t i = count_before(work, range->past);
         i > 0 && work->ranges[i - 1].highest > range->first; i--)
        if (meet(&work->ranges[i - 1], range))
            return &work->ranges[i - 1];
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
                ARGUMENT_TEXT(range->name), (size_t)range->first, (size_t)range->past,
                range->written ? "written" : "read", work->name, work->sequence,
                stream_id(work->stream), other->written ? "writes" : "reads",
                ARGUMENT_TEXT(other->name), (size_t)other->first, (size_t)other->past,
                stream == NULL ? "synchronize with the stream first"
                               : "order the streams by an event, or give each memory of its own");
        return true;
    }
    return false;
}

void pending_range_add(struct pending *pending, struct argument_name name, const void *first,
                       size_t bytes, bool written)
{
    if (bytes > 0)
        pending->ranges[pending->range_count++] = (struct pending_range){
            .name = name,
            .first = (uintptr_t)first,
            .past = (uintptr_t)first + bytes,
            .written = written,
        };
}

void pending_work(struct pending *pending, const char *name, struct stream *stream)
{
    bool told = false;
    sort_ranges(pending);
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
    const struct pending_range range = {
        .name = {name, -1},
        .first = (uintptr_t)first,
        .past = (uintptr_t)first + bytes,
        .written = written,
    };
    pthread_mutex_lock(&lock);
    if (bytes > 0)
        tell_meeting(&range, NULL);
    pthread_mutex_unlock(&lock);
}
