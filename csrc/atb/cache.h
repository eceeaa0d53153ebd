/* SPDX-License-Identifier: Apache-2.0 */
/* Caches in blocks. */
#ifndef ACLNN_PY_ATB_CACHE_H
#define ACLNN_PY_ATB_CACHE_H

#include "atb/plan.h"

/* Writes rows [tokens, heads, size] of 16 or 8 bits to their slots of a cache [blocks, tokens,
 * heads, size], or in NZ [blocks, heads * size / width, tokens, width]. A slot below 0 is written
 * nowhere. */
void atb_scatter(struct single *s, atb_view rows, atb_view cache, atb_view slots, bool is_nz);

#endif
