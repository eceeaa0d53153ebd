/* SPDX-License-Identifier: Apache-2.0 */
/* atb/context.h: Context, the streams on which operations run. */
#ifndef ATB_CONTEXT_H
#define ATB_CONTEXT_H

#include <cstddef>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "atb/types.h"

namespace atb
{

enum ExecuteType : int { EXECUTE_NORMAL = 0, EXECUTE_PRELAUNCH, EXECUTE_LAUNCH };

enum LaunchMode : int { KERNEL_LAUNCH_MODE = 0, GRAPH_LAUNCH_MODE };

class Context
{
  public:
    Context() = default;
    virtual ~Context() = default;
    /* The stream of operations with stream number 0. It stays the caller's. */
    virtual Status SetExecuteStream(aclrtStream stream) = 0;
    virtual aclrtStream GetExecuteStream() const = 0;
    /* Kept, and without effect: no kernel needs a tiling here. */
    virtual Status SetAsyncTilingCopyStatus(bool enable) = 0;
    virtual bool GetAsyncTilingCopyStatus() const = 0;
    /* The streams by their numbers; ERROR_INVALID_PARAM for an empty list. */
    virtual Status SetExecuteStreams(const std::vector<aclrtStream> &streams) = 0;
    virtual std::vector<aclrtStream> GetExecuteStreams() = 0;
    /* What Execute does: all, its checks alone, or the work alone. */
    virtual Status SetExecuteType(ExecuteType type) = 0;
    virtual ExecuteType GetExecuteType() = 0;
    /* ERROR_CANN_ERROR for GRAPH_LAUNCH_MODE. */
    virtual Status SetLaunchMode(LaunchMode mode) = 0;
    virtual LaunchMode GetLaunchMode() = 0;
};

/* Makes a context, which DestroyContext ends. ERROR_INVALID_PARAM for context nullptr. The
 * memory functions, for tilings, are never called. hostTilingBlockNum is 128 to 1024,
 * deviceTilingBlockNum 32 to 1024. */
Status CreateContext(Context **context);
Status CreateContext(Context **context, const std::function<void *(std::size_t)> &alloc,
                     const std::function<void(void *)> &dealloc);
Status CreateContext(Context **context, uint32_t hostTilingBlockNum, uint32_t deviceTilingBlockNum);

Status DestroyContext(Context *context);

} /* namespace atb */

#endif
