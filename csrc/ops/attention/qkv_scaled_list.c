/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCacheWithKScale: the list of L0 operators. */
#include <stdint.h>

#include "declared/attention.h"
#include "ops/attention/qkv_scaled.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

/* Caches are read and written as they lie; all else that is read is dense. */
void attention_list_qkv_scaled(struct l0_list *list, int qkv, int qGamma, int kGamma, int cosSin,
                               int slotMapping, int kCacheRef, int vCacheRef, int kScaleCacheRef,
                               int queryStartLoc, int seqLens, int rotationOptional,
                               int vScaleOptional, const struct array *headNums,
                               const char *layoutQkv, const char *layoutQOut, double epsilon,
                               int qOut, int qScale)
{
    int inputs[QKV_SCALED_INPUTS] = {qkv,           qGamma,    kGamma,           cosSin,
                                     slotMapping,   kCacheRef, vCacheRef,        kScaleCacheRef,
                                     queryStartLoc, seqLens,   rotationOptional, vScaleOptional};
    const int written[QKV_SCALED_OUTPUTS] = {qOut, qScale, kCacheRef, vCacheRef, kScaleCacheRef};
    int made[QKV_SCALED_OUTPUTS];
    struct qkv_scaled *q = l0_take(list, sizeof *q);
    if (q == NULL)
        return;
    *q = (struct qkv_scaled){.queries = array_integers(headNums)[0],
                             .keys = array_integers(headNums)[1],
                             .is_by_head = qkv_scaled_by_head(layoutQkv, "TND"),
                             .is_out_by_head = qkv_scaled_by_head(layoutQOut, "NTD"),
                             .epsilon = epsilon};
    for (int i = 0; i < QKV_SCALED_INPUTS; i++)
        if (i < QKV_SCALED_K || i > QKV_SCALED_K_SCALE)
            inputs[i] = l0_contiguous(list, inputs[i]);
    for (int i = 0; i < QKV_SCALED_OUTPUTS && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, "heads", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_QkvRmsNormRopeCacheWithKScale, inputs, QKV_SCALED_INPUTS, 0, written,
                  QKV_SCALED_OUTPUTS, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_QkvRmsNormRopeCacheWithKScale, inputs, QKV_SCALED_INPUTS, made,
            QKV_SCALED_OUTPUTS, q);
    for (int i = 0; i < QKV_SCALED_OUTPUTS; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &written[i], 1, NULL);
}
