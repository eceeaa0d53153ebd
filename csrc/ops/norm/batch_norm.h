/* SPDX-License-Identifier: Apache-2.0 */
/* Batch norms and their gradients: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_NORM_BATCH_NORM_H
#define ACLNN_PY_OPS_NORM_BATCH_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* Appends the operators of a batch norm with given statistics, for the size alone. channels are
 * dense: weight, bias, mean, variance. */
void norm_list_launch_inference(struct l0_list *list, int x, const int dense[4], int output);

/* Only Ascend950 knows the formats whose channels are last. */
static inline int32_t norm_batch_channel_dim(bool is_3510, const struct tensor *tensor)
{
    bool is_last = is_3510 &&
                   (tensor->format == ACL_FORMAT_NHWC || tensor->format == ACL_FORMAT_NDHWC);
    return is_last ? tensor->rank - 1 : 1;
}

#endif
