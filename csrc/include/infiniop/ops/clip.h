/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/clip.h: elements within bounds, which have one for each.
 *
 *     y = max(min(x, max_val), min_val)
 *
 * y        [S...] of T, written
 * x        [S...] of T
 * min_val  [S...] of T
 * max_val  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_CLIP_H
#define INFINIOP_OPS_CLIP_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopClipDescriptor_t;

infiniStatus_t infiniopCreateClipDescriptor(infiniopHandle_t handle,
                                            infiniopClipDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t y_desc,
                                            infiniopTensorDescriptor_t x_desc,
                                            infiniopTensorDescriptor_t min_val_desc,
                                            infiniopTensorDescriptor_t max_val_desc);
infiniStatus_t infiniopGetClipWorkspaceSize(infiniopClipDescriptor_t desc, size_t *size);
infiniStatus_t infiniopClip(infiniopClipDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *y, const void *x, const void *min_val, const void *max_val,
                            void *stream);
infiniStatus_t infiniopDestroyClipDescriptor(infiniopClipDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
