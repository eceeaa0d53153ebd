/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/order.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/finding.h"

/* Each task has this many bits of ticks, because a function that a stream calls does several
 * things. */
#define TASK_BITS 16
#define TASK_TICKS ((uint64_t)1 << TASK_BITS)

/* At most this many ticks are in the points of a timeline; a minimum of points is always kept. */
#define POINT_TICKS 4096
#define LEAST_POINTS 8

#define HOST 0

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* timelines by number; NULL: the stream has ended and the number is free */
static struct order_timeline **timelines;
static uint64_t *first_ticks; /* the tick at which the next stream with the number begins */
static uint32_t timeline_count;
static uint32_t timeline_room;

static struct order_timeline host;
static struct order_clock host_before;
static uint64_t host_version = 1;
static uint64_t host_sequence;

/* Functions that are queued or run, and what the host knew when the first of them was queued. */
static uint64_t functions;
static struct order_clock before_functions;

static uint64_t calls;

static _Thread_local struct order_function *here;

void order_lock(void)
{
    pthread_mutex_lock(&lock);
}

void order_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

/* When host memory was short, accesses that are ordered could look as if they were not. The caller
 * of what follows holds the lock. */

static bool lost;

static void lose(void)
{
    if (!lost)
        finding_incomplete("there was no host memory to note the order of calls: races between "
                           "streams are not looked for any more");
    lost = true;
}

bool order_is_lost(void)
{
    return lost;
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

static bool make_room(struct order_clock *clock, uint32_t count)
{
    if (count <= clock->count)
        return true;
    uint32_t room = (count + 7) / 8 * 8;
    uint64_t *ticks = realloc(clock->ticks, room * sizeof *ticks);
    if (ticks == NULL) {
        lose();
        return false;
    }
    memset(ticks + clock->count, 0, (room - clock->count) * sizeof *ticks);
    clock->ticks = ticks;
    clock->count = room;
    return true;
}

static uint64_t tick_of(const struct order_clock *clock, uint32_t number)
{
    return number < clock->count ? clock->ticks[number] : 0;
}

static bool raise_to(struct order_clock *clock, uint32_t number, uint64_t tick)
{
    if (tick_of(clock, number) >= tick || !make_room(clock, number + 1))
        return false;
    clock->ticks[number] = tick;
    return true;
}

static bool knows(const struct order_clock *clock, const struct order_clock *other)
{
    for (uint32_t i = 0; i < other->count; i++)
        if (other->ticks[i] > tick_of(clock, i))
            return false;
    return true;
}

static bool join(struct order_clock *clock, const struct order_clock *other)
{
    bool changed = false;
    for (uint32_t i = 0; i < other->count; i++)
        changed |= raise_to(clock, i, other->ticks[i]);
    return changed;
}

static void copy_clock(struct order_clock *to, const struct order_clock *from)
{
    *to = (struct order_clock){NULL, 0};
    (void)join(to, from);
}

static void free_clock(struct order_clock *clock)
{
    free(clock->ticks);
    *clock = (struct order_clock){NULL, 0};
}

/* ---- Timelines ------------------------------------------------------------------------------- */

static bool grow_timelines(void)
{
    uint32_t room = timeline_room > 0 ? 2 * timeline_room : 16;
    struct order_timeline **lines = realloc(timelines, room * sizeof *lines);
    if (lines == NULL)
        return false;
    timelines = lines;
    uint64_t *ticks = realloc(first_ticks, room * sizeof *ticks);
    if (ticks == NULL)
        return false;
    first_ticks = ticks;
    timeline_room = room;
    return true;
}

static bool enter_timeline(struct order_timeline *line)
{
    uint32_t number = HOST + 1;
    while (number < timeline_count && timelines[number] != NULL)
        number++;
    if (line == &host)
        number = HOST;
    if (number >= timeline_room && !grow_timelines()) {
        lose();
        return false;
    }
    if (number == timeline_count) {
        timeline_count++;
        first_ticks[number] = 0;
    }
    timelines[number] = line;
    line->number = number;
    line->offset = first_ticks[number];
    return true;
}

/* Gives a stream's timeline a number at its first use; false when the stream has ended. */
static bool open_timeline(struct order_timeline *line)
{
    if (timeline_count == 0 && !enter_timeline(&host))
        return false;
    if (line->number == 0 && !line->ended && !enter_timeline(line))
        return false;
    return !line->ended;
}

static uint64_t first_tick(const struct order_timeline *line, uint64_t sequence)
{
    return line->offset + (sequence << TASK_BITS);
}

static uint64_t last_tick(const struct order_timeline *line, uint64_t sequence)
{
    return first_tick(line, sequence) + TASK_TICKS - 1;
}

static uint64_t sequence_of(const struct order_timeline *line, uint64_t tick)
{
    return (tick - line->offset) >> TASK_BITS;
}

static const struct order_clock nothing;

static const struct order_clock *floor_clock(void)
{
    return functions > 0 ? &before_functions : &host_before;
}

static uint64_t most_points(void)
{
    return POINT_TICKS / timeline_count + LEAST_POINTS;
}

static void say_forgotten(void)
{
    static bool said;
    if (!said)
        finding_incomplete("a stream has waited for more than %" PRIu64 " events that the host has "
                           "not synchronized with: what the oldest waits have ordered was "
                           "forgotten, and some races are not seen; a synchronize now and then "
                           "keeps them few",
                           most_points());
    said = true;
}

/* The clock before a task. Where points were dropped it counts as later than it was. */
static const struct order_clock *before(const struct order_timeline *line, uint64_t sequence)
{
    uint32_t i = line->point_count;
    while (i > 0 && line->points[i - 1].sequence > sequence)
        i--;
    if (i > 0)
        return &line->points[i - 1].before;
    if (!line->forgets || line->point_count == 0)
        return &nothing;
    if (tick_of(floor_clock(), line->number) < last_tick(line, sequence))
        say_forgotten();
    return &line->points[0].before;
}

static void drop_point(struct order_timeline *line)
{
    free_clock(&line->points[0].before);
    memmove(line->points, line->points + 1, --line->point_count * sizeof line->points[0]);
}

/* Drops points that nobody can ask for any more, and points that are too many. */
static void drop_points(struct order_timeline *line)
{
    uint64_t known = tick_of(floor_clock(), line->number);
    while (line->point_count > 1 && first_tick(line, line->points[1].sequence) <= known)
        drop_point(line);
    while (line->point_count > most_points()) {
        line->forgets = true;
        drop_point(line);
    }
}

/* The clock before a task that will be queued, to be added to; NULL when host memory is short. */
static struct order_clock *next_point(struct order_timeline *line, uint64_t sequence)
{
    struct order_point *last = line->point_count > 0 ? &line->points[line->point_count - 1] : NULL;
    if (last != NULL && last->sequence >= sequence)
        return &last->before;
    drop_points(line);
    if (line->point_count == line->point_room) {
        uint32_t room = line->point_room > 0 ? 2 * line->point_room : 4;
        struct order_point *points = realloc(line->points, room * sizeof *points);
        if (points == NULL) {
            lose();
            return NULL;
        }
        line->points = points;
        line->point_room = room;
    }
    struct order_point *added = &line->points[line->point_count];
    added->sequence = sequence;
    if (line->point_count > 0)
        copy_clock(&added->before, &added[-1].before);
    else
        added->before = (struct order_clock){NULL, 0};
    line->point_count++;
    return &added->before;
}

static void add_before(struct order_timeline *line, uint64_t sequence,
                       const struct order_clock *clock)
{
    if (knows(before(line, sequence), clock))
        return;
    struct order_clock *point = next_point(line, sequence);
    if (point != NULL)
        (void)join(point, clock);
}

static void tick_before(struct order_timeline *line, uint64_t sequence, uint32_t number,
                        uint64_t tick)
{
    if (tick_of(before(line, sequence), number) >= tick)
        return;
    struct order_clock *point = next_point(line, sequence);
    if (point != NULL)
        (void)raise_to(point, number, tick);
}

/* ---- Functions that streams call ------------------------------------------------------------- */

const struct order_function *order_function_here(void)
{
    return here != NULL && here->begun && !here->is_of_host ? here : NULL;
}

static uint64_t function_tick(const struct order_function *function)
{
    return first_tick(function->line, function->sequence) + function->part;
}

/* The function's next access comes after its earlier ones. Beyond its ticks all accesses share the
 * last one. */
static void next_part(struct order_function *function)
{
    if (function->part < TASK_TICKS - 1)
        function->part++;
}

/* The clock of the caller: what it knows. */
static struct order_clock *known_here(void)
{
    if (here == NULL || !here->begun)
        return &host_before;
    if (here->is_of_host)
        (void)join(&here->before, &host_before);
    return &here->before;
}

static void note_host(bool changed)
{
    host_version += changed;
}

/* Called when the host has learned what is complete. */
static void known_changed(struct order_clock *known, bool changed)
{
    if (known == &host_before) {
        note_host(changed);
        return;
    }
    if (!here->is_of_host || (here->is_unasked && !changed))
        return;
    note_host(join(&host_before, known));
    note_host(raise_to(&host_before, here->line->number, function_tick(here)));
}

uint64_t order_next_call(void)
{
    return ++calls;
}

uint64_t order_function_queued(void)
{
    if (!order_is_kept())
        return 0;
    order_lock();
    if (functions++ == 0) {
        free_clock(&before_functions);
        copy_clock(&before_functions, &host_before);
    }
    uint64_t call = order_next_call();
    order_unlock();
    return call;
}

void order_function_over(void)
{
    if (!order_is_kept())
        return;
    order_lock();
    functions--;
    order_unlock();
}

void order_function_begin(struct order_function *function, struct order_timeline *line,
                          uint64_t sequence, uint64_t launch, bool is_of_host)
{
    memset(function, 0, sizeof *function);
    function->outer = here;
    if (order_is_kept()) {
        order_lock();
        if (open_timeline(line)) {
            function->begun = true;
            function->line = line;
            function->sequence = sequence;
            function->launch = launch;
            function->is_of_host = is_of_host;
            function->is_unasked = is_of_host && launch != 0;
            copy_clock(&function->before, before(line, sequence));
            (void)raise_to(&function->before, line->number, first_tick(line, sequence) - 1);
        }
        order_unlock();
    }
    here = function;
}

void order_function_end(struct order_function *function)
{
    here = function->outer;
    if (!function->begun)
        return;
    order_lock();
    if (function->is_of_host && !function->is_unasked) {
        const struct order_timeline *line = function->line;
        note_host(join(&host_before, &function->before));
        note_host(raise_to(&host_before, line->number, last_tick(line, function->sequence)));
    }
    free_clock(&function->before);
    order_unlock();
}

/* ---- What the calls say ---------------------------------------------------------------------- */

/* A wait may have been dropped, so the stream is certain to know only what its caller knows. */
static void forget_waits(struct order_timeline *line)
{
    while (line->point_count > 0)
        drop_point(line);
    line->forgets = false;
    struct order_clock *point = next_point(line, 0);
    if (point != NULL)
        (void)join(point, known_here());
}

static void learn(struct order_timeline *line, uint64_t sequence, bool dropped)
{
    struct order_clock *known = known_here();
    bool changed = !dropped && join(known, before(line, sequence));
    changed |= raise_to(known, line->number, last_tick(line, sequence));
    known_changed(known, changed);
    if (dropped)
        forget_waits(line);
}

static void done(struct order_timeline *line, uint64_t sequence, bool dropped)
{
    if (!order_is_kept())
        return;
    order_lock();
    if (open_timeline(line))
        learn(line, sequence, dropped);
    order_unlock();
}

void order_done(struct order_timeline *line, uint64_t sequence)
{
    done(line, sequence, false);
}

void order_dropped(struct order_timeline *line, uint64_t sequence)
{
    done(line, sequence, true);
}

/* The calls of this thread so far come before a task that is queued now. */
static void call_before(struct order_timeline *line, uint64_t sequence)
{
    const struct order_clock *known = known_here();
    if (known == &host_before) {
        if (line->host_seen != host_version)
            add_before(line, sequence, known);
        line->host_seen = host_version;
        return;
    }
    add_before(line, sequence, known);
    if (here->line != line)
        tick_before(line, sequence, here->line->number, function_tick(here));
    next_part(here);
}

void order_wait(struct order_timeline *line, uint64_t next, struct order_timeline *awaited,
                uint64_t sequence)
{
    if (!order_is_kept() || line == awaited)
        return;
    order_lock();
    bool goes_on = open_timeline(line);
    bool is_known = open_timeline(awaited);
    if (goes_on) {
        call_before(line, next);
        if (is_known) {
            add_before(line, next, before(awaited, sequence));
            tick_before(line, next, awaited->number, last_tick(awaited, sequence));
        }
    }
    order_unlock();
}

void order_end_stream(struct order_timeline *line, uint64_t newest, bool dropped)
{
    if (!order_is_kept())
        return;
    order_lock();
    if (line->number > 0 && !line->ended) {
        uint64_t last = last_tick(line, newest);
        learn(line, newest, dropped);
        /* A later stream with the same number must come after this one for every observer, so the
         * host learns here everything that this stream did. */
        if (!dropped)
            note_host(join(&host_before, before(line, newest)));
        note_host(raise_to(&host_before, line->number, last));
        first_ticks[line->number] = last + 1;
        timelines[line->number] = NULL;
        while (line->point_count > 0)
            drop_point(line);
        free(line->points);
        line->points = NULL;
    }
    line->ended = true;
    order_unlock();
}

/* ---- Moments --------------------------------------------------------------------------------- */

bool order_next_task(struct order_timeline *line, uint64_t sequence, struct order_moment *now)
{
    if (!open_timeline(line))
        return false;
    call_before(line, sequence);
    *now = (struct order_moment){line->number, first_tick(line, sequence), before(line, sequence)};
    return true;
}

void order_now(struct order_moment *now)
{
    struct order_clock *known = known_here();
    if (timeline_count == 0)
        (void)enter_timeline(&host);
    if (known != &host_before) {
        next_part(here);
        known_changed(known, false);
        *now = (struct order_moment){here->line->number, function_tick(here), known};
        return;
    }
    /* Only a function can be unordered with the host. */
    if (functions > 0) {
        add_before(&host, ++host_sequence, &host_before);
        note_host(raise_to(&host_before, HOST, last_tick(&host, host_sequence)));
    }
    *now = (struct order_moment){HOST, last_tick(&host, host_sequence), &host_before};
}

bool order_tick(struct order_timeline *line, uint64_t sequence, uint32_t *number, uint64_t *tick)
{
    if (!open_timeline(line))
        return false;
    *number = line->number;
    *tick = last_tick(line, sequence);
    return true;
}

bool order_is_before(uint32_t number, uint64_t tick, const struct order_moment *now)
{
    return number == now->number || tick_of(now->before, number) >= tick;
}

bool order_is_behind(uint32_t number, uint64_t tick, const struct order_moment *now)
{
    const struct order_timeline *line = number < timeline_count ? timelines[number] : NULL;
    if (order_function_here() == NULL)
        return false;
    /* Nothing is known of a stream that has ended meanwhile. */
    if (line == NULL || tick < line->offset)
        return true;
    return tick_of(before(line, sequence_of(line, tick)), now->number) >= now->tick;
}

bool order_is_over(uint32_t number, uint64_t tick)
{
    return tick_of(floor_clock(), number) >= tick;
}

bool order_functions_are_queued(void)
{
    return functions > 0;
}
