/* SPDX-License-Identifier: Apache-2.0 */
#include "base/entry_current.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* The hooks lie here until they have a page of their own, and for good where mmap gives none. */
static _Atomic int plain_hooks;
_Atomic(_Atomic int *) entry_hooks_place = &plain_hooks;
_Thread_local struct entry_call entry_current;

const char *entry_name(void)
{
    return entry_current.name != NULL ? entry_current.name : "aclnn_py";
}

static void clear_hooks(void)
{
    atomic_store(&plain_hooks, 0);
}

/* The hooks lie in a page that the kernel clears in every child that gets a copy of the memory,
 * also in one that the C library's fork does not see (_Fork, clone). A child has none of our
 * threads and none of the device memory, so its calls must be refused. */
static _Atomic int *place_hooks(void)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED && madvise(page, size, MADV_WIPEONFORK) == 0)
        return page;
    /* Kernels before 4.14 cannot clear the page: there only children of fork are refused. */
    if (page != MAP_FAILED)
        munmap(page, size);
    pthread_atfork(NULL, NULL, clear_hooks);
    return &plain_hooks;
}

void entry_set_hooks(int hooks)
{
    _Atomic int *place = place_hooks();
    atomic_store_explicit(place, hooks, memory_order_relaxed);
    atomic_store_explicit(&entry_hooks_place, place, memory_order_release);
}

void entry_want(int hook, bool is_wanted)
{
    _Atomic int *place = atomic_load_explicit(&entry_hooks_place, memory_order_acquire);
    if (is_wanted)
        atomic_fetch_or(place, hook);
    else
        atomic_fetch_and(place, ~hook);
}
