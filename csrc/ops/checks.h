/* SPDX-License-Identifier: Apache-2.0 */
/* What many operators ask of a tensor: 161002 and a text, or ACLNN_SUCCESS. */
#ifndef ACLNN_PY_OPS_CHECKS_H
#define ACLNN_PY_OPS_CHECKS_H

#include "aclnn/aclnn_base.h"
#include "tensor/tensor.h"

aclnnStatus check_rank(const struct tensor *tensor, const char *name, int lowest, int highest);

/* Dimensions that can be multiplied: none is negative, and the bytes fit into 63 bits. */
aclnnStatus check_dims(const struct tensor *tensor, const char *name);

/* DT_FLOAT or DT_BF16. */
aclnnStatus check_float(const struct tensor *tensor, const char *name);

/* Elements lie in the order of the dimensions. */
aclnnStatus check_format(const struct tensor *tensor, const char *name);

#endif
