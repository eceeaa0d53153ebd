/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/left_handles.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/finding.h"

/* This many are told one by one; the others are only counted. */
#define LISTED 10

/* Contexts of devices that were set, and default streams, need not be destroyed by the program, nor
 * names of marks. */
static bool is_implied(enum handle_kind kind, const char *made_by)
{
    return kind == HANDLE_PROFILE_DOMAIN ||
           (kind == HANDLE_CONTEXT && strstr(made_by, "CreateContext") == NULL) ||
           (kind == HANDLE_STREAM && strstr(made_by, "Stream") == NULL);
}

static void tell_handle(enum handle_kind kind, const char *made_by,
                        const struct call_stack *made_in, void *closure)
{
    struct left_handles *list = closure;
    if (is_implied(kind, made_by))
        return;
    if (list->told++ < LISTED)
        finding_at(FINDING_LEAK, made_in, "an %s, which %s made, was never destroyed",
                   handle_kind_name(kind), made_by);
    else
        list->more[kind]++;
}

static void tell_more(const struct left_handles *list)
{
    for (int kind = 0; kind < HANDLE_KIND_COUNT; kind++)
        if (list->more[kind] > 0)
            finding_at(FINDING_LEAK, NULL, "%" PRIu64 " more of %s were never destroyed",
                       list->more[kind], handle_kind_name((enum handle_kind)kind));
}

void left_handles_tell_all(void)
{
    struct left_handles list = {.told = 0};
    handle_visit(tell_handle, &list);
    tell_more(&list);
}

void left_handles_tell(struct left_handles *list, const void *handle)
{
    if (finding_wanted())
        handle_visit_one(handle, tell_handle, list);
}

void left_handles_tell_more(const struct left_handles *list)
{
    if (finding_wanted())
        tell_more(list);
}
