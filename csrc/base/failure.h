/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that failed, as findings: nobody can see whether a program looks at a status. When a call
 * from one place returns a status for the first time, that is told at once; how often it happened
 * is told when the process ends. Not findings are: failures that ACLNN_FAULT made, waits that timed
 * out, asking for a context where none is current, and what ACLNN_EXPECT names. */
#ifndef ACLNN_PY_BASE_FAILURE_H
#define ACLNN_PY_BASE_FAILURE_H

#include <stdbool.h>

#include "base/entry_current.h"

/* Notes that the call that runs on this thread failed. status is 0 for functions that return
 * pointers. */
void failure_found(const char *call, enum entry_result result, int status);

/* Whether a status answers what a program asked, and is no failure: a wait that ran out of time. */
bool failure_is_answer(const char *call, int status);

/* The program says that it has reckoned with what failed last on this thread. */
void failure_was_expected(void);

/* Tells how often each failure happened. Nothing is told afterwards. */
void failure_tell_totals(void);

#endif
