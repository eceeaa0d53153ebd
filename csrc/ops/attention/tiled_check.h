/* SPDX-License-Identifier: Apache-2.0 */
/* What the public tilings of attention refuse beside op_api: shapes of masks and of what is added
   to the scores, heads, blocks of keys. A call is read before (attention_call.h). */
#ifndef ACLNN_PY_OPS_ATTENTION_TILED_CHECK_H
#define ACLNN_PY_OPS_ATTENTION_TILED_CHECK_H

#include "ops/attention/attention_call.h"

aclnnStatus attention_check_tiled_training(const struct reading *r);
aclnnStatus attention_check_tiled_inference(const struct reading *r);

#endif
