/* SPDX-License-Identifier: Apache-2.0 */
/* Compressor: the list of L0 operators, and what its tilings ask for. */
#include "ops/attention/compressor.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

/* Few tokens of each batch, whose weights the cores share. */
#define FEW_EACH 4
#define FEW_ON_910B 128
#define FEW_ON_950 256
#define FEW_COLUMNS 128 /* of a core, over coff */

#define SHORT_ROWS 128 /* of tokens that cores have at once */
#define ROWS 256
#define COLUMNS_ON_910B 64 /* of a core */
#define COLUMNS_ON_950 128 /* over coff */
#define ROUNDS 2

static const char *const names[COMPRESSOR_INPUTS] = {
    [COMPRESSOR_X] = "x",
    [COMPRESSOR_WKV] = "wkv",
    [COMPRESSOR_WGATE] = "wgate",
    [COMPRESSOR_STATE] = "stateCacheRef",
    [COMPRESSOR_APE] = "ape",
    [COMPRESSOR_TABLE] = "stateBlockTable",
    [COMPRESSOR_ENDS] = "cuSeqlens",
    [COMPRESSOR_USED] = "seqused",
    [COMPRESSOR_STARTS] = "startPos",
};

/* Groups of cores that have all columns together keep keys and scores of their tokens, and what is
 * compressed of two rounds, each twice; with two halves a group of tokens is kept of both, too. */
static uint64_t kept_bytes(const struct l0_list *list, const struct compressor *c)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool is_few = c->room > 0 && c->room <= FEW_EACH &&
                  c->tokens <= (is_950 ? FEW_ON_950 : FEW_ON_910B);
    int64_t rows = is_950 || (!is_few && c->halves == 1) ? ROWS : SHORT_ROWS;
    int64_t columns = is_few   ? FEW_COLUMNS / c->halves
                      : is_950 ? COLUMNS_ON_950 / c->halves
                               : COLUMNS_ON_910B;
    int64_t groups = (int64_t)list->soc->ai_cores / (c->columns / columns);
    int64_t floats = groups * rows * c->columns * (2 * c->halves + ROUNDS);
    if (c->halves == 2)
        floats += 2 * c->ratio * c->columns;
    return (uint64_t)(2 * floats) * sizeof(float);
}

static struct compressor form_of(const struct call *call)
{
    const struct tensor *x = batches_tensor(call, "x");
    const struct tensor *ends = batches_tensor(call, "cuSeqlens");
    struct compressor c = {
        .mode = (enum compressor_mode)batches_number(call, "cacheMode"),
        .halves = batches_number(call, "coff"),
        .ratio = batches_number(call, "cmpRatio"),
        .width = x->dims[x->rank - 1],
    };
    c.columns = batches_tensor(call, "wkv")->dims[0] / c.halves;
    c.batches = ends == NULL ? x->dims[0] : ends->dims[0] - 1;
    c.room = ends == NULL ? x->dims[1] : 0;
    c.tokens = ends == NULL ? c.batches * c.room : x->dims[0];
    return c;
}

void attention_list_compressor(struct l0_list *list, const struct call *call)
{
    int inputs[COMPRESSOR_INPUTS];
    int made[COMPRESSOR_OUTPUTS];
    int count = 0;
    struct compressor *c = l0_take(list, sizeof *c);
    if (c == NULL)
        return;
    *c = form_of(call);
    for (int i = 0; i < COMPRESSOR_INPUTS; i++) {
        int given = list_tensor_named(list, call, names[i]);
        c->at[i] = given == L0_NONE ? L0_NONE : count;
        if (given != L0_NONE)
            inputs[count++] = i == COMPRESSOR_STATE ? given : l0_contiguous(list, given);
    }
    const int out[COMPRESSOR_OUTPUTS] = {list_tensor_named(list, call, "cmpKv"),
                                         list_tensor_named(list, call, "stateCacheRef")};
    if (list->status != ACLNN_SUCCESS)
        return;
    for (int i = 0; i < COMPRESSOR_OUTPUTS; i++) {
        const struct l0_tensor like = list->tensors[out[i]];
        made[i] = l0_new_shaped(list, like.name, like.type, like.dims, like.rank);
    }
    l0_launch_row(list, &l0_Compressor, inputs, count, 0, made, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (c->tokens == 0 ? 0 : kept_bytes(list, c)));
    l0_launch_view_copy(list, made[COMPRESSOR_KEYS], out[COMPRESSOR_KEYS]);
    if (c->tokens == 0)
        return;
    inputs[COMPRESSOR_X] = l0_reshape(list, inputs[COMPRESSOR_X],
                                      (const int64_t[]){c->tokens, c->width}, 2);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Compressor, inputs, count, made, COMPRESSOR_OUTPUTS, c);
    for (int i = 0; i < COMPRESSOR_OUTPUTS; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &out[i], 1, NULL);
}
