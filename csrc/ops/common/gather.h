/* SPDX-License-Identifier: Apache-2.0 */
/* GatherElements within lists, for the size alone. */
#ifndef ACLNN_PY_OPS_COMMON_GATHER_H
#define ACLNN_PY_OPS_COMMON_GATHER_H

#include <stdint.h>

#include "workspace/l0.h"

/* GatherElements along a dimension, of tensors that need no preparation. */
int list_gather_elements(struct l0_list *list, int self, int index, int32_t dim);

/* The same of dense tensors, with the transposes and the cast that its kernels require. */
int list_launch_gather(struct l0_list *list, int self, int index, int32_t dim);

#endif
