/* SPDX-License-Identifier: Apache-2.0 */
#include "base/finding.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/entry.h"
#include "base/environment.h"
#include "base/log.h"

bool finding_wanted(void)
{
    return environment()->findings_file[0] != '\0' || log_wants(LOG_FINDING);
}

/*
 * One write a line, at the end of the file: threads and child processes do not mix. What cannot be
 * written is in the log at least.
 */
static void append(const char *text)
{
    const char *name = environment()->findings_file;
    char line[1200];
    if (name[0] == '\0')
        return;
    int file = open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    int length = snprintf(line, sizeof line, "%s\n", text);
    ssize_t written = write(file, line, (size_t)length);
    (void)written;
    close(file);
}

static void add(bool always, const char *format, va_list arguments)
{
    char what[1000];
    char text[1100];
    vsnprintf(what, sizeof what, format, arguments);
    snprintf(text, sizeof text, "%s: %s", entry_name(), what);
    append(text);
    if (always)
        log_always(LOG_FINDING, text);
    else
        log_line(LOG_FINDING, "%s", text);
}

void finding(const char *format, ...)
{
    va_list arguments;
    if (!finding_wanted())
        return;
    va_start(arguments, format);
    add(false, format, arguments);
    va_end(arguments);
}

void finding_damage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(true, format, arguments);
    va_end(arguments);
}
