/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What threads have noted (trace_ring.h) as JSON: an array in the Trace Event Format, an event a
 * line. Only one thread at a time may use these functions: the lock is the writer's
 * (trace_writer.h).
 */
#ifndef ACLNN_PY_BASE_TRACE_JSON_H
#define ACLNN_PY_BASE_TRACE_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/json.h"
#include "base/trace_ring.h"

/* What is appended at once. An event is never larger than the rest of the buffer. */
#define TRACE_JSON_BLOCK ((size_t)256 << 10)
#define TRACE_JSON_LARGEST_EVENT ((size_t)64 << 10)

struct trace_json {
    /* Set by whoever opens it; all others are 0. */
    void (*append)(struct trace_json *json, const char *bytes, size_t count);
    enum trace_place place; /* its place in `told` of rings */
    uint32_t number;        /* one that no other has had at the place, from 1 */

    struct json_writer out;
    pid_t process; /* 0: nothing was written */
    uint64_t events;
    uint64_t dropped;      /* records that were dropped before */
    uint8_t *streams_told; /* a bit a stream */
    size_t stream_room;    /* bits */
    char block[TRACE_JSON_BLOCK + TRACE_JSON_LARGEST_EVENT];
};

/* Writes a record of a thread, and before it what has to be known of process, thread and stream. */
void trace_json_record(struct trace_json *json, const struct trace_record *record,
                       struct trace_ring *ring);

/* Appends what is in the buffer. */
void trace_json_flush(struct trace_json *json);

/* Writes the end of the array, and frees what it holds. */
void trace_json_end(struct trace_json *json);

#endif
