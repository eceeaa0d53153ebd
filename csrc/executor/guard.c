/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/guard.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/environment.h"
#include "base/number.h"
#include "runtime/memory/memory.h"
#include "workspace/planner.h"

_Static_assert(GUARD_BYTES <= PLANNER_PADDING, "the guard lies in what the planner leaves unused");

/* Isolate mode fills workspaces with this value of 16 bits: it is NaN in all floating-point types,
 * and an unlikely index in every integer type. */
#define FILL 0x7FFA

/* ---- Launches that run ----------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct guard *running;
static uint64_t launches;

static bool overlap(const struct guard *a, const struct guard *b)
{
    return device_memory_ranges_meet((uintptr_t)a->workspace, a->size, (uintptr_t)b->workspace,
                                     b->size);
}

static void name_other(struct guard *guard, const struct guard *other)
{
    if (guard->other.name != NULL)
        return;
    guard->other = other->launch;
    guard->other_size = other->size;
    guard->other_workspace = other->workspace;
}

static void enter(struct guard *guard)
{
    pthread_mutex_lock(&lock);
    guard->number = ++launches;
    for (struct guard *other = running; other != NULL; other = other->next)
        if (overlap(guard, other)) {
            name_other(guard, other);
            name_other(other, guard);
        }
    guard->next = running;
    guard->link = &running;
    if (running != NULL)
        running->link = &guard->next;
    running = guard;
    pthread_mutex_unlock(&lock);
}

/* Removes the launch. From then on no other launch names it. */
static void leave(struct guard *guard)
{
    pthread_mutex_lock(&lock);
    *guard->link = guard->next;
    if (guard->next != NULL)
        guard->next->link = guard->link;
    pthread_mutex_unlock(&lock);
}

/* ---- Bytes of the workspace ------------------------------------------------------------------ */

struct pattern {
    uint64_t words[GUARD_BYTES / sizeof(uint64_t)];
};

/* The pattern of a launch. No two launches have the same, and its bytes look random. */
static struct pattern pattern_of(uint64_t number)
{
    struct pattern pattern;
    for (uint64_t i = 0; i < GUARD_BYTES / sizeof(uint64_t); i++) {
        uint64_t x = (number * (GUARD_BYTES / sizeof(uint64_t)) + i) * 0x9E3779B97F4A7C15;
        pattern.words[i] = mix_bits(x);
    }
    return pattern;
}

static char *guard_bytes(const struct guard *guard)
{
    return guard->bytes + guard->size - GUARD_BYTES;
}

static void write_pattern(const struct guard *guard)
{
    struct pattern pattern = pattern_of(guard->number);
    memcpy(guard_bytes(guard), &pattern, sizeof pattern);
}

/* The first byte of the guard that changed, counted from the workspace's start; -1 when none
 * did. */
static int64_t broken_guard(const struct guard *guard)
{
    struct pattern pattern = pattern_of(guard->number);
    if (memcmp(guard_bytes(guard), &pattern, sizeof pattern) == 0)
        return -1;
    uint64_t i = guard->size - GUARD_BYTES;
    const char *expected = (const char *)&pattern;
    while (i < guard->size - 1 && guard->bytes[i] == *expected) {
        i++;
        expected++;
    }
    return (int64_t)i;
}

static void fill(char *bytes, uint64_t size)
{
    const uint16_t piece = FILL;
    memcpy(bytes, &piece, sizeof piece);
    for (uint64_t filled = sizeof piece; filled < size; filled *= 2)
        memcpy(bytes + filled, bytes, filled < size - filled ? filled : size - filled);
}

/* The first byte of a part that no longer has the fill; -1 when all have it. */
static int64_t broken_part(const struct guard *guard, uint64_t from, uint64_t to)
{
    const uint16_t piece = FILL;
    const char *fill = (const char *)&piece;
    const char *bytes = guard->bytes;
    uint64_t i = from;
    while (i < to && i < from + sizeof piece && bytes[i] == fill[i % sizeof piece])
        i++;
    /* Each piece is compared with the one before it, by one memcmp: far faster than comparing every
     * byte. */
    if (i == from + sizeof piece && memcmp(bytes + i, bytes + from, to - i) == 0)
        return -1;
    while (i < to && bytes[i] == fill[i % sizeof piece])
        i++;
    return i < to ? (int64_t)i : -1;
}

/* The first byte outside of what the launch uses that no longer has the fill; -1 when all have
 * it. */
static int64_t broken_fill(const struct guard *guard)
{
    uint64_t end = guard->size - GUARD_BYTES;
    if (guard->scratch_size == 0)
        return broken_part(guard, 0, end);
    int64_t at = broken_part(guard, 0, guard->scratch);
    return at >= 0 ? at : broken_part(guard, guard->scratch + guard->scratch_size, end);
}

/* ---- Failures -------------------------------------------------------------------------------- */

static void fail(const struct guard *guard, struct task_failure *failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(const struct guard *guard, struct task_failure *failure, const char *format, ...)
{
    va_list arguments;
    char what[sizeof failure->text / 2];
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s failed on the stream (task %" PRIu64 " of stream %" PRId32
             "): its workspace at %p, %" PRIu64 " bytes, %s",
             guard->launch.name, guard->launch.task, guard->launch.stream, (void *)guard->workspace,
             guard->size, what);
}

static bool is_live(const struct guard *guard)
{
    return device_memory_is_live(&guard->allocation);
}

static void fail_freed(const struct guard *guard, struct task_failure *failure, const char *when)
{
    char end[96];
    char place[MEMORY_TEXT];
    device_memory_describe_end(&guard->allocation, end, sizeof end);
    fail(guard, failure,
         "was freed %s by %s; it must stay until the stream was synchronized with. Now there is %s",
         when, end, memory_describe(guard->workspace, place, sizeof place));
}

static void fail_shared(const struct guard *guard, struct task_failure *failure)
{
    fail(guard, failure,
         "is shared: %s, task %" PRIu64 " of stream %" PRId32
         ", ran at the same time in %p, %" PRIu64
         " bytes. Launches that are not ordered, by one stream or by an event, need a workspace "
         "each; results are unspecified",
         guard->other.name, guard->other.task, guard->other.stream, (void *)guard->other_workspace,
         guard->other_size);
}

static void fail_overwritten(const struct guard *guard, struct task_failure *failure, int64_t at)
{
    fail(guard, failure,
         "was overwritten while it ran, from byte %" PRId64
         " on, where the launch does not write: by a copy, a memset or the host, or because the "
         "memory was freed and used again. Results are unspecified",
         at);
}

/* Finds out what happened to the workspace while the launch ran. */
static void look(const struct guard *guard, struct task_failure *failure)
{
    int64_t at = environment()->check_mode == CHECK_ISOLATE ? broken_fill(guard) : -1;
    if (at < 0)
        at = broken_guard(guard);
    if (!is_live(guard))
        fail_freed(guard, failure, "while it ran");
    else if (at >= 0)
        fail_overwritten(guard, failure, at);
}

void guard_place(struct guard *guard, char *workspace, uint64_t size,
                 const struct device_allocation *allocation)
{
    guard->workspace = workspace;
    guard->bytes = workspace + allocation->kernel_offset;
    guard->size = size;
    guard->allocation = *allocation;
}

bool guard_begin(struct guard *guard, const struct task *task, const struct stream *stream,
                 struct task_failure *failure)
{
    if (guard->workspace == NULL)
        return true;
    guard->launch = (struct guard_launch){task->name, task->sequence, stream_id(stream)};
    if (!is_live(guard)) {
        fail_freed(guard, failure, "before it ran");
        return false;
    }
    enter(guard);
    if (environment()->check_mode == CHECK_ISOLATE)
        fill(guard->bytes, guard->size);
    write_pattern(guard);
    return true;
}

void guard_end(struct guard *guard, struct task_failure *failure)
{
    if (guard->workspace == NULL)
        return;
    look(guard, failure);
    if (environment()->check_mode == CHECK_ISOLATE && is_live(guard))
        fill(guard->bytes, guard->size);
    leave(guard);
    if (guard->other.name != NULL)
        fail_shared(guard, failure);
}
