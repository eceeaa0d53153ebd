/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCache: the list of L0 operators. */
#include "ops/attention/qkv_cache.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "workspace/l0_operators.h"

static const char *const names[QKV_CACHE_INPUTS] = {
    [QKV_CACHE_X] = "qkv",
    [QKV_CACHE_Q_GAMMA] = "qGamma",
    [QKV_CACHE_K_GAMMA] = "kGamma",
    [QKV_CACHE_COS] = "cos",
    [QKV_CACHE_SIN] = "sin",
    [QKV_CACHE_INDEX] = "index",
    [QKV_CACHE_Q_OUT] = "qOut",
    [QKV_CACHE_K] = "kCache",
    [QKV_CACHE_V] = "vCache",
    [QKV_CACHE_K_SCALE] = "kScaleOptional",
    [QKV_CACHE_K_OFFSET] = "kOffsetOptional",
    [QKV_CACHE_V_SCALE] = "vScaleOptional",
    [QKV_CACHE_V_OFFSET] = "vOffsetOptional",
};

static const char *const results[QKV_CACHE_OUTPUTS] = {
    "qOut", "kCache", "vCache", "qOutBeforeQuant", "kOutBeforeQuant", "vOutBeforeQuant"};

/* Results before quantisation that nobody asks for keep no dimensions, which are taken to be one
 * element each. */
static void launch(struct l0_list *list, const int *dense, const int *written, bool has_before)
{
    int inputs[QKV_CACHE_INPUTS];
    int made[QKV_CACHE_OUTPUTS];
    int count = 0;
    for (int i = 0; i < QKV_CACHE_INPUTS; i++)
        if (dense[i] != L0_NONE)
            inputs[count++] = dense[i];
    for (int i = 0; i < QKV_CACHE_OUTPUTS; i++) {
        const struct l0_tensor like = list->tensors[written[i]];
        made[i] = i < QKV_CACHE_Q_BEFORE
                      ? dense[QKV_CACHE_Q_OUT + i]
                      : l0_new_shaped(list, results[i], list->tensors[dense[QKV_CACHE_X]].type,
                                      like.dims, has_before ? like.rank : 0);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_QkvRmsNormRopeCache, inputs, count, 0, made, QKV_CACHE_OUTPUTS, NULL);
    for (int i = QKV_CACHE_Q_BEFORE; i < QKV_CACHE_OUTPUTS && has_before; i++)
        l0_launch_view_copy(list, made[i], written[i]);
}

static void compute(struct l0_list *list, const int *dense, const int *written, struct qkv_cache *q)
{
    int inputs[QKV_CACHE_INPUTS];
    int made[QKV_CACHE_OUTPUTS];
    int count = 0;
    int outputs = q->has_before ? QKV_CACHE_OUTPUTS : QKV_CACHE_Q_BEFORE;
    for (int i = 0; i < QKV_CACHE_INPUTS; i++) {
        bool is_read = dense[i] != L0_NONE && i != QKV_CACHE_Q_OUT;
        q->at[i] = is_read ? count : L0_NONE;
        if (is_read)
            inputs[count++] = dense[i];
    }
    for (int i = 0; i < outputs; i++) {
        const struct l0_tensor like = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, results[i], like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_QkvRmsNormRopeCache, inputs, count, made, outputs, q);
    for (int i = 0; i < outputs; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &written[i], 1, NULL);
}

void attention_list_qkv_cache(struct l0_list *list, const struct call *call)
{
    int dense[QKV_CACHE_INPUTS];
    int written[QKV_CACHE_OUTPUTS];
    const struct shape_numbers heads = shape_numbers(call, call_find(call, "headNums"));
    struct qkv_cache *q = l0_take(list, sizeof *q);
    if (q == NULL)
        return;
    *q = (struct qkv_cache){
        .queries = heads.each[0],
        .keys = heads.each[1],
        .epsilon = (double)(float)call->arguments[call_find(call, "epsilon")].real,
        .has_before = call->arguments[call_find(call, "qOutBeforeQuant")].tensor != NULL};
    for (int i = 0; i < QKV_CACHE_INPUTS; i++) {
        dense[i] = list_tensor_named(list, call, names[i]);
        if (dense[i] != L0_NONE)
            dense[i] = l0_contiguous(list, dense[i]);
    }
    for (int i = 0; i < QKV_CACHE_OUTPUTS; i++)
        written[i] = list_tensor_named(list, call, results[i]);
    if (list->status != ACLNN_SUCCESS)
        return;
    launch(list, dense, written, q->has_before);
    compute(list, dense, written, q);
}
