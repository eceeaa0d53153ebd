/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every public function does before and after its work. The exported functions are
 * generated from the public headers (entry points); each of them calls the function of the same
 * name with "Impl" behind it, which is where the work is written down.
 */
#ifndef ACLNN_PY_BASE_ENTRY_H
#define ACLNN_PY_BASE_ENTRY_H

#include <pthread.h>
#include <stdbool.h>

#include "base/entry_current.h"
#include "base/report.h"

/* The names of all exported functions; ends with NULL. Generated with the entry points. */
extern const char *const entry_functions[];

/* The rest of entry_open, where hooks are set. True when the call may go on; otherwise *status says
 * why not. */
bool entry_attend(const char *name, enum entry_result result, int *status);

/* The rest of entry_logged, where hooks are set. */
bool entry_attend_end(int status);

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

/* The work of a function that is exported and not implemented: reports it with the status for that,
 * and with the reason where there is one (else NULL), and returns this, or why not even that is
 * possible. */
int entry_unsupported(const char *name, enum entry_result result, int unsupported,
                      const char *reason);

/* The same, of a call that CANN refuses too: with the status that CANN answers. */
int entry_refused(const char *name, enum entry_result result, int refused, const char *reason);

/* Says it on standard error, for a function whose status callers do not look at. */
void entry_say_unsupported(const char *name);

/* The same as entry_unsupported, for a function of communication that only a network card can
 * carry out. */
int entry_of_card(const char *name, int unsupported);

static inline bool entry_open(const char *name, enum entry_result result, int *status)
{
    entry_current.name = name;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &entry_current.cancel_state);
    if (__builtin_expect(entry_hooks() == ENTRY_READY, 1))
        return true;
    return entry_attend(name, result, status);
}

/* Ends a call. `outer` is what ran on this thread before: the program, or a call that this one
 * stands in. */
static inline void entry_close(struct entry_call outer)
{
    if (__builtin_expect(report_is_kept, 0))
        report_call_ended(entry_current.name);
    pthread_setcancelstate(entry_current.cancel_state, NULL);
    entry_current = outer;
}

/* The work of a call is done, with this status, or 0 where it has none and succeeded. True when it
 * is to be logged. */
static inline bool entry_logged(int status)
{
    return __builtin_expect(entry_hooks() != ENTRY_READY, 0) && entry_attend_end(status);
}

#endif
