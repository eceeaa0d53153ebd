/* SPDX-License-Identifier: Apache-2.0 */
/* What threads note for the trace (trace.h), between them and the one that writes it. */
#ifndef ACLNN_PY_BASE_TRACE_RING_H
#define ACLNN_PY_BASE_TRACE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/trace.h"

#define TRACE_RING_SIZE ((size_t)256 << 10)
#define TRACE_LINES 8 /* of Python, for a call */

enum trace_record_kind {
    RECORD_SKIP,
    RECORD_CALL,
    RECORD_TASK,
    RECORD_MEMORY,
    RECORD_MARK,
    RECORD_LINK,
};

/* The begin of every record. Records lie at multiples of 8 bytes. */
struct trace_record {
    uint32_t size; /* bytes, with this */
    uint32_t kind;
};

struct trace_call_record {
    struct trace_record record;
    const char *name;
    int64_t began;
    int64_t ended;
    uint64_t moved; /* bytes */
    uint64_t task;  /* the last one that it has queued; 0 */
    int32_t status;
    uint32_t line_count;
    /* The calls of Python that led to it, the innermost first (call_stack.h). */
    const char *lines[];
};

/* Behind it the operands lie, each with its dims, or the text of a mark with its end. */
struct trace_task_record {
    struct trace_record record;
    struct trace_task task;
    enum trace_kind kind;
    enum trace_edge edge;
    bool has_bytes;
    uint64_t read, written, workspace;
    uint64_t number;
    int64_t awaited_at;
    int32_t awaited_stream;
    uint32_t rank, ranks;
    int32_t operand_count; /* with those that are not here */
    int32_t told_count;
    uint32_t text_length; /* without its end; 0: none */
};

struct trace_operand_record {
    const char *name;
    int64_t member;
    int32_t type;
    int16_t rank;
    bool is_read;
    bool is_written;
    int64_t dims[];
};

struct trace_memory_record {
    struct trace_record record;
    int64_t time;
    uint64_t used;
    int32_t device;
};

struct trace_mark_record {
    struct trace_record record;
    int64_t began;
    int64_t ended;
    uint64_t number;
    const char *by; /* the function that made it, a text that lasts */
    bool is_range;
    uint32_t domain_length; /* without its end */
    char texts[];           /* the domain and the text, each with its end */
};

/* What a program calls the region in which a task was queued. */
struct trace_link_record {
    struct trace_record record;
    uint64_t task;
    uint64_t id;
    uint32_t kind;
};

/* The places of what is written as JSON: which a ring has been told to. */
enum trace_place { TRACE_PLACE_FILE, TRACE_PLACE_PROFILE, TRACE_PLACES };

/* One thread writes into it, and one reads. */
struct trace_ring {
    struct trace_ring *next;
    int32_t thread;
    char name[16];
    uint32_t told[TRACE_PLACES]; /* the number of the JSON that knows of the thread */
    _Atomic bool is_over;        /* the thread has ended */
    _Atomic uint64_t written;    /* bytes, of all time */
    _Alignas(64) _Atomic uint64_t read;
    _Alignas(64) char bytes[TRACE_RING_SIZE];
};

/* That of this thread; NULL: it has none yet. */
extern _Thread_local struct trace_ring *trace_own_ring;

/* How many records were dropped. */
extern _Atomic uint64_t trace_dropped;

/* Called once, before the others. False where the process has no room for it. */
bool trace_rings_open(void);

/* Makes a ring for this thread; NULL without memory. */
struct trace_ring *trace_ring_make(void);

/* The rings of all threads, the newest first. Only one thread at a time may walk along them. */
struct trace_ring *trace_rings(void);

/* Frees the rings of threads that have ended, once they were read. */
void trace_rings_clear(void);

#endif
