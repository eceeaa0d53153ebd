/* SPDX-License-Identifier: Apache-2.0 */
/* AttentionUpdate: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_UPDATE_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#define ATTENTION_MOST_PARTS 128   /* on Ascend950 16 */
#define ATTENTION_MOST_UPDATED 512 /* columns */

/* Logarithms of the parts are the first inputs, their results those behind. */
struct attention_update {
    int64_t parts;
    bool has_logarithm; /* of all parts together, a second output */
};

#endif
