/* SPDX-License-Identifier: Apache-2.0 */
/* Attention of quantised queries, keys and values for inference. */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_FULL_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_FULL_H

#include <stdbool.h>

#include "base/data_type.h"
#include "ops/attention/attention_call.h"

/* Whether queries are quantised; the data types have been checked. */
static inline bool attention_full_applies(const struct reading *r)
{
    aclDataType type = r->tensors[ATTENTION_QUERY]->type;
    return r->is_inferred && type != ACL_FLOAT && !type_is_half(type);
}

/* Reads the scales of such a call, its modes and the type of its result; heads, sizes and masks
 * have been read. Of other calls it forgets these scales. Refuses as the public tilings do. */
aclnnStatus attention_full_read(struct reading *r);

#endif
