/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes out what threads have noted, and tells it to readers: to the file of ACLNN_TRACE, to a
 * profile (profile/), to a program that asks for activities. The thread that does it ends after
 * half a second without work, and is started again.
 */
#ifndef ACLNN_PY_BASE_TRACE_WRITER_H
#define ACLNN_PY_BASE_TRACE_WRITER_H

#include <stdatomic.h>
#include <stdbool.h>

struct trace_record;
struct trace_ring;

/* Who is told. The functions are called by one thread at a time, and may note nothing. */
struct trace_reader {
    struct trace_reader *next;
    void (*record)(struct trace_reader *reader, const struct trace_record *record,
                   struct trace_ring *ring);
    /* All that there was has been told. */
    void (*pause)(struct trace_reader *reader);
    /* The process ends, and the reader with it. */
    void (*end)(struct trace_reader *reader);
};

/* Tells a reader what is noted from now on, until it is removed: then all that was noted has been
 * told. trace_writer_remove returns whether others are left. */
void trace_writer_add(struct trace_reader *reader);
bool trace_writer_remove(struct trace_reader *reader);

/* Whether the thread runs. */
extern _Atomic bool trace_writer_runs;

/* Starts the thread; false where that is not possible. */
bool trace_writer_start(void);

/* Has the thread look soon. */
void trace_writer_wake(void);

/* Tells on this thread what there is. */
void trace_writer_flush(void);

/* Ends the thread for good, and the readers. */
void trace_writer_end(void);

#endif
