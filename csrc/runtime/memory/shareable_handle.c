/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of physical memory that other processes import: numbers, or the bytes of a key. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/virtual_memory.h"
#include "runtime/share/export.h"
#include "runtime/stream/context.h"

static aclError check_type(aclrtMemSharedHandleType type)
{
    if (type == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT || type == ACL_MEM_SHARE_HANDLE_TYPE_FABRIC)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "shareType is %d; ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT (1) or "
                  "ACL_MEM_SHARE_HANDLE_TYPE_FABRIC (2) is required",
                  (int)type);
}

/* Reads a shareable handle of a type that was checked. */
static aclError read_handle(const void *handle, aclrtMemSharedHandleType type,
                            struct export_name *name)
{
    uint64_t number;
    if (handle == NULL)
        return REPORT_NULL("shareableHandle");
    if (type == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT) {
        memcpy(&number, handle, sizeof number);
        export_read_number(number, name);
        if (name->process > 0 && name->secret != 0)
            return ACL_SUCCESS;
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "shareableHandle is 0x%" PRIx64 "; one of aclrtMemExportToShareableHandle is "
                      "required",
                      number);
    }
    if (export_read_key(handle, EXPORT_PHYSICAL, name))
        return ACL_SUCCESS;
    return report(
        ACL_ERROR_RT_PARAM_INVALID,
        "shareableHandle is \"%.64s\"; one that aclrtMemExportToShareableHandleV2 wrote is "
        "required",
        (const char *)handle);
}

static void write_handle(const struct export_page *page, aclrtMemSharedHandleType type,
                         void *handle)
{
    uint64_t number = export_number(page);
    if (type == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT) {
        memcpy(handle, &number, sizeof number);
        return;
    }
    memset(handle, 0, sizeof(aclrtMemFabricHandle));
    export_key(page, handle);
}

static aclError export_as(aclrtDrvMemHandle handle, uint64_t flags, aclrtMemSharedHandleType type,
                          void *shareableHandle)
{
    struct export_page *page;
    if (handle == NULL)
        return REPORT_NULL("handle");
    if (shareableHandle == NULL)
        return REPORT_NULL("shareableHandle");
    if ((flags & ~ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flags is %" PRIu64 "; ACL_RT_VMM_EXPORT_FLAG_DEFAULT (0) or "
                      "ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION (1) is required",
                      flags);
    aclError status = virtual_memory_export(handle, flags != 0, &page);
    if (status == ACL_SUCCESS)
        write_handle(page, type, shareableHandle);
    return status;
}

aclError aclrtMemExportToShareableHandleImpl(aclrtDrvMemHandle handle,
                                             aclrtMemHandleType handleType, uint64_t flags,
                                             uint64_t *shareableHandle)
{
    if (handleType != ACL_MEM_HANDLE_TYPE_NONE)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "handleType is %d; ACL_MEM_HANDLE_TYPE_NONE (0) is required",
                      (int)handleType);
    return export_as(handle, flags, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, shareableHandle);
}

aclError aclrtMemExportToShareableHandleV2Impl(aclrtDrvMemHandle handle, uint64_t flags,
                                               aclrtMemSharedHandleType shareType,
                                               void *shareableHandle)
{
    aclError status = check_type(shareType);
    return status == ACL_SUCCESS ? export_as(handle, flags, shareType, shareableHandle) : status;
}

static aclError allow(const void *shareableHandle, aclrtMemSharedHandleType type,
                      const int32_t *pid, size_t count)
{
    struct export_name name;
    aclError status = read_handle(shareableHandle, type, &name);
    if (status != ACL_SUCCESS)
        return status;
    struct export_page *page = export_own(&name, EXPORT_PHYSICAL);
    if (page == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "shareableHandle is of process %" PRId32 "; one that this process has "
                      "exported, and not freed since, is required",
                      name.process);
    return export_allow(page, pid, count, "pidNum");
}

aclError aclrtMemSetPidToShareableHandleImpl(uint64_t shareableHandle, int32_t *pid, size_t pidNum)
{
    return allow(&shareableHandle, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, pid, pidNum);
}

aclError aclrtMemSetPidToShareableHandleV2Impl(void *shareableHandle,
                                               aclrtMemSharedHandleType shareType, int32_t *pid,
                                               size_t pidNum)
{
    aclError status = check_type(shareType);
    return status == ACL_SUCCESS ? allow(shareableHandle, shareType, pid, pidNum) : status;
}

static aclError import_as(const void *shareableHandle, aclrtMemSharedHandleType type,
                          int32_t device, aclrtDrvMemHandle *handle)
{
    struct export_name name;
    if (handle == NULL)
        return REPORT_NULL("handle");
    aclError status = read_handle(shareableHandle, type, &name);
    if (status != ACL_SUCCESS)
        return status;
    if (name.process == (int32_t)getpid())
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "shareableHandle is of this process, which has the memory already: other "
                      "processes import it");
    return virtual_memory_import(&name, device, handle);
}

aclError aclrtMemImportFromShareableHandleImpl(uint64_t shareableHandle, int32_t deviceId,
                                               aclrtDrvMemHandle *handle)
{
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    return import_as(&shareableHandle, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, deviceId, handle);
}

aclError aclrtMemImportFromShareableHandleV2Impl(void *shareableHandle,
                                                 aclrtMemSharedHandleType shareType, uint64_t flags,
                                                 aclrtDrvMemHandle *handle)
{
    aclError status = check_type(shareType);
    if (status != ACL_SUCCESS)
        return status;
    if (flags != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "flags is %" PRIu64 "; 0 is required", flags);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    status = import_as(shareableHandle, shareType, context->device, handle);
    context_release(context);
    return status;
}
