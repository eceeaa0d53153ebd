/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnAdd and its forms with numbers: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_BINARY_ADD_H
#define ACLNN_PY_OPS_BINARY_ADD_H

#include <stdbool.h>

#include "workspace/l0.h"

/* Whether alpha is 1 in the type that Add or Sub computes in, so that nothing is multiplied. */
bool binary_list_needs_no_factor(const struct l0_list *list, aclDataType type,
                                 const struct scalar *alpha);

/* Axpy: a + alpha * b. alpha is a float32; for integers its fraction is dropped. */
int binary_list_axpy(struct l0_list *list, int a, int b, float alpha, aclDataType type);

#endif
