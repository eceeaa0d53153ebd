/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operators of three and more operands: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_TERNARY_TERNARY_H
#define ACLNN_PY_OPS_TERNARY_TERNARY_H

#include "workspace/l0.h"

/* The row of ClipByValueV2 that computes fastest with these bounds. A bound may be NULL. */
const struct l0_row *ternary_clip_between(const struct scalar *low, const struct scalar *high);

#endif
