/* SPDX-License-Identifier: Apache-2.0 */
#include "base/failure.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl_base.h"
#include "base/call_stack.h"
#include "base/environment.h"
#include "base/finding.h"
#include "base/number.h"
#include "base/report.h"
#include "base/status.h"

#define BUCKETS 256

struct failure {
    struct failure *next;
    const char *call;
    int status;
    const struct call_stack *where;
    uint64_t number;
    uint64_t times;
    uint64_t expected;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct failure *buckets[BUCKETS];
static _Thread_local struct failure *latest;

/* A wait whose time ran out was given that time to find out, and there is no other way to ask
   whether a context is current. */
bool failure_is_answer(const char *call, int status)
{
    return status == ACL_ERROR_RT_REPORT_TIMEOUT ||
           (strcmp(call, "aclrtGetCurrentContext") == 0 && status == ACL_ERROR_RT_CONTEXT_NULL) ||
           (strstr(call, "WithTimeout") != NULL && (status == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT ||
                                                    status == ACL_ERROR_RT_EVENT_SYNC_TIMEOUT));
}

/* Whether ACLNN_EXPECT names the failure. */
static bool is_expected(const char *call, enum entry_result result, int status)
{
    const struct environment *settings = environment();
    for (unsigned i = 0; i < settings->expected_count; i++) {
        const struct expected *expected = &settings->expected[i];
        bool is_call = strcmp(expected->function, "*") == 0 ||
                       strcmp(expected->function, call) == 0;
        bool is_status = expected->any_status || (expected->is_null == (result == ENTRY_POINTER) &&
                                                  expected->status == status);
        if (is_call && is_status)
            return true;
    }
    return false;
}

/* ---- What was told --------------------------------------------------------------------------- */

static struct failure **bucket_of(const char *call, int status, const struct call_stack *where)
{
    uint64_t key = mix_bits((uintptr_t)call ^ mix_bits((uintptr_t)where ^ (uint64_t)status << 32));
    return &buckets[key % BUCKETS];
}

/* Counts a failure; true when it is the first of its kind. *out is NULL when there is no memory to
 * remember it. */
static bool count(const char *call, int status, const struct call_stack *where,
                  struct failure **out)
{
    struct failure **bucket = bucket_of(call, status, where);
    struct failure *found;
    pthread_mutex_lock(&lock);
    for (found = *bucket; found != NULL; found = found->next)
        if (found->call == call && found->status == status && found->where == where)
            break;
    bool is_new = found == NULL;
    if (is_new)
        found = calloc(1, sizeof *found);
    if (is_new && found != NULL) {
        *found = (struct failure){*bucket, call, status, where, finding_next_number(), 0, 0};
        *bucket = found;
    }
    if (found != NULL)
        found->times++;
    pthread_mutex_unlock(&lock);
    *out = found;
    return is_new;
}

static void tell(const char *call, enum entry_result result, int status,
                 const struct call_stack *where, uint64_t number)
{
    char code[64];
    const char *text = report_newest(call);
    if (result == ENTRY_POINTER)
        snprintf(code, sizeof code, "returned NULL");
    else if (result == ENTRY_VALUE)
        snprintf(code, sizeof code, "failed");
    else if (result == ENTRY_INFINI_STATUS || result == ENTRY_ATB_STATUS)
        snprintf(code, sizeof code, "returned %d", status);
    else
        snprintf(code, sizeof code, "returned %d %s", status, status_name(status));
    finding_failure(number, status, where, "%s%s%s", code, text != NULL ? ": " : "",
                    text != NULL ? text : "");
}

/* In a child that was forked after the first use the table may be locked, so only one failure is
 * told. */
static void tell_in_child(const char *call, enum entry_result result, int status)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told))
        tell(call, result, status, NULL, finding_next_number());
}

void failure_found(const char *call, enum entry_result result, int status)
{
    latest = NULL;
    if (!finding_wanted() || finding_was_asked_for())
        return;
    if (failure_is_answer(call, status) || is_expected(call, result, status))
        return;
    if (!entry_is_in_use()) {
        tell_in_child(call, result, status);
        return;
    }
    const struct call_stack *where = call_stack_here();
    if (count(call, status, where, &latest))
        tell(call, result, status, where, latest != NULL ? latest->number : finding_next_number());
}

void failure_was_expected(void)
{
    if (latest == NULL)
        return;
    pthread_mutex_lock(&lock);
    latest->expected++;
    pthread_mutex_unlock(&lock);
    latest = NULL;
}

void failure_tell_totals(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < BUCKETS; i++)
        for (const struct failure *failure = buckets[i]; failure != NULL; failure = failure->next)
            if (failure->times > 1 || failure->expected > 0)
                finding_total(failure->number, failure->call, failure->status, failure->times,
                              failure->expected);
    pthread_mutex_unlock(&lock);
}
