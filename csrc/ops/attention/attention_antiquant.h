/* SPDX-License-Identifier: Apache-2.0 */
/* What restores quantised keys and values for inference. */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_ANTIQUANT_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_ANTIQUANT_H

#include <stdbool.h>

#include "ops/attention/attention_call.h"

/* Whether keys and values are codes that scales restore; their data types have been checked. */
static inline bool attention_antiquant_applies(const struct reading *r)
{
    return r->is_inferred && r->tensors[ATTENTION_KEY]->type != r->tensors[ATTENTION_QUERY]->type;
}

/* Reads scales and offsets, their modes and shapes; heads, sizes and masks have been read. Refuses
 * as the tiling does, and scales beside keys of the data type of query. */
aclnnStatus attention_antiquant_read(struct reading *r);

#endif
