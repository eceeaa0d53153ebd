/* SPDX-License-Identifier: Apache-2.0 */
/* A call of LSTM or GRU, as checks and list functions read it. Parameters are found by name,
 * because the calls share most of them. */
#ifndef ACLNN_PY_OPS_RNN_RNN_CALL_H
#define ACLNN_PY_OPS_RNN_RNN_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/rnn/rnn.h"

/* ---- Parameters ------------------------------------------------------------------------------ */

static inline const struct tensor *tensor_by(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? NULL : call_tensor(call, at);
}

static inline bool flag_by(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at >= 0 && call->arguments[at].integer != 0;
}

static inline bool is_gradient_call(const struct call *call)
{
    return call_find(call, "dparamsOut") >= 0;
}

/* The vendor gives the parameter another name in each call. */
static inline bool is_bidirectional(const struct call *call)
{
    return flag_by(call, "bidirectional") || flag_by(call, "bidirection");
}

static inline const struct tensor *lengths_by(const struct call *call)
{
    const struct tensor *lengths = tensor_by(call, "batchSizes");
    return lengths != NULL ? lengths : tensor_by(call, "batchSizesOptional");
}

/* The names of the tensor lists of gates and states, in the sequence i, g, f, o, h, c and tanh(c),
 * or r, z, n, hn and h. */
static const char *const recurrent_list_names[2][2][7] = {
    {{"rOut", "zOut", "nOut", "hnOut", "hOut"}, {"r", "z", "n", "hn", "h"}},
    {{"iOut", "jOut", "fOut", "oOut", "hOut", "cOut", "tanhCOut"},
     {"i", "g", "f", "o", "h", "c", "tanhc"}},
};

static inline const char *const *lists_of(const struct recurrent *r, const struct call *call)
{
    return recurrent_list_names[r->is_lstm][is_gradient_call(call)];
}

static inline bool is_list(const struct call *call, int parameter)
{
    return call->operator->parameters[parameter].kind == ARGUMENT_TENSOR_LIST;
}

/* A tensor, or the members of a tensor list; none where nothing was given. */
struct several {
    uint64_t count;
    const struct tensor *single;
    struct tensor **members;
};

static inline struct several several_of(const struct call *call, int parameter)
{
    struct several all = {0, NULL, NULL};
    if (parameter < 0)
        return all;
    if (!is_list(call, parameter)) {
        all.single = call_tensor(call, parameter);
        all.count = all.single != NULL;
    } else if (call->arguments[parameter].tensors != NULL) {
        all.count = call->arguments[parameter].tensors->count;
        all.members = call->arguments[parameter].tensors->members;
    }
    return all;
}

static inline const struct tensor *member_of(const struct several *all, uint64_t index)
{
    return all->members == NULL ? all->single : all->members[index];
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static inline struct recurrent sizes_of(const struct call *call)
{
    struct recurrent r = {.is_lstm = strstr(call->operator->name, "GRU") == NULL};
    const struct tensor *input = tensor_by(call, "input");
    r.gates = r.is_lstm ? 4 : 3;
    r.lists = r.is_lstm ? 7 : 5;
    r.layers = call->arguments[call_find(call, "numLayers")].integer;
    r.directions = is_bidirectional(call) ? 2 : 1;
    r.has_bias = flag_by(call, "hasBias");
    r.has_lengths = lengths_by(call) != NULL;
    r.batch_first = !r.has_lengths && flag_by(call, "batchFirst");
    r.keeps_gates = is_gradient_call(call) || flag_by(call, "train");
    r.type = input->type;
    return r;
}

#endif
