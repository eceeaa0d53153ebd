/* SPDX-License-Identifier: Apache-2.0 */
/* Losses of classes: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_LOSS_CROSS_ENTROPY_H
#define ACLNN_PY_OPS_LOSS_CROSS_ENTROPY_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

enum { NONE, MEAN, SUM };

static inline int64_t loss_cross_entropy_reduction_of(const char *text)
{
    return text == NULL || strcmp(text, "mean") == 0 ? MEAN : strcmp(text, "sum") == 0 ? SUM : NONE;
}

#endif
