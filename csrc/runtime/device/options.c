/* SPDX-License-Identifier: Apache-2.0 */
/* Options that are kept for later queries, and the last error of a thread. */
#include "runtime/device/options.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/call_stack.h"
#include "base/entry.h"
#include "base/failure.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "impl/aclnn_ext/finding.h"
#include "runtime/stream/context.h"

#define OPTION_COUNT 4
#define CONTEXT_OPTION_COUNT 3

static _Atomic int64_t options[OPTION_COUNT];
static _Atomic int saturation = ACL_RT_OVERFLOW_MODE_INFNAN; /* of the process, as in CANN */

static _Thread_local int32_t selected_level; /* the level + 1; 0: that of the process */

int64_t options_deterministic_level(void)
{
    return selected_level != 0 ? selected_level - 1 : atomic_load(&options[ACL_OPT_DETERMINISTIC]);
}

void options_select_deterministic(int32_t level)
{
    selected_level = level + 1;
}

static aclError check_option(aclSysParamOpt opt, int count)
{
    if ((int)opt >= 0 && (int)opt < count)
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM, "opt is %d; options are numbered from 0 to %d", (int)opt,
                  count - 1);
}

static aclError check_value(aclSysParamOpt opt, int64_t value)
{
    int64_t highest = opt == ACL_OPT_DETERMINISTIC ? 3 : 1;
    if (value >= 0 && value <= highest)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID, "value is %lld; option %d takes 0 to %lld",
                  (long long)value, (int)opt, (long long)highest);
}

aclError aclrtSetSysParamOptImpl(aclSysParamOpt opt, int64_t value)
{
    aclError status = check_option(opt, OPTION_COUNT);
    if (status == ACL_SUCCESS)
        status = check_value(opt, value);
    if (status == ACL_SUCCESS)
        atomic_store(&options[opt], value);
    return status;
}

aclError aclrtGetSysParamOptImpl(aclSysParamOpt opt, int64_t *value)
{
    aclError status = check_option(opt, OPTION_COUNT);
    if (status != ACL_SUCCESS)
        return status;
    if (value == NULL)
        return REPORT_NULL("value");
    *value = atomic_load(&options[opt]);
    return ACL_SUCCESS;
}

aclError aclrtCtxSetSysParamOptImpl(aclSysParamOpt opt, int64_t value)
{
    aclError status = check_option(opt, CONTEXT_OPTION_COUNT);
    if (status != ACL_SUCCESS)
        return status;
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    status = check_value(opt, value);
    if (status == ACL_SUCCESS) {
        /* The vendor's function sets the option of the whole process too. */
        atomic_store(&options[opt], value);
        atomic_store(&context->options[opt], value + 1);
    }
    context_release(context);
    return status;
}

aclError aclrtCtxGetSysParamOptImpl(aclSysParamOpt opt, int64_t *value)
{
    aclError status = check_option(opt, CONTEXT_OPTION_COUNT);
    if (status != ACL_SUCCESS)
        return status;
    if (value == NULL)
        return REPORT_NULL("value");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    int64_t stored = atomic_load(&context->options[opt]);
    if (stored == 0)
        status = report(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                        "option %d was never set in the current context", (int)opt);
    else
        *value = stored - 1;
    context_release(context);
    return status;
}

static aclError check_level(aclrtLastErrLevel level)
{
    if (level == ACL_RT_THREAD_LEVEL)
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM, "level is %d; only ACL_RT_THREAD_LEVEL (0) exists",
                  (int)level);
}

aclError aclrtPeekAtLastErrorImpl(aclrtLastErrLevel level)
{
    aclError status = check_level(level);
    return status != ACL_SUCCESS ? status : entry_last_failure(false);
}

aclError aclrtGetLastErrorImpl(aclrtLastErrLevel level)
{
    aclError status = check_level(level);
    if (status != ACL_SUCCESS)
        return status;
    report_was_handled(NULL);
    return entry_last_failure(true);
}

/* Kernels here always end, so the limits are accepted and never applied. torch.distributed sets the
 * first before there is a context. */
static _Atomic uint64_t execute_timeout; /* microseconds; 0: none */

aclError aclrtSetOpWaitTimeoutImpl(uint32_t timeout)
{
    (void)timeout;
    return ACL_SUCCESS;
}

static aclError set_execute_timeout(uint64_t microseconds)
{
    aclError status = context_require();
    if (status == ACL_SUCCESS)
        atomic_store(&execute_timeout, microseconds);
    return status;
}

aclError aclrtSetOpExecuteTimeOutImpl(uint32_t timeout)
{
    return set_execute_timeout((uint64_t)timeout * 1000000);
}

aclError aclrtSetOpExecuteTimeOutWithMsImpl(uint32_t timeout)
{
    return set_execute_timeout((uint64_t)timeout * 1000);
}

aclError aclrtSetOpExecuteTimeOutV2Impl(uint64_t timeout, uint64_t *actualTimeout)
{
    if (actualTimeout == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "actualTimeout is NULL; a valid pointer is required");
    aclError status = set_execute_timeout(timeout);
    if (status == ACL_SUCCESS)
        *actualTimeout = timeout;
    return status;
}

aclError aclrtGetOpExecuteTimeoutImpl(uint32_t *const timeoutMs)
{
    if (timeoutMs == NULL)
        return REPORT_NULL("timeoutMs");
    uint64_t microseconds = atomic_load(&execute_timeout);
    uint64_t milliseconds = microseconds / 1000 + (microseconds % 1000 != 0);
    bool is_endless = milliseconds == 0 || milliseconds > UINT32_MAX;
    *timeoutMs = is_endless ? UINT32_MAX : (uint32_t)milliseconds;
    return ACL_SUCCESS;
}

/* Any number of microseconds is taken as it is. */
aclError aclrtGetOpTimeOutIntervalImpl(uint64_t *interval)
{
    if (interval == NULL)
        return REPORT_NULL("interval");
    aclError status = context_require();
    if (status == ACL_SUCCESS)
        *interval = 1;
    return status;
}

aclError aclrtSetDeviceSatModeImpl(aclrtFloatOverflowMode mode)
{
    if (mode != ACL_RT_OVERFLOW_MODE_SATURATION && mode != ACL_RT_OVERFLOW_MODE_INFNAN)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "mode is %d; ACL_RT_OVERFLOW_MODE_SATURATION (0) or "
                      "ACL_RT_OVERFLOW_MODE_INFNAN (1) is required",
                      (int)mode);
    atomic_store(&saturation, (int)mode);
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceSatModeImpl(aclrtFloatOverflowMode *mode)
{
    if (mode == NULL)
        return REPORT_NULL("mode");
    *mode = (aclrtFloatOverflowMode)atomic_load(&saturation);
    return ACL_SUCCESS;
}

void aclnnExtFailureWasExpectedImpl(void)
{
    failure_was_expected();
}

void aclnnExtSetCallerImpl(const char *calls)
{
    call_stack_set_caller(calls);
}
