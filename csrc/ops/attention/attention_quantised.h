/* SPDX-License-Identifier: Apache-2.0 */
/* What quantises results of attention for inference. */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_QUANTISED_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_QUANTISED_H

#include <stdbool.h>

#include "ops/attention/attention_call.h"

/* Whether the result is int8. */
bool attention_quantised_applies(const struct reading *r);

/* Reads the scale and offset of an int8 result; heads, sizes and masks have been read. Refuses as
 * the tiling does. */
aclnnStatus attention_quantised_read(struct reading *r);

#endif
