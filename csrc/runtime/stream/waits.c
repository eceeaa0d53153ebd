/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/waits.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "runtime/stream/stream_queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic size_t callback_count; /* how many waits for threads that process reports are
                                       * listed */
static uint64_t search_count;

/* ---- The lists: the lock is held ------------------------------------------------------------- */

static void list(struct wait *wait, struct stream *stream, uint64_t sequence)
{
    wait->stream = stream;
    wait->sequence = sequence;
    wait->next = stream->waits.list;
    wait->link = &stream->waits.list;
    if (wait->next != NULL)
        wait->next->link = &wait->next;
    stream->waits.list = wait;
    wait->listed = true;
    if (wait->awaited == NULL)
        atomic_fetch_add(&callback_count, 1);
}

void waits_add(struct wait *wait, struct stream *stream, uint64_t sequence)
{
    pthread_mutex_lock(&lock);
    list(wait, stream, sequence);
    pthread_mutex_unlock(&lock);
}

void waits_end(struct wait *wait)
{
    if (!wait->listed)
        return;
    wait->listed = false;
    pthread_mutex_lock(&lock);
    *wait->link = wait->next;
    if (wait->next != NULL)
        wait->next->link = wait->link;
    if (wait->awaited == NULL)
        atomic_fetch_sub(&callback_count, 1);
    pthread_mutex_unlock(&lock);
}

/* ---- Searching: the lock is held ------------------------------------------------------------- */

/* What a search looks for behind a place. */
struct goal {
    const struct stream_frame *frames; /* it looks for any of these tasks */
    uint64_t listener;                 /* or for a callback that this thread processes; 0: for
                                        * none */
    bool timed;                        /* it also follows waits that end by themselves */
};

static bool is_frame(const struct stream_frame *frame, const struct stream *stream, uint64_t place)
{
    for (; frame != NULL; frame = frame->outer)
        if (frame->stream == stream && frame->sequence <= place)
            return true;
    return false;
}

/* Adds a stream's waits up to a place to a search, each once. True when one of them is a callback
 * that the search looks for. */
static bool collect(const struct goal *goal, struct stream *stream, uint64_t place,
                    struct wait **todo)
{
    struct waits *waits = &stream->waits;
    uint64_t looked = waits->search == search_count ? waits->searched : 0;
    if (place <= looked)
        return false;
    waits->search = search_count;
    waits->searched = place;
    for (struct wait *wait = waits->list; wait != NULL; wait = wait->next) {
        if (wait->sequence <= looked || wait->sequence > place || (wait->timed && !goal->timed))
            continue;
        if (wait->awaited != NULL) {
            wait->todo = *todo;
            *todo = wait;
        } else if (goal->listener != 0 && atomic_load(&stream->listener) == goal->listener) {
            return true;
        }
    }
    return false;
}

static bool leads_to(const struct goal *goal, struct stream *stream, uint64_t place)
{
    struct wait *todo = NULL;
    search_count++;
    for (;;) {
        if (is_frame(goal->frames, stream, place) || collect(goal, stream, place, &todo))
            return true;
        if (todo == NULL)
            return false;
        stream = todo->awaited;
        place = todo->place;
        todo = todo->todo;
    }
}

/* ---- For the rest of the runtime ------------------------------------------------------------- */

bool waits_begin(struct wait *wait, const struct stream_frame *frames, struct stream *stream,
                 uint64_t place, enum wait_kind kind)
{
    bool listens = kind == WAIT_ENDLESS && atomic_load(&callback_count) > 0;
    wait->listed = false;
    if (frames == NULL && !listens)
        return true;
    const struct goal goal = {
        .frames = frames,
        .listener = listens ? (uint64_t)pthread_self() : 0,
        .timed = kind == WAIT_RUNNING,
    };
    pthread_mutex_lock(&lock);
    bool ends = !leads_to(&goal, stream, place);
    if (ends && frames != NULL && kind != WAIT_TIMED) {
        wait->awaited = stream;
        wait->place = place;
        wait->timed = false;
        list(wait, frames->stream, frames->sequence);
    }
    pthread_mutex_unlock(&lock);
    return ends;
}
