/* SPDX-License-Identifier: Apache-2.0 */
/* Losses and their gradients: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_LOSS_LOSS_H
#define ACLNN_PY_OPS_LOSS_LOSS_H

enum { NONE, MEAN, SUM, BATCH_MEAN };

#endif
