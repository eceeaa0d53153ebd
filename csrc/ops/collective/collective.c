/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/collective/collective.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "hccl/communicator.h"
#include "ops/common/check.h"
#include "runtime/stream/context.h"

void collective_step(struct l0_list *list, const struct l0_row *row, enum collective_group group,
                     const int *inputs, int input_count, const int *outputs, int output_count)
{
    struct collective_work *work = l0_take(list, sizeof *work);
    if (work == NULL)
        return;
    work->group = group;
    l0_step(list, L0_STEP_APPLY, row, inputs, input_count, outputs, output_count, work);
}

int64_t collective_size(const struct call *call, enum collective_group group)
{
    const struct communicator *communicator = call->groups[group].communicator;
    return communicator != NULL ? communicator->size : 1;
}

int64_t collective_integer(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? 0 : call->arguments[at].integer;
}

static void refuse_late(struct call *call, aclnnStatus status, const char *format,
                        va_list arguments)
{
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    if (call->late_status == ACLNN_SUCCESS)
        (void)call_refuse_late(call, status, "%s", text);
}

aclnnStatus collective_refuse_late(struct call *call, aclnnStatus status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_late(call, status, format, arguments);
    va_end(arguments);
    return ACLNN_SUCCESS;
}

bool collective_require(struct call *call, aclnnStatus status, bool holds, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!holds)
        refuse_late(call, status, format, arguments);
    va_end(arguments);
    return holds;
}

int64_t collective_rank(const struct call *call, enum collective_group group)
{
    const struct communicator *communicator = call->groups[group].communicator;
    return communicator != NULL ? communicator->rank : 0;
}

/* The communicator of that name on the thread's device. */
static HcclComm find(const char *name)
{
    int32_t device = -1;
    struct context *context = context_acquire_own();
    if (context != NULL) {
        device = context->device;
        context_release(context);
    }
    return communicator_find(name, device);
}

int64_t collective_size_by_name(const char *name)
{
    HcclResult status;
    HcclComm found = name != NULL ? find(name) : NULL;
    struct communicator *communicator = found != NULL ? communicator_acquire(found, &status) : NULL;
    if (communicator == NULL)
        return 1;
    int64_t size = communicator->size;
    communicator_release(communicator);
    return size;
}

aclnnStatus collective_find(struct call *call, int text, enum collective_group group,
                            uint32_t numbers)
{
    HcclResult status;
    const char *name = call->arguments[text].text;
    if (name == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR,
                      "%s is NULL; the name of a communicator is required, as HcclGetCommName "
                      "gives it",
                      call_name(call, text));
    HcclComm found = find(name);
    struct communicator *communicator = found != NULL ? communicator_acquire(found, &status) : NULL;
    if (communicator == NULL)
        return collective_refuse_late(call, ACLNN_ERR_RUNTIME_ERROR,
                                      "%s is \"%.127s\"; no communicator of this process has that "
                                      "name, as HcclGetCommName gives it",
                                      call_name(call, text), name);
    communicator_retain(communicator);
    communicator_release(communicator);
    call->groups[group] = (struct call_group){communicator, numbers};
    return ACLNN_SUCCESS;
}

aclnnStatus collective_find_sized(struct call *call, int text, int size,
                                  enum collective_group group, uint32_t numbers)
{
    aclnnStatus status = collective_find(call, text, group, numbers);
    int64_t given = call->arguments[size].integer;
    int64_t ranks = collective_size(call, group);
    if (status == ACLNN_SUCCESS && call->late_status == ACLNN_SUCCESS)
        collective_require(call, ACLNN_ERR_INNER_TILING_ERROR, given == ranks,
                           "%s is %" PRId64 "; the communicator of %s has %" PRId64 " ranks",
                           call_name(call, size), given, call_name(call, text), ranks);
    return status;
}
