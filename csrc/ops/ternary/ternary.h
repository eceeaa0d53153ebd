/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operators of three and more operands: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_TERNARY_TERNARY_H
#define ACLNN_PY_OPS_TERNARY_TERNARY_H

#include "workspace/l0.h"

/* The row of ClipByValueV2 that is fastest for these bounds; NULL is no bound. */
const struct l0_row *ternary_clip_between(const struct scalar *low, const struct scalar *high);

#endif
