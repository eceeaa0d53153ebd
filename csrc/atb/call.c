/* SPDX-License-Identifier: Apache-2.0 */
#include "atb/call.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/entry.h"
#include "base/log_call.h"
#include "base/report.h"

bool atb_call_open(struct atb_call *call, const char *name, int32_t *status)
{
    call->name = name;
    *status = entry_open(&call->outer, name, ENTRY_ATB_STATUS);
    return *status == 0;
}

int32_t atb_call_close(const struct atb_call *call, int32_t status)
{
    if (entry_end(&call->outer, ENTRY_ATB_STATUS, status)) {
        log_call(call->name, ">d", status, (double)status);
        entry_close(&call->outer);
    }
    return status;
}

/* The class of text that goes with a status. */
static const char *message_code(enum atb_status status)
{
    switch (status) {
    case ATB_ERROR_CANN_ERROR: return "EE1005";
    case ATB_ERROR_INTERNAL_ERROR:
    case ATB_ERROR_RT_FAIL:
    case ATB_ERROR_OUT_OF_HOST_MEMORY: return "EH9999";
    default: return "EH0009";
    }
}

int32_t atb_report(enum atb_status status, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return report_as(message_code(status), (int)status, "%s", text);
}
