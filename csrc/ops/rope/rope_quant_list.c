/* SPDX-License-Identifier: Apache-2.0 */
/* DequantRopeQuantKvcache: list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <strings.h>

#include "declared/rope.h"
#include "ops/common/list.h"
#include "ops/rope/rope_quant.h"
#include "workspace/l0_operators.h"

static int dense_or_none(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? L0_NONE : l0_contiguous(list, tensor);
}

/* What the device makes of it, for the size. */
static void launch(struct l0_list *list, const int *given, const int *results, int count)
{
    int inputs[RQ_OPERANDS];
    int outputs[RQ_RESULTS];
    int inputs_count = 0;
    for (int i = 0; i < RQ_OPERANDS; i++) {
        int dense = dense_or_none(list, given[i]);
        if (dense != L0_NONE)
            inputs[inputs_count++] = dense;
    }
    for (int i = 0; i < count && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[results[i]];
        bool is_cache = i == RQ_NEW_K_CACHE || i == RQ_NEW_V_CACHE;
        outputs[i] = is_cache ? inputs[inputs_count - 2 + (i == RQ_NEW_V_CACHE)]
                              : l0_new_shaped(list, "turned", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_DequantRopeQuantKvcache, inputs, inputs_count, 0, outputs, count, NULL);
    for (int i = 0; i < count; i++)
        if (outputs[i] != results[i])
            l0_launch_view_copy(list, outputs[i], results[i]);
}

static void compute(struct l0_list *list, const int *given, const int *results, int count,
                    struct rope_quant *r)
{
    int inputs[RQ_OPERANDS];
    int made[RQ_RESULTS];
    int inputs_count = 0;
    for (int i = 0; i < RQ_OPERANDS && list->status == ACLNN_SUCCESS; i++) {
        bool is_cache = i == RQ_K_CACHE || i == RQ_V_CACHE;
        r->at[i] = given[i] == L0_NONE ? -1 : inputs_count;
        if (given[i] != L0_NONE)
            inputs[inputs_count++] = is_cache ? given[i]
                                              : list_dense_of(list, given[i],
                                                              list->tensors[given[i]].type);
    }
    for (int i = 0; i < count && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[results[i]];
        made[i] = l0_new_shaped(list, "turned", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_DequantRopeQuantKvcache, inputs, inputs_count, made, count, r);
    for (int i = 0; i < count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &results[i], 1, NULL);
}

void rope_list_quant_cache(struct l0_list *list, int x, int cos, int sin, int kCacheRef,
                           int vCacheRef, int indices, int scaleK, int scaleV, int offsetKOptional,
                           int offsetVOptional, int weightScaleOptional,
                           int activationScaleOptional, int biasOptional, bool kvOutput,
                           const char *cacheModeOptional, int qOut, int kOut, int vOut)
{
    struct rope_quant *r = l0_take(list, sizeof *r);
    if (r == NULL || x == L0_NONE || kCacheRef == L0_NONE || vCacheRef == L0_NONE ||
        qOut == L0_NONE)
        return;
    const struct l0_tensor tokens = list->tensors[x];
    const struct l0_tensor cache = list->tensors[kCacheRef];
    int64_t all = tokens.dims[tokens.rank - 1] / cache.dims[3];
    *r = (struct rope_quant){
        .queries = all - 2 * cache.dims[2],
        .keys = cache.dims[2],
        .columns = cache.dims[3],
        .sequence = tokens.rank == 3 ? tokens.dims[1] : 1,
        .is_paged = cacheModeOptional != NULL && strcasecmp(cacheModeOptional, "page") == 0,
        .has_kv = kvOutput,
    };
    const int given[RQ_OPERANDS] = {x,
                                    cos,
                                    sin,
                                    indices,
                                    scaleK,
                                    scaleV,
                                    offsetKOptional,
                                    offsetVOptional,
                                    weightScaleOptional,
                                    activationScaleOptional,
                                    biasOptional,
                                    kCacheRef,
                                    vCacheRef};
    const int results[] = {qOut, kCacheRef, vCacheRef, kOut, vOut};
    int count = kvOutput ? RQ_RESULTS : RQ_K;
    launch(list, given, results, count);
    compute(list, given, results, count, r);
}
