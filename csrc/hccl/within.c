/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/within.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "base/thread.h"
#include "hccl/course.h"
#include "hccl/type.h"

#define SECOND INT64_C(1000000000)

uint64_t within_draw(struct communicator *communicator, uint32_t count)
{
    pthread_mutex_lock(&communicator->lock);
    uint64_t number = communicator->collectives;
    communicator->collectives += count;
    pthread_mutex_unlock(&communicator->lock);
    return number;
}

void within_leave(const struct communicator *communicator, const char *caller, const char *why)
{
    char text[400];
    if (communicator->line == NULL)
        return;
    snprintf(text, sizeof text, "rank %u did not take part in %s: %.300s", communicator->rank,
             caller, why);
    line_break(communicator->line, text);
}

HcclResult within_check(const struct communicator *communicator)
{
    char why[480];
    if (communicator->line == NULL || !line_is_broken(communicator->line))
        return HCCL_SUCCESS;
    line_why(communicator->line, why, sizeof why);
    return (HcclResult)report(HCCL_E_REMOTE,
                              "communicator \"%s\" is broken and carries out nothing more: %s",
                              communicator->name, why);
}

bool within_sees(const struct within *within, uint32_t rank)
{
    const struct communicator *communicator = within->communicator;
    int64_t since = 0;
    if (rank >= communicator->size)
        return false;
    return rank == communicator->rank || communicator->line == NULL ||
           line_look(communicator->line, communicator->members[rank].origin, &since) ==
               LINE_PRESENT;
}

/* ---- One collective -------------------------------------------------------------------------- */

static void carry_out(const struct within *within, struct operation *operation)
{
    struct communicator *communicator = within->communicator;
    struct operation_terms *terms = &operation->terms;
    struct operation_run run = {
        .task = within->task, .stream = within->stream, .failure = within->failure};
    operation->communicator = communicator;
    terms->communicator = communicator->number;
    terms->number = within->number;
    terms->root = UINT32_MAX;
    snprintf(terms->caller, sizeof terms->caller, "%s", within->caller);
    if (communicator->execute_seconds > 0)
        run.deadline = monotonic_nanoseconds() + communicator->execute_seconds * SECOND;
    atomic_fetch_add(&engine_movers, 1);
    course_run(operation, &run);
    atomic_fetch_sub(&engine_movers, 1);
}

/* Takes a part for each rank, twice; false, with a failure, where memory is short. */
static bool take_parts(const struct within *within, struct operation *operation)
{
    uint32_t size = within->communicator->size;
    operation->out = calloc(2 * (size_t)size, sizeof *operation->out);
    if (operation->out != NULL) {
        operation->in = operation->out + size;
        return true;
    }
    within->failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    snprintf(within->failure->text, sizeof within->failure->text,
             "no host memory for the work of %u ranks", size);
    within_leave(within->communicator, within->caller, within->failure->text);
    return false;
}

static struct operation operation_of(enum operation_kind kind, HcclDataType type, const char *send,
                                     char *receive, uint64_t count)
{
    return (struct operation){
        .send = send,
        .receive = receive,
        .terms = {
            .kind = (uint32_t)kind, .type = (uint32_t)type, .op = UINT32_MAX, .count = count}};
}

void within_barrier(const struct within *within)
{
    struct operation operation = operation_of(OPERATION_BARRIER, HCCL_DATA_TYPE_INT8, NULL, NULL,
                                              0);
    if (take_parts(within, &operation))
        carry_out(within, &operation);
    free(operation.out);
}

void within_all_reduce(const struct within *within, HcclDataType type, const char *send,
                       char *receive, uint64_t count)
{
    uint32_t size = within->communicator->size;
    struct operation operation = operation_of(OPERATION_ALL_REDUCE, type, send, receive, count);
    operation.terms.op = HCCL_REDUCE_SUM;
    if (take_parts(within, &operation)) {
        operation_set_blocks(operation.out, size, count, type_bytes(type));
        operation_set_blocks(operation.in, size, count, type_bytes(type));
        carry_out(within, &operation);
    }
    free(operation.out);
}

void within_reduce_scatter(const struct within *within, HcclDataType type, const char *send,
                           char *receive, uint64_t count)
{
    const struct communicator *communicator = within->communicator;
    struct operation operation = operation_of(OPERATION_REDUCE_SCATTER, type, send, receive, count);
    operation.terms.op = HCCL_REDUCE_SUM;
    if (take_parts(within, &operation)) {
        operation_set_rows(operation.out, communicator->size, count * type_bytes(type));
        operation.in[communicator->rank].bytes = count * type_bytes(type);
        carry_out(within, &operation);
    }
    free(operation.out);
}

/* What only moves: the same number of elements for each rank, to_all the same elements. */
static void move(const struct within *within, struct operation *operation, bool to_all)
{
    uint32_t size = within->communicator->size;
    uint64_t bytes = operation->terms.count * type_bytes((HcclDataType)operation->terms.type);
    if (take_parts(within, operation)) {
        operation_set_rows(operation->out, size, bytes);
        for (uint32_t rank = 0; to_all && rank < size; rank++)
            operation->out[rank].offset = 0;
        operation_set_rows(operation->in, size, bytes);
        carry_out(within, operation);
    }
    free(operation->out);
}

void within_all_gather(const struct within *within, HcclDataType type, const char *send,
                       char *receive, uint64_t count)
{
    struct operation operation = operation_of(OPERATION_ALL_GATHER, type, send, receive, count);
    move(within, &operation, true);
}

void within_all_to_all(const struct within *within, HcclDataType type, const char *send,
                       char *receive, uint64_t count)
{
    struct operation operation = operation_of(OPERATION_ALL_TO_ALL, type, send, receive, count);
    move(within, &operation, false);
}

void within_all_to_all_v(const struct within *within, HcclDataType type, const char *send,
                         struct operation_part *out, char *receive, struct operation_part *in)
{
    struct operation operation = operation_of(OPERATION_ALL_TO_ALL_V, type, send, receive, 0);
    operation.out = out;
    operation.in = in;
    carry_out(within, &operation);
}
