/* SPDX-License-Identifier: Apache-2.0 */
/* MoeGatingTopKBackward: what its list and kernel share. */
#ifndef ACLNN_PY_OPS_MOE_GATING_GRAD_H
#define ACLNN_PY_OPS_MOE_GATING_GRAD_H

struct gating_grad {
    float factor;
    float eps;
};

#endif
