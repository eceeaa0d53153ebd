/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MultiLatentAttentionOperation of CALC_TYPE_PREFILL: keys and values of each head lie one behind
 * the other, without a cache.
 */
#ifndef ACLNN_PY_ATB_LATENT_H
#define ACLNN_PY_ATB_LATENT_H

#include "atb/plan.h"

enum { ATB_LATENT_ROPE = 64 }; /* elements of the part of a head that is turned */

int32_t atb_latent_prefill_check(const struct atb_multi_latent_attention_param *param);
int atb_latent_prefill_input_count(const struct atb_multi_latent_attention_param *param);
int32_t atb_latent_prefill_infer(const struct atb_multi_latent_attention_param *param,
                                 const struct atb_desc *in, struct atb_desc *out);
void atb_latent_prefill_plan(struct single *s,
                             const struct atb_multi_latent_attention_param *param);

#endif
