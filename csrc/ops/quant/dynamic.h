/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised by scales that follow from them: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_DYNAMIC_H
#define ACLNN_PY_OPS_QUANT_DYNAMIC_H

#include <stdint.h>

/* Which elements share a scale: those of a row, all, those of a column of the last two dims. */
enum quant_spread { QUANT_PER_TOKEN, QUANT_PER_TENSOR, QUANT_PER_CHANNEL, QUANT_SPREADS };

/* What a text names, or -1. */
int quant_find_spread(const char *name);

/* The dims of the scales of elements with these dims, whose rank it returns. */
int32_t quant_spread_dims(const int64_t *dims, int32_t rank, int spread, int64_t *scales);

#endif
