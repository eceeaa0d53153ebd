/* SPDX-License-Identifier: Apache-2.0 */
#include "base/entry.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"
#include "base/environment.h"
#include "base/report.h"
#include "infinicore.h"

_Atomic int entry_hooks = ENTRY_START;
_Thread_local const char *entry_current;

static _Thread_local int last_failure;
static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static _Atomic unsigned long fault_calls[MAX_FAULTS];

const char *entry_name(void)
{
    return entry_current != NULL ? entry_current : "aclnn_py";
}

/* The child has none of our threads and none of the device memory: it may not go on. */
static void mark_child(void)
{
    atomic_fetch_or(&entry_hooks, ENTRY_FORKED);
}

static void start(void)
{
    const struct environment *settings = environment();
    int hooks = 0;
    report_start();
    if (settings->log_categories & LOG_API)
        hooks |= ENTRY_LOG;
    if (settings->fault_count > 0)
        hooks |= ENTRY_FAULT;
    pthread_atfork(NULL, NULL, mark_child);
    atomic_store_explicit(&entry_hooks, hooks, memory_order_release);
}

/* The documented failure of a function, for ACLNN_FAULT. */
static int fault_status(const char *name, enum entry_result result)
{
    static const struct {
        const char *name;
        int status;
    } rows[] = {
#define ACL_FAULT(name, status) {#name, status},
#include "base/fault.def"
#undef ACL_FAULT
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].status;
    if (result == ENTRY_ACL_STATUS)
        return ACL_ERROR_RT_DRV_INTERNAL_ERROR;
    if (result == ENTRY_INFINI_STATUS)
        return INFINI_STATUS_INTERNAL_ERROR;
    size_t length = strlen(name);
    const char *phase_one = "GetWorkspaceSize";
    if (length > strlen(phase_one) && strcmp(name + length - strlen(phase_one), phase_one) == 0)
        return ACLNN_ERR_INNER_CREATE_EXECUTOR;
    return ACLNN_ERR_RUNTIME_ERROR;
}

static bool fault_strikes(const char *name, enum entry_result result, int *status)
{
    const struct environment *settings = environment();
    for (unsigned i = 0; i < settings->fault_count; i++) {
        const struct fault *fault = &settings->faults[i];
        if (strcmp(fault->function, name) != 0)
            continue;
        if (atomic_fetch_add(&fault_calls[i], 1) + 1 == fault->count) {
            *status = report(fault_status(name, result),
                             "call %lu fails as ACLNN_FAULT=%s@%lu asks", fault->count, name,
                             fault->count);
            return true;
        }
    }
    return false;
}

bool entry_attend(const char *name, enum entry_result result, int *status)
{
    pthread_once(&start_once, start);
    int hooks = atomic_load_explicit(&entry_hooks, memory_order_acquire);
    if (result == ENTRY_VALUE)
        return true;
    if (hooks & ENTRY_FORKED) {
        int code = result == ENTRY_ACL_STATUS      ? ACL_ERROR_RT_CONTEXT_NULL
                   : result == ENTRY_INFINI_STATUS ? INFINI_STATUS_INTERNAL_ERROR
                                                   : ACLNN_ERR_RUNTIME_ERROR;
        *status = report(code,
                         "this process was forked after its parent had used the library; device, "
                         "streams and memory stay with the parent. Fork before the first call, or "
                         "start a new program");
        return false;
    }
    return !((hooks & ENTRY_FAULT) && fault_strikes(name, result, status));
}

void entry_failed(int status)
{
    last_failure = status;
}

int entry_last_failure(bool clear)
{
    int status = last_failure;
    if (clear)
        last_failure = 0;
    return status;
}

int entry_unsupported(const char *name)
{
    int status;
    if (!entry_open(name, ENTRY_ACL_STATUS, &status))
        return status;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "not carried out by this library (the function is exported so that programs "
                  "that name it can be loaded)");
}
