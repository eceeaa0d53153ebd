/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRNN, DynamicRNNV2, DynamicGRUV2 and their gradients: one layer and direction, by
 * aclnnLSTM and aclnnGRU. T steps, a batch of B, I columns of input, H of the hidden state.
 *
 * Weights are [I + H, G H], or [I, G H] and [H, G H]: those of aclnn turned, which a view says,
 * with the gates in the sequence of gate_order, where aclnn has input, forgetting, cell and output,
 * or reset, update and new. bfloat16, which aclnn's do not have, is computed in float32.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "declared/rnn.h"
#include "single/plans.h"

typedef const struct single_view *view;

#define MOST_GATES 4
#define MOST_KEPT 7

struct cell {
    struct single *s;
    bool is_lstm;
    bool is_reversed;      /* the sequence is walked from its last step on */
    int gates;             /* G */
    int place[MOST_GATES]; /* where aclnn's gates lie in the operator's weights */
    aclDataType type;      /* that the call computes in */
    int64_t steps, batch, inputs, hidden;
    view lengths; /* how many of the batch have each step, [T]; NULL: all */
};

static struct single_ints dims2(int64_t *room, int64_t a, int64_t b)
{
    room[0] = a;
    room[1] = b;
    return (struct single_ints){2, room};
}

static struct single_ints dims3(int64_t *room, int64_t a, int64_t b, int64_t c)
{
    room[2] = c;
    struct single_ints dims = dims2(room, a, b);
    dims.count = 3;
    return dims;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static const struct attribute_value *attribute(const struct single *s, const char *name)
{
    for (int i = 0; i < s->row->attribute_count; i++)
        if (strcmp(s->row->attributes[i].name, name) == 0)
            return single_attribute(s, i);
    return NULL;
}

static void refuse(struct single *s, const char *name, const char *needed)
{
    char where[80];
    snprintf(where, sizeof where, "%s is %s", name, needed);
    single_refuse(s, where);
}

/* MindSpore leaves texts empty that it does not set. */
static void require_text(struct single *s, const char *name, const char *needed)
{
    const struct attribute_value *value = attribute(s, name);
    char other[60];
    if (value == NULL || value->text[0] == '\0' || strcmp(value->text, needed) == 0)
        return;
    snprintf(other, sizeof other, "%s, not %.40s", needed, value->text);
    refuse(s, name, other);
}

static void require_flag(struct single *s, const char *name, bool needed)
{
    const struct attribute_value *value = attribute(s, name);
    if (value != NULL && (value->integer != 0) != needed)
        refuse(s, name, needed ? "true" : "false");
}

/* Whether the attributes ask for nothing that aclnn does not have. The gradients of torch_npu leave
 * keep_prob at -1 and cell_depth at 0. */
static void check_attributes(struct single *s)
{
    const struct attribute_value *keep = attribute(s, "keep_prob");
    require_text(s, "cell_type", "LSTM");
    require_text(s, "activation", "tanh");
    require_flag(s, "use_peephole", false);
    require_flag(s, "time_major", true);
    require_flag(s, "reset_after", true);
    if (keep != NULL && keep->real != 1 && keep->real != -1)
        refuse(s, "keep_prob", "1");
    if (attribute(s, "cell_clip")->real > 0)
        refuse(s, "cell_clip", "below 0");
    if (attribute(s, "num_proj")->integer != 0)
        refuse(s, "num_proj", "0");
    if (attribute(s, "forget_bias") != NULL && attribute(s, "forget_bias")->real != 0)
        refuse(s, "forget_bias", "0");
}

/* Reads where the gates lie. The gate of the cell is j or c, that of the new state h or n. */
static void read_gate_order(struct cell *c)
{
    static const char *const names[2][MOST_GATES] = {{"r", "z", "hn", ""}, {"i", "f", "jc", "o"}};
    const char *sequence = attribute(c->s, "gate_order")->text;
    bool found = strlen(sequence) == (size_t)c->gates;
    for (int gate = 0; found && gate < c->gates; gate++) {
        size_t at = strcspn(sequence, names[c->is_lstm][gate]);
        found = at < (size_t)c->gates;
        c->place[gate] = (int)at;
    }
    if (!found)
        single_fail(c->s, ACL_ERROR_OP_ATTR_NOT_MATCH,
                    "the attribute gate_order of %s is \"%s\"; it names each of %d gates once",
                    c->s->row->name, sequence, c->gates);
}

static void read_direction(struct cell *c)
{
    const char *direction = attribute(c->s, "direction")->text;
    c->is_reversed = strcmp(direction, "REDIRECTIONAL") == 0;
    if (!c->is_reversed && strcmp(direction, "UNIDIRECTIONAL") != 0)
        refuse(c->s, "direction", "UNIDIRECTIONAL or REDIRECTIONAL");
}

/* hidden: the columns of the hidden state. */
static void begin(struct cell *c, struct single *s, bool is_lstm, bool is_wide, view x,
                  int64_t hidden)
{
    *c = (struct cell){.s = s, .is_lstm = is_lstm, .gates = is_lstm ? 4 : 3};
    c->type = x->type == ACL_BF16 || is_wide ? ACL_FLOAT : x->type;
    c->hidden = hidden;
    check_attributes(s);
    read_gate_order(c);
    read_direction(c);
    if (x->rank != 3)
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "x of %s has %d dimension(s); 3 are required: steps, batch, columns",
                    s->row->name, x->rank);
    c->steps = x->dims[0];
    c->batch = single_dim(s, x, x->rank > 1 ? 1 : 0);
    c->inputs = single_dim(s, x, x->rank > 2 ? 2 : 0);
}

/* ---- Operands -------------------------------------------------------------------------------- */

/* With format NCL, which aclnn's gradients ask for. */
static view image(struct cell *c, view tensor)
{
    return single_image(c->s, tensor);
}

static void flip(struct cell *c, view to, view from)
{
    const struct single_ints first = {1, (const int64_t[]){0}};
    single_call(c->s, &operator_aclnnFlip,
                (const union given[]){{.handle = single_tensor(c->s, from)},
                                      {.handle = single_int_array(c->s, first)},
                                      {.handle = single_tensor(c->s, to)}});
}

/* An input of the call: of its type, with the steps in its sequence. */
static view given_sequence(struct cell *c, view tensor)
{
    view cast = single_cast(c->s, tensor, c->type);
    if (!c->is_reversed || cast == NULL)
        return image(c, cast);
    view turned = single_like(c->s, cast);
    flip(c, turned, cast);
    return image(c, turned);
}

/* A state: [1, B, H] of the call's type, whatever dims the operator's has. */
static view given_state(struct cell *c, view tensor)
{
    int64_t room[3];
    if (tensor == NULL)
        return NULL;
    view shaped = single_shaped(c->s, tensor, dims3(room, 1, c->batch, c->hidden));
    return image(c, single_cast(c->s, shaped, c->type));
}

/* Where the call writes a result: the operator's own tensor, or memory that `finish` copies. */
struct result {
    view target;
    view written;
    bool is_sequence;
};

static view result_for(struct cell *c, struct result *result, view target, bool is_sequence)
{
    bool is_apart = target != NULL && (target->type != c->type || (is_sequence && c->is_reversed));
    result->target = target;
    result->is_sequence = is_sequence;
    result->written = is_apart ? single_like_of(c->s, target, c->type) : target;
    return image(c, result->written);
}

static void finish(struct cell *c, const struct result *result)
{
    view written = result->written;
    if (written == result->target || written == NULL)
        return;
    if (result->is_sequence && c->is_reversed) {
        view turned = single_like(c->s, written);
        flip(c, turned, written);
        written = turned;
    }
    single_copy(c->s, result->target, written);
}

/* The columns of weights, or elements of a bias, of a gate. */
static view gate_of(struct cell *c, view weights, int place)
{
    return single_part(c->s, weights, -1, place * c->hidden, c->hidden);
}

static bool is_in_order(const struct cell *c)
{
    for (int gate = 0; gate < c->gates; gate++)
        if (c->place[gate] != gate)
            return false;
    return true;
}

static void check_columns(struct cell *c, view weights, int64_t rows)
{
    struct single *s = c->s;
    bool fits = weights->rank > 0 && weights->dims[weights->rank - 1] == c->gates * c->hidden &&
                (rows == 0 ? weights->rank == 1 : weights->rank == 2 && weights->dims[0] == rows);
    char dims[160];
    if (!fits)
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "weights or a bias of %s have the shape %s; %s%" PRId64
                    " columns are required, "
                    "as the hidden state has %" PRId64,
                    s->row->name, dims_describe(weights->dims, weights->rank, dims, sizeof dims),
                    rows == 0 ? "" : "a matrix with as many rows as its factor has columns, and ",
                    c->gates * c->hidden, c->hidden);
}

/* Weights or a bias as aclnn has them, but for the turn: in its type, with its sequence of gates.
 */
static view given_weights(struct cell *c, view weights, int64_t rows)
{
    if (weights == NULL || c->s->status != ACL_SUCCESS)
        return NULL;
    check_columns(c, weights, rows);
    view cast = single_cast(c->s, weights, c->type);
    if (is_in_order(c) || cast == NULL)
        return cast;
    view sorted = single_like(c->s, cast);
    for (int gate = 0; gate < c->gates; gate++)
        single_copy(c->s, gate_of(c, sorted, gate), gate_of(c, cast, c->place[gate]));
    return sorted;
}

static void finish_weights(struct cell *c, const struct result *result)
{
    if (result->written == result->target || result->target == NULL)
        return;
    for (int gate = 0; gate < c->gates; gate++)
        single_copy(c->s, gate_of(c, result->target, c->place[gate]),
                    gate_of(c, result->written, gate));
}

static view weights_result(struct cell *c, struct result *result, view target)
{
    bool is_apart = target != NULL && (target->type != c->type || !is_in_order(c));
    result->target = target;
    result->written = is_apart ? single_like_of(c->s, target, c->type) : target;
    return result->written;
}

static view zeros(struct cell *c, view like)
{
    view zero = single_like(c->s, like);
    single_call(c->s, &operator_aclnnInplaceZero,
                (const union given[]){{.handle = single_tensor(c->s, zero)}});
    return zero;
}

/* A mask says which of the batch have a step, [T, B, H] of 0 and 1; its sums say how many. As
 * torch_npu makes it the first ones of the batch have. A tensor of other dims is none. */
static void read_mask(struct cell *c, view mask)
{
    int64_t room[3];
    const int64_t dims[] = {c->steps};
    const struct single_ints others = {2, (const int64_t[]){1, 2}};
    if (mask == NULL || mask->rank != 3 || c->s->status != ACL_SUCCESS)
        return;
    view each = single_part(c->s, given_sequence(c, mask), 2, 0, 1);
    view whole = single_temporary(c->s, ACL_INT64, 3, dims3(room, c->steps, c->batch, 1).values);
    c->lengths = single_temporary(c->s, ACL_INT64, 1, dims);
    single_copy(c->s, whole, each);
    single_call(c->s, &operator_aclnnReduceSum,
                (const union given[]){{.handle = single_tensor(c->s, whole)},
                                      {.handle = single_int_array(c->s, others)},
                                      {.integer = false},
                                      {.integer = ACL_INT64},
                                      {.handle = single_tensor(c->s, c->lengths)}});
}

/* With lengths the rows of all steps follow each other. */
static view packed(struct cell *c, view sequence)
{
    int64_t room[3];
    if (c->lengths == NULL || sequence == NULL || sequence->rank != 3)
        return sequence;
    return image(
        c, single_shaped(c->s, sequence, dims2(room, c->steps * c->batch, sequence->dims[2])));
}

static const void *tensor(struct cell *c, view of)
{
    return single_tensor(c->s, of);
}

static const void *list(struct cell *c, const view *views, int count)
{
    return single_list(c->s, views, count);
}

/* ---- LSTM ------------------------------------------------------------------------------------ */

/* The operands of DynamicRNN and DynamicRNNV2, which differ in how the weights are given. */
struct pass {
    view x, weights, recurrent, bias, lengths, h, c;
    int outputs; /* y, h, c, i, j, f, o and tanh(c) from this place on */
};

static int64_t hidden_of(struct single *s)
{
    view y = single_output(s, 0);
    return y == NULL || y->rank != 3 ? 0 : y->dims[2];
}

static void plan_lstm(struct cell *c, const struct pass *pass)
{
    struct single *s = c->s;
    struct result results[8] = {{0}};
    view kept[8];
    const int64_t state[] = {1, c->batch, c->hidden};
    view x = given_sequence(c, pass->x);
    view params[] = {single_turned(s, given_weights(c, pass->weights, c->inputs), true),
                     single_turned(s, given_weights(c, pass->recurrent, c->hidden), true),
                     given_weights(c, pass->bias, 0), NULL};
    view states[] = {given_state(c, pass->h), given_state(c, pass->c)};
    bool has_states = states[0] != NULL && states[1] != NULL;
    read_mask(c, pass->lengths);
    x = packed(c, x);
    if (params[2] != NULL)
        params[3] = zeros(c, params[2]);
    for (int i = 0; i < 8; i++)
        kept[i] = result_for(c, &results[i], single_output(s, i), true);
    single_call(s, &operator_aclnnLSTM,
                (const union given[]){
                    {.handle = tensor(c, x)},
                    {.handle = list(c, params, params[2] != NULL ? 4 : 2)},
                    {.handle = has_states ? list(c, states, 2) : NULL},
                    {.handle = tensor(c, c->lengths)},
                    {.integer = params[2] != NULL},
                    {.integer = 1},
                    {.real = 0},
                    {.integer = true},
                    {.integer = false},
                    {.integer = false},
                    {.handle = tensor(c, kept[0])},
                    {.handle = tensor(c, single_temporary(s, c->type, 3, state))},
                    {.handle = tensor(c, single_temporary(s, c->type, 3, state))},
                    {.handle = list(c, &kept[3], 1)},
                    {.handle = list(c, &kept[4], 1)},
                    {.handle = list(c, &kept[5], 1)},
                    {.handle = list(c, &kept[6], 1)},
                    {.handle = list(c, &kept[1], 1)},
                    {.handle = list(c, &kept[2], 1)},
                    {.handle = list(c, &kept[7], 1)},
                });
    for (int i = 0; i < 8; i++)
        finish(c, &results[i]);
}

/* Both parts of weights that lie one below the other. */
static view upper(struct cell *c, view weights)
{
    return single_part(c->s, weights, 0, 0, c->inputs);
}

static view lower(struct cell *c, view weights)
{
    return single_part(c->s, weights, 0, c->inputs, c->hidden);
}

void single_plan_dynamic_rnn(struct single *s)
{
    enum { X, W, B, SEQ_LENGTH, INIT_H, INIT_C };
    struct cell c;
    begin(&c, s, true, false, single_input(s, X), hidden_of(s));
    const struct pass pass = {
        .x = single_input(s, X),
        .weights = upper(&c, single_input(s, W)),
        .recurrent = lower(&c, single_input(s, W)),
        .bias = single_input(s, B),
        .lengths = single_input(s, SEQ_LENGTH),
        .h = single_input(s, INIT_H),
        .c = single_input(s, INIT_C),
    };
    plan_lstm(&c, &pass);
}

void single_plan_dynamic_rnn_v2(struct single *s)
{
    enum { X, WEIGHT_INPUT, WEIGHT_HIDDEN, B, SEQ_LENGTH, INIT_H, INIT_C };
    struct cell c;
    begin(&c, s, true, false, single_input(s, X), hidden_of(s));
    const struct pass pass = {
        .x = single_input(s, X),
        .weights = single_input(s, WEIGHT_INPUT),
        .recurrent = single_input(s, WEIGHT_HIDDEN),
        .bias = single_input(s, B),
        .lengths = single_input(s, SEQ_LENGTH),
        .h = single_input(s, INIT_H),
        .c = single_input(s, INIT_C),
    };
    plan_lstm(&c, &pass);
}

/* ---- Its gradient ---------------------------------------------------------------------------- */

struct gradient {
    view x, weights, recurrent, init_h, init_c, h, c, dy, dh, dc;
    view kept[5]; /* i, j, f, o and tanh(c) */
    view mask;
    view d_weights, d_recurrent, d_bias, dx, dh_prev, dc_prev;
};

static void plan_lstm_gradient(struct cell *c, const struct gradient *g)
{
    struct single *s = c->s;
    int64_t room[3];
    struct result dx = {0}, dh = {0}, dc = {0}, dw[2] = {{0}}, db = {0};
    view x = given_sequence(c, g->x);
    view dy = given_sequence(c, g->dy);
    view bias = given_weights(c, g->d_bias, 0);
    view params[] = {single_turned(s, given_weights(c, g->weights, c->inputs), true),
                     single_turned(s, given_weights(c, g->recurrent, c->hidden), true), bias, bias};
    view states[] = {given_state(c, g->init_h), given_state(c, g->init_c)};
    view kept[MOST_KEPT] = {g->kept[0], g->kept[1], g->kept[2], g->kept[3], g->h, g->c, g->kept[4]};
    for (int i = 0; i < MOST_KEPT; i++)
        kept[i] = given_sequence(c, kept[i]);
    read_mask(c, g->mask);
    view d_params[] = {single_turned(s, weights_result(c, &dw[0], g->d_weights), true),
                       single_turned(s, weights_result(c, &dw[1], g->d_recurrent), true),
                       weights_result(c, &db, g->d_bias), NULL};
    d_params[3] = single_like(s, d_params[2]);
    view dx_out = packed(c, result_for(c, &dx, g->dx, true));
    const struct single_ints state = dims3(room, 1, c->batch, c->hidden);
    view dh_out = result_for(c, &dh, single_shaped(s, g->dh_prev, state), false);
    view dc_out = result_for(c, &dc, single_shaped(s, g->dc_prev, state), false);
    single_call(s, &operator_aclnnLstmBackward,
                (const union given[]){
                    {.handle = tensor(c, packed(c, x))},
                    {.handle = list(c, states, 2)},
                    {.handle = list(c, params, 4)},
                    {.handle = tensor(c, packed(c, dy))},
                    {.handle = tensor(c, given_state(c, g->dh))},
                    {.handle = tensor(c, given_state(c, g->dc))},
                    {.handle = list(c, &kept[0], 1)},
                    {.handle = list(c, &kept[1], 1)},
                    {.handle = list(c, &kept[2], 1)},
                    {.handle = list(c, &kept[3], 1)},
                    {.handle = list(c, &kept[4], 1)},
                    {.handle = list(c, &kept[5], 1)},
                    {.handle = list(c, &kept[6], 1)},
                    {.handle = tensor(c, c->lengths)},
                    {.integer = true},
                    {.integer = 1},
                    {.real = 0},
                    {.integer = true},
                    {.integer = false},
                    {.integer = false},
                    {.handle = NULL},
                    {.handle = tensor(c, dx_out)},
                    {.handle = tensor(c, dh_out)},
                    {.handle = tensor(c, dc_out)},
                    {.handle = list(c, d_params, 4)},
                });
    finish(c, &dx);
    finish(c, &dh);
    finish(c, &dc);
    finish_weights(c, &dw[0]);
    finish_weights(c, &dw[1]);
    finish_weights(c, &db);
}

void single_plan_dynamic_rnn_grad(struct single *s)
{
    enum { X, W, B, Y, INIT_H, INIT_C, H, C, DY, DH, DC, I, J, F, O, TANHCT, SEQ_LENGTH };
    enum { DW, DB, DX, DH_PREV, DC_PREV };
    struct cell c;
    view h = single_input(s, H);
    begin(&c, s, true, false, single_input(s, X), single_dim(s, h, -1));
    const struct gradient gradient = {
        .x = single_input(s, X),
        .weights = upper(&c, single_input(s, W)),
        .recurrent = lower(&c, single_input(s, W)),
        .init_h = single_input(s, INIT_H),
        .init_c = single_input(s, INIT_C),
        .h = h,
        .c = single_input(s, C),
        .dy = single_input(s, DY),
        .dh = single_input(s, DH),
        .dc = single_input(s, DC),
        .kept = {single_input(s, I), single_input(s, J), single_input(s, F), single_input(s, O),
                 single_input(s, TANHCT)},
        .mask = single_input(s, SEQ_LENGTH),
        .d_weights = upper(&c, single_output(s, DW)),
        .d_recurrent = lower(&c, single_output(s, DW)),
        .d_bias = single_output(s, DB),
        .dx = single_output(s, DX),
        .dh_prev = single_output(s, DH_PREV),
        .dc_prev = single_output(s, DC_PREV),
    };
    plan_lstm_gradient(&c, &gradient);
}

void single_plan_dynamic_rnn_v2_grad(struct single *s)
{
    enum { X, W_X, W_H, Y, INIT_H, INIT_C, H, C, DY, DH, DC, I, J, F, O, TANHCT, SEQ_LENGTH };
    enum { DW_X, DW_H, DB, DX, DH_PREV, DC_PREV };
    int64_t room[3];
    struct cell c;
    view x = single_input(s, X);
    view h = single_input(s, H);
    if (x->rank == 2) /* as the cell of torch_npu gives it: one step */
        x = single_shaped(s, x, dims3(room, 1, x->dims[0], x->dims[1]));
    begin(&c, s, true, false, x, single_dim(s, h, -1));
    const struct single_ints sequence = dims3(room, c.steps, c.batch, c.hidden);
    int64_t input_room[3];
    const struct single_ints inputs = dims3(input_room, c.steps, c.batch, c.inputs);
    const struct gradient gradient = {
        .x = x,
        .weights = single_input(s, W_X),
        .recurrent = single_input(s, W_H),
        .init_h = single_input(s, INIT_H),
        .init_c = single_input(s, INIT_C),
        .h = single_shaped(s, h, sequence),
        .c = single_shaped(s, single_input(s, C), sequence),
        .dy = single_shaped(s, single_input(s, DY), sequence),
        .dh = single_input(s, DH),
        .dc = single_input(s, DC),
        .kept = {single_input(s, I), single_input(s, J), single_input(s, F), single_input(s, O),
                 single_input(s, TANHCT)},
        .mask = single_input(s, SEQ_LENGTH),
        .d_weights = single_output(s, DW_X),
        .d_recurrent = single_output(s, DW_H),
        .d_bias = single_output(s, DB),
        .dx = single_shaped(s, single_output(s, DX), inputs),
        .dh_prev = single_output(s, DH_PREV),
        .dc_prev = single_output(s, DC_PREV),
    };
    plan_lstm_gradient(&c, &gradient);
}

/* ---- GRU ------------------------------------------------------------------------------------- */

void single_plan_dynamic_gru_v2(struct single *s)
{
    enum { X, WEIGHT_INPUT, WEIGHT_HIDDEN, BIAS_INPUT, BIAS_HIDDEN, SEQ_LENGTH, INIT_H };
    enum { OUT_Y, OUT_H, UPDATE, RESET, NEW, HIDDEN_NEW, OUTPUTS };
    struct cell c;
    struct result results[OUTPUTS] = {{0}};
    view kept[OUTPUTS];
    begin(&c, s, false, false, single_input(s, X), hidden_of(s));
    if (single_input(s, SEQ_LENGTH) != NULL && single_input(s, SEQ_LENGTH)->rank > 0)
        single_refuse(s, "seq_length is left out");
    const int64_t state[] = {1, c.batch, c.hidden};
    view x = given_sequence(&c, single_input(s, X));
    view params[] = {
        single_turned(s, given_weights(&c, single_input(s, WEIGHT_INPUT), c.inputs), true),
        single_turned(s, given_weights(&c, single_input(s, WEIGHT_HIDDEN), c.hidden), true),
        given_weights(&c, single_input(s, BIAS_INPUT), 0),
        given_weights(&c, single_input(s, BIAS_HIDDEN), 0),
    };
    bool has_bias = params[2] != NULL && params[3] != NULL;
    for (int i = 0; i < OUTPUTS; i++)
        kept[i] = result_for(&c, &results[i], single_output(s, i), true);
    single_call(s, &operator_aclnnGRU,
                (const union given[]){
                    {.handle = tensor(&c, x)},
                    {.handle = list(&c, params, has_bias ? 4 : 2)},
                    {.handle = tensor(&c, given_state(&c, single_input(s, INIT_H)))},
                    {.handle = NULL},
                    {.integer = has_bias},
                    {.integer = 1},
                    {.real = 0},
                    {.integer = true},
                    {.integer = false},
                    {.integer = false},
                    {.handle = tensor(&c, kept[OUT_Y])},
                    {.handle = tensor(&c, single_temporary(s, c.type, 3, state))},
                    {.handle = list(&c, &kept[RESET], 1)},
                    {.handle = list(&c, &kept[UPDATE], 1)},
                    {.handle = list(&c, &kept[NEW], 1)},
                    {.handle = list(&c, &kept[HIDDEN_NEW], 1)},
                    {.handle = list(&c, &kept[OUT_H], 1)},
                });
    for (int i = 0; i < OUTPUTS; i++)
        finish(&c, &results[i]);
}

void single_plan_dynamic_gru_v2_grad(struct single *s)
{
    enum { X, W_INPUT, W_HIDDEN, Y, INIT_H, H, DY, DH, UPDATE, RESET, NEW, HIDDEN_NEW };
    enum { DW_INPUT, DW_HIDDEN, DB_INPUT, DB_HIDDEN, DX, DH_PREV };
    int64_t room[3];
    struct cell c;
    struct result dw[4] = {{0}}, dx = {0}, dh = {0};
    begin(&c, s, false, true, single_input(s, X), single_dim(s, single_input(s, H), -1));
    view biases[] = {given_weights(&c, single_output(s, DB_INPUT), 0),
                     given_weights(&c, single_output(s, DB_HIDDEN), 0)};
    view params[] = {
        single_turned(s, given_weights(&c, single_input(s, W_INPUT), c.inputs), true),
        single_turned(s, given_weights(&c, single_input(s, W_HIDDEN), c.hidden), true),
        biases[0],
        biases[1],
    };
    view kept[] = {
        given_sequence(&c, single_input(s, RESET)), given_sequence(&c, single_input(s, UPDATE)),
        given_sequence(&c, single_input(s, NEW)), given_sequence(&c, single_input(s, HIDDEN_NEW)),
        given_sequence(&c, single_input(s, H))};
    view d_params[] = {
        single_turned(s, weights_result(&c, &dw[0], single_output(s, DW_INPUT)), true),
        single_turned(s, weights_result(&c, &dw[1], single_output(s, DW_HIDDEN)), true),
        weights_result(&c, &dw[2], single_output(s, DB_INPUT)),
        weights_result(&c, &dw[3], single_output(s, DB_HIDDEN)),
    };
    view x = given_sequence(&c, single_input(s, X));
    view dy = given_sequence(&c, single_input(s, DY));
    view dx_out = result_for(&c, &dx, single_output(s, DX), true);
    view dh_out = result_for(
        &c, &dh, single_shaped(s, single_output(s, DH_PREV), dims3(room, 1, c.batch, c.hidden)),
        false);
    single_call(s, &operator_aclnnGRUBackward,
                (const union given[]){
                    {.handle = tensor(&c, x)},
                    {.handle = list(&c, params, 4)},
                    {.handle = tensor(&c, given_state(&c, single_input(s, INIT_H)))},
                    {.handle = tensor(&c, dy)},
                    {.handle = tensor(&c, given_state(&c, single_input(s, DH)))},
                    {.handle = list(&c, &kept[0], 1)},
                    {.handle = list(&c, &kept[1], 1)},
                    {.handle = list(&c, &kept[2], 1)},
                    {.handle = list(&c, &kept[3], 1)},
                    {.handle = list(&c, &kept[4], 1)},
                    {.handle = NULL},
                    {.integer = true},
                    {.integer = 1},
                    {.integer = false},
                    {.integer = false},
                    {.handle = tensor(&c, dx_out)},
                    {.handle = tensor(&c, dh_out)},
                    {.handle = list(&c, d_params, 4)},
                });
    finish(&c, &dx);
    finish(&c, &dh);
    for (int i = 0; i < 4; i++)
        finish_weights(&c, &dw[i]);
}
