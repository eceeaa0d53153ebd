/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that fold dimensions: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_REDUCE_REDUCE_H
#define ACLNN_PY_OPS_REDUCE_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/arrays.h"
#include "workspace/l0.h"

int reduce_list_fold(struct l0_list *list, const struct l0_row *row, int tensor,
                     const struct array *dims, bool keep, aclDataType type);

/* Whether Ascend950 folds a slice of float32 without a copy. */
bool reduce_list_folds_view(const struct l0_list *list, int self, uint64_t folded,
                            aclDataType type);

#endif
