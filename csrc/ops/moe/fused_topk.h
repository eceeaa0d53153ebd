/* SPDX-License-Identifier: Apache-2.0 */
/* MoeFusedTopk: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_MOE_FUSED_TOPK_H
#define ACLNN_PY_OPS_MOE_FUSED_TOPK_H

#include <stdbool.h>
#include <stdint.h>

#define FUSED_MOST_EXPERTS 1024
#define FUSED_MOST_GROUPS 256

/* Inputs are scores, what is added and, with a mapping, how many copies experts have and which. */
struct fused_topk {
    int64_t groups;
    int64_t chosen_groups;
    int64_t summed; /* best scores of a group that are added */
    bool is_norm;
    bool has_mapping;
    float scale;
};

#endif
