/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program leaves when it ends: found when the library is unloaded with the process, after
 * the program's own exit handlers, since memory stays valid after aclFinalize and may be freed
 * later.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry.h"
#include "base/finding.h"
#include "base/handle.h"
#include "base/log.h"
#include "runtime/device_memory.h"

#define MAX_GROUPS 64

/* All of one kind that one API call made. */
struct group {
    const char *what;
    const char *made_by;
    uint64_t count;
    uint64_t bytes;
};

struct groups {
    struct group list[MAX_GROUPS];
    size_t count;
};

static void add(struct groups *groups, const char *what, const char *made_by, uint64_t bytes)
{
    struct group *group = groups->list;
    while (group < groups->list + groups->count &&
           (strcmp(group->what, what) != 0 || strcmp(group->made_by, made_by) != 0))
        group++;
    if (group == groups->list + MAX_GROUPS)
        return;
    if (group == groups->list + groups->count) {
        *group = (struct group){.what = what, .made_by = made_by};
        groups->count++;
    }
    group->count++;
    group->bytes += bytes;
}

/* Contexts of devices that were set, and default streams, end with the process by themselves. */
static void add_handle(enum handle_kind kind, const char *made_by, void *closure)
{
    bool is_implied = (kind == HANDLE_CONTEXT && strstr(made_by, "CreateContext") == NULL) ||
                      (kind == HANDLE_STREAM && strstr(made_by, "Stream") == NULL);
    if (!is_implied)
        add(closure, handle_kind_name(kind), made_by, 0);
}

static void add_memory(const char *made_by, size_t size, void *closure)
{
    add(closure, "device memory", made_by, size);
}

static void tell(const struct group *group)
{
    if (group->bytes > 0)
        finding(FINDING_LEAK,
                "%llu allocation(s) of %s, %llu bytes, which %s made, were never freed",
                (unsigned long long)group->count, group->what, (unsigned long long)group->bytes,
                group->made_by);
    else
        finding(FINDING_LEAK, "%llu %s, which %s made, %s never destroyed",
                (unsigned long long)group->count, group->what, group->made_by,
                group->count == 1 ? "was" : "were");
}

static void tell_all(void)
{
    struct groups *groups = calloc(1, sizeof *groups);
    if (groups == NULL)
        return;
    device_memory_visit(add_memory, groups);
    handle_visit(add_handle, groups);
    for (size_t i = 0; i < groups->count; i++)
        tell(&groups->list[i]);
    free(groups);
}

__attribute__((destructor)) static void find_leftovers(void)
{
    /* A forked child has copies of its parent's, which end with the parent. */
    if (!entry_is_in_use())
        return;
    entry_current = "at exit";
    device_memory_look_at_ends();
    if (finding_wanted())
        tell_all();
    finding_end();
}
