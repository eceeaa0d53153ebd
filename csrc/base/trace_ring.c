/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace_ring.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/thread.h"

_Thread_local struct trace_ring *trace_own_ring;
_Atomic uint64_t trace_dropped;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct trace_ring *rings;
static pthread_key_t key;

static void end_ring(void *ring)
{
    trace_own_ring = NULL;
    atomic_store(&((struct trace_ring *)ring)->is_over, true);
}

struct trace_ring *trace_ring_make(void)
{
    struct trace_ring *ring = aligned_alloc(64, sizeof *ring);
    if (ring == NULL)
        return NULL;
    memset(ring, 0, offsetof(struct trace_ring, bytes));
    ring->thread = thread_number();
    (void)prctl(PR_GET_NAME, ring->name);
    if (pthread_setspecific(key, ring) != 0) {
        free(ring);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    ring->next = rings;
    rings = ring;
    pthread_mutex_unlock(&lock);
    trace_own_ring = ring;
    return ring;
}

struct trace_ring *trace_rings(void)
{
    pthread_mutex_lock(&lock);
    struct trace_ring *first = rings;
    pthread_mutex_unlock(&lock);
    return first;
}

static bool is_done(const struct trace_ring *ring)
{
    return atomic_load(&ring->is_over) && atomic_load(&ring->read) == atomic_load(&ring->written);
}

void trace_rings_clear(void)
{
    pthread_mutex_lock(&lock);
    for (struct trace_ring **place = &rings; *place != NULL;) {
        struct trace_ring *ring = *place;
        if (is_done(ring)) {
            *place = ring->next;
            free(ring);
        } else {
            place = &ring->next;
        }
    }
    pthread_mutex_unlock(&lock);
}

bool trace_rings_open(void)
{
    return pthread_key_create(&key, end_ring) == 0;
}
