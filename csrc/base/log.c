/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/output.h"
#include "base/text.h"

bool log_wants(enum log_category category)
{
    return (environment()->log_categories & (unsigned)category) != 0;
}

static const char *category_name(enum log_category category)
{
    switch (category) {
    case LOG_API: return "api";
    case LOG_MEM: return "mem";
    case LOG_STREAM: return "stream";
    case LOG_KERNEL: return "kernel";
    case LOG_FINDING: return "finding";
    }
    return "log";
}

/* Each line is one write, so that lines of different threads do not mix. */
void log_always(enum log_category category, const char *text)
{
    char line[2200];
    int length = snprintf(line, sizeof line, "[aclnn:%s %ld] %s\n", category_name(category),
                          (long)syscall(SYS_gettid), text);
    if (length >= (int)sizeof line) {
        length = (int)sizeof line - 1;
        line[length - 1] = '\n';
    }
    text_blank_controls(line, (size_t)length - 1);
    (void)output_write(STDERR_FILENO, line, (size_t)length);
}

void log_line(enum log_category category, const char *format, ...)
{
    if (!log_wants(category))
        return;
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_always(category, text);
}
