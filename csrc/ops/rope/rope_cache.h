/* SPDX-License-Identifier: Apache-2.0 */
/* RopeWithSinCosCache: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ROPE_ROPE_CACHE_H
#define ACLNN_PY_OPS_ROPE_ROPE_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"

#define MOST_TURNED 1024 /* the most columns of a head that are rotated */
#define MOST_SECTIONS 4

struct rope_cache {
    int64_t sections[MOST_SECTIONS]; /* columns of angles for each row of positions; or 0 */
    bool alternates;                 /* columns of three rows of positions one after another */
    int64_t head;
    int64_t turned; /* columns of a head that are rotated, an even number */
    int64_t tokens;
    bool is_by_halves;
};

#endif
