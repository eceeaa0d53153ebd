/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every public function does before and after its work. The exported functions are
 * generated from the public headers (entry points); each of them calls the function of the same
 * name with "Impl" behind it, which is where the work is written down.
 */
#ifndef ACLNN_PY_BASE_ENTRY_H
#define ACLNN_PY_BASE_ENTRY_H

#include <stdbool.h>

#include "base/entry_current.h"

/* The names of all exported functions; ends with NULL. Generated with the entry points. */
extern const char *const entry_functions[];

/* Notes that a call failed: for aclrtGetLastError those of acl and aclnn, and as a finding
   (failure.h). */
void entry_failed(const char *name, enum entry_result result, int status);

/* The status of the call of acl or aclnn that failed last on this thread; clear forgets it. */
int entry_last_failure(bool clear);
void entry_set_last_failure(int status);

/* How ACLNN_FAULT asks that this launch fails, and the launch's number; NULL when it does not
 * ask. */
const char *entry_launch_fault(unsigned long *launch);

/* aclInit (in_force) or aclFinalize took effect. Calls before the one and after the other are
 * findings. */
void entry_initialized(bool in_force);

/* Opens a call of a function that is exported and not implemented: reports it with the status for
 * that, and with the reason where there is one (else NULL), and returns this, or why not even that
 * is possible. */
int entry_unsupported(struct entry_call *outer, const char *name, enum entry_result result,
                      int unsupported, const char *reason);

/* The same, of a call that CANN refuses too: with the status that CANN answers. */
int entry_refused(struct entry_call *outer, const char *name, enum entry_result result, int refused,
                  const char *reason);

/* Says it on standard error, for a function whose status callers do not look at. */
void entry_say_unsupported(const char *name);

/* The same as entry_unsupported, for a function of communication that only a network card can
 * carry out. */
int entry_of_card(struct entry_call *outer, const char *name, int unsupported);

/* Opens a call of the function `name`. *outer gets what ran on this thread before: the program, or
 * a call that this one stands in. Returns 0 where the call may go on, else the status that says why
 * not. */
int entry_open(struct entry_call *outer, const char *name, enum entry_result result);

/* Ends the work of a call, which returns this status, or 0 where it returns another value and
 * succeeded. Notes a failure, but for ENTRY_VALUE. Then the call is closed, and this is false; or
 * it is to be logged, and this is true: log_call and entry_close have to follow. */
bool entry_end(const struct entry_call *outer, enum entry_result result, int status);

/* Closes a call. */
void entry_close(const struct entry_call *outer);

#endif
