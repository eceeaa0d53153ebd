/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log_call.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/handle.h"
#include "base/log.h"
#include "base/status.h"

static void append(struct log_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append(struct log_call *call, const char *format, ...)
{
    if (call->length >= sizeof call->text - 1)
        return;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(call->text + call->length, sizeof call->text - call->length, format,
                           arguments);
    va_end(arguments);
    call->length += (size_t)length;
    if (call->length >= sizeof call->text)
        call->length = sizeof call->text - 1;
}

static void append_pointer(struct log_call *call, const void *value)
{
    if (value == NULL)
        append(call, "NULL");
    else
        append(call, "0x%" PRIxPTR, (uintptr_t)value);
}

static void append_name(struct log_call *call, const char *argument)
{
    append(call, "%s%s=", call->arguments++ > 0 ? ", " : "", argument);
}

void log_call_open(struct log_call *call, const char *function, int status)
{
    call->length = 0;
    call->arguments = 0;
    call->status = status;
    append(call, "%s(", function);
}

void log_call_signed(struct log_call *call, const char *argument, int64_t value)
{
    append_name(call, argument);
    append(call, "%" PRId64, value);
}

void log_call_unsigned(struct log_call *call, const char *argument, uint64_t value)
{
    append_name(call, argument);
    append(call, "%" PRIu64, value);
}

void log_call_double(struct log_call *call, const char *argument, double value)
{
    append_name(call, argument);
    append(call, "%g", value);
}

void log_call_bool(struct log_call *call, const char *argument, bool value)
{
    append_name(call, argument);
    append(call, "%s", value ? "true" : "false");
}

void log_call_string(struct log_call *call, const char *argument, const char *value)
{
    append_name(call, argument);
    if (value == NULL)
        append(call, "NULL");
    else
        append(call, "\"%.200s\"", value);
}

void log_call_pointer(struct log_call *call, const char *argument, const void *value)
{
    append_name(call, argument);
    append_pointer(call, value);
}

void log_call_enum(struct log_call *call, const char *argument, int64_t value,
                   const struct log_name *names)
{
    append_name(call, argument);
    for (; names->name != NULL; names++)
        if (names->value == value) {
            append(call, "%s", names->name);
            return;
        }
    append(call, "%" PRId64, value);
}

void log_call_out_pointer(struct log_call *call, const char *argument, void *const *value)
{
    append_name(call, argument);
    append_pointer(call, value);
    if (value != NULL && call->status == 0) {
        append(call, "->");
        append_pointer(call, *value);
    }
}

void log_call_out_signed(struct log_call *call, const char *argument, const void *value,
                         size_t bytes)
{
    append_name(call, argument);
    append_pointer(call, value);
    if (value == NULL || call->status != 0)
        return;
    int64_t number = 0;
    if (bytes == 4) {
        int32_t narrow;
        memcpy(&narrow, value, sizeof narrow);
        number = narrow;
    } else if (bytes == 8) {
        memcpy(&number, value, sizeof number);
    }
    append(call, "->%" PRId64, number);
}

void log_call_out_unsigned(struct log_call *call, const char *argument, const void *value,
                           size_t bytes)
{
    append_name(call, argument);
    append_pointer(call, value);
    if (value == NULL || call->status != 0)
        return;
    uint64_t number = 0;
    if (bytes == 4) {
        uint32_t narrow;
        memcpy(&narrow, value, sizeof narrow);
        number = narrow;
    } else if (bytes == 8) {
        memcpy(&number, value, sizeof number);
    }
    append(call, "->%" PRIu64, number);
}

void log_call_handle(struct log_call *call, const char *argument, const void *handle)
{
    char text[160];
    append_name(call, argument);
    append_pointer(call, handle);
    if (handle_describe_object(handle, text, sizeof text))
        append(call, " %s", text);
}

void log_call_close_status(struct log_call *call, int status)
{
    append(call, ") -> %d %s", status, status_name(status));
    log_always(LOG_API, call->text);
}

void log_call_close_enum(struct log_call *call, int status, const struct log_name *names)
{
    for (; names->name != NULL && names->value != status; names++)
        ;
    append(call, ") -> %d %s", status, names->name != NULL ? names->name : "unknown");
    log_always(LOG_API, call->text);
}

void log_call_close_pointer(struct log_call *call, const void *value)
{
    append(call, ") -> ");
    append_pointer(call, value);
    log_always(LOG_API, call->text);
}

void log_call_close_value(struct log_call *call, double value)
{
    append(call, ") -> %g", value);
    log_always(LOG_API, call->text);
}
