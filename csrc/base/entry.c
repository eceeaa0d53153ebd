/* SPDX-License-Identifier: Apache-2.0 */
#include "base/entry.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"
#include "base/atb_status.h"
#include "base/call_stack.h"
#include "base/environment.h"
#include "base/failure.h"
#include "base/finding.h"
#include "base/number.h"
#include "base/log.h"
#include "base/output.h"
#include "base/report.h"
#include "base/trace.h"
#include "base/trace_file.h"
#include "hccl/hccl_types.h"
#include "infinicore.h"

static _Thread_local int last_failure;
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;
static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static int wanted_hooks;
static _Atomic unsigned long fault_calls[MAX_FAULTS];

static void read_settings(void)
{
    const struct environment *settings = environment();
    wanted_hooks = ENTRY_READY;
    report_start();
    if (settings->log_categories & LOG_API)
        wanted_hooks |= ENTRY_LOG;
    if (settings->fault_count > 0)
        wanted_hooks |= ENTRY_FAULT;
    if (finding_wanted())
        wanted_hooks |= ENTRY_FINDING;
    if (trace_file_is_open())
        wanted_hooks |= ENTRY_TRACE;
    if (finding_wanted() || settings->checks_nan)
        call_stack_start();
}

static void start(void)
{
    pthread_once(&settings_once, read_settings);
    trace_start();
    entry_set_hooks(wanted_hooks);
}

/* Asking for a version never counts as using the library, and what else tells about the machine
 * does not while no findings are wanted, which need call stacks. So these are allowed on both sides
 * of a fork: programs import a plug-in, count devices, and fork afterwards. */
static bool leaves_nothing(const char *name)
{
    static const char *const others[] = {"aclrtGetDeviceCount", "aclrtGetSocName",
                                         "aclrtGetVersion", "aclrtPeekAtLastError",
                                         "aclrtGetLastError"};
    if (strncmp(name, "aclsysGet", strlen("aclsysGet")) == 0)
        return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return (wanted_hooks & ENTRY_FINDING) == 0;
    return false;
}

static int hooks_of(const char *name)
{
    if (entry_hooks() == 0) {
        pthread_once(&settings_once, read_settings);
        if (leaves_nothing(name))
            return wanted_hooks;
    }
    pthread_once(&start_once, start);
    return entry_hooks();
}

/* The status that the function's documentation gives for a failure, for ACLNN_FAULT. */
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
    if (result == ENTRY_HCCL_STATUS)
        return HCCL_E_INTERNAL;
    if (result == ENTRY_ATB_STATUS)
        return ATB_ERROR_INTERNAL_ERROR;
    size_t length = strlen(name);
    const char *phase_one = "WorkspaceSize"; /* Get- and GetMax- */
    if (length > strlen(phase_one) && strcmp(name + length - strlen(phase_one), phase_one) == 0)
        return ACLNN_ERR_INNER_CREATE_EXECUTOR;
    return ACLNN_ERR_RUNTIME_ERROR;
}

/* Whether "*" of ACLNN_FAULT includes the function. Functions that give something back or wait are
 * left out: a program could not recover what they would lose. */
static bool makes_or_submits(const char *name)
{
    static const char *const others[] = {"Destroy",     "Free",       "Reset",      "Finalize",
                                         "UnSubscribe", "Unregister", "Synchronize"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strstr(name, others[i]) != NULL)
            return false;
    return true;
}

/* A number from 0 to 1 that depends on the seed and the place in the sequence. */
static double chance(unsigned long seed, unsigned long call)
{
    uint64_t x = ((uint64_t)seed << 32 | 1) * 0xD1342543DE82EF95 + call * 0x9E3779B97F4A7C15;
    return (double)(mix_bits(x) >> 11) * 0x1p-53;
}

/* Counts the call and says whether it fails. With the same seed the same calls of a run fail. */
static bool strikes(unsigned index, unsigned long *call)
{
    const struct fault *fault = &environment()->faults[index];
    *call = atomic_fetch_add(&fault_calls[index], 1) + 1;
    return fault->count != 0 ? *call == fault->count
                             : chance(fault->seed, *call) < fault->probability;
}

static bool fault_strikes(const char *name, enum entry_result result, int *status)
{
    const struct environment *settings = environment();
    unsigned long call;
    for (unsigned i = 0; i < settings->fault_count; i++) {
        const struct fault *fault = &settings->faults[i];
        bool meant = strcmp(fault->function, "*") == 0 ? makes_or_submits(name)
                                                       : strcmp(fault->function, name) == 0;
        if (meant && strikes(i, &call)) {
            finding_is_asked_for();
            *status = report(fault_status(name, result), "call %lu fails as ACLNN_FAULT=%s asks",
                             call, fault->given);
            return true;
        }
    }
    return false;
}

const char *entry_launch_fault(unsigned long *launch)
{
    const struct environment *settings = environment();
    for (unsigned i = 0; i < settings->fault_count; i++)
        if (strcmp(settings->faults[i].function, "launch") == 0 && strikes(i, launch))
            return settings->faults[i].given;
    return NULL;
}

/* ---- The order of calls ---------------------------------------------------------------------- */

enum { NOT_YET, IN_FORCE, OVER };

static _Atomic int initialized = NOT_YET;
static _Atomic bool found_order[2]; /* one finding for calls before aclInit, one for calls after
                                     * aclFinalize */

void entry_initialized(bool in_force)
{
    atomic_store(&initialized, in_force ? IN_FORCE : OVER);
}

/* Whether the function needs aclInit: all of acl and aclnn do, but aclInit itself and functions
 * that only query. */
static bool needs_init(const char *name)
{
    static const char *const free_of_it[] = {
        "aclInit",         "aclFinalize", "aclrtGetVersion", "aclGetRecentErrMsg",
        "aclrtGetSocName", "aclAppLog",   "aclsysGet",       "aclnnExt"};
    if (strncmp(name, "acl", 3) != 0)
        return false;
    for (size_t i = 0; i < sizeof free_of_it / sizeof free_of_it[0]; i++)
        if (strncmp(name, free_of_it[i], strlen(free_of_it[i])) == 0)
            return false;
    return true;
}

static void look_at_order(const char *name)
{
    int state = atomic_load(&initialized);
    if (state == IN_FORCE || !needs_init(name) ||
        atomic_exchange(&found_order[state == OVER], true))
        return;
    if (state == NOT_YET)
        finding(FINDING_ORDER,
                "called before aclInit; CANN runs it, its documents ask for aclInit first");
    else
        finding(FINDING_ORDER,
                "called after aclFinalize; CANN runs it, its documents ask for it before");
}

/* The rest of entry_open, where hooks are set. */
static int attend(const char *name, enum entry_result result)
{
    int hooks = entry_hooks();
    if ((hooks & ENTRY_READY) == 0)
        hooks = hooks_of(name);
    if (hooks & ENTRY_TRACE)
        trace_call_begins();
    if (result == ENTRY_VALUE)
        return 0;
    if ((hooks & ENTRY_READY) == 0) {
        int code = result == ENTRY_ACL_STATUS      ? ACL_ERROR_RT_CONTEXT_NULL
                   : result == ENTRY_INFINI_STATUS ? INFINI_STATUS_INTERNAL_ERROR
                   : result == ENTRY_HCCL_STATUS   ? HCCL_E_RUNTIME
                   : result == ENTRY_ATB_STATUS    ? ATB_ERROR_RT_FAIL
                                                   : ACLNN_ERR_RUNTIME_ERROR;
        return report(code,
                      "this process was forked after its parent had used the library; device, "
                      "streams and memory stay with the parent. Fork before the parent's first "
                      "call (aclsysGet..., aclrtGetDeviceCount and aclrtGetSocName may be "
                      "called before), or start children with spawn, as "
                      "multiprocessing.set_start_method(\"spawn\") does in Python");
    }
    if (hooks & ENTRY_FINDING) {
        finding_forget_notes();
        look_at_order(name);
    }
    int status;
    return (hooks & ENTRY_FAULT) && fault_strikes(name, result, &status) ? status : 0;
}

void entry_failed(const char *name, enum entry_result result, int status)
{
    /* Whoever asks for the device before there is one learns that there is none. torch_npu does,
     * and names the last error where a call fails, those of aclnn too: that has to be the call's
     * own and none from before. */
    bool is_answer = status == ACL_ERROR_RT_CONTEXT_NULL && strcmp(name, "aclrtGetDevice") == 0;
    if ((result == ENTRY_ACL_STATUS || result == ENTRY_ACLNN_STATUS) && !is_answer)
        last_failure = status;
    if (is_answer || failure_is_answer(name, status))
        report_was_handled(name);
    if (entry_hooks() != ENTRY_READY)
        failure_found(name, result, status);
}

int entry_open(struct entry_call *outer, const char *name, enum entry_result result)
{
    *outer = entry_current;
    entry_current.name = name;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &entry_current.cancel_state);
    return __builtin_expect(entry_hooks() == ENTRY_READY, 1) ? 0 : attend(name, result);
}

bool entry_end(const struct entry_call *outer, enum entry_result result, int status)
{
    if (__builtin_expect(status != 0, 0) && result != ENTRY_VALUE)
        entry_failed(entry_current.name, result, result == ENTRY_POINTER ? 0 : status);
    int hooks = entry_hooks();
    if (__builtin_expect(hooks != ENTRY_READY, 0)) {
        if (hooks & ENTRY_TRACE)
            trace_call_ends(status);
        if (log_wants(LOG_API))
            return true;
    }
    entry_close(outer);
    return false;
}

void entry_close(const struct entry_call *outer)
{
    if (__builtin_expect(report_is_kept, 0))
        report_call_ended(entry_current.name);
    pthread_setcancelstate(entry_current.cancel_state, NULL);
    entry_current = *outer;
}

void entry_set_last_failure(int status)
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

int entry_unsupported(struct entry_call *outer, const char *name, enum entry_result result,
                      int unsupported, const char *reason)
{
    int status = entry_open(outer, name, result);
    if (status != 0)
        return status;
    if (reason != NULL)
        return report_as("EE1005", unsupported, "not implemented by this library, since %s",
                         reason);
    return report_as("EE1005", unsupported,
                     "not implemented by this library (the function is exported so that programs "
                     "that name it can be loaded)");
}

int entry_refused(struct entry_call *outer, const char *name, enum entry_result result, int refused,
                  const char *reason)
{
    int status = entry_open(outer, name, result);
    if (status != 0)
        return status;
    return report(refused, "CANN refuses every call, since %s", reason);
}

void entry_say_unsupported(const char *name)
{
    char line[160];
    int length = snprintf(line, sizeof line,
                          "aclnn_py: %s: not implemented by this library; it does nothing\n", name);
    (void)output_write(STDERR_FILENO, line, (size_t)length);
}

int entry_of_card(struct entry_call *outer, const char *name, int unsupported)
{
    int status = entry_open(outer, name, ENTRY_HCCL_STATUS);
    if (status != 0)
        return status;
    return report_as("EI0008", unsupported,
                     "works on memory and links of a network card, and there is none in this "
                     "emulator; collectives, HcclSend and HcclRecv do without");
}
