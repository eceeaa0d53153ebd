/* SPDX-License-Identifier: Apache-2.0 */
/* What programs report to a profile themselves: regions with the tensors that they work on
 * (aclprofRangePushEx), and the names that they use for them (aclprofStr2Id). */
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "impl/acl/acl_prof.h"
#include "profile/marks.h"
#include "profile/texts.h"

#define DOMAIN "operators"

uint64_t aclprofStr2IdImpl(const char *message)
{
    if (message == NULL) {
        (void)REPORT_NULL("message");
        return 0;
    }
    return texts_number(message, strlen(message));
}

/* The region of this thread; name 0: none. */
static _Thread_local struct {
    uint64_t name;
    int64_t began;
} region;

aclError aclprofRangePushExImpl(aclprofEventAttributes *attr)
{
    if (attr == NULL)
        return REPORT_NULL("attr");
    if (attr->messageType != ACL_PROF_MESSAGE_TYPE_TENSOR_INFO)
        return report(ACL_ERROR_INVALID_PARAM,
                      "attr->messageType is %u; ACL_PROF_MESSAGE_TYPE_TENSOR_INFO (0) is allowed",
                      attr->messageType);
    if (attr->message.tensorInfo == NULL)
        return REPORT_NULL("attr->message.tensorInfo");
    region.name = attr->message.tensorInfo->opNameId;
    region.began = monotonic_nanoseconds();
    return ACL_SUCCESS;
}

aclError aclprofRangePopImpl(void)
{
    if (region.began == 0)
        return report(ACL_ERROR_INVALID_PARAM,
                      "no region was begun on this thread; call aclprofRangePushEx first");
    const char *name = texts_find(region.name);
    if (trace_is_on())
        trace_mark(&(struct trace_mark){.by = "aclprofRangePushEx",
                                        .domain = DOMAIN,
                                        .text = name != NULL ? name : "unknown",
                                        .number = marks_number(),
                                        .is_range = true,
                                        .began = region.began,
                                        .ended = monotonic_nanoseconds()});
    region.began = 0;
    return ACL_SUCCESS;
}
