/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingBag: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_EMBEDDING_EMBEDDING_BAG_H
#define ACLNN_PY_OPS_EMBEDDING_EMBEDDING_BAG_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

enum bag_mode { BAG_SUM, BAG_MEAN, BAG_MAX };

struct bag_attributes {
    enum bag_mode mode;
    bool has_weights;    /* weights are input 3 */
    bool has_offset2bag; /* offset2bag is the last output */
    bool has_maxima;     /* the indices of maxima are output 2 */
    bool has_last;       /* the last offset does not begin a bag */
    bool counts_sums;    /* bagSize is written in mode sum as well */
    int64_t padding;
    int64_t empty_place; /* what maxIndices has for a bag without rows */
};

#endif
