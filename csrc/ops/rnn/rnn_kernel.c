/* SPDX-License-Identifier: Apache-2.0 */
/* Layers of an LSTM or a GRU over sequences. One product multiplies all inputs of a layer by its
 * weights. Then, step by step, come the product of the hidden state and the vector program of
 * rnn_program.c, which does the rest. Gradients go backward, and their products with what the steps
 * gave come at the end. */
#include "ops/rnn/rnn.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "declared/rnn.h"
#include "ops/common/work_views.h"
#include "products/panel.h"
#include "products/product.h"

#define ALIGNMENT ((uint64_t)64)
#define MOST_VIEWS 32

/* ---- Tensors --------------------------------------------------------------------------------- */

/* The rows of a sequence: strides in elements of steps, of the batch, and of columns. */
struct rows {
    char *address;
    aclDataType type;
    int64_t step;
    int64_t row;
    int64_t column;
};

static char *at(char *address, aclDataType type, int64_t elements)
{
    return address == NULL ? NULL : address + elements * (data_type_bits(type) / 8);
}

/* The input or output of a call: [T, B, n], [B, T, n], or steps and batch as one dim. */
static struct rows sequence_of(const struct recurrent *r, const struct work_view *view)
{
    struct rows rows = {view->address, view->type, 0, 0, view->strides[view->rank - 1]};
    rows.row = view->rank == 2 ? view->strides[0] : view->strides[r->batch_first ? 0 : 1];
    rows.step = view->rank == 2 ? wrapped_product(r->batch, rows.row)
                                : view->strides[r->batch_first ? 1 : 0];
    return rows;
}

/* Member `index` of [L D, B, H], or a gate [T, B, H], as rows of steps. */
static struct rows states_of(const struct work_view *view)
{
    return (struct rows){view->address, view->type, view->strides[0], view->strides[1],
                         view->strides[2]};
}

static struct rows dense_rows(char *address, aclDataType type, int64_t batch, int64_t columns)
{
    return (struct rows){address, type, wrapped_product(batch, columns), columns, 1};
}

static struct rows step_of(struct rows rows, int64_t step)
{
    rows.address = at(rows.address, rows.type, step * rows.step);
    return rows;
}

static struct rows columns_of(struct rows rows, int64_t first)
{
    rows.address = at(rows.address, rows.type, first * rows.column);
    return rows;
}

static struct rows matrix_of(const struct work_view *view, bool transpose)
{
    return (struct rows){view->address, view->type, 0, view->strides[transpose ? 1 : 0],
                         view->strides[transpose ? 0 : 1]};
}

static void copy_rows(struct rows from, struct rows to, int64_t rows, int64_t columns)
{
    size_t width = (size_t)data_type_bits(from.type) / 8;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            memcpy(at(to.address, to.type, i * to.row + j * to.column),
                   at(from.address, from.type, i * from.row + j * from.column), width);
}

/* The tensors of params of a layer and direction: weights of the input, then those of the state. */
static const struct work_view *params_of(const struct recurrent *r, const struct work_view *first,
                                         int64_t member)
{
    return first + member * recurrent_params(r);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* left [rows, depth] times right [depth, columns], for each step of left and out. */
struct matrices {
    int64_t steps;
    int64_t rows;
    int64_t columns;
    int64_t depth;
    struct rows left;
    struct rows right;
    struct rows out;
};

static struct product_operand operand_of(struct rows rows)
{
    return (struct product_operand){
        .type = rows.type, .row_stride = rows.row, .column_stride = rows.column};
}

static struct product product_of(const struct matrices *m)
{
    struct product product = {.rows = m->rows,
                              .columns = m->columns,
                              .depth = m->depth,
                              .left = operand_of(m->left),
                              .right = operand_of(m->right),
                              .out = operand_of(m->out)};
    if (m->left.step == wrapped_product(m->rows, m->left.row) &&
        m->out.step == wrapped_product(m->rows, m->out.row)) {
        product.rows = wrapped_product(m->rows, m->steps);
    } else if (m->steps > 1) {
        product.batch_rank = 1;
        product.batch_dims[0] = m->steps;
        product.left.batch_strides[0] = m->left.step;
        product.out.batch_strides[0] = m->out.step;
    }
    return product;
}

static void multiply(const struct matrices *m, char *scratch)
{
    const struct product product = product_of(m);
    product_matrix(&product, m->left.address, m->right.address, m->out.address, scratch);
}

/* The same, where `packed` has room: with the right matrix that is packed there. */
static void multiply_packed(const struct matrices *m, const char *packed, char *scratch)
{
    const struct product product = product_of(m);
    if (product_packed_bytes(&product) == 0)
        product_matrix(&product, m->left.address, m->right.address, m->out.address, scratch);
    else
        product_matrix_packed(&product, m->left.address, packed, m->out.address, scratch);
}

/* Packs the right matrix of a product that is repeated, if that pays off. */
static void pack(const struct matrices *m, char *packed)
{
    const struct product product = product_of(m);
    if (product_packed_bytes(&product) > 0)
        product_pack(&product, m->right.address, packed);
}

/* ---- Scratch --------------------------------------------------------------------------------- */

/* Parts of scratch that follow each other. Without memory they have no addresses, and only the sum
 * counts. */
struct room {
    char *memory;
    uint64_t bytes; /* saturates */
};

static char *take_room(struct room *room, int64_t a, int64_t b, int64_t c, aclDataType type)
{
    int64_t elements = 0;
    int64_t bytes = 0;
    uint64_t first = room->bytes;
    if (__builtin_mul_overflow(a, b, &elements) || __builtin_mul_overflow(elements, c, &elements) ||
        __builtin_mul_overflow(elements, (int64_t)data_type_bits(type) / 8, &bytes) ||
        first + (uint64_t)bytes + ALIGNMENT > INT64_MAX) {
        room->bytes = INT64_MAX;
        return NULL;
    }
    room->bytes = (first + (uint64_t)bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return room->memory == NULL ? NULL : room->memory + first;
}

static void need(uint64_t *most_bytes, const struct matrices *m)
{
    const struct product product = product_of(m);
    uint64_t bytes = (uint64_t)product_scratch(&product);
    *most_bytes = bytes > *most_bytes ? bytes : *most_bytes;
}

static void need_packed(uint64_t *most_bytes, const struct matrices *m)
{
    const struct product product = product_of(m);
    uint64_t bytes = (uint64_t)product_packed_bytes(&product);
    *most_bytes = bytes > *most_bytes ? bytes : *most_bytes;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

struct views {
    struct vector_view of[MOST_VIEWS];
    int64_t strides[MOST_VIEWS][2];
    int count;
};

static void add_view(struct views *views, struct rows rows)
{
    int64_t *strides = views->strides[views->count];
    strides[0] = rows.row;
    strides[1] = rows.column;
    views->of[views->count++] = (struct vector_view){.address = rows.address, .strides = strides};
}

static void add_gates(struct views *views, const struct recurrent *r, struct rows rows)
{
    for (int i = 0; i < r->gates; i++)
        add_view(views, columns_of(rows, i * r->hidden));
}

/* Adds the view of a bias, which is repeated over the batch. */
static void add_bias(struct views *views, const struct recurrent *r, const struct work_view *bias)
{
    add_gates(views, r, (struct rows){bias->address, bias->type, 0, 0, bias->strides[0]});
}

static bool run_step(const struct recurrent *r, const struct views *views,
                     struct task_failure *failure)
{
    const int64_t dims[] = {r->batch, r->hidden};
    const struct vector_instance instance = {
        .rank = 2, .kept = 2, .dims = dims, .views = views->of};
    if (vector_run(r->program, &instance, 1))
        return true;
    failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
    strcpy(failure->text, "no host memory for the work of the vector unit");
    return false;
}

/* Marks which rows of the batch have the step: the first ones. */
static void mark_rows(const struct recurrent *r, const struct work_view *lengths, int64_t step,
                      char *mask)
{
    char *length = at(lengths->address, lengths->type, step * lengths->strides[0]);
    int64_t count = clamp(index_at(length, true), 0, r->batch);
    memset(mask, 1, (size_t)count);
    memset(mask + count, 0, (size_t)(r->batch - count));
}

/* ---- A pass ---------------------------------------------------------------------------------- */

struct pass {
    const struct recurrent *r;
    const struct work *work;
    struct room room;
    struct rows products; /* products of all inputs of a layer: [T, B, G H] */
    struct rows state_products;
    struct rows h;
    struct rows c;
    struct rows layers[2]; /* outputs of layers, used in turn */
    char *mask;
    char *product;
    uint64_t product_bytes;
    char *packed; /* the weights of the state, which all steps share */
    uint64_t packed_bytes;
};

static const struct work_view *first_param(const struct work *work)
{
    return work->inputs + 1;
}

static const struct work_view *behind_params(const struct recurrent *r, const struct work *work)
{
    return params_of(r, first_param(work), r->layers * r->directions);
}

/* input_of: the input of a layer. output_of: its output. */
static struct rows input_of(const struct pass *pass, int64_t layer)
{
    return layer == 0 ? sequence_of(pass->r, &pass->work->inputs[0])
                      : pass->layers[(layer - 1) % 2];
}

static struct rows output_of(const struct pass *pass, int64_t layer)
{
    return layer == pass->r->layers - 1 ? sequence_of(pass->r, &pass->work->outputs[0])
                                        : pass->layers[layer % 2];
}

static struct matrices input_product(const struct pass *pass, int64_t layer,
                                     const struct work_view *params)
{
    const struct recurrent *r = pass->r;
    return (struct matrices){r->steps,
                             r->batch,
                             r->gates * r->hidden,
                             recurrent_inputs(r, layer),
                             input_of(pass, layer),
                             matrix_of(&params[0], true),
                             pass->products};
}

static struct matrices state_product(const struct pass *pass, const struct work_view *params)
{
    const struct recurrent *r = pass->r;
    return (struct matrices){1,
                             r->batch,
                             r->gates * r->hidden,
                             r->hidden,
                             pass->h,
                             matrix_of(&params[1], true),
                             pass->state_products};
}

static struct pass pass_of(const struct work *work)
{
    const struct recurrent *r = work->attributes;
    struct pass pass = {.r = r, .work = work, .room = {work->scratch, 0}};
    int64_t columns = r->gates * r->hidden;
    int64_t outputs = r->directions * r->hidden;
    pass.products = dense_rows(take_room(&pass.room, r->steps, r->batch, columns, ACL_FLOAT),
                               ACL_FLOAT, r->batch, columns);
    pass.state_products = dense_rows(take_room(&pass.room, 1, r->batch, columns, ACL_FLOAT),
                                     ACL_FLOAT, r->batch, columns);
    pass.h = dense_rows(take_room(&pass.room, 1, r->batch, r->hidden, r->type), r->type, r->batch,
                        r->hidden);
    pass.c = dense_rows(take_room(&pass.room, 1, r->batch, r->hidden, r->type), r->type, r->batch,
                        r->hidden);
    for (int i = 0; i < 2 && i < r->layers - 1; i++)
        pass.layers[i] = dense_rows(take_room(&pass.room, r->steps, r->batch, outputs, r->type),
                                    r->type, r->batch, outputs);
    pass.mask = take_room(&pass.room, 1, 1, r->batch, ACL_BOOL);
    for (int64_t layer = 0; layer < r->layers; layer++)
        for (int64_t i = 0; i < r->directions; i++) {
            const struct work_view *params = params_of(r, first_param(work),
                                                       layer * r->directions + i);
            const struct matrices products[] = {input_product(&pass, layer, params),
                                                state_product(&pass, params)};
            need(&pass.product_bytes, &products[0]);
            need(&pass.product_bytes, &products[1]);
            need_packed(&pass.packed_bytes, &products[1]);
        }
    pass.product = take_room(&pass.room, 1, 1, (int64_t)pass.product_bytes, ACL_UINT8);
    pass.packed = take_room(&pass.room, 1, 1, (int64_t)pass.packed_bytes, ACL_UINT8);
    return pass;
}

static void start_state(const struct recurrent *r, struct rows state, const struct work_view *given,
                        int64_t member)
{
    if (given != NULL)
        copy_rows(step_of(states_of(given), member), state, r->batch, r->hidden);
    else
        memset(state.address, 0, (size_t)(r->batch * r->hidden * (data_type_bits(state.type) / 8)));
}

/* Computes a layer in one direction. */
static void pass_layer(struct pass *pass, int64_t layer, int64_t direction,
                       struct task_failure *failure)
{
    const struct recurrent *r = pass->r;
    const struct work *work = pass->work;
    int64_t member = layer * r->directions + direction;
    const struct work_view *params = params_of(r, first_param(work), member);
    const struct work_view *states = r->has_state ? behind_params(r, work) : NULL;
    const struct work_view *lengths = behind_params(r, work) +
                                      (r->has_state ? (r->is_lstm ? 2 : 1) : 0);
    const struct work_view *kept = work->outputs + (r->is_lstm ? 3 : 2);
    const struct matrices inputs = input_product(pass, layer, params);
    const struct matrices state = state_product(pass, params);
    struct rows output = columns_of(output_of(pass, layer), direction * r->hidden);
    start_state(r, pass->h, states, member);
    if (r->is_lstm)
        start_state(r, pass->c, states == NULL ? NULL : &states[1], member);
    multiply(&inputs, pass->product);
    pack(&state, pass->packed);
    for (int64_t i = 0; i < r->steps; i++) {
        int64_t step = direction == 0 ? i : r->steps - 1 - i;
        struct views views = {.count = 0};
        multiply_packed(&state, pass->packed, pass->product);
        add_gates(&views, r, step_of(pass->products, step));
        add_gates(&views, r, pass->state_products);
        if (r->has_bias) {
            add_bias(&views, r, &params[2]);
            add_bias(&views, r, &params[3]);
        }
        add_view(&views, pass->h);
        if (r->is_lstm)
            add_view(&views, pass->c);
        if (r->has_lengths) {
            mark_rows(r, lengths, step, pass->mask);
            add_view(&views, (struct rows){pass->mask, ACL_BOOL, 0, 1, 0});
        }
        add_view(&views, pass->h);
        if (r->is_lstm)
            add_view(&views, pass->c);
        add_view(&views, step_of(output, step));
        for (int k = 0; r->keeps_gates && k < r->lists; k++)
            add_view(&views,
                     step_of(states_of(&kept[k * r->layers * r->directions + member]), step));
        if (!run_step(r, &views, failure))
            return;
    }
    copy_rows(pass->h, step_of(states_of(&work->outputs[1]), member), r->batch, r->hidden);
    if (r->is_lstm)
        copy_rows(pass->c, step_of(states_of(&work->outputs[2]), member), r->batch, r->hidden);
}

static void run_pass(const struct work *work, struct task_failure *failure)
{
    struct pass pass = pass_of(work);
    for (int64_t layer = 0; layer < pass.r->layers; layer++)
        for (int64_t i = 0; i < pass.r->directions && failure->status == ACL_SUCCESS; i++)
            pass_layer(&pass, layer, i, failure);
}

static uint64_t pass_scratch(const struct work *work)
{
    return pass_of(work).room.bytes;
}

static aclnnStatus check_pass(const struct work *work)
{
    const struct pass pass = pass_of(work);
    const struct matrices inputs = input_product(&pass, 0, first_param(work));
    const struct product product = product_of(&inputs);
    return product_check(&product);
}

const struct l0_run rnn_kernel_layers = {
    .check = check_pass, .scratch_bytes = pass_scratch, .run = run_pass};

/* ---- A gradient ------------------------------------------------------------------------------ */

struct gradient {
    const struct recurrent *r;
    const struct work *work;
    struct room room;
    const struct work_view *states; /* h0, [c0] */
    const struct work_view *dy;     /* NULL: zeros; the same for dh and dc */
    const struct work_view *dh;
    const struct work_view *dc;
    const struct work_view *kept;
    const struct work_view *lengths;
    const struct work_view *outputs; /* dx, dh0, [dc0], dparams */
    const struct work_view *dparams;
    /* For a layer, all in float32: its input, the gradients of its output and of its input, and one
     * direction's part of the latter. */
    struct rows input;
    struct rows above;
    struct rows below;
    struct rows part;
    /* For a layer and direction: the states before each step, and the gradients of gates with
     * respect to the input and to the state. */
    struct rows before;
    struct rows input_gates;
    struct rows state_gates;
    struct rows h;    /* what the product of the later step gives */
    struct rows rest; /* what reaches the state without that product */
    struct rows c;
    struct rows ones;
    char *mask;
    char *product;
    uint64_t product_bytes;
    char *packed; /* the weights of the state, which all steps share */
    uint64_t packed_bytes;
};

static struct rows take_rows(struct gradient *g, int64_t steps, int64_t columns)
{
    return dense_rows(take_room(&g->room, steps, g->r->batch, columns, ACL_FLOAT), ACL_FLOAT,
                      g->r->batch, columns);
}

/* All steps of the batch as the rows of one matrix, or, transposed, as its columns. */
static struct rows flat(struct rows rows, bool transpose)
{
    if (transpose)
        return (struct rows){rows.address, rows.type, 0, rows.column, rows.row};
    return rows;
}

/* The products with the gradients of gates. */
struct gradient_products {
    struct matrices state;         /* for one step: the gradient of the state before it */
    struct matrices input_weights; /* the gradients of params */
    struct matrices state_weights;
    struct matrices biases[2];
    struct matrices input; /* the gradient of the layer's input */
};

static struct gradient_products gradient_products(const struct gradient *g, int64_t layer,
                                                  int64_t member, struct rows below)
{
    const struct recurrent *r = g->r;
    const struct work_view *params = params_of(r, first_param(g->work), member);
    const struct work_view *results = params_of(r, g->dparams, member);
    int64_t gates = r->gates * r->hidden;
    int64_t rows = wrapped_product(r->steps, r->batch);
    int64_t inputs = recurrent_inputs(r, layer);
    struct gradient_products p = {
        .state = {1, r->batch, r->hidden, gates, g->state_gates, matrix_of(&params[1], false),
                  g->h},
        .input_weights = {1, gates, inputs, rows, flat(g->input_gates, true), g->input,
                          matrix_of(&results[0], false)},
        .state_weights = {1, gates, r->hidden, rows, flat(g->state_gates, true), g->before,
                          matrix_of(&results[1], false)},
        .input = {1, rows, inputs, gates, g->input_gates, matrix_of(&params[0], false), below},
    };
    for (int i = 0; r->has_bias && i < 2; i++) {
        struct rows bias = {results[2 + i].address, results[2 + i].type, 0, 0,
                            results[2 + i].strides[0]};
        p.biases[i] = (struct matrices){
            1, 1, gates, rows, g->ones, i == 0 ? g->input_gates : g->state_gates, bias};
    }
    return p;
}

static struct gradient gradient_of(const struct work *work)
{
    const struct recurrent *r = work->attributes;
    struct gradient g = {.r = r, .work = work, .room = {work->scratch, 0}};
    int64_t gates = r->gates * r->hidden;
    int64_t widest = most(r->inputs, r->directions * r->hidden);
    g.states = behind_params(r, work);
    const struct work_view *next = g.states + (r->is_lstm ? 2 : 1);
    g.dy = r->has_dy ? next++ : NULL;
    g.dh = r->has_dh ? next++ : NULL;
    g.dc = r->has_dc ? next++ : NULL;
    g.kept = next;
    g.lengths = next + r->lists * r->layers * r->directions;
    g.outputs = work->outputs;
    g.dparams = g.outputs + (r->is_lstm ? 3 : 2);
    g.input = take_rows(&g, r->steps, widest);
    g.above = take_rows(&g, r->steps, widest);
    g.below = take_rows(&g, r->steps, widest);
    g.part = take_rows(&g, r->steps, widest);
    g.before = take_rows(&g, r->steps, r->hidden);
    g.input_gates = take_rows(&g, r->steps, gates);
    g.state_gates = r->is_lstm ? g.input_gates : take_rows(&g, r->steps, gates);
    g.h = take_rows(&g, 1, r->hidden);
    g.rest = take_rows(&g, 1, r->hidden);
    g.c = take_rows(&g, 1, r->hidden);
    g.ones = take_rows(&g, r->steps, 1);
    g.ones.row = wrapped_product(r->steps, r->batch);
    g.mask = take_room(&g.room, 1, 1, r->batch, ACL_BOOL);
    for (int64_t layer = 0; layer < r->layers; layer++) {
        g.input.row = g.below.row = recurrent_inputs(r, layer);
        for (int64_t i = 0; i < r->directions; i++) {
            const struct gradient_products p = gradient_products(
                &g, layer, layer * r->directions + i, g.below);
            need(&g.product_bytes, &p.state);
            need_packed(&g.packed_bytes, &p.state);
            need(&g.product_bytes, &p.input_weights);
            need(&g.product_bytes, &p.state_weights);
            need(&g.product_bytes, &p.input);
            for (int k = 0; r->has_bias && k < 2; k++)
                need(&g.product_bytes, &p.biases[k]);
        }
    }
    g.product = take_room(&g.room, 1, 1, (int64_t)g.product_bytes, ACL_UINT8);
    g.packed = take_room(&g.room, 1, 1, (int64_t)g.packed_bytes, ACL_UINT8);
    return g;
}

static void load_rows(struct rows from, struct rows to, int64_t rows, int64_t columns)
{
    product_load(from.type, from.address, from.row, from.column, rows, columns,
                 (float *)(void *)to.address, to.row);
}

static void store_rows(struct rows from, struct rows to, int64_t rows, int64_t columns)
{
    product_store(to.type, to.address, to.row, to.column, rows, columns,
                  (const float *)(const void *)from.address, from.row);
}

/* Loads the steps of a sequence as float32, or zeros, with so many columns a row. */
static void load_sequence(const struct recurrent *r, const struct work_view *view, struct rows to,
                          int64_t columns)
{
    for (int64_t i = 0; view != NULL && i < r->steps; i++)
        load_rows(step_of(sequence_of(r, view), i), step_of(to, i), r->batch, columns);
    if (view == NULL)
        memset(to.address, 0, (size_t)(r->steps * r->batch * columns) * sizeof(float));
}

static void load_state(const struct recurrent *r, const struct work_view *view, int64_t member,
                       struct rows to)
{
    if (view != NULL)
        load_rows(step_of(states_of(view), member), to, r->batch, r->hidden);
    else
        memset(to.address, 0, (size_t)(r->batch * r->hidden) * sizeof(float));
}

static void add_floats(struct rows to, struct rows from, int64_t count)
{
    panel_apply(KERNEL_PANEL_ADD, &(struct panel){(float *)(void *)to.address, 1, count, count},
                (const float *)(const void *)from.address);
}

/* A kept state before a step. Before the first step of the direction it is the initial state. */
static struct rows state_before(const struct gradient *g, int list, int64_t member, int64_t step,
                                const struct work_view *first)
{
    const struct recurrent *r = g->r;
    int64_t behind = member % r->directions == 0 ? step - 1 : step + 1;
    if (behind < 0 || behind == r->steps)
        return step_of(states_of(first), member);
    return step_of(states_of(&g->kept[list * r->layers * r->directions + member]), behind);
}

static void add_kept(struct views *views, const struct gradient *g, int list, int64_t member,
                     int64_t step)
{
    const struct work_view *kept = &g->kept[list * g->r->layers * g->r->directions + member];
    add_view(views, step_of(states_of(kept), step));
}

/* Indices of tensor lists: i, g, f, o, h, c and tanh(c); r, z, n, hn and h. */
enum { LSTM_H = 4, LSTM_C = 5, LSTM_TANH = 6, GRU_H = 4 };

static bool gradient_step(struct gradient *g, int64_t member, int64_t step,
                          struct task_failure *failure)
{
    const struct recurrent *r = g->r;
    struct views views = {.count = 0};
    bool passes_by = !r->is_lstm || r->has_lengths;
    add_view(&views, columns_of(step_of(g->above, step), member % r->directions * r->hidden));
    add_view(&views, g->h);
    if (passes_by)
        add_view(&views, g->rest);
    if (r->is_lstm)
        add_view(&views, g->c);
    for (int i = 0; i < LSTM_H; i++)
        add_kept(&views, g, i, member, step);
    if (r->is_lstm) {
        add_kept(&views, g, LSTM_TANH, member, step);
        add_view(&views, state_before(g, LSTM_C, member, step, &g->states[1]));
    } else {
        add_view(&views, state_before(g, GRU_H, member, step, &g->states[0]));
    }
    if (r->has_lengths) {
        mark_rows(r, g->lengths, step, g->mask);
        add_view(&views, (struct rows){g->mask, ACL_BOOL, 0, 1, 0});
    }
    add_gates(&views, r, step_of(g->input_gates, step));
    if (r->is_lstm)
        add_view(&views, g->c);
    else
        add_gates(&views, r, step_of(g->state_gates, step));
    if (passes_by)
        add_view(&views, g->rest);
    return run_step(r, &views, failure);
}

/* A layer in one direction: computes the gradients of its states and params, and adds that of its
 * input to `below`. */
static void gradient_direction(struct gradient *g, int64_t layer, int64_t direction,
                               struct rows below, struct task_failure *failure)
{
    const struct recurrent *r = g->r;
    int64_t member = layer * r->directions + direction;
    int64_t states = r->batch * r->hidden;
    struct gradient_products p = gradient_products(g, layer, member, below);
    load_state(r, g->dh, member, g->h);
    load_state(r, NULL, member, g->rest);
    if (r->is_lstm)
        load_state(r, g->dc, member, g->c);
    pack(&p.state, g->packed);
    for (int64_t i = 0; i < r->steps; i++) {
        int64_t step = direction == 0 ? r->steps - 1 - i : i;
        if (!gradient_step(g, member, step, failure))
            return;
        p.state.left = step_of(g->state_gates, step);
        multiply_packed(&p.state, g->packed, g->product);
        load_rows(state_before(g, LSTM_H, member, step, &g->states[0]), step_of(g->before, step),
                  r->batch, r->hidden);
    }
    add_floats(g->h, g->rest, states);
    store_rows(g->h, step_of(states_of(&g->outputs[1]), member), r->batch, r->hidden);
    if (r->is_lstm)
        store_rows(g->c, step_of(states_of(&g->outputs[2]), member), r->batch, r->hidden);
    multiply(&p.input_weights, g->product);
    multiply(&p.state_weights, g->product);
    for (int i = 0; r->has_bias && i < 2; i++)
        multiply(&p.biases[i], g->product);
    multiply(&p.input, g->product);
}

/* The input of a layer: that of the call, or both directions' outputs of the layer before, side by
 * side. */
static void load_input(struct gradient *g, int64_t layer)
{
    const struct recurrent *r = g->r;
    if (layer == 0) {
        load_sequence(r, &g->work->inputs[0], g->input, r->inputs);
        return;
    }
    for (int64_t i = 0; i < r->directions; i++) {
        int64_t member = (layer - 1) * r->directions + i;
        const struct work_view *kept = &g->kept[LSTM_H * r->layers * r->directions + member];
        for (int64_t step = 0; step < r->steps; step++)
            load_rows(step_of(states_of(kept), step),
                      columns_of(step_of(g->input, step), i * r->hidden), r->batch, r->hidden);
    }
}

static struct rows with_columns(const struct recurrent *r, struct rows rows, int64_t columns)
{
    return dense_rows(rows.address, rows.type, r->batch, columns);
}

static void run_gradient(const struct work *work, struct task_failure *failure)
{
    struct gradient g = gradient_of(work);
    const struct recurrent *r = g.r;
    g.above = with_columns(r, g.above, r->directions * r->hidden);
    load_sequence(r, g.dy, g.above, r->directions * r->hidden);
    for (int64_t i = 0; i < r->steps * r->batch; i++)
        ((float *)(void *)g.ones.address)[i] = 1;
    for (int64_t layer = r->layers - 1; layer >= 0; layer--) {
        int64_t inputs = recurrent_inputs(r, layer);
        g.input = with_columns(r, g.input, inputs);
        g.below = with_columns(r, g.below, inputs);
        g.part = with_columns(r, g.part, inputs);
        load_input(&g, layer);
        for (int64_t i = 0; i < r->directions && failure->status == ACL_SUCCESS; i++)
            gradient_direction(&g, layer, i, i == 0 ? g.below : g.part, failure);
        if (failure->status != ACL_SUCCESS)
            return;
        if (r->directions > 1)
            add_floats(g.below, g.part, r->steps * r->batch * inputs);
        struct rows above = g.above;
        g.above = g.below;
        g.below = above;
    }
    for (int64_t i = 0; i < r->steps; i++)
        store_rows(step_of(g.above, i), step_of(sequence_of(r, &g.outputs[0]), i), r->batch,
                   r->inputs);
}

static uint64_t gradient_scratch(const struct work *work)
{
    return gradient_of(work).room.bytes;
}

static aclnnStatus check_gradient(const struct work *work)
{
    const struct gradient g = gradient_of(work);
    const struct gradient_products p = gradient_products(&g, 0, 0, g.below);
    const struct product product = product_of(&p.input_weights);
    return product_check(&product);
}

const struct l0_run rnn_kernel_layers_grad = {
    .check = check_gradient, .scratch_bytes = gradient_scratch, .run = run_gradient};
