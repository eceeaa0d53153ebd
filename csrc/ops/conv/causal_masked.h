/* SPDX-License-Identifier: Apache-2.0 */
/* MaskedCausalConv1d and its gradients: what lists and kernels share. */
#ifndef ACLNN_PY_OPS_CONV_CAUSAL_MASKED_H
#define ACLNN_PY_OPS_CONV_CAUSAL_MASKED_H

#include <stdbool.h>

#define MASKED_TAPS 3

/* The mask is the last input. */
struct causal_masked {
    bool has_mask;
};

#endif
