/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_nsa_select_attention_infer.h: the name by which the vendor's page and example
 * include the header of aclnnNsaSelectedAttentionInfer.
 */
#ifndef ACLNNOP_ACLNN_NSA_SELECT_ATTENTION_INFER_H
#define ACLNNOP_ACLNN_NSA_SELECT_ATTENTION_INFER_H

#include "aclnn_nsa_selected_attention_infer.h"

#endif
