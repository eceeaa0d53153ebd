/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/call.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"

bool call_refuse_late(struct call *call, aclnnStatus status, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t size = strlen(text) + 1;
    char *copy = arena_take(call->arena, size);
    if (copy != NULL)
        memcpy(copy, text, size);
    call->late_text = copy != NULL ? copy : "no host memory for what was wrong";
    call->late_status = status;
    call->is_empty = true;
    return false;
}
