/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what a program has left when it ends. The search runs when the library is unloaded with the
 * process, after the program's own exit handlers: memory stays valid after aclFinalize and may be
 * freed later. */
#include "runtime/device/leftovers.h"

#include <inttypes.h>
#include <stdint.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "base/environment.h"
#include "base/failure.h"
#include "base/finding.h"
#include "base/trace.h"
#include "runtime/memory/address_map.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/host_memory.h"
#include "runtime/stream/stream.h"
#include "runtime/watch/left_handles.h"

/* This many allocations are told one by one; the others are only counted. */
#define LISTED 10

struct left_memory {
    const char *kind;
    uintptr_t start;
    size_t size;
    const char *made_by;
    const struct call_stack *made_in;
};

struct memory_list {
    const char *kind; /* the kind of memory that is added */
    struct left_memory largest[LISTED];
    size_t count;
    uint64_t more; /* allocations that are not in the list, and their bytes */
    uint64_t more_bytes;
};

/* Adds an allocation; the list keeps the largest ones, the largest first. */
static void add_memory(const struct address_range *range, void *closure)
{
    struct memory_list *list = closure;
    struct left_memory left = {list->kind, range->start, range->size, range->made_by,
                               range->made_in};
    for (size_t i = 0; i < list->count; i++)
        if (list->largest[i].size < left.size) {
            struct left_memory smaller = list->largest[i];
            list->largest[i] = left;
            left = smaller;
        }
    if (list->count < LISTED) {
        list->largest[list->count++] = left;
    } else {
        list->more++;
        list->more_bytes += left.size;
    }
}

static void tell_list(const struct memory_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct left_memory *left = &list->largest[i];
        finding_at(FINDING_LEAK, left->made_in,
                   "an allocation of %zu bytes of %s at 0x%zx, which %s made, was never freed",
                   left->size, left->kind, (size_t)left->start, left->made_by);
    }
    if (list->more > 0)
        finding_at(FINDING_LEAK, NULL,
                   "%" PRIu64 " more allocations, %" PRIu64 " bytes, were never freed", list->more,
                   list->more_bytes);
}

static void tell_memory(void)
{
    struct memory_list list = {.kind = "device memory"};
    for (uint32_t i = 0; i < environment()->device_count; i++)
        device_memory_visit((int32_t)i, UINT64_MAX, add_memory, &list);
    list.kind = "host memory";
    host_memory_visit(add_memory, &list);
    tell_list(&list);
}

void leftovers_tell_memory(int32_t device, uint64_t age)
{
    struct memory_list list = {.kind = "device memory"};
    if (!finding_wanted())
        return;
    device_memory_visit(device, age, add_memory, &list);
    tell_list(&list);
}

__attribute__((destructor)) static void find_leftovers(void)
{
    /* A forked child has copies of what its parent left, which end with the parent. */
    if (!entry_is_in_use())
        return;
    entry_current.name = "at exit";
    call_stack_stop();
    device_memory_look_at_ends();
    if (finding_wanted()) {
        stream_tell_leftovers();
        tell_memory();
        left_handles_tell_all();
        failure_tell_totals();
    }
    finding_end();
    trace_end();
}
