/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log_call.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/handle.h"
#include "base/log.h"
#include "base/status.h"

struct line {
    char text[2048];
    size_t length;
};

static void append(struct line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append(struct line *line, const char *format, ...)
{
    if (line->length >= sizeof line->text - 1)
        return;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line->text + line->length, sizeof line->text - line->length, format,
                           arguments);
    va_end(arguments);
    line->length += (size_t)length;
    if (line->length >= sizeof line->text)
        line->length = sizeof line->text - 1;
}

static void append_pointer(struct line *line, const void *value)
{
    if (value == NULL)
        append(line, "NULL");
    else
        append(line, "0x%" PRIxPTR, (uintptr_t)value);
}

static void append_text(struct line *line, const char *value)
{
    if (value == NULL)
        append(line, "NULL");
    else
        append(line, "\"%.200s\"", value);
}

static void append_handle(struct line *line, const void *handle)
{
    char text[160];
    append_pointer(line, handle);
    if (handle_describe_object(handle, text, sizeof text))
        append(line, " %s", text);
}

/* The name of an enumerator, or NULL. */
static const char *name_of(const struct log_name *names, int64_t value)
{
    while (names->name != NULL && names->value != value)
        names++;
    return names->name;
}

static void append_enumerator(struct line *line, int64_t value, const struct log_name *names)
{
    const char *name = name_of(names, value);
    if (name != NULL)
        append(line, "%s", name);
    else
        append(line, "%" PRId64, value);
}

/* What a pointer leads to, behind the pointer. */
static void append_pointed_at(struct line *line, char kind, const void *value)
{
    append(line, "->");
    if (kind == 'P')
        append_pointer(line, *(void *const *)value);
    else if (kind == 'j')
        append(line, "%" PRId32, *(const int32_t *)value);
    else if (kind == 'J')
        append(line, "%" PRId64, *(const int64_t *)value);
    else if (kind == 'v')
        append(line, "%" PRIu32, *(const uint32_t *)value);
    else
        append(line, "%" PRIu64, *(const uint64_t *)value);
}

static void append_argument(struct line *line, char kind, int status, va_list *values)
{
    if (kind == 'i') {
        append(line, "%" PRId64, va_arg(*values, int64_t));
    } else if (kind == 'u') {
        append(line, "%" PRIu64, va_arg(*values, uint64_t));
    } else if (kind == 'd') {
        append(line, "%g", va_arg(*values, double));
    } else if (kind == 'b') {
        append(line, "%s", va_arg(*values, int) ? "true" : "false");
    } else if (kind == 'e') {
        int64_t value = va_arg(*values, int64_t);
        append_enumerator(line, value, va_arg(*values, const struct log_name *));
    } else if (kind == 's') {
        append_text(line, va_arg(*values, const char *));
    } else if (kind == 'h') {
        append_handle(line, va_arg(*values, const void *));
    } else {
        const void *value = va_arg(*values, const void *);
        append_pointer(line, value);
        if (kind != 'p' && value != NULL && status == 0)
            append_pointed_at(line, kind, value);
    }
}

static void append_result(struct line *line, char kind, int status, va_list *values)
{
    append(line, ") -> ");
    if (kind == 'p') {
        append_pointer(line, va_arg(*values, const void *));
    } else if (kind == 'd') {
        append(line, "%g", va_arg(*values, double));
    } else if (kind == 'e') {
        const char *name = name_of(va_arg(*values, const struct log_name *), status);
        append(line, "%d %s", status, name != NULL ? name : "unknown");
    } else {
        append(line, "%d %s", status, status_name(status));
    }
}

void log_call(const char *function, const char *arguments, int status, ...)
{
    struct line line;
    line.length = 0;
    va_list values;
    va_start(values, status);
    append(&line, "%s(", function);
    const char *comma = "";
    for (; *arguments != '>'; comma = ", ") {
        const char *name = arguments + 2;
        int length = (int)strcspn(name, " ");
        append(&line, "%s%.*s=", comma, length, name);
        append_argument(&line, arguments[0], status, &values);
        arguments = name + length + 1;
    }
    append_result(&line, arguments[1], status, &values);
    va_end(values);
    log_always(LOG_API, line.text);
}
