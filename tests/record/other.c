/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded between a program and the library, it is another build of that library: Cos refuses in
 * phase one, Nonzero asks for 64 bytes more, and Add's element [2, 3] is the next larger float.
 */
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_nonzero.h"

#define NEXT(NAME)          \
    __typeof__(&NAME) next; \
    *(void **)&next = dlsym(RTLD_NEXT, #NAME)

aclnnStatus aclnnCosGetWorkspaceSize(const aclTensor *input, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor)
{
    (void)input;
    (void)out;
    (void)workspaceSize;
    (void)executor;
    return 161002;
}

aclnnStatus aclnnNonzeroGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                         uint64_t *workspaceSize, aclOpExecutor **executor)
{
    NEXT(aclnnNonzeroGetWorkspaceSize);
    aclnnStatus status = next(self, out, workspaceSize, executor);
    *workspaceSize += 64;
    return status;
}

static const aclTensor *added;

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                     const aclScalar *alpha, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor)
{
    NEXT(aclnnAddGetWorkspaceSize);
    added = out;
    return next(self, other, alpha, out, workspaceSize, executor);
}

aclnnStatus aclnnAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                     aclrtStream stream)
{
    NEXT(aclnnAdd);
    aclnnStatus status = next(workspace, workspaceSize, executor, stream);
    void *address;
    float value;
    if (status != 0 || aclrtSynchronizeStream(stream) != 0 ||
        aclGetRawTensorAddr(added, &address) != 0)
        return status;
    address = (char *)address + 11 * sizeof value;
    aclrtMemcpy(&value, sizeof value, address, sizeof value, ACL_MEMCPY_DEVICE_TO_HOST);
    value = nextafterf(value, INFINITY);
    aclrtMemcpy(address, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE);
    return status;
}
