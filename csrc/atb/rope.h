/* SPDX-License-Identifier: Apache-2.0 */
/* What turns pairs of elements of heads by angles. */
#ifndef ACLNN_PY_ATB_ROPE_H
#define ACLNN_PY_ATB_ROPE_H

#include "atb/plan.h"

/* x, out: dense, of [tokens, heads, size] elements; cos, sin: dense float32, [tokens, size]. A head
 * has coefficient / 2 parts, of which the first half is paired with the second. */
void atb_turn(struct single *s, int32_t coefficient, atb_view x, atb_view cos, atb_view sin,
              atb_view out);

#endif
