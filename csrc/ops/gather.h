/* SPDX-License-Identifier: Apache-2.0 */
/* Gather: places along one dimension, by index. */
#ifndef ACLNN_PY_OPS_GATHER_H
#define ACLNN_PY_OPS_GATHER_H

#include <stdint.h>

/* Attributes of the rows that run it: GatherV2, GatherV3. */
struct gather_attributes {
    int32_t dim; /* of the first input, 0 and more */
};

#endif
