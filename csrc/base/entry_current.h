/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The API call that runs on a thread, and what is wanted of calls (the hooks).
 *
 * The usual call costs one test of the hooks: ENTRY_READY alone means that the environment was read
 * and nothing is wanted of a call. The other bits mean that calls are logged, may be told to fail,
 * are looked at for findings about their order, or are traced. They are 0 before the first call
 * that asks for more than a version, and in a child that was forked after it.
 */
#ifndef ACLNN_PY_BASE_ENTRY_CURRENT_H
#define ACLNN_PY_BASE_ENTRY_CURRENT_H

#include <stdatomic.h>
#include <stdbool.h>

enum { ENTRY_READY = 1, ENTRY_LOG = 2, ENTRY_FAULT = 4, ENTRY_FINDING = 8, ENTRY_TRACE = 16 };

/* How a function says that it failed. */
enum entry_result {
    ENTRY_ACL_STATUS,
    ENTRY_ACLNN_STATUS,
    ENTRY_INFINI_STATUS,
    ENTRY_HCCL_STATUS,
    ENTRY_ATB_STATUS,
    ENTRY_POINTER,
    ENTRY_VALUE
};

/* The API call that runs on a thread. While it runs the thread is not cancelled, because that would
 * leave locks held and work half done; thread.h names the exceptions. */
struct entry_call {
    const char *name;
    int cancel_state; /* the state that the program set with pthread_setcancelstate */
    unsigned depth;   /* how many traced calls of this thread have begun and not ended */
};

extern _Atomic(_Atomic int *) entry_hooks_place;
extern _Thread_local struct entry_call entry_current;

/* The name of the API call that runs on this thread, or "aclnn_py" outside of any. */
const char *entry_name(void);

/* Sets the hooks. entry.c calls it once. */
void entry_set_hooks(int hooks);

/* Sets or clears one of them, in a process that has set them. */
void entry_want(int hook, bool is_wanted);

static inline int entry_hooks(void)
{
    const _Atomic int *place = atomic_load_explicit(&entry_hooks_place, memory_order_acquire);
    return atomic_load_explicit(place, memory_order_acquire);
}

/* Whether this process has used the library. False in a child that was forked after the first
 * use. */
static inline bool entry_is_in_use(void)
{
    return (entry_hooks() & ENTRY_READY) != 0;
}

#endif
