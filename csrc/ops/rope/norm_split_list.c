/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcatBackward: list of L0 operators, and what the tiling asks for. */
#include "ops/rope/norm_split.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/rope.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

#define STREAMS 3

/* The parameters of each step. Values have the rows of keys. */
static const char *const inputs_named[STREAMS][NORM_SPLIT_INPUTS] = {
    {"gradQueryOutput", "query", "encoderQuery", "normQueryMean", "normAddedQueryMean",
     "normQueryRstd", "normAddedQueryRstd", "normQueryWeight", "normAddedQueryWeight", "ropeSin",
     "ropeCos"},
    {"gradKeyOutput", "key", "encoderKey", "normKeyMean", "normAddedKeyMean", "normKeyRstd",
     "normAddedKeyRstd", "normKeyWeight", "normAddedKeyWeight", "ropeSin", "ropeCos"},
    {"gradValueOutput", "key", "encoderKey"},
};
static const char *const outputs_named[STREAMS][NORM_SPLIT_OUTPUTS] = {
    {"gradQuery", "gradEncoderQuery", "gradNormQueryWeight", "gradNormAddedQueryWeight",
     "gradNormQueryBias", "gradNormAddedQueryBias"},
    {"gradKey", "gradEncoderKey", "gradNormKeyWeight", "gradNormAddedKeyWeight", "gradNormKeyBias",
     "gradNormAddedKeyBias"},
    {"gradValue", "gradEncoderValue"},
};

static int64_t integer_named(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

/* A result that the operator writes: of weights and biases only where there are such, of rows that
 * were added only where there were any. */
static int result_of(struct l0_list *list, const struct call *call, int stream, int output)
{
    const char *name = outputs_named[stream][output];
    bool is_added = output % 2 != 0;
    int64_t kind = integer_named(call, is_added ? "normAddedType" : "normType");
    if (name == NULL || (output >= NORM_SPLIT_DWEIGHT && kind != NORM_KIND_LAYER_AFFINE) ||
        (is_added && output < NORM_SPLIT_DWEIGHT &&
         list_tensor_named(list, call, inputs_named[stream][NORM_SPLIT_X + 1]) == L0_NONE))
        return L0_NONE;
    return list_tensor_named(list, call, name);
}

static int made_like(struct l0_list *list, int tensor)
{
    const struct l0_tensor like = list->tensors[tensor];
    return l0_new_shaped(list, "gradient", like.type, like.dims, like.rank);
}

static void add_step(struct l0_list *list, const struct call *call, int stream)
{
    struct norm_split *n = l0_take(list, sizeof *n);
    int inputs[NORM_SPLIT_INPUTS];
    int made[NORM_SPLIT_OUTPUTS];
    int results[NORM_SPLIT_OUTPUTS];
    int input_count = 0;
    int output_count = 0;
    bool is_value = stream == STREAMS - 1;
    if (n == NULL)
        return;
    *n = (struct norm_split){
        .kinds = {is_value ? NORM_KIND_NONE : (enum norm_kind)integer_named(call, "normType"),
                  is_value ? NORM_KIND_NONE : (enum norm_kind)integer_named(call, "normAddedType")},
        .turn = is_value ? CONCAT_TURN_NONE : (enum concat_turn)integer_named(call, "ropeType"),
        .is_behind = integer_named(call, "concatOrder") != 0,
    };
    for (int i = 0; i < NORM_SPLIT_INPUTS; i++) {
        const char *name = inputs_named[stream][i];
        int input = name == NULL ? L0_NONE : list_tensor_named(list, call, name);
        n->inputs[i] = input == L0_NONE ? L0_NONE : input_count;
        if (input != L0_NONE)
            inputs[input_count++] = input;
    }
    for (int i = 0; i < NORM_SPLIT_OUTPUTS && list->status == ACLNN_SUCCESS; i++) {
        int out = result_of(list, call, stream, i);
        n->outputs[i] = out == L0_NONE ? L0_NONE : output_count;
        if (out == L0_NONE)
            continue;
        results[output_count] = out;
        made[output_count++] = made_like(list, out);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_NormRopeConcatGrad, inputs, input_count, made, output_count,
            n);
    for (int i = 0; i < output_count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &results[i], 1, NULL);
}

/* Sums of weights and biases that cores keep, by the public tiling. */
static uint64_t kept_bytes(const struct l0_list *list, const struct call *call)
{
    static const char *const named[] = {"query", "key", "encoderQuery", "encoderKey"};
    const struct tensor *query = call_tensor(call, call_find(call, "query"));
    const struct tensor *sines = call_tensor(call, call_find(call, "ropeSin"));
    uint64_t bytes = query->type == ACL_FLOAT ? 4 : 2;
    uint64_t block = 32 / bytes;
    uint64_t columns = ((uint64_t)query->dims[3] + block - 1) / block * block;
    uint64_t room = list->soc->unified_buffer_bytes - 1024;
    uint64_t head = 3 * columns * 4 + 2 * columns * bytes + 6 * 4 + 3 * columns * 4 +
                    columns * bytes;
    int64_t rows = 0;
    if (integer_named(call, "normType") != NORM_KIND_LAYER_AFFINE &&
        integer_named(call, "normAddedType") != NORM_KIND_LAYER_AFFINE)
        return 0;
    for (int i = 0; i < 4; i++) {
        const struct tensor *t = call_tensor(call, call_find(call, named[i]));
        rows = most(rows, t == NULL ? 0 : t->dims[1]);
    }
    if (integer_named(call, "ropeType") != CONCAT_TURN_NONE && sines != NULL)
        room -= columns * 2 * bytes + columns * 4 + columns * 2 * 4;
    room -= columns * 2 * bytes + 6 * columns * 4 + 256;
    uint64_t cores = (uint64_t)least(rows, (int64_t)list->soc->vector_cores);
    uint64_t heads = (uint64_t)least(least((int64_t)(room / head), 4096), query->dims[2]);
    uint64_t sums = ((uint64_t)query->dims[3] + 7) / 8 * 8;
    return cores * sums * (8 + 40 * (heads > 2 ? heads : 2) * 2) * 4;
}

/* What the device makes of it, for the size. */
static void launch(struct l0_list *list, const struct call *call)
{
    int inputs[STREAMS * NORM_SPLIT_INPUTS];
    int outputs[STREAMS * NORM_SPLIT_OUTPUTS];
    int results[STREAMS * NORM_SPLIT_OUTPUTS];
    int input_count = 0;
    int output_count = 0;
    for (int i = 0; i < STREAMS * NORM_SPLIT_INPUTS; i++) {
        const char *name = inputs_named[i / NORM_SPLIT_INPUTS][i % NORM_SPLIT_INPUTS];
        int input = name == NULL ? L0_NONE : list_tensor_named(list, call, name);
        for (int j = 0; j < input_count && input != L0_NONE; j++)
            input = inputs[j] == input ? L0_NONE : input;
        if (input != L0_NONE)
            inputs[input_count++] = input;
    }
    for (int i = 0; i < STREAMS * NORM_SPLIT_OUTPUTS && list->status == ACLNN_SUCCESS; i++) {
        int out = result_of(list, call, i / NORM_SPLIT_OUTPUTS, i % NORM_SPLIT_OUTPUTS);
        if (out == L0_NONE)
            continue;
        results[output_count] = out;
        outputs[output_count++] = made_like(list, out);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_NormRopeConcatGrad, inputs, input_count, 0, outputs, output_count,
                  NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + kept_bytes(list, call));
    for (int i = 0; i < output_count; i++)
        l0_launch_view_copy(list, outputs[i], results[i]);
}

void rope_list_norm_split(struct l0_list *list, const struct call *call)
{
    launch(list, call);
    for (int i = 0; i < STREAMS && list->status == ACLNN_SUCCESS; i++)
        add_step(list, call, i);
}
