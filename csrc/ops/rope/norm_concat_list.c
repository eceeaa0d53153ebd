/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcat: list of L0 operators. One operator does all; here each of queries, keys and
 * values is a step. */
#include "ops/rope/norm_concat.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/rope.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

#define STREAMS 3

/* The parameters of each step. */
static const char *const inputs_named[STREAMS][NORM_CONCAT_INPUTS] = {
    {"query", "encoderQuery", "normQueryWeight", "normAddedQueryWeight", "normQueryBias",
     "normAddedQueryBias", "ropeSin", "ropeCos"},
    {"key", "encoderKey", "normKeyWeight", "normAddedKeyWeight", "normKeyBias", "normAddedKeyBias",
     "ropeSin", "ropeCos"},
    {"value", "encoderValue"},
};
static const char *const outputs_named[STREAMS][NORM_CONCAT_OUTPUTS] = {
    {"queryOutput", "normQueryMean", "normAddedQueryMean", "normQueryRstd", "normAddedQueryRstd"},
    {"keyOutput", "normKeyMean", "normAddedKeyMean", "normKeyRstd", "normAddedKeyRstd"},
    {"valueOutput"},
};

static int64_t integer_named(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

/* Whether the operator writes a result of a stream: statistics in training, of layers that have an
 * input. */
static bool is_written(const struct call *call, int stream, int output)
{
    if (output == NORM_CONCAT_OUT)
        return true;
    bool is_added = (output - NORM_CONCAT_MEAN) % 2 != 0;
    int input = call_find(call, inputs_named[stream][is_added ? NORM_CONCAT_ADDED : NORM_CONCAT_X]);
    const char *kind = is_added ? "normAddedType" : "normType";
    return call_tensor(call, input) != NULL && integer_named(call, "isTraining") != 0 &&
           norm_kind_has_mean(integer_named(call, kind));
}

static void add_step(struct l0_list *list, const struct call *call, int stream)
{
    struct norm_concat *n = l0_take(list, sizeof *n);
    int inputs[NORM_CONCAT_INPUTS];
    int made[NORM_CONCAT_OUTPUTS];
    int results[NORM_CONCAT_OUTPUTS];
    int input_count = 0;
    int output_count = 0;
    bool is_value = stream == STREAMS - 1;
    if (n == NULL)
        return;
    *n = (struct norm_concat){
        .kinds = {is_value ? NORM_KIND_NONE : (enum norm_kind)integer_named(call, "normType"),
                  is_value ? NORM_KIND_NONE : (enum norm_kind)integer_named(call, "normAddedType")},
        .turn = is_value ? CONCAT_TURN_NONE : (enum concat_turn)integer_named(call, "ropeType"),
        .is_behind = integer_named(call, "concatOrder") != 0,
        .epsilon = (float)call->arguments[call_find(call, "eps")].real,
    };
    for (int i = 0; i < NORM_CONCAT_INPUTS; i++) {
        const char *name = inputs_named[stream][i];
        int input = name == NULL ? L0_NONE : list_tensor_named(list, call, name);
        n->inputs[i] = input == L0_NONE ? L0_NONE : input_count;
        if (input != L0_NONE)
            inputs[input_count++] = input;
    }
    for (int i = 0; i < NORM_CONCAT_OUTPUTS && list->status == ACLNN_SUCCESS; i++) {
        const char *name = outputs_named[stream][i];
        int out = name == NULL || !is_written(call, stream, i)
                      ? L0_NONE
                      : list_tensor_named(list, call, name);
        n->outputs[i] = out == L0_NONE ? L0_NONE : output_count;
        if (out == L0_NONE)
            continue;
        const struct l0_tensor like = list->tensors[out];
        results[output_count] = out;
        made[output_count++] = l0_new_shaped(list, name, like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_NormRopeConcat, inputs, input_count, made, output_count, n);
    for (int i = 0; i < output_count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &results[i], 1, NULL);
}

/* What the device makes of it, for the size. */
static void launch(struct l0_list *list, const struct call *call)
{
    int inputs[STREAMS * NORM_CONCAT_INPUTS];
    int outputs[STREAMS * NORM_CONCAT_OUTPUTS];
    int results[STREAMS * NORM_CONCAT_OUTPUTS];
    int input_count = 0;
    int output_count = 0;
    for (int i = 0; i < STREAMS * NORM_CONCAT_INPUTS; i++) {
        const char *name = inputs_named[i / NORM_CONCAT_INPUTS][i % NORM_CONCAT_INPUTS];
        bool is_again = i / NORM_CONCAT_INPUTS == 1 && i % NORM_CONCAT_INPUTS >= NORM_CONCAT_SIN;
        int input = name == NULL || is_again ? L0_NONE : list_tensor_named(list, call, name);
        if (input != L0_NONE)
            inputs[input_count++] = l0_contiguous(list, input);
    }
    for (int i = 0; i < STREAMS * NORM_CONCAT_OUTPUTS && list->status == ACLNN_SUCCESS; i++) {
        const char *name = outputs_named[i / NORM_CONCAT_OUTPUTS][i % NORM_CONCAT_OUTPUTS];
        int out = name == NULL ? L0_NONE : list_tensor_named(list, call, name);
        if (out == L0_NONE)
            continue;
        const struct l0_tensor like = list->tensors[out];
        results[output_count] = out;
        outputs[output_count++] = l0_new_shaped(list, name, like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_NormRopeConcat, inputs, input_count, 0, outputs, output_count, NULL);
    for (int i = 0; i < output_count; i++)
        l0_launch_view_copy(list, outputs[i], results[i]);
}

void rope_list_norm_concat(struct l0_list *list, const struct call *call)
{
    launch(list, call);
    for (int i = 0; i < STREAMS && list->status == ACLNN_SUCCESS; i++)
        add_step(list, call, i);
}
