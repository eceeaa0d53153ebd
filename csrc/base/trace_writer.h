/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the trace: an array in the Trace Event Format, an event a line. The thread that does it
 * ends after half a second without work, and is started again.
 */
#ifndef ACLNN_PY_BASE_TRACE_WRITER_H
#define ACLNN_PY_BASE_TRACE_WRITER_H

#include <stdatomic.h>
#include <stdbool.h>

/* Whether the thread runs. */
extern _Atomic bool trace_writer_runs;

/* Starts the thread; false where that is not possible. */
bool trace_writer_start(void);

/* Has the thread write what there is soon. */
void trace_writer_wake(void);

/* Writes on this thread what there is. */
void trace_writer_flush(void);

/* Ends the thread, and writes the rest on this one. */
void trace_writer_end(void);

#endif
