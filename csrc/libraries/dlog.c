/* SPDX-License-Identifier: Apache-2.0 */
/* libascendalog.so, libunified_dlog.so: what programs log goes where this library's own lines go,
 * as with aclAppLog: to standard error, where ACLNN_LOG=api asks for it. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "base/log.h"
#include "base/cxx.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void DlogVaList(int32_t module, int32_t level, const char *format, va_list values)
    __attribute__((format(printf, 3, 0)));
EXPORT void DlogRecord(int32_t module, int32_t level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
EXPORT int32_t CheckLogLevel(int32_t module, int32_t level);
EXPORT int32_t dlog_getlevel(int32_t module, int32_t *has_events);
EXPORT int32_t dlog_setlevel(int32_t module, int32_t level, int32_t has_events);
EXPORT void DlogFlush(void);

enum { LEVEL_DEBUG, LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR, LEVEL_NONE };

void DlogVaList(int32_t module, int32_t level, const char *format, va_list values)
{
    static const char *const levels[] = {"debug", "info", "warning", "error"};
    if (!log_wants(LOG_API) || format == NULL)
        return;
    char text[1024];
    vsnprintf(text, sizeof text, format, values);
    log_line(LOG_API, "module %d %s: %s", module,
             (uint32_t)level <= LEVEL_ERROR ? levels[level] : "message", text);
}

void DlogRecord(int32_t module, int32_t level, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    DlogVaList(module, level, format, values);
    va_end(values);
}

void log_inner(int32_t module, int32_t level, const char *format, ...)
    EXPORT_AS("_Z9DlogInneriiPKcz") __attribute__((format(printf, 3, 4)));
void log_inner(int32_t module, int32_t level, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    DlogVaList(module, level, format, values);
    va_end(values);
}

/* 1 when lines of the level are written. */
int32_t CheckLogLevel(int32_t module, int32_t level)
{
    (void)module;
    (void)level;
    return log_wants(LOG_API);
}

int32_t log_check_level(int32_t module, int32_t level) EXPORT_AS("_Z13CheckLogLevelii");
int32_t log_check_level(int32_t module, int32_t level)
{
    return CheckLogLevel(module, level);
}

int32_t dlog_getlevel(int32_t module, int32_t *has_events)
{
    (void)module;
    if (has_events != NULL)
        *has_events = log_wants(LOG_API);
    return log_wants(LOG_API) ? LEVEL_DEBUG : LEVEL_NONE;
}

/* ACLNN_LOG decides. */
int32_t dlog_setlevel(int32_t module, int32_t level, int32_t has_events)
{
    (void)module;
    (void)level;
    (void)has_events;
    return -1;
}

void DlogFlush(void)
{
}
