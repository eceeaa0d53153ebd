/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_OPS_EMBEDDING_DENSE_BACKWARD_H
#define ACLNN_PY_OPS_EMBEDDING_DENSE_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/tensor.h"
#include "workspace/l0.h"

/* The operands of a call that passed the checks. */
struct embedding_dense_backward_call {
    const struct tensor *grad;
    const struct tensor *indices;
    const struct tensor *out;
    uint64_t num_weights;
    uint64_t padding_index;
    bool scale;
};

/* Appends what CANN turns the call into. */
void embedding_dense_backward_list(const struct embedding_dense_backward_call *call,
                                   struct l0_list *list);

#endif
