/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/attendant.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/thread.h"
#include "hccl/engine.h"

/* How long the thread stays without a connection. */
#define IDLE_NANOSECONDS 300000000

/* How often it looks whether threads still move messages on. */
#define TICK_MILLISECONDS 5
#define SLEEP_MILLISECONDS 1000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watch *watches;
static bool is_running;
static int bell = -1; /* an eventfd that wakes the thread */

/* The files of one round. */
struct round {
    struct pollfd *files;
    struct watch **watches;
    unsigned count; /* with the bell, which is the first */
    unsigned room;
    int64_t deadline; /* the nearest; 0: none */
};

static void ring(void)
{
    const uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

/* ---- What is watched ------------------------------------------------------------------------- */

/* Takes the watches that have ended out of the list, and returns them. The caller holds the lock.
 */
static struct watch *take_ended(void)
{
    struct watch *ended = NULL;
    struct watch **place = &watches;
    while (*place != NULL) {
        struct watch *watch = *place;
        if (!watch->ended) {
            place = &watch->next;
            continue;
        }
        *place = watch->next;
        watch->next = ended;
        ended = watch;
    }
    return ended;
}

static void close_all(struct watch *watch)
{
    while (watch != NULL) {
        struct watch *next = watch->next;
        watch->close(watch);
        watch = next;
    }
}

static bool make_room(struct round *round)
{
    if (round->count + 2 < round->room)
        return true;
    unsigned room = round->room > 0 ? 2 * round->room : 16;
    struct pollfd *files = realloc(round->files, room * sizeof *files);
    if (files == NULL)
        return false;
    round->files = files;
    struct watch **all = realloc((void *)round->watches, room * sizeof *all);
    if (all == NULL)
        return false;
    round->watches = all;
    round->room = room;
    return true;
}

/* Collects what is watched now; the lock is held. Without memory some wait for the next round. */
static void collect(struct round *round)
{
    round->count = 0;
    round->deadline = 0;
    if (!make_room(round))
        return;
    round->files[0] = (struct pollfd){bell, POLLIN, 0};
    round->watches[0] = NULL;
    round->count = 1;
    for (struct watch *watch = watches; watch != NULL && make_room(round); watch = watch->next) {
        round->files[round->count] = (struct pollfd){watch->file, POLLIN, 0};
        round->watches[round->count++] = watch;
        if (watch->deadline != 0 && (round->deadline == 0 || watch->deadline < round->deadline))
            round->deadline = watch->deadline;
    }
}

/* ---- One round ------------------------------------------------------------------------------- */

/* Moves messages on where nobody else does. Returns how long to sleep; *with_engine says that a
 * message wakes the thread. */
static int move_on(bool *with_engine)
{
    *with_engine = false;
    if (!engine_is_started())
        return SLEEP_MILLISECONDS;
    if (atomic_load(&engine_movers) > 0)
        return TICK_MILLISECONDS;
    engine_lock();
    while (engine_progress())
        continue;
    *with_engine = engine_arm();
    engine_unlock();
    return *with_engine ? SLEEP_MILLISECONDS : 0;
}

static int until(int64_t deadline, int milliseconds)
{
    int64_t left = (deadline - monotonic_nanoseconds()) / 1000000 + 1;
    if (deadline == 0 || left > milliseconds)
        return milliseconds;
    return left > 0 ? (int)left : 0;
}

static void attend(struct round *round)
{
    uint64_t rings;
    int64_t now = monotonic_nanoseconds();
    if (round->count > 0 && round->files[0].revents != 0)
        (void)!read(bell, &rings, sizeof rings);
    for (unsigned i = 1; i < round->count; i++) {
        struct watch *watch = round->watches[i];
        pthread_mutex_lock(&lock);
        bool due = !watch->ended && (round->files[i].revents != 0 ||
                                     (watch->deadline != 0 && watch->deadline <= now));
        pthread_mutex_unlock(&lock);
        if (due)
            watch->attend(watch);
    }
}

static void sleep_and_attend(struct round *round)
{
    bool with_engine;
    int milliseconds = until(round->deadline, move_on(&with_engine));
    unsigned count = round->count;
    if (with_engine && count > 0 && count < round->room)
        round->files[count++] = (struct pollfd){engine_descriptor(), POLLIN, 0};
    if (poll(round->files, count, milliseconds) >= 0)
        attend(round);
}

/* Whether the thread ends, because there has been nothing to look after for a while. */
static bool is_over(int64_t *idle_since)
{
    int64_t now = monotonic_nanoseconds();
    if (watches != NULL)
        *idle_since = now;
    if (now - *idle_since < IDLE_NANOSECONDS)
        return false;
    is_running = false;
    return true;
}

static void *run(void *unused)
{
    struct round round = {.count = 0};
    int64_t idle_since = monotonic_nanoseconds();
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        struct watch *ended = take_ended();
        bool over = is_over(&idle_since);
        collect(&round);
        if (watches == NULL)
            round.deadline = idle_since + IDLE_NANOSECONDS;
        pthread_mutex_unlock(&lock);
        close_all(ended);
        if (over)
            break;
        sleep_and_attend(&round);
    }
    free(round.files);
    free((void *)round.watches);
    return NULL;
}

/* ---- For others ------------------------------------------------------------------------------ */

static void lock_for_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void unlock_after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

/* A child that lives on would keep its parent's connections open, and nobody learn that it died. */
static void close_in_child(void)
{
    for (struct watch *watch = watches; watch != NULL; watch = watch->next)
        close(watch->file);
    pthread_mutex_unlock(&lock);
}

static bool open_bell(void)
{
    bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (bell >= 0)
        (void)pthread_atfork(lock_for_fork, unlock_after_fork, close_in_child);
    return bell >= 0;
}

/* The caller holds the lock. */
static bool start(void)
{
    pthread_t thread;
    if (bell < 0 && !open_bell())
        return false;
    if (is_running)
        return true;
    is_running = thread_start(&thread, "aclnn-hccl", run, NULL);
    if (is_running)
        pthread_detach(thread);
    return is_running;
}

bool attendant_watch(struct watch *watch)
{
    pthread_mutex_lock(&lock);
    bool started = start();
    if (started) {
        watch->ended = false;
        watch->next = watches;
        watches = watch;
        ring();
    }
    pthread_mutex_unlock(&lock);
    return started;
}

void attendant_end(struct watch *watch)
{
    pthread_mutex_lock(&lock);
    watch->ended = true;
    ring();
    pthread_mutex_unlock(&lock);
}
