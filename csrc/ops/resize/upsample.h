/* SPDX-License-Identifier: Apache-2.0 */
/* Images resized to their nearest elements: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_RESIZE_UPSAMPLE_H
#define ACLNN_PY_OPS_RESIZE_UPSAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/aclnn_base.h"

/* The first spatial dimension of an image, behind or before the channels. */
static inline int32_t resize_upsample_first_of(aclFormat format)
{
    return format == ACL_FORMAT_NHWC || format == ACL_FORMAT_NDHWC ? 1 : 2;
}

static inline bool resize_upsample_has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

#endif
