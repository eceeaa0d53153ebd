/* SPDX-License-Identifier: Apache-2.0 */
/* A step of an LSTM behind its products: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_RNN_LSTM_CELL_H
#define ACLNN_PY_OPS_RNN_LSTM_CELL_H

#define GATES 4 /* columns of one tensor: input, forgetting, cell, output */

#endif
