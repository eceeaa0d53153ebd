/* SPDX-License-Identifier: Apache-2.0 */
/* aclnn_ext/library.h: which library this is, and which instructions it uses. */
#include "aclnn_ext/library.h"

#include "base/report.h"
#include "impl/aclnn_ext/library.h"
#include "runtime/cores/ai_cores.h"
#include "version.h"

aclnnStatus aclnnExtGetVersionImpl(int32_t *major, int32_t *minor, int32_t *patch)
{
    if (major == NULL || minor == NULL || patch == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      major == NULL   ? "major"
                      : minor == NULL ? "minor"
                                      : "patch");
    *major = VERSION_MAJOR;
    *minor = VERSION_MINOR;
    *patch = VERSION_PATCH;
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnExtGetKernelLevelImpl(const char **name)
{
    if (name == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "name is NULL; a valid pointer is required");
    *name = kernel_levels[ai_cores_level()].name;
    return ACLNN_SUCCESS;
}
