/* SPDX-License-Identifier: Apache-2.0 */
/* aclprofStepInfo: begins and ends of steps, on streams. */
#include <pthread.h>
#include <stdlib.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_prof.h"
#include "profile/marks.h"

struct step {
    uint64_t number;
    bool has[2]; /* by aclprofStepTag */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t last;

aclprofStepInfo *aclprofCreateStepInfoImpl(void)
{
    struct step *step = calloc(1, sizeof *step);
    void *handle = step != NULL ? handle_create(HANDLE_PROFILE_STEP, step, free) : NULL;
    if (handle == NULL) {
        free(step);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for an aclprofStepInfo");
        return NULL;
    }
    pthread_mutex_lock(&lock);
    step->number = ++last;
    pthread_mutex_unlock(&lock);
    return handle;
}

static aclError refuse(const void *handle)
{
    char what[128];
    if (handle == NULL)
        return REPORT_NULL("stepInfo");
    return report(ACL_ERROR_INVALID_PARAM, "stepInfo is %p, %s; a live aclprofStepInfo is required",
                  handle, handle_describe(handle, what, sizeof what));
}

void aclprofDestroyStepInfoImpl(aclprofStepInfo *stepinfo)
{
    if (!handle_close(stepinfo, HANDLE_PROFILE_STEP, entry_name()))
        (void)refuse(stepinfo);
}

static aclError take_time(struct step *step, aclprofStepTag tag, aclrtStream stream)
{
    pthread_mutex_lock(&lock);
    bool is_again = step->has[tag];
    step->has[tag] = true;
    pthread_mutex_unlock(&lock);
    if (is_again)
        return report(ACL_ERROR_INVALID_PARAM,
                      "the step has %s already; make an aclprofStepInfo for "
                      "each step",
                      tag == ACL_STEP_START ? "started" : "ended");
    return marks_queue(stream, TRACE_STEP, tag == ACL_STEP_START ? TRACE_BEGIN : TRACE_END, "step",
                       step->number);
}

aclError aclprofGetStepTimestampImpl(aclprofStepInfo *stepInfo, aclprofStepTag tag,
                                     aclrtStream stream)
{
    if (tag != ACL_STEP_START && tag != ACL_STEP_END)
        return report(ACL_ERROR_INVALID_PARAM,
                      "tag is %d; ACL_STEP_START (0) and ACL_STEP_END (1) are allowed", (int)tag);
    struct step *step = handle_acquire(stepInfo, HANDLE_PROFILE_STEP);
    if (step == NULL)
        return refuse(stepInfo);
    aclError status = take_time(step, tag, stream);
    handle_release(stepInfo);
    return status;
}
