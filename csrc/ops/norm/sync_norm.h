/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of batch norms over several devices: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_NORM_SYNC_NORM_H
#define ACLNN_PY_OPS_NORM_SYNC_NORM_H

#include <stdint.h>

#include "tensor/tensor.h"

static inline int32_t norm_sync_channel_of(const struct tensor *x)
{
    return x->format == ACL_FORMAT_NHWC ? 3 : 1;
}

#endif
