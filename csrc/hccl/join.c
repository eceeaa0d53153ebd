/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/join.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/report.h"
#include "base/thread.h"
#include "hccl/config.h"
#include "hccl/engine.h"
#include "hccl/setting.h"

#define SECOND INT64_C(1000000000)

/* How long a rank tries to reach a meeting that should be there. */
#define REACH_SECONDS 2

/* Those who meet are told first who is missing; a rank waits so much longer for that. */
#define GRACE_SECONDS 5

/* ---- Going there ----------------------------------------------------------------------------- */

static HcclResult report_unreached(const struct wire_root *root, HcclResult status, int why)
{
    char text[128];
    return (HcclResult)report(
        (int)status,
        "nobody answers at %s port %u, where the ranks meet (%s): the process that made the root "
        "info, or that has rank 0 of a rank table, has to run, and to be reachable",
        root->host, (unsigned)root->port, strerror_r(why, text, sizeof text));
}

static HcclResult reach(struct join *join, bool waits)
{
    const struct timespec pause = {0, 20000000};
    int64_t last = waits ? join->deadline : monotonic_nanoseconds() + REACH_SECONDS * SECOND;
    for (;;) {
        join->file = host_connect(join->root.host, join->root.port);
        if (join->file >= 0)
            return HCCL_SUCCESS;
        int why = errno;
        if (monotonic_nanoseconds() > last)
            return report_unreached(&join->root, waits ? HCCL_E_TIMEOUT : HCCL_E_TCP_CONNECT, why);
        nanosleep(&pause, NULL);
    }
}

static HcclResult introduce(const struct join *join, const struct join_order *order)
{
    size_t bytes = 0;
    const void *address = order->size > 1 ? engine_address(&bytes) : NULL;
    struct wire_hello hello = {.magic = WIRE_MAGIC,
                               .process = engine_process(),
                               .size = order->size,
                               .rank = order->rank,
                               .device = order->device,
                               .address_bytes = (uint32_t)bytes,
                               .timeout = join->seconds};
    memcpy(hello.secret, order->root.secret, sizeof hello.secret);
    host_address(hello.host, sizeof hello.host);
    if (wire_send(join->file, &hello, sizeof hello) &&
        (bytes == 0 || wire_send(join->file, address, bytes)))
        return HCCL_SUCCESS;
    return report_unreached(&join->root, HCCL_E_TCP_TRANSFER, errno);
}

static HcclResult prepare(struct join *join, const struct join_order *order)
{
    struct setting_values settings;
    HcclResult status = setting_read(&settings);
    if (status != HCCL_SUCCESS)
        return status;
    join->communicator = communicator_new(order->size);
    if (join->communicator == NULL)
        return HCCL_E_MEMORY;
    join->communicator->rank = order->rank;
    join->communicator->device = order->device;
    join->communicator->execute_seconds = settings.execute_seconds;
    join->communicator->buffer_megabytes = settings.buffer_megabytes;
    join->seconds = settings.connect_seconds;
    join->deadline = monotonic_nanoseconds() + join->seconds * SECOND;
    return config_apply(order->config, join->communicator);
}

HcclResult join_begin(struct join *join, const struct join_order *order, HcclComm *out)
{
    *join = (struct join){.root = order->root, .file = -1, .out = out};
    HcclResult status = order->size > 1 ? engine_start() : HCCL_SUCCESS;
    if (status == HCCL_SUCCESS)
        status = prepare(join, order);
    if (status == HCCL_SUCCESS)
        status = reach(join, order->waits);
    if (status == HCCL_SUCCESS)
        status = introduce(join, order);
    if (status != HCCL_SUCCESS)
        join_drop(join);
    return status;
}

void join_drop(struct join *join)
{
    if (join->file >= 0)
        close(join->file);
    if (join->communicator != NULL)
        communicator_free(join->communicator);
    join->file = -1;
    join->communicator = NULL;
}

/* ---- The book -------------------------------------------------------------------------------- */

static HcclResult report_lost(const struct join *join)
{
    return (HcclResult)report(
        HCCL_E_TCP_CONNECT,
        "the process where the ranks meet, at %s port %u, closed the connection: it has ended, or "
        "the root info is of another meeting or was changed on its way",
        join->root.host, (unsigned)join->root.port);
}

static HcclResult receive(const struct join *join, void *bytes, size_t count)
{
    int64_t deadline = join->deadline + GRACE_SECONDS * SECOND;
    int state = wire_receive(join->file, bytes, count, deadline);
    if (state == 1)
        return HCCL_SUCCESS;
    if (state < 0)
        return report_lost(join);
    return (HcclResult)report(HCCL_E_TIMEOUT,
                              "not all ranks came within the %u s of HCCL_CONNECT_TIMEOUT",
                              join->seconds);
}

/* Reads one rank's entry; *at moves behind it. False when the book ends before. */
static bool read_entry(const char **at, const char *past, struct wire_hello *hello,
                       const char **address)
{
    if ((size_t)(past - *at) < sizeof *hello)
        return false;
    memcpy(hello, *at, sizeof *hello);
    *address = *at + sizeof *hello;
    if ((size_t)(past - *address) < hello->address_bytes)
        return false;
    *at = *address + hello->address_bytes;
    return true;
}

static HcclResult read_book(struct join *join, const char *book, size_t bytes, uint64_t *processes)
{
    struct communicator *communicator = join->communicator;
    const char *at = book;
    for (uint32_t rank = 0; rank < communicator->size; rank++) {
        struct communicator_member *member = &communicator->members[rank];
        struct wire_hello hello;
        const char *address;
        if (!read_entry(&at, book + bytes, &hello, &address))
            return report_lost(join);
        member->process = processes[rank] = hello.process;
        member->origin = rank;
        if (communicator->size == 1)
            continue;
        member->peer = engine_connect(hello.process, address, hello.address_bytes);
        if (member->peer == NULL)
            return HCCL_E_TCP_CONNECT;
    }
    return HCCL_SUCCESS;
}

static HcclResult receive_book(struct join *join, const struct wire_note *note)
{
    struct communicator *communicator = join->communicator;
    char *book = malloc(note->bytes + 1);
    uint64_t *processes = calloc(communicator->size, sizeof *processes);
    HcclResult status = HCCL_SUCCESS;
    if (book == NULL || processes == NULL)
        status = (HcclResult)report(HCCL_E_MEMORY, "no host memory for a communicator");
    if (status == HCCL_SUCCESS)
        status = receive(join, book, note->bytes);
    if (status == HCCL_SUCCESS)
        status = read_book(join, book, note->bytes, processes);
    if (status == HCCL_SUCCESS && communicator->size > 1) {
        communicator->line = line_open(join->file, communicator->size, communicator->rank,
                                       processes, note->process);
        join->file = -1;
        if (communicator->line == NULL)
            status = HCCL_E_MEMORY;
    }
    free(book);
    free(processes);
    return status;
}

static HcclResult meet(struct join *join)
{
    struct wire_note note;
    struct communicator *communicator = join->communicator;
    HcclResult status = receive(join, &note, sizeof note);
    if (status != HCCL_SUCCESS)
        return status;
    note.text[sizeof note.text - 1] = '\0';
    if (note.kind == WIRE_REFUSED)
        return (HcclResult)report(note.status, "%s", note.text);
    communicator->number = note.number;
    if (communicator->name[0] == '\0')
        snprintf(communicator->name, sizeof communicator->name, "hccl_%016" PRIx64, note.number);
    return receive_book(join, &note);
}

HcclResult join_end(struct join *join)
{
    HcclResult status = meet(join);
    if (status == HCCL_SUCCESS)
        status = communicator_open(join->communicator);
    if (status == HCCL_SUCCESS) {
        *join->out = join->communicator->handle;
        join->communicator = NULL;
    }
    join_drop(join);
    return status;
}
