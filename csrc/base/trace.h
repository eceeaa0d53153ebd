/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces: when which call and which task ran, for ACLNN_TRACE, for profiles and for programs that
 * ask for activities (profile/).
 *
 * A thread puts what it notes into a ring of its own, and waits for nobody. One thread of the
 * library takes it out again and tells it to those who want it (trace_writer.h). Where that does
 * not keep up, a thread whose ring is full waits for room, a second at most; what it notes then is
 * dropped and counted. Times are of CLOCK_MONOTONIC, in nanoseconds.
 */
#ifndef ACLNN_PY_BASE_TRACE_H
#define ACLNN_PY_BASE_TRACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

extern _Atomic bool trace_in_force;

static inline bool trace_is_on(void)
{
    return __builtin_expect(atomic_load_explicit(&trace_in_force, memory_order_relaxed), 0);
}

/* Begins, where ACLNN_TRACE names a file. Called once. */
void trace_start(void);

/* Whether this thread tells what was noted, or runs a function of the program that is told. It
 * would wait for itself if it added or removed a reader. */
extern _Thread_local bool trace_is_telling;

/* Writes what was noted so far; on a thread that tells it nothing. */
void trace_flush(void);

/* Writes all that was noted and the end of the file. Called once, when the process ends. */
void trace_end(void);

/* Notes for a reader from now on, until it is removed. False where the process has no room for it.
 * Whoever calls this is within a call of the library. */
struct trace_reader;
bool trace_read(struct trace_reader *reader);
void trace_read_no_more(struct trace_reader *reader);

/* ---- Calls ----------------------------------------------------------------------------------- */

/* The API call of this thread begins or ends. status: 0 where it succeeded. */
void trace_call_begins(void);
void trace_call_ends(int status);

/* The call moves so many bytes itself. */
void trace_call_moves(uint64_t bytes);

/* ---- Tasks ----------------------------------------------------------------------------------- */

/* What a task is, and the category of its slice. */
enum trace_kind {
    TRACE_TASK, /* none of those below */
    TRACE_LAUNCH,
    TRACE_COPY,
    TRACE_EVENT,
    TRACE_COLLECTIVE,
    TRACE_CALLBACK,
    TRACE_GRAPH,
    TRACE_MARK, /* of the program's own */
    TRACE_STEP, /* begin or end of a step of the program's */
};

/* What a mark on a stream is of. */
enum trace_edge { TRACE_WHOLE, TRACE_BEGIN, TRACE_END };

/* More operands are counted and not told one by one. */
#define TRACE_OPERANDS 16

struct trace_operand {
    const char *name; /* a text that lasts */
    int64_t member;   /* of a list; -1: it is none */
    aclDataType type;
    bool is_read;
    bool is_written;
    int32_t rank;
    const int64_t *dims;
};

/* What a task works on. All 0: nothing is known of it. */
struct trace_work {
    enum trace_kind kind;
    bool has_bytes;     /* the two below are known */
    uint64_t read;      /* bytes */
    uint64_t written;   /* bytes */
    uint64_t workspace; /* bytes */
    uint64_t number;    /* of a collective: how many of the communicator were before it; of a mark
                         * or a step: its own */
    const char *text;   /* of a mark; NULL: none */
    enum trace_edge edge;
    uint32_t rank;  /* of the collective's communicator */
    uint32_t ranks; /* 0: it is none */
    /* Of a wait for an event: when it was recorded, and on which stream; 0: it is none. */
    int64_t awaited_at;
    int32_t awaited_stream;
    int operand_count; /* with those that are not in the list */
    struct trace_operand operands[TRACE_OPERANDS];
};

/* A task that has run. */
struct trace_task {
    const char *name; /* a text that lasts */
    uint64_t number;  /* in the trace; 0: a node of a graph */
    uint64_t sequence;
    int64_t queued;
    int64_t began;
    int64_t ended;
    int32_t queued_by; /* the kernel's number of a thread */
    int32_t device;
    int32_t stream;
    int32_t graph;       /* of a node: the number of its graph; -1 */
    int32_t captured_on; /* of a node: the stream whose capture it comes from; -1 */
    int32_t status;
};

/* A new number for a task. */
uint64_t trace_number(void);

/* Notes a task that has run. */
void trace_task(const struct trace_task *task, const struct trace_work *work);

/* This thread has queued a task: its call, and the region of the program's (trace_link_of). */
void trace_link(uint64_t task);

/* Whether regions are noted, and which this thread is in, by kind; 0: none. */
#define TRACE_LINKS 5
void trace_link_wanted(bool is_wanted);
extern _Thread_local uint64_t trace_link_of[TRACE_LINKS];

/* Adds an operand to those of a task, with the bytes of its elements. */
void trace_add_operand(struct trace_work *work, const struct trace_operand *operand);

/* ---- Marks ----------------------------------------------------------------------------------- */

/* Of a longer text the rest is left out. */
#define TRACE_TEXT 4000

/* Notes a mark of the program's, or a range that has ended. domain and text are copied. */
struct trace_mark {
    const char *by; /* the function that made it, a text that lasts */
    const char *domain;
    const char *text;
    uint64_t number;
    bool is_range;
    int64_t began;
    int64_t ended;
};
void trace_mark(const struct trace_mark *mark);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* So many bytes of a device are in use from now on. */
void trace_memory(int32_t device, uint64_t used);

#endif
