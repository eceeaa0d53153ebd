/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/transfer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "hccl/pending.h"
#include "hccl/tag.h"

enum stage {
    STAGE_CALL,   /* the arguments are under way */
    STAGE_ANSWER, /* a send waits for the answer of its receive */
    STAGE_DATA,   /* the elements are under way */
    STAGE_DONE,
};

/* One transfer under way. */
struct way {
    const struct transfer *transfer;
    enum stage stage;
    struct engine_request *request; /* what the stage waits for; NULL: nothing any more */
    struct engine_request *answer;  /* of a receive: its answer, which is sent meanwhile */
    struct operation_terms
        reply; /* of a send: what its receive answers; of a receive: its answer */
    struct operation_terms terms;
    char payload[OPERATION_INLINE]; /* directly behind the terms */
};

_Static_assert(offsetof(struct way, payload) ==
                   offsetof(struct way, terms) + sizeof(struct operation_terms),
               "the arguments and what is small are one message");

/* A batch under way. */
struct batch {
    struct communicator *communicator;
    const struct operation_run *run;
    struct pending pending; /* for its waits; it has no messages */
    struct way *ways;
    uint32_t count;
    bool is_left;
};

static bool has_failed(const struct batch *batch)
{
    return batch->run->failure->status != ACL_SUCCESS || batch->pending.lost != UINT32_MAX;
}

static uint64_t tag(const struct batch *batch, const struct way *way, bool is_from_peer,
                    enum tag_part part, uint64_t number)
{
    uint32_t here = batch->communicator->rank;
    uint32_t there = way->transfer->peer;
    return tag_make(batch->communicator->number, is_from_peer ? here : there,
                    is_from_peer ? there : here, part, number);
}

static void send(struct batch *batch, struct way *way, uint64_t to, const void *bytes, size_t count,
                 struct engine_request **out)
{
    if (!engine_send(batch->communicator->members[way->transfer->peer].peer, to, bytes, count, out))
        batch->pending.lost = way->transfer->peer;
}

static void receive(struct batch *batch, struct way *way, uint64_t from, void *bytes, size_t count,
                    struct engine_request **out)
{
    if (!engine_receive(from, bytes, count, out))
        batch->pending.lost = way->transfer->peer;
}

/* ---- Sends ----------------------------------------------------------------------------------- */

static bool is_large(const struct way *way)
{
    return way->transfer->bytes > OPERATION_INLINE;
}

static void begin_send(struct batch *batch, struct way *way)
{
    size_t inlined = is_large(way) ? 0 : way->transfer->bytes;
    way->terms.inlined = (uint32_t)inlined;
    if (inlined > 0)
        memcpy(way->payload, way->transfer->address, inlined);
    if (is_large(way)) {
        way->terms.transfer = batch->communicator->transfers++ & 0xFFF;
        receive(batch, way, tag(batch, way, true, TAG_ANSWER, way->terms.transfer), &way->reply,
                sizeof way->reply, &way->answer);
    }
    send(batch, way, tag(batch, way, false, TAG_SEND, 0), &way->terms, sizeof way->terms + inlined,
         &way->request);
}

static void fail_mismatch(const struct batch *batch, const struct way *way,
                          const struct operation_terms *other)
{
    struct task_failure *failure = batch->run->failure;
    char here[200];
    char there[200];
    operation_describe(&way->terms, here, sizeof here);
    operation_describe(other, there, sizeof there);
    failure->status = ACL_ERROR_RT_FFTS_PLUS_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s: rank %u called %s with rank %u of communicator \"%s\", and rank %u called %s; "
             "count and type of the two sides have to be the same",
             operation_name(way->terms.kind), batch->communicator->rank, here, way->transfer->peer,
             batch->communicator->name, way->transfer->peer, there);
}

static void go_on_sending(struct batch *batch, struct way *way)
{
    if (way->stage == STAGE_CALL && is_large(way)) {
        way->stage = STAGE_ANSWER;
        way->request = way->answer;
        way->answer = NULL;
    } else if (way->stage == STAGE_ANSWER && way->reply.parcel != way->terms.parcel) {
        fail_mismatch(batch, way, &way->reply);
    } else if (way->stage == STAGE_ANSWER) {
        way->stage = STAGE_DATA;
        send(batch, way, tag(batch, way, false, TAG_TRANSFER, way->terms.transfer),
             way->transfer->address, way->transfer->bytes, &way->request);
    } else {
        way->stage = STAGE_DONE;
    }
}

/* ---- Receives -------------------------------------------------------------------------------- */

/* What a receive gets lies over its own terms until they are compared. */
static void begin_receive(struct batch *batch, struct way *way)
{
    way->reply = way->terms;
    receive(batch, way, tag(batch, way, true, TAG_SEND, 0), &way->terms,
            sizeof way->terms + sizeof way->payload, &way->request);
}

/* The arguments of the send have come. */
static void compare(struct batch *batch, struct way *way)
{
    struct operation_terms sent = way->terms;
    bool agrees = sent.parcel == way->reply.parcel && sent.type == way->reply.type;
    way->terms = way->reply;
    if (!agrees)
        way->reply.parcel = UINT64_MAX;
    if (sent.inlined > 0 && agrees)
        memcpy(way->transfer->address, way->payload, sent.inlined);
    way->stage = STAGE_DATA;
    if (sent.parcel > OPERATION_INLINE) {
        if (agrees)
            receive(batch, way, tag(batch, way, true, TAG_TRANSFER, sent.transfer),
                    way->transfer->address, way->transfer->bytes, &way->request);
        send(batch, way, tag(batch, way, false, TAG_ANSWER, sent.transfer), &way->reply,
             sizeof way->reply, &way->answer);
    }
    if (!agrees)
        fail_mismatch(batch, way, &sent);
}

static void go_on_receiving(struct batch *batch, struct way *way)
{
    if (way->stage == STAGE_CALL)
        compare(batch, way);
    else
        way->stage = STAGE_DONE;
}

/* ---- A batch --------------------------------------------------------------------------------- */

/* Whether the message is under way no more. */
static bool is_over(struct batch *batch, const struct way *way, struct engine_request **request)
{
    if (*request == NULL)
        return true;
    enum engine_state state = engine_look(*request);
    if (state == ENGINE_UNDER_WAY)
        return false;
    *request = NULL;
    if (state == ENGINE_FAILED)
        batch->pending.lost = way->transfer->peer;
    return true;
}

/* Moves one transfer on as far as it goes; whether it moved. */
static bool go_on(struct batch *batch, struct way *way)
{
    bool moved = false;
    bool sends = way->transfer->kind == OPERATION_SEND;
    while (!has_failed(batch) && way->stage != STAGE_DONE && is_over(batch, way, &way->request)) {
        if (!sends && way->stage == STAGE_DATA && !is_over(batch, way, &way->answer))
            break;
        if (has_failed(batch))
            break;
        if (sends)
            go_on_sending(batch, way);
        else
            go_on_receiving(batch, way);
        moved = true;
    }
    return moved;
}

/* One look at all transfers; *waits_for is the rank of the first that is not done. */
static bool look(struct batch *batch, uint32_t *waits_for)
{
    bool moved = engine_progress();
    *waits_for = UINT32_MAX;
    for (uint32_t i = 0; i < batch->count && !has_failed(batch); i++) {
        struct way *way = &batch->ways[i];
        moved |= go_on(batch, way);
        if (way->stage != STAGE_DONE && *waits_for == UINT32_MAX)
            *waits_for = way->transfer->peer;
    }
    return moved;
}

static void begin(struct batch *batch, struct way *way)
{
    if (way->stage == STAGE_DONE)
        return;
    if (way->transfer->kind == OPERATION_SEND)
        begin_send(batch, way);
    else
        begin_receive(batch, way);
}

static void wait(struct batch *batch)
{
    uint32_t waits_for = 0;
    unsigned idle = 0;
    while (!has_failed(batch)) {
        engine_lock();
        bool moved = look(batch, &waits_for);
        engine_unlock();
        if (has_failed(batch) || waits_for == UINT32_MAX)
            return;
        idle = moved ? 0 : idle + 1;
        if (!pending_pause(&batch->pending, idle, waits_for))
            return;
    }
}

/* Forgets what is still under way behind a failure. */
static void drop(struct batch *batch)
{
    engine_lock();
    for (uint32_t i = 0; i < batch->count; i++) {
        struct way *way = &batch->ways[i];
        batch->is_left |= way->request != NULL || way->answer != NULL;
        if (way->request != NULL)
            engine_drop(way->request);
        if (way->answer != NULL)
            engine_drop(way->answer);
    }
    engine_unlock();
}

static struct operation_terms terms_of(const struct communicator *communicator,
                                       const struct transfer *transfer)
{
    return (struct operation_terms){.communicator = communicator->number,
                                    .count = transfer->count,
                                    .parcel = transfer->bytes,
                                    .kind = transfer->kind,
                                    .type = (uint32_t)transfer->type,
                                    .op = UINT32_MAX,
                                    .root = UINT32_MAX};
}

/* The send to itself that belongs to a receive. */
static const struct transfer *find_own(const struct transfer *list, uint32_t count, uint32_t rank,
                                       uint32_t kind, uint32_t number)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].peer == rank && list[i].kind == kind && number-- == 0)
            return &list[i];
    return NULL;
}

static uint32_t count_own(const struct transfer *list, uint32_t count, uint32_t rank, uint32_t kind)
{
    uint32_t found = 0;
    while (find_own(list, count, rank, kind, found) != NULL)
        found++;
    return found;
}

static void copy_own(const struct transfer *list, uint32_t count, uint32_t rank)
{
    uint32_t own = count_own(list, count, rank, OPERATION_RECEIVE);
    for (uint32_t i = 0; i < own; i++) {
        const struct transfer *to = find_own(list, count, rank, OPERATION_RECEIVE, i);
        const struct transfer *from = find_own(list, count, rank, OPERATION_SEND, i);
        if (to->bytes > 0)
            memmove(to->address, from->address, to->bytes);
    }
}

HcclResult transfer_check_own(const struct communicator *communicator, const struct transfer *list,
                              uint32_t count)
{
    uint32_t rank = communicator->rank;
    uint32_t sends = count_own(list, count, rank, OPERATION_SEND);
    uint32_t receives = count_own(list, count, rank, OPERATION_RECEIVE);
    if (sends != receives)
        return (HcclResult)report(HCCL_E_PARA,
                                  "rank %u sends to itself %u times and receives from itself %u "
                                  "times; both belong into one HcclBatchSendRecv or group",
                                  rank, sends, receives);
    for (uint32_t i = 0; i < sends; i++) {
        const struct transfer *from = find_own(list, count, rank, OPERATION_SEND, i);
        const struct transfer *to = find_own(list, count, rank, OPERATION_RECEIVE, i);
        if (from->bytes != to->bytes)
            return (HcclResult)report(HCCL_E_PARA,
                                      "rank %u sends itself %" PRIu64 " bytes and receives %" PRIu64
                                      "; both sides have the same count and type",
                                      rank, from->bytes, to->bytes);
    }
    return HCCL_SUCCESS;
}

static void fail_memory(const struct operation_run *run)
{
    struct task_failure *failure = run->failure;
    failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    snprintf(failure->text, sizeof failure->text, "%s: no host memory for messages to other ranks",
             run->task->name);
}

void transfer_run(struct communicator *communicator, const struct transfer *list, uint32_t count,
                  const struct operation_run *run)
{
    struct batch batch = {.communicator = communicator, .run = run, .count = count};
    copy_own(list, count, communicator->rank);
    if (communicator->size == 1)
        return;
    struct communicator_scratch *scratch = communicator_take_scratch(communicator,
                                                                     count * sizeof(struct way));
    if (scratch == NULL) {
        fail_memory(run);
        return;
    }
    batch.ways = (struct way *)(void *)scratch->memory;
    pending_begin(&batch.pending, communicator, run, run->task->name);
    engine_lock();
    for (uint32_t i = 0; i < count; i++) {
        struct way *way = &batch.ways[i];
        way->transfer = &list[i];
        way->stage = list[i].peer == communicator->rank ? STAGE_DONE : STAGE_CALL;
        way->request = way->answer = NULL;
        way->terms = terms_of(communicator, &list[i]);
        if (!has_failed(&batch))
            begin(&batch, way);
    }
    engine_unlock();
    wait(&batch);
    drop(&batch);
    pending_end(&batch.pending);
    if (!batch.is_left)
        communicator_return_scratch(communicator, scratch);
}
