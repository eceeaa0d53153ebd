/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "base/log.h"
#include "impl/acl/acl_base_rt.h"

void aclAppLogImpl(aclLogLevel logLevel, const char *func, const char *file, uint32_t line,
                   const char *fmt, va_list arguments)
{
    static const char *const levels[] = {"debug", "info", "warning", "error"};
    if (!log_wants(LOG_API) || fmt == NULL)
        return;
    char text[1024];
    vsnprintf(text, sizeof text, fmt, arguments);
    log_line(LOG_API, "application %s: %s:%u %s: %s",
             (unsigned)logLevel < 4 ? levels[logLevel] : "message", file != NULL ? file : "?", line,
             func != NULL ? func : "?", text);
}
