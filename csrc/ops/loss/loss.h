/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks, lists and kernels of losses and their gradients share. */
#ifndef ACLNN_PY_OPS_LOSS_LOSS_H
#define ACLNN_PY_OPS_LOSS_LOSS_H

enum { NONE, MEAN, SUM, BATCH_MEAN };

#endif
