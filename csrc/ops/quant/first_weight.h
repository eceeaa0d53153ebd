/* SPDX-License-Identifier: Apache-2.0 */
/* WeightQuantBatchMatmul: what its check and its list share. */
#ifndef ACLNN_PY_OPS_QUANT_FIRST_WEIGHT_H
#define ACLNN_PY_OPS_QUANT_FIRST_WEIGHT_H

/* Up to so many rows CANN has one kernel, which takes offsets and scales of columns. */
#define QUANT_FIRST_WEIGHT_FEW 64

#endif
