/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/pending.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/thread.h"
#include "runtime/stream/stream.h"

/* A rank that has ended its communicator in good order may have sent all that is waited for. */
#define GRACE_NANOSECONDS INT64_C(2000000000)

/* How often the slower questions are asked: in every so many looks. */
#define LOOKS 64

void pending_begin(struct pending *pending, struct communicator *communicator,
                   const struct operation_run *run, const char *call)
{
    *pending = (struct pending){
        .communicator = communicator, .run = run, .call = call, .lost = UINT32_MAX};
}

/* ---- Failures -------------------------------------------------------------------------------- */

static void fail_reach(const struct pending *pending, uint32_t rank)
{
    struct task_failure *failure = pending->run->failure;
    failure->status = ACL_ERROR_RT_SUSPECT_REMOTE_ERROR;
    snprintf(failure->text, sizeof failure->text,
             "%s: the connection of rank %u to rank %u of communicator \"%s\" is broken",
             pending->call, pending->communicator->rank, rank, pending->communicator->name);
}

static void fail_broken(const struct pending *pending)
{
    struct task_failure *failure = pending->run->failure;
    char why[480];
    line_why(pending->communicator->line, why, sizeof why);
    failure->status = ACL_ERROR_RT_SUSPECT_REMOTE_ERROR;
    snprintf(failure->text, sizeof failure->text,
             "%s: rank %u cannot go on, communicator \"%s\" is broken: %s", pending->call,
             pending->communicator->rank, pending->communicator->name, why);
}

static void fail_left(const struct pending *pending, uint32_t rank)
{
    struct task_failure *failure = pending->run->failure;
    failure->status = ACL_ERROR_RT_SUSPECT_REMOTE_ERROR;
    snprintf(failure->text, sizeof failure->text,
             "%s: rank %u waits for rank %u, which has ended its communicator \"%s\" "
             "(HcclCommDestroy, or the end of its process); all ranks make the same calls",
             pending->call, pending->communicator->rank, rank, pending->communicator->name);
}

/* "1, 3": the ranks that messages are awaited from, else those that are sent to. */
static void list_ranks(const struct pending *pending, uint32_t waits_for, char *out, size_t size)
{
    size_t length = 0;
    bool receives = false;
    if (waits_for != UINT32_MAX) {
        snprintf(out, size, "%u", waits_for);
        return;
    }
    out[0] = '\0';
    for (uint32_t i = 0; i < pending->count; i++)
        receives |= pending->list[i].is_receive;
    for (uint32_t rank = 0; rank < pending->communicator->size && length + 16 < size; rank++) {
        bool found = false;
        for (uint32_t i = 0; i < pending->count; i++)
            found |= pending->list[i].rank == rank && pending->list[i].is_receive == receives;
        if (found)
            length += (size_t)snprintf(out + length, size - length, "%s%u", length > 0 ? ", " : "",
                                       rank);
    }
}

static void fail_late(const struct pending *pending, uint32_t waits_for)
{
    struct task_failure *failure = pending->run->failure;
    char ranks[256];
    list_ranks(pending, waits_for, ranks, sizeof ranks);
    failure->status = ACL_ERROR_RT_FFTS_PLUS_TIMEOUT;
    snprintf(failure->text, sizeof failure->text,
             "%s: rank %u of communicator \"%s\" waited %u s for rank %s, which did not make the "
             "call that belongs to it; HCCL_EXEC_TIMEOUT says how long to wait",
             pending->call, pending->communicator->rank, pending->communicator->name,
             pending->communicator->execute_seconds, ranks);
}

static void fail_given_up(const struct pending *pending)
{
    struct task_failure *failure = pending->run->failure;
    failure->status = ACL_ERROR_RT_STREAM_ABORT;
    snprintf(failure->text, sizeof failure->text,
             "%s: the stream was aborted while it waited for other ranks", pending->call);
}

static bool has_left(const struct pending *pending, uint32_t rank)
{
    const struct communicator *communicator = pending->communicator;
    int64_t since;
    enum line_state state = line_look(communicator->line, communicator->members[rank].origin,
                                      &since);
    return state == LINE_LEFT && monotonic_nanoseconds() - since > GRACE_NANOSECONDS;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

static bool make_room(struct pending *pending)
{
    if (pending->count < pending->room)
        return true;
    uint32_t room = pending->room > 0 ? 2 * pending->room : 32;
    void *list = realloc(pending->list, room * sizeof *pending->list);
    if (list == NULL)
        return false;
    pending->list = list;
    pending->room = room;
    return true;
}

static bool add(struct pending *pending, struct engine_request *request, uint32_t rank,
                bool is_receive)
{
    if (!make_room(pending)) {
        struct task_failure *failure = pending->run->failure;
        engine_drop(request);
        pending->is_left = true;
        failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
        snprintf(failure->text, sizeof failure->text,
                 "%s: no host memory for messages to other ranks", pending->call);
        return false;
    }
    pending->list[pending->count].request = request;
    pending->list[pending->count].rank = rank;
    pending->list[pending->count].is_receive = is_receive;
    pending->count++;
    return true;
}

bool pending_send(struct pending *pending, uint32_t rank, uint64_t tag, const void *bytes,
                  size_t count)
{
    struct engine_request *request;
    if (!engine_send(pending->communicator->members[rank].peer, tag, bytes, count, &request)) {
        pending->lost = rank;
        return false;
    }
    return request == NULL || add(pending, request, rank, false);
}

bool pending_receive(struct pending *pending, uint32_t rank, uint64_t tag, void *bytes,
                     size_t count)
{
    struct engine_request *request;
    if (!engine_receive(tag, bytes, count, &request)) {
        pending->lost = rank;
        return false;
    }
    return request == NULL || add(pending, request, rank, true);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

/* Takes out what is done. *rank is one whose message failed, else UINT32_MAX. */
static bool look(struct pending *pending, uint32_t *failed)
{
    bool found = false;
    *failed = UINT32_MAX;
    for (uint32_t i = 0; i < pending->count;) {
        enum engine_state state = engine_look(pending->list[i].request);
        if (state == ENGINE_UNDER_WAY) {
            i++;
            continue;
        }
        if (state == ENGINE_FAILED)
            *failed = pending->list[i].rank;
        pending->list[i] = pending->list[--pending->count];
        found = true;
    }
    return found;
}

static bool check(const struct pending *pending, uint32_t waits_for)
{
    const struct operation_run *run = pending->run;
    if (line_is_broken(pending->communicator->line)) {
        fail_broken(pending);
        return false;
    }
    if (stream_gives_up(run->stream, run->task)) {
        fail_given_up(pending);
        return false;
    }
    if (run->deadline != 0 && monotonic_nanoseconds() > run->deadline) {
        fail_late(pending, waits_for);
        return false;
    }
    for (uint32_t i = 0; i < pending->count; i++)
        if (has_left(pending, pending->list[i].rank)) {
            fail_left(pending, pending->list[i].rank);
            return false;
        }
    if (waits_for != UINT32_MAX && has_left(pending, waits_for)) {
        fail_left(pending, waits_for);
        return false;
    }
    return true;
}

bool pending_pause(struct pending *pending, unsigned idle, uint32_t waits_for)
{
    bool asks = ++pending->looks % LOOKS == 0 || idle > 4 * LOOKS;
    if (asks && !check(pending, waits_for))
        return false;
    engine_pause(idle);
    return true;
}

bool pending_wait(struct pending *pending, uint32_t most)
{
    unsigned idle = 0;
    uint32_t failed;
    while (pending->count > most) {
        engine_lock();
        bool moved = engine_progress();
        bool found = look(pending, &failed);
        engine_unlock();
        if (failed != UINT32_MAX) {
            pending->lost = failed;
            return false;
        }
        idle = moved || found ? 0 : idle + 1;
        if (!found && !pending_pause(pending, idle, UINT32_MAX))
            return false;
    }
    return true;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* A broken connection is often the first that is seen of a process that has gone. The control line
 * says so soon after. */
static void fail_lost(const struct pending *pending, uint32_t rank)
{
    int64_t end = monotonic_nanoseconds() + GRACE_NANOSECONDS;
    while (!line_is_broken(pending->communicator->line) && monotonic_nanoseconds() < end)
        engine_pause(UINT32_MAX);
    if (line_is_broken(pending->communicator->line)) {
        fail_broken(pending);
        return;
    }
    fail_reach(pending, rank);
    line_break(pending->communicator->line, pending->run->failure->text);
}

void pending_end(struct pending *pending)
{
    engine_lock();
    for (uint32_t i = 0; i < pending->count; i++)
        engine_drop(pending->list[i].request);
    engine_unlock();
    pending->is_left |= pending->count > 0;
    pending->count = 0;
    free(pending->list);
    pending->list = NULL;
    if (pending->lost != UINT32_MAX && pending->run->failure->status == ACL_SUCCESS)
        fail_lost(pending, pending->lost);
}
