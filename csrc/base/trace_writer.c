/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace_writer.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

#include "base/thread.h"
#include "base/trace.h"
#include "base/trace_ring.h"

/* The thread looks so often for records, and ends after so many looks in vain. */
#define LOOK_MILLISECONDS 100
#define LOOKS_IN_VAIN 5

_Atomic bool trace_writer_runs;

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static struct trace_reader *readers;

/* ---- Reading --------------------------------------------------------------------------------- */

_Thread_local bool trace_is_telling;

static void tell_readers(const struct trace_record *record, struct trace_ring *ring)
{
    for (struct trace_reader *each = readers; each != NULL; each = each->next)
        each->record(each, record, ring);
}

/* Tells the readers what a thread has noted so far. */
static bool drain_ring(struct trace_ring *ring)
{
    uint64_t at = atomic_load_explicit(&ring->read, memory_order_relaxed);
    uint64_t end = atomic_load_explicit(&ring->written, memory_order_acquire);
    if (at == end)
        return false;
    while (at < end) {
        const struct trace_record *record = (const struct trace_record *)(ring->bytes +
                                                                          at % TRACE_RING_SIZE);
        tell_readers(record, ring);
        at += record->size;
        atomic_store_explicit(&ring->read, at, memory_order_release);
    }
    return true;
}

/* The same for all threads; false when there was nothing. The caller holds the lock of reading. */
static bool drain_all(void)
{
    bool found = false;
    trace_is_telling = true;
    for (struct trace_ring *ring = trace_rings(); ring != NULL; ring = ring->next)
        found |= drain_ring(ring);
    trace_rings_clear();
    for (struct trace_reader *each = readers; each != NULL; each = each->next)
        each->pause(each);
    trace_is_telling = false;
    return found;
}

static bool drain(void)
{
    pthread_mutex_lock(&reading);
    bool found = drain_all();
    pthread_mutex_unlock(&reading);
    return found;
}

void trace_writer_add(struct trace_reader *reader)
{
    pthread_mutex_lock(&reading);
    (void)drain_all();
    reader->next = readers;
    readers = reader;
    pthread_mutex_unlock(&reading);
}

bool trace_writer_remove(struct trace_reader *reader)
{
    pthread_mutex_lock(&reading);
    (void)drain_all();
    struct trace_reader **place = &readers;
    while (*place != reader)
        place = &(*place)->next;
    *place = reader->next;
    bool is_any = readers != NULL;
    pthread_mutex_unlock(&reading);
    return is_any;
}

/* ---- The thread ------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t changed_once = PTHREAD_ONCE_INIT;
static pthread_t writer;
static bool is_to_join; /* the thread was started, and was not joined */
static bool is_ending;
static bool is_woken;

static void open_condition(void)
{
    condition_open(&changed);
}

/* The caller holds the lock. */
static void sleep_a_while(void)
{
    struct timespec storage;
    const struct timespec *deadline = deadline_in(LOOK_MILLISECONDS, &storage);
    bool in_time = true;
    while (in_time && !is_ending && !is_woken)
        in_time = condition_wait(&changed, &lock, deadline);
    is_woken = false;
}

static void *write_trace(void *unused)
{
    (void)unused;
    int in_vain = 0;
    pthread_mutex_lock(&lock);
    while (!is_ending && in_vain < LOOKS_IN_VAIN) {
        pthread_mutex_unlock(&lock);
        in_vain = drain() ? 0 : in_vain + 1;
        pthread_mutex_lock(&lock);
        sleep_a_while();
    }
    atomic_store(&trace_writer_runs, false);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* The caller holds the lock. A thread that has ended by itself holds it no more. */
static void join(void)
{
    if (is_to_join)
        pthread_join(writer, NULL);
    is_to_join = false;
}

bool trace_writer_start(void)
{
    pthread_once(&changed_once, open_condition);
    pthread_mutex_lock(&lock);
    if (!atomic_load(&trace_writer_runs) && !is_ending) {
        join();
        is_to_join = thread_start(&writer, "aclnn-trace", write_trace, NULL);
        atomic_store(&trace_writer_runs, is_to_join);
    }
    pthread_mutex_unlock(&lock);
    return atomic_load(&trace_writer_runs);
}

void trace_writer_wake(void)
{
    pthread_mutex_lock(&lock);
    is_woken = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

void trace_writer_flush(void)
{
    (void)drain();
}

static void end_readers(void)
{
    pthread_mutex_lock(&reading);
    (void)drain_all();
    for (struct trace_reader *each = readers; each != NULL; each = each->next)
        each->end(each);
    readers = NULL;
    pthread_mutex_unlock(&reading);
}

void trace_writer_end(void)
{
    pthread_once(&changed_once, open_condition);
    pthread_mutex_lock(&lock);
    is_ending = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    join();
    end_readers();
}
