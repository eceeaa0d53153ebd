/* SPDX-License-Identifier: Apache-2.0 */
/* ScatterList: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_INDEX_SCATTER_LIST_H
#define ACLNN_PY_OPS_INDEX_SCATTER_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

/* The inputs of a step: the member, the starts of slots, the slots of all members, and the mask. */
struct slot {
    int64_t member;
    int32_t dim; /* dimension of the member */
    bool has_mask;
};

#endif
