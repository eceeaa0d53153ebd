/* SPDX-License-Identifier: Apache-2.0 */
/* LSTM and GRU over sequences, and their gradients: lists of L0 operators. CANN's operators are
 * there for the size; one step does the whole call (rnn_kernel.c). */
#include "ops/rnn/rnn.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/rnn.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/copy_layout/join.h"
#include "ops/copy_layout/permute.h"
#include "ops/copy_layout/slice.h"
#include "ops/rnn/rnn_call.h"

/* How many tensors CANN joins at a time. */
#define MOST_JOINED 32
/* The most operands of a kernel of these calls. */
#define MOST_OPERANDS 16

/* ---- Lists: pieces --------------------------------------------------------------------------- */

/* A call while its list is made: indices of the caller's tensors, and of dense ones. */
struct making {
    struct l0_list *list;
    const struct call *call;
    struct recurrent *r;
    int *params;
    int hx[2]; /* h0 and c0 */
    int *kept; /* the tensor lists of gates and states, one after the other */
    int lengths;
    int mask; /* which rows of the batch have a step, in the form that kernels take: [T, B, H] */
};

static int user(const struct making *m, int parameter, uint64_t index)
{
    const struct several all = several_of(m->call, parameter);
    if (index >= all.count)
        return L0_NONE;
    return l0_user_tensor(m->list, call_name(m->call, parameter), member_of(&all, index));
}

static int user_by(const struct making *m, const char *name, uint64_t index)
{
    return user(m, call_find(m->call, name), index);
}

static int64_t member_count(const struct recurrent *r)
{
    return r->layers * r->directions;
}

/* The rows of all steps, and the gates of a row. They wrap around, as those of the vendor's tiling
 * do. */
static uint64_t row_count(const struct recurrent *r)
{
    return (uint64_t)r->steps * (uint64_t)r->batch;
}

static uint64_t gate_count(const struct recurrent *r)
{
    return (uint64_t)r->gates * (uint64_t)r->hidden;
}

static struct recurrent *whole_of(struct l0_list *list, const struct call *call)
{
    struct recurrent *r = l0_take(list, sizeof *r);
    const struct tensor *input = tensor_by(call, "input");
    const struct tensor *states = tensor_by(call, is_gradient_call(call) ? "dhPrevOut" : "hy");
    if (r == NULL)
        return NULL;
    *r = sizes_of(call);
    r->batch = states->dims[1];
    r->hidden = states->dims[2];
    r->inputs = input->dims[input->rank - 1];
    r->steps = r->has_lengths ? lengths_by(call)->dims[0] : input->dims[r->batch_first ? 1 : 0];
    r->has_state = several_of(call, call_find(call, "hx")).count > 0;
    r->has_dy = tensor_by(call, "dy") != NULL;
    r->has_dh = tensor_by(call, "dh") != NULL;
    r->has_dc = tensor_by(call, "dc") != NULL;
    return r;
}

static int *take_ints(struct l0_list *list, int64_t count)
{
    return l0_take(list, (size_t)count * sizeof(int));
}

static int dense_by(const struct making *m, const char *name)
{
    int tensor = user_by(m, name, 0);
    return tensor == L0_NONE ? L0_NONE : l0_contiguous(m->list, tensor);
}

/* Appends Contiguous for all members of a tensor list. */
static void make_dense(const struct making *m, const char *name, int *dense)
{
    int parameter = call_find(m->call, name);
    const struct several all = several_of(m->call, parameter);
    for (uint64_t i = 0; i < all.count; i++)
        dense[i] = l0_contiguous(m->list, user(m, parameter, i));
}

static int shaped3(const struct making *m, int64_t a, int64_t b, int64_t c)
{
    return l0_new_shaped(m->list, "state", m->r->type, (int64_t[]){a, b, c}, 3);
}

/* Element `index` of the first dim. */
static int member(const struct making *m, int tensor, int64_t index)
{
    return copy_layout_list_part(m->list, &l0_Slice, tensor, 0, index, 1);
}

static int swapped(const struct making *m, int tensor)
{
    return m->r->batch_first ? copy_layout_list_transpose(m->list, tensor, (int64_t[]){1, 0, 2})
                             : tensor;
}

static int turned(const struct making *m, int matrix)
{
    return copy_layout_list_transpose(m->list, matrix, (int64_t[]){1, 0});
}

static int both(const struct making *m, int a, int b, int64_t dim)
{
    return copy_layout_list_joined(m->list, (int[]){a, b}, 2, dim);
}

/* Joins tensors along the first dim, 32 at a time, until one is left. */
static int joined(const struct making *m, int *tensors, int64_t count)
{
    while (count > 1) {
        int64_t left = 0;
        for (int64_t i = 0; i < count; i += MOST_JOINED) {
            int64_t some = count - i < MOST_JOINED ? count - i : MOST_JOINED;
            tensors[left++] = some == 1
                                  ? tensors[i]
                                  : copy_layout_list_joined(m->list, &tensors[i], (int)some, 0);
        }
        count = left;
    }
    return tensors[0];
}

static void launch_kernel(const struct making *m, const struct l0_row *row, const int *operands,
                          int count, const int *results, int result_count, uint64_t workspace)
{
    int given[MOST_OPERANDS];
    int found = 0;
    for (int i = 0; i < count; i++)
        if (operands[i] != L0_NONE)
            given[found++] = operands[i];
    l0_launch_row(m->list, row, given, found, 0, results, result_count, NULL);
    l0_kernel_workspace(m->list, L0_SYSTEM_WORKSPACE + workspace);
}

/* Computes which rows of the batch have a step, by comparing their numbers with the lengths. */
static int mask_of(const struct making *m)
{
    const struct recurrent *r = m->r;
    struct l0_list *list = m->list;
    const int64_t full[] = {r->steps, r->batch, r->hidden};
    int32_t rank = is_gradient_call(m->call) ? 2 : 3; /* the rank that it is broadcast to before its
                                                       * last dim */
    int numbers = l0_new_shaped(list, "numbers", ACL_INT64, &r->batch, 1);
    l0_launch_row(list, &l0_Range, NULL, 0, 0, &numbers, 1, NULL);
    int rows = l0_reshape(list, numbers, (int64_t[]){1, r->batch, 1}, rank);
    int lengths = l0_reshape(list, m->lengths, (int64_t[]){r->steps, 1, 1}, rank);
    rows = l0_append_broadcast_to(list, rows, full, rank);
    lengths = l0_append_broadcast_to(list, lengths, full, rank);
    int mask = l0_cast(list, list_apply2(list, &l0_Greater, ACL_BOOL, lengths, rows), r->type);
    return rank == 3
               ? mask
               : l0_append_broadcast_to(
                     list, l0_reshape(list, mask, (int64_t[]){r->steps, r->batch, 1}, 3), full, 3);
}

/* Joins the weights of the input and of the state, and adds up the biases; L0_NONE without any. */
static int weights_of(const struct making *m, int64_t at)
{
    const int *params = &m->params[at * recurrent_params(m->r)];
    return both(m, params[0], params[1], 1);
}

static int biases_of(const struct making *m, int64_t at)
{
    const int *params = &m->params[at * recurrent_params(m->r)];
    return m->r->has_bias ? list_apply2(m->list, &l0_Add, m->r->type, params[2], params[3])
                          : L0_NONE;
}

/* ---- Lists: a pass --------------------------------------------------------------------------- */

/* The results of the kernel of a layer and direction: y, h, c and the gates for an LSTM; y, h and
 * the gates for a GRU. */
enum { RESULT_Y, RESULT_H, MOST_RESULTS = 8 };

static int results_of(const struct recurrent *r)
{
    return r->is_lstm ? 8 : 6;
}

/* Makes new results. Gates that the caller does not keep share the tensors of the layer before. */
static void new_results(const struct making *m, int *results, bool keep_gates)
{
    const struct recurrent *r = m->r;
    int states = r->is_lstm ? 3 : 2;
    for (int i = 0; i < results_of(r); i++)
        if (i < states || !keep_gates)
            results[i] = shaped3(m, r->steps, r->batch, r->hidden);
}

static void launch_lstm(const struct making *m, int input, int64_t at, const int *results)
{
    const struct recurrent *r = m->r;
    int operands[6] = {input, L0_NONE, L0_NONE, m->mask, L0_NONE, L0_NONE};
    for (int i = 0; r->has_lengths && r->has_state && i < 2; i++)
        operands[4 + i] = member(m, m->hx[i], at);
    operands[1] = turned(m, weights_of(m, at));
    operands[2] = biases_of(m, at);
    if (!r->has_bias) {
        const int64_t columns = r->gates * r->hidden;
        operands[2] = list_zeros_like(m->list,
                                      l0_new_shaped(m->list, "bias", r->type, &columns, 1));
    }
    for (int i = 0; !r->has_lengths && r->has_state && i < 2; i++)
        operands[4 + i] = member(m, m->hx[i], at);
    launch_kernel(m, &l0_DynamicRNN, operands, 6, results, results_of(r),
                  row_count(r) * gate_count(r) * sizeof(float));
}

static void launch_gru(const struct making *m, int input, int64_t at, const int *results)
{
    const struct recurrent *r = m->r;
    const int *params = &m->params[at * recurrent_params(r)];
    int operands[6] = {input, turned(m, params[0]), L0_NONE, L0_NONE, L0_NONE, L0_NONE};
    operands[2] = turned(m, params[1]);
    for (int i = 0; r->has_bias && i < 2; i++)
        operands[3 + i] = params[2 + i];
    if (r->has_state)
        operands[5] = l0_reshape(m->list, member(m, m->hx[0], at), (int64_t[]){r->batch, r->hidden},
                                 2);
    launch_kernel(m, &l0_Gru, operands, 6, results, results_of(r),
                  row_count(r) * gate_count(r) * 2 * sizeof(float));
}

/* Copies gates and states that the caller keeps: results in the sequence of the lists. */
static void launch_kept(const struct making *m, int64_t at, const int *results)
{
    static const int order[2][7] = {{2, 3, 4, 5, 1}, {3, 4, 5, 6, 1, 2, 7}};
    for (int i = 0; m->r->keeps_gates && i < m->r->lists; i++)
        l0_launch_view_copy(m->list, results[order[m->r->is_lstm][i]],
                            user_by(m, lists_of(m->r, m->call)[i], (uint64_t)at));
}

/* Takes the states after the last step. */
static void take_last(const struct making *m, int64_t at, const int *results, int *h, int *c)
{
    int64_t last = at % m->r->directions == 0 ? m->r->steps - 1 : 0;
    h[at] = member(m, results[RESULT_H], last);
    if (m->r->is_lstm)
        c[at] = member(m, results[RESULT_H + 1], last);
}

/* In calls with lengths both are joined before either is copied. */
static void launch_states(const struct making *m, int *h, int *c)
{
    int64_t members = member_count(m->r);
    int all_h = joined(m, h, members);
    int all_c = m->r->has_lengths ? joined(m, c, members) : L0_NONE;
    l0_launch_view_copy(m->list, all_h, user_by(m, "hy", 0));
    if (m->r->is_lstm && !m->r->has_lengths)
        all_c = joined(m, c, members);
    if (m->r->is_lstm)
        l0_launch_view_copy(m->list, all_c, user_by(m, "cy", 0));
}

/* In calls with lengths results are written after all layers. */
static void launch_pass(const struct making *m, int input)
{
    const struct recurrent *r = m->r;
    int64_t members = member_count(r);
    int *results = take_ints(m->list, members * MOST_RESULTS);
    int *h = take_ints(m->list, members);
    int *c = take_ints(m->list, members);
    if (results == NULL || h == NULL || c == NULL)
        return;
    for (int64_t at = 0; at < members; at++) {
        int *own = &results[at * MOST_RESULTS];
        bool is_second = at % r->directions == 1;
        bool shares = !r->keeps_gates && !r->has_lengths && at >= r->directions;
        if (shares)
            memcpy(own, own - r->directions * MOST_RESULTS, MOST_RESULTS * sizeof *own);
        new_results(m, own, shares);
        if (r->is_lstm)
            launch_lstm(m, input, at, own);
        else
            launch_gru(m, input, at, own);
        if (r->directions == 1)
            input = own[RESULT_Y];
        else if (is_second)
            input = both(m, own[RESULT_Y - MOST_RESULTS], own[RESULT_Y], 2);
        if (!r->has_lengths) {
            launch_kept(m, at, own);
            take_last(m, at, own, h, c);
        }
    }
    l0_launch_view_copy(m->list, swapped(m, input), user_by(m, "output", 0));
    for (int64_t at = 0; r->has_lengths && at < members; at++)
        take_last(m, at, &results[at * MOST_RESULTS], h, c);
    launch_states(m, h, c);
    for (int64_t at = 0; r->has_lengths && at < members; at++)
        launch_kept(m, at, &results[at * MOST_RESULTS]);
}

/* ---- Lists: a gradient ----------------------------------------------------------------------- */

/* The gradients that kernels write. For an LSTM: of the weights side by side, of biases, of the
 * input and of the states. For a GRU: of the input, the state, and each of the params. */
enum { LSTM_DW, LSTM_DB, LSTM_DX, LSTM_DH, LSTM_DC, LSTM_GRADIENTS };
enum { GRU_DX, GRU_DH, GRU_DW, GRU_GRADIENTS = 6 };

struct gradients {
    int dy;
    int dh;
    int dc;
    int *results; /* for each layer and direction */
};

static int kept_of(const struct making *m, int list, int64_t at)
{
    return m->kept[list * member_count(m->r) + at];
}

/* The input of a layer; for all but the first it is the output of the layer before. */
static int layer_input(const struct making *m, int input, int64_t layer)
{
    const int h = 4; /* index among the tensor lists */
    int64_t before = (layer - 1) * m->r->directions;
    if (layer == 0)
        return input;
    return m->r->directions == 1 ? kept_of(m, h, before)
                                 : both(m, kept_of(m, h, before), kept_of(m, h, before + 1), 2);
}

/* The columns of one direction. */
static int direction_of(const struct making *m, int gradient, int64_t direction)
{
    return m->r->directions == 1 ? gradient
                                 : copy_layout_list_part(m->list, &l0_Slice, gradient, 2,
                                                         direction * m->r->hidden, m->r->hidden);
}

static uint64_t lstm_gradient_workspace(const struct recurrent *r, int64_t inputs)
{
    uint64_t rows = row_count(r);
    uint64_t gates = gate_count(r);
    uint64_t columns = (uint64_t)r->hidden + (uint64_t)inputs;
    uint64_t floats = rows * gates + rows * columns + (uint64_t)r->batch * columns;
    if (r->type != ACL_FLOAT)
        floats += 2 * gates * columns + 2 * (uint64_t)r->batch * (uint64_t)r->hidden;
    return floats * sizeof(float);
}

static void launch_lstm_gradient(const struct making *m, const struct gradients *g, int input,
                                 int64_t at, int weights, int bias, const int *slices, int dy)
{
    const struct recurrent *r = m->r;
    struct l0_list *list = m->list;
    int64_t layer = at / r->directions;
    int64_t inputs = recurrent_inputs(r, layer);
    int64_t gates = r->gates * r->hidden;
    int *results = &g->results[at * LSTM_GRADIENTS];
    const int operands[] = {input,
                            weights,
                            bias,
                            slices[0],
                            slices[1],
                            kept_of(m, 4, at),
                            kept_of(m, 5, at),
                            dy,
                            slices[2],
                            slices[3],
                            kept_of(m, 0, at),
                            kept_of(m, 1, at),
                            kept_of(m, 2, at),
                            kept_of(m, 3, at),
                            kept_of(m, 6, at),
                            m->mask};
    results[LSTM_DW] = l0_new_shaped(list, "weight gradient", r->type,
                                     (int64_t[]){gates, inputs + r->hidden}, 2);
    results[LSTM_DB] = l0_new_shaped(list, "bias gradient", r->type, &gates, r->has_bias ? 1 : 0);
    results[LSTM_DX] = shaped3(m, r->steps, r->batch, inputs);
    results[LSTM_DH] = shaped3(m, 1, r->batch, r->hidden);
    results[LSTM_DC] = shaped3(m, 1, r->batch, r->hidden);
    launch_kernel(m, &l0_SingleLayerLstmGrad, operands, 16, results, LSTM_GRADIENTS,
                  lstm_gradient_workspace(r, inputs));
}

/* Takes the parts of h0, c0, dh and dc for a layer and direction. They are whole when there is only
 * one. */
static void take_slices(const struct making *m, const struct gradients *g, int64_t at, int *slices)
{
    const int whole[] = {m->hx[0], m->hx[1], g->dh, g->dc};
    for (int i = 0; i < 4; i++)
        slices[i] = member_count(m->r) == 1 ? whole[i] : member(m, whole[i], at);
}

/* A layer of an LSTM in both directions. Where CANN takes the parts depends on the layer. */
static int launch_lstm_layer(const struct making *m, const struct gradients *g, int input,
                             int64_t layer, int dy)
{
    const struct recurrent *r = m->r;
    bool is_last = layer == r->layers - 1;
    int64_t first = layer * r->directions;
    int weights[2];
    int biases[2];
    int slices[4];
    int own = L0_NONE;
    for (int64_t i = 0; i < r->directions; i++) {
        weights[i] = weights_of(m, first + i);
        biases[i] = biases_of(m, first + i);
    }
    if (r->directions == 1 || !is_last)
        own = layer_input(m, input, layer);
    for (int64_t i = 0; i < r->directions; i++) {
        take_slices(m, g, first + i, slices);
        int part = direction_of(m, dy, i);
        if (own == L0_NONE)
            own = layer_input(m, input, layer);
        launch_lstm_gradient(m, g, own, first + i, weights[i], biases[i], slices, part);
    }
    const int *results = &g->results[first * LSTM_GRADIENTS];
    return r->directions == 1 ? results[LSTM_DX]
                              : list_apply2(m->list, &l0_Add, r->type, results[LSTM_DX],
                                            results[LSTM_GRADIENTS + LSTM_DX]);
}

/* Writes the gradients of params: those of weights are cut apart, those of biases are written
 * twice. */
static void launch_lstm_params(const struct making *m, const struct gradients *g, int *params,
                               int *h, int *c)
{
    const struct recurrent *r = m->r;
    int64_t each = recurrent_params(r);
    for (int64_t at = 0; at < member_count(r); at++) {
        const int *results = &g->results[at * LSTM_GRADIENTS];
        int64_t inputs = recurrent_inputs(r, at / r->directions);
        params[at * each] = copy_layout_list_part(m->list, &l0_Slice, results[LSTM_DW], 1, 0,
                                                  inputs);
        params[at * each + 1] = copy_layout_list_part(m->list, &l0_Slice, results[LSTM_DW], 1,
                                                      inputs, r->hidden);
        for (int i = 0; r->has_bias && i < 2; i++)
            params[at * each + 2 + i] = results[LSTM_DB];
        h[at] = results[LSTM_DH];
        c[at] = results[LSTM_DC];
    }
}

static void launch_lstm_gradients(const struct making *m, struct gradients *g, int input)
{
    const struct recurrent *r = m->r;
    int64_t members = member_count(r);
    int *params = take_ints(m->list, members * recurrent_params(r));
    int *h = take_ints(m->list, members);
    int *c = take_ints(m->list, members);
    int dy = g->dy;
    if (params == NULL || h == NULL || c == NULL)
        return;
    for (int64_t layer = r->layers - 1; layer >= 0; layer--)
        dy = launch_lstm_layer(m, g, input, layer, dy);
    launch_lstm_params(m, g, params, h, c);
    int dh = joined(m, h, members);
    int dc = joined(m, c, members);
    int dx = swapped(m, dy);
    if (r->has_lengths)
        dx = l0_reshape(m->list, dx, (int64_t[]){r->steps * r->batch, r->inputs}, 2);
    l0_launch_view_copy(m->list, dx, user_by(m, "dxOut", 0));
    l0_launch_view_copy(m->list, dh, user_by(m, "dhPrevOut", 0));
    l0_launch_view_copy(m->list, dc, user_by(m, "dcPrevOut", 0));
    for (int64_t i = 0; i < members * recurrent_params(r); i++)
        l0_launch_view_copy(m->list, params[i], user_by(m, "dparamsOut", (uint64_t)i));
}

static uint64_t gru_gradient_workspace(const struct recurrent *r, int64_t inputs)
{
    uint64_t columns = 2 * gate_count(r) + (uint64_t)r->hidden + (uint64_t)inputs;
    uint64_t floats = row_count(r) * columns + 2 * (uint64_t)r->batch * (uint64_t)r->hidden;
    return floats * sizeof(float);
}

/* The gradients of a GRU are computed in float32. */
static int launch_gru_layer(const struct making *m, const struct gradients *g, int input,
                            int64_t at, int dy)
{
    const struct recurrent *r = m->r;
    struct l0_list *list = m->list;
    const int *params = &m->params[at * recurrent_params(r)];
    int64_t inputs = recurrent_inputs(r, at / r->directions);
    int64_t gates = r->gates * r->hidden;
    int results[GRU_GRADIENTS];
    int part = direction_of(m, dy, at % r->directions);
    int operands[] = {input,
                      params[0],
                      params[1],
                      member(m, m->hx[0], at),
                      kept_of(m, 4, at),
                      kept_of(m, 0, at),
                      kept_of(m, 1, at),
                      kept_of(m, 2, at),
                      kept_of(m, 3, at),
                      part,
                      L0_NONE};
    operands[10] = member(m, g->dh, at);
    const int64_t dims[][3] = {{r->steps, r->batch, inputs}, {1, r->batch, r->hidden}};
    for (int i = 0; i < 2; i++)
        results[i] = l0_new_shaped(list, "gradient", ACL_FLOAT, dims[i], 3);
    results[GRU_DW] = l0_new_shaped(list, "gradient", ACL_FLOAT, (int64_t[]){gates, inputs}, 2);
    results[GRU_DW + 1] = l0_new_shaped(list, "gradient", ACL_FLOAT, (int64_t[]){gates, r->hidden},
                                        2);
    for (int i = 2; i < 4; i++)
        results[GRU_DW + i] = l0_new_shaped(list, "gradient", ACL_FLOAT, &gates, 1);
    launch_kernel(m, &l0_GruGrad, operands, 11, results, GRU_GRADIENTS,
                  gru_gradient_workspace(r, inputs));
    for (int64_t i = 0; i < recurrent_params(r); i += 2) {
        for (int64_t k = i; k < i + 2; k++)
            results[GRU_DW + k] = l0_cast(list, results[GRU_DW + k], r->type);
        for (int64_t k = i; k < i + 2; k++)
            l0_launch_view_copy(list, results[GRU_DW + k],
                                user_by(m, "dparamsOut", (uint64_t)(at * recurrent_params(r) + k)));
    }
    g->results[at] = results[GRU_DH];
    return results[GRU_DX];
}

static void launch_gru_gradients(const struct making *m, struct gradients *g, int input)
{
    const struct recurrent *r = m->r;
    int dy = g->dy;
    for (int64_t layer = r->layers - 1; layer >= 0; layer--) {
        int own = layer_input(m, input, layer);
        int below = L0_NONE;
        for (int64_t i = 0; i < r->directions; i++) {
            int dx = launch_gru_layer(m, g, own, layer * r->directions + i, dy);
            below = i == 0 ? dx : list_apply2(m->list, &l0_Add, ACL_FLOAT, below, dx);
        }
        dy = below;
    }
    l0_launch_view_copy(m->list, l0_cast(m->list, swapped(m, dy), r->type), user_by(m, "dxOut", 0));
    int dh = copy_layout_list_joined(m->list, g->results, (int)member_count(r), 0);
    l0_launch_view_copy(m->list, l0_cast(m->list, dh, r->type), user_by(m, "dhPrevOut", 0));
}

/* ---- Lists: calls ---------------------------------------------------------------------------- */

/* Makes a call's tensors dense, in CANN's sequence. */
static bool start(struct making *m)
{
    const struct recurrent *r = m->r;
    const struct several hx = several_of(m->call, call_find(m->call, "hx"));
    m->lengths = m->mask = m->hx[0] = m->hx[1] = L0_NONE;
    m->params = take_ints(m->list, member_count(r) * recurrent_params(r));
    m->kept = take_ints(m->list, member_count(r) * r->lists);
    for (uint64_t i = 0; i < hx.count; i++)
        m->hx[i] = user(m, call_find(m->call, "hx"), i);
    return m->params != NULL && m->kept != NULL;
}

static void make_states_dense(struct making *m)
{
    for (int i = 0; i < 2 && m->hx[i] != L0_NONE; i++)
        m->hx[i] = l0_contiguous(m->list, m->hx[i]);
}

static void cast_all(const struct making *m, int *tensors, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        tensors[i] = l0_cast(m->list, tensors[i], ACL_FLOAT);
}

static void make_gates_dense(const struct making *m)
{
    for (int i = 0; i < m->r->lists; i++)
        make_dense(m, lists_of(m->r, m->call)[i], &m->kept[i * member_count(m->r)]);
}

static int in_steps(const struct making *m, int tensor, int64_t columns)
{
    const struct recurrent *r = m->r;
    return r->has_lengths ? l0_reshape(m->list, tensor, (int64_t[]){r->steps, r->batch, columns}, 3)
                          : swapped(m, tensor);
}

static void launch_whole_pass(struct making *m)
{
    int input = dense_by(m, "input");
    make_dense(m, "params", m->params);
    make_states_dense(m);
    if (m->r->has_lengths)
        m->lengths = dense_by(m, "batchSizes");
    input = in_steps(m, input, m->r->inputs);
    if (m->r->has_lengths)
        m->mask = mask_of(m);
    launch_pass(m, input);
}

/* A gradient that is not given is replaced by zeros. */
static int gradient_by(const struct making *m, const char *name, int like)
{
    int given = user_by(m, name, 0);
    return given == L0_NONE ? list_zeros_like(m->list, like) : given;
}

static void launch_whole_lstm_gradient(struct making *m)
{
    const struct recurrent *r = m->r;
    int64_t columns = r->directions * r->hidden;
    struct gradients g = {.results = take_ints(m->list, member_count(r) * LSTM_GRADIENTS)};
    if (g.results == NULL)
        return;
    g.dh = gradient_by(m, "dh", m->hx[0]);
    g.dc = gradient_by(m, "dc", m->hx[0]);
    g.dy = gradient_by(m, "dy", shaped3(m, r->steps, r->batch, columns));
    int input = dense_by(m, "input");
    make_states_dense(m);
    make_dense(m, "params", m->params);
    g.dy = l0_contiguous(m->list, g.dy);
    g.dh = l0_contiguous(m->list, g.dh);
    g.dc = l0_contiguous(m->list, g.dc);
    make_gates_dense(m);
    if (r->has_lengths)
        m->lengths = dense_by(m, "batchSizesOptional");
    input = in_steps(m, input, r->inputs);
    g.dy = in_steps(m, g.dy, columns);
    if (r->has_lengths)
        m->mask = mask_of(m);
    launch_lstm_gradients(m, &g, input);
}

static void launch_whole_gru_gradient(struct making *m)
{
    const struct recurrent *r = m->r;
    struct gradients g = {.results = take_ints(m->list, member_count(r))};
    if (g.results == NULL)
        return;
    int input = swapped(m, dense_by(m, "input"));
    make_states_dense(m);
    make_dense(m, "params", m->params);
    g.dy = swapped(m, dense_by(m, "dy"));
    g.dh = dense_by(m, "dh");
    make_gates_dense(m);
    input = l0_cast(m->list, input, ACL_FLOAT);
    cast_all(m, m->hx, 1);
    cast_all(m, &g.dy, 1);
    cast_all(m, &g.dh, 1);
    cast_all(m, m->params, member_count(r) * recurrent_params(r));
    cast_all(m, m->kept, member_count(r) * r->lists);
    launch_gru_gradients(m, &g, input);
}

/* ---- The work of a whole call ---------------------------------------------------------------- */

/* The operands of the step, in the sequence that rnn.h gives. */
struct step_operands {
    int *of;
    int count;
};

static void add_all(const struct making *m, struct step_operands *all, const char *name)
{
    int parameter = call_find(m->call, name);
    const struct several given = several_of(m->call, parameter);
    for (uint64_t i = 0; i < given.count; i++)
        all->of[all->count++] = user(m, parameter, i);
}

static int64_t most_operands(const struct making *m)
{
    int64_t members = member_count(m->r);
    return 16 + members * (recurrent_params(m->r) + m->r->lists);
}

static void append_work(const struct making *m, const struct l0_row *row)
{
    const struct recurrent *r = m->r;
    bool is_gradient = is_gradient_call(m->call);
    static const char *const written[2][4] = {{"output", "hy", "cy", NULL},
                                              {"dxOut", "dhPrevOut", "dcPrevOut", "dparamsOut"}};
    struct step_operands inputs = {take_ints(m->list, most_operands(m)), 0};
    struct step_operands outs = {take_ints(m->list, most_operands(m)), 0};
    int *results = take_ints(m->list, most_operands(m));
    if (inputs.of == NULL || outs.of == NULL || results == NULL)
        return;
    if (!rnn_build_step(m->r, is_gradient, m->list->arena)) {
        l0_no_memory(m->list);
        return;
    }
    add_all(m, &inputs, "input");
    add_all(m, &inputs, "params");
    add_all(m, &inputs, "hx");
    if (is_gradient) {
        add_all(m, &inputs, "dy");
        add_all(m, &inputs, "dh");
        add_all(m, &inputs, "dc");
    }
    for (int i = 0; is_gradient && i < r->lists; i++)
        add_all(m, &inputs, lists_of(r, m->call)[i]);
    add_all(m, &inputs, is_gradient ? "batchSizesOptional" : "batchSizes");
    for (int i = 0; i < 4 && written[is_gradient][i] != NULL; i++)
        add_all(m, &outs, written[is_gradient][i]);
    for (int i = 0; !is_gradient && r->keeps_gates && i < r->lists; i++)
        add_all(m, &outs, lists_of(r, m->call)[i]);
    for (int i = 0; i < outs.count; i++) {
        const struct l0_tensor out = m->list->tensors[outs.of[i]];
        results[i] = l0_new_shaped(m->list, out.name, out.type, out.dims, out.rank);
    }
    l0_step(m->list, L0_STEP_APPLY, row, inputs.of, inputs.count, results, outs.count, m->r);
    for (int i = 0; i < outs.count; i++)
        l0_step(m->list, L0_STEP_STORE, NULL, &results[i], 1, &outs.of[i], 1, NULL);
}

void rnn_list_recurrent(struct l0_list *list, const struct call *call, const struct l0_row *row)
{
    struct making m = {.list = list, .call = call, .r = whole_of(list, call)};
    int steps = list->step_count;
    if (m.r == NULL || !start(&m))
        return;
    if (!is_gradient_call(call))
        launch_whole_pass(&m);
    else if (m.r->is_lstm)
        launch_whole_lstm_gradient(&m);
    else
        launch_whole_gru_gradient(&m);
    list->step_count = steps;
    if (list->status == ACLNN_SUCCESS)
        append_work(&m, row);
}
