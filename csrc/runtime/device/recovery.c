/* SPDX-License-Identifier: Apache-2.0 */
/* How programs recover from failures of a device: its work is aborted, and errors of the hardware,
 * which are never any here, are repaired. */
#include <string.h>

#include "base/product.h"
#include "base/report.h"
#include "base/thread.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"
#include "runtime/stream/state_callback.h"
#include "runtime/stream/stream.h"

#define PRODUCTS (PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950)
#define LONGEST_MILLISECONDS (36 * 60 * 1000)

static aclError check(int32_t device, const char *what)
{
    aclError status = product_require(PRODUCTS, what);
    return status == ACL_SUCCESS ? device_check(device) : status;
}

/* ---- The work of a device -------------------------------------------------------------------- */

static aclError tell(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout)
{
    int32_t answer = state_callback_abort(device, stage, timeout);
    if (answer == 0)
        return ACL_SUCCESS;
    return report(
        ACL_ERROR_RT_INTERNAL_ERROR,
        "a function of aclrtSetDeviceTaskAbortCallback answered %d; 0 lets the abort go on",
        answer);
}

static aclError abort_work(int32_t device, uint32_t timeout)
{
    struct timespec storage;
    const struct timespec *deadline = deadline_in(timeout == 0 ? -1 : (int32_t)timeout, &storage);
    aclError status = tell(device, ACL_RT_DEVICE_TASK_ABORT_PRE, timeout);
    if (status == ACL_SUCCESS)
        status = device_drop_work(device, deadline);
    return status == ACL_SUCCESS ? tell(device, ACL_RT_DEVICE_TASK_ABORT_POST, timeout) : status;
}

aclError aclrtDeviceTaskAbortImpl(int32_t deviceId, uint32_t timeout)
{
    aclError status = check(deviceId, "devices whose work can be aborted");
    if (status != ACL_SUCCESS)
        return status;
    if (timeout > LONGEST_MILLISECONDS)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "timeout is %u; 0 (for ever) to %d milliseconds is required", timeout,
                      LONGEST_MILLISECONDS);
    return abort_work(deviceId, timeout);
}

/* ---- Errors of the hardware ------------------------------------------------------------------ */

aclError aclrtGetErrorVerboseImpl(int32_t deviceId, aclrtErrorInfo *errorInfo)
{
    if (errorInfo == NULL)
        return REPORT_NULL("errorInfo");
    aclError status = check(deviceId, "errors that can be asked for");
    if (status == ACL_SUCCESS)
        memset(errorInfo, 0, sizeof *errorInfo);
    return status;
}

aclError aclrtRepairErrorImpl(int32_t deviceId, const aclrtErrorInfo *errorInfo)
{
    if (errorInfo == NULL)
        return REPORT_NULL("errorInfo");
    aclError status = check(deviceId, "errors that can be repaired");
    if (status != ACL_SUCCESS || errorInfo->errorType == ACL_RT_NO_ERROR)
        return status;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "errorInfo->errorType is %d; the device has no error of its hardware, and "
                  "aclrtGetErrorVerbose says so with ACL_RT_NO_ERROR (0)",
                  (int)errorInfo->errorType);
}
