/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingBag: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_EMBEDDING_EMBEDDING_BAG_H
#define ACLNN_PY_OPS_EMBEDDING_EMBEDDING_BAG_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

enum bag_mode { BAG_SUM, BAG_MEAN, BAG_MAX };

struct bag_attributes {
    enum bag_mode mode;
    bool has_weights;    /* input 3 */
    bool has_offset2bag; /* the last output */
    bool has_maxima;     /* output 2 */
    bool has_last;       /* the last offset begins no bag */
    bool counts_sums;    /* bagSize has the sizes of sums too */
    int64_t padding;
    int64_t empty_place; /* maxIndices of a bag without rows */
};

#endif
