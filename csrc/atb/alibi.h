/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed ALiBi masks: what they add to each score of a sequence. */
#ifndef ACLNN_PY_ATB_ALIBI_H
#define ACLNN_PY_ATB_ALIBI_H

#include "atb/attend.h"

bool atb_is_compressed_alibi(const struct atb_self_attention_param *param);

/* Checks what does not depend on tensors; reports. */
int32_t atb_check_alibi(const struct atb_self_attention_param *param);

/* Checks the shapes of a mask and of its slopes; reports. head_size: the elements of a head. */
int32_t atb_check_alibi_shapes(const struct atb_self_attention_param *param, int64_t head_size,
                               const struct atb_desc *mask, const struct atb_desc *slopes);

/* The mask of one sequence, whose queries are its last tokens. Fails where it is too small, or keys
 * before the queries are no whole blocks. */
struct atb_mask atb_alibi_of(struct single *s, const struct atb_self_attention_param *param,
                             atb_view mask, atb_view slopes, int64_t queries, int64_t keys);

#endif
