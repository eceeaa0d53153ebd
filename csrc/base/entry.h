/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every public function does before and after its work. The exported functions are
 * generated from the public headers (entry points); each of them calls the function of the same
 * name with "Impl" behind it, which is where the work is written down.
 *
 * The usual call costs one test of the hooks: ENTRY_READY alone means that the environment was read
 * and nothing is wanted of a call. The other bits mean that calls are logged, may be told to fail,
 * or are looked at for findings about their order. They are 0 before the first call that
 * asks for more than a version, and in a child that was forked after it.
 */
#ifndef ACLNN_PY_BASE_ENTRY_H
#define ACLNN_PY_BASE_ENTRY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/log.h"

enum { ENTRY_READY = 1, ENTRY_LOG = 2, ENTRY_FAULT = 4, ENTRY_FINDING = 8 };

/* How a function says that it failed. */
enum entry_result {
    ENTRY_ACL_STATUS,
    ENTRY_ACLNN_STATUS,
    ENTRY_INFINI_STATUS,
    ENTRY_POINTER,
    ENTRY_VALUE
};

/*
 * The API call that runs on a thread. The thread is not cancelled in it, where that would leave
 * locks held and work half done, but where thread.h says so.
 */
struct entry_call {
    const char *name;
    int cancel_state; /* what the program set with pthread_setcancelstate */
};

extern _Atomic(_Atomic int *) entry_hooks_place;
extern _Thread_local struct entry_call entry_current;

/* The names of all exported functions; ends with NULL. Generated with the entry points. */
extern const char *const entry_functions[];

/* The API call that runs on this thread, or "aclnn_py" outside of any. */
const char *entry_name(void);

/* The slow part of entry_open: true when the call may go on, else *status is why not. */
bool entry_attend(const char *name, enum entry_result result, int *status);

/* Notes that a call failed: for aclrtGetLastError those of acl, and as a finding (failure.h). */
void entry_failed(const char *name, enum entry_result result, int status);

/* The status of the acl call that failed last on this thread; clear forgets it. */
int entry_last_failure(bool clear);
void entry_set_last_failure(int status);

/* How ACLNN_FAULT asks for the failure of this launch, and its number; NULL when it does not. */
const char *entry_launch_fault(unsigned long *launch);

/* aclInit and aclFinalize took effect: what is called outside of them is a finding. */
void entry_initialized(bool in_force);

/* The work of a function that is exported and not carried out: reports it, returns the status for
 * that, 207000 or INFINI_STATUS_NOT_IMPLEMENTED. */
int entry_unsupported(const char *name, enum entry_result result);

static inline int entry_hooks(void)
{
    const _Atomic int *place = atomic_load_explicit(&entry_hooks_place, memory_order_acquire);
    return atomic_load_explicit(place, memory_order_acquire);
}

/* Whether the library is in use, and by this process: not by the one that it was forked from. */
static inline bool entry_is_in_use(void)
{
    return (entry_hooks() & ENTRY_READY) != 0;
}

static inline bool entry_open(const char *name, enum entry_result result, int *status)
{
    entry_current.name = name;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &entry_current.cancel_state);
    if (__builtin_expect(entry_hooks() == ENTRY_READY, 1))
        return true;
    return entry_attend(name, result, status);
}

/* The end of a call: what ran before on this thread, the program or a call around this one. */
static inline void entry_close(struct entry_call outer)
{
    pthread_setcancelstate(entry_current.cancel_state, NULL);
    entry_current = outer;
}

static inline bool entry_logged(void)
{
    return __builtin_expect(entry_hooks() != ENTRY_READY, 0) && log_wants(LOG_API);
}

#endif
