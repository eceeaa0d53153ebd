/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that read by index along one dimension: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_INDEX_GATHER_H
#define ACLNN_PY_OPS_INDEX_GATHER_H

#include <stdint.h>

#include "workspace/l0.h"

/* GatherElements of dense tensors, for the size alone. */
int index_list_launch_gather(struct l0_list *list, int self, int index, int32_t dim);

#endif
