/* SPDX-License-Identifier: Apache-2.0 */
/* A step of an LSTM after its products: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_RNN_LSTM_CELL_H
#define ACLNN_PY_OPS_RNN_LSTM_CELL_H

#define GATES 4 /* the gates that are columns of one tensor: input, forget, cell, output */

#endif
