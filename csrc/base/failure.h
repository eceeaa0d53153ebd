/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that failed, as findings: nobody can see whether a program looks at a status. The first
 * time that a call from one place returns one status is told at once, and when the process ends how
 * often it was. ACLNN_FAULT's failures, waits whose time ran out, asking for a context where none
 * is current, and what ACLNN_EXPECT names are none.
 */
#ifndef ACLNN_PY_BASE_FAILURE_H
#define ACLNN_PY_BASE_FAILURE_H

#include <stdbool.h>

#include "base/entry_current.h"

/* The call that runs on this thread fails; for functions that return pointers status is 0. */
void failure_found(const char *call, enum entry_result result, int status);

/* Whether a status answers what a program asked, and is no failure: a wait that ran out of time. */
bool failure_is_answer(const char *call, int status);

/* The program says that it has reckoned with what failed last on this thread. */
void failure_was_expected(void);

/* How often what was told has happened. Nothing is told afterwards. */
void failure_tell_totals(void);

#endif
