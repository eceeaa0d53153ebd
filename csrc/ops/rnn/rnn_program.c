/* SPDX-License-Identifier: Apache-2.0 */
/* Vector programs for a step of an LSTM or a GRU after its products, and for its gradient. Gates
 * are float32. States are rounded to the type of the tensors at each step, as on the device.
 * rnn_kernel.c gives views in the sequence in which operands are added here. */
#include <stdbool.h>

#include "ops/rnn/rnn.h"

/* ---- Programs -------------------------------------------------------------------------------- */

static int read_float(struct vector_program *p, aclDataType type)
{
    return vector_cast(p, vector_load(p, vector_operand(p, type)), ACL_FLOAT);
}

static void write_as(struct vector_program *p, int slot, aclDataType type)
{
    int operand = vector_operand(p, type);
    vector_store(p, vector_cast(p, slot, type), operand);
}

static int two(struct vector_program *p, int operation, int a, int b)
{
    return vector_apply(p, operation, (int[]){a, b}, 2);
}

static int one(struct vector_program *p, int operation, int a)
{
    return vector_apply(p, operation, &a, 1);
}

/* Computes 1 - a. */
static int rest(struct vector_program *p, int a)
{
    const float whole = 1;
    return two(p, VECTOR_SUB, vector_constant(p, ACL_FLOAT, &whole), a);
}

static int product(struct vector_program *p, int a, int b)
{
    return two(p, VECTOR_MUL, a, b);
}

static int sum(struct vector_program *p, int a, int b)
{
    return two(p, VECTOR_ADD, a, b);
}

/* Computes a (1 - a), the slope of a sigmoid with the value a. */
static int slope(struct vector_program *p, int a)
{
    return product(p, a, rest(p, a));
}

/* The products of inputs and of states for each gate, with biases. */
struct gates {
    int input[RECURRENT_MOST_GATES];
    int state[RECURRENT_MOST_GATES];
};

static struct gates read_gates(const struct recurrent *r, struct vector_program *p)
{
    struct gates gates;
    int input_bias[RECURRENT_MOST_GATES];
    for (int i = 0; i < r->gates; i++)
        gates.input[i] = read_float(p, ACL_FLOAT);
    for (int i = 0; i < r->gates; i++)
        gates.state[i] = read_float(p, ACL_FLOAT);
    if (!r->has_bias)
        return gates;
    for (int i = 0; i < r->gates; i++)
        input_bias[i] = read_float(p, r->type);
    for (int i = 0; i < r->gates; i++) {
        int bias = read_float(p, r->type);
        if (r->is_lstm) { /* an LSTM adds its biases first, in their type */
            bias = vector_cast(p, vector_cast(p, sum(p, input_bias[i], bias), r->type), ACL_FLOAT);
            gates.input[i] = sum(p, gates.input[i], bias);
        } else {
            gates.input[i] = sum(p, gates.input[i], input_bias[i]);
            gates.state[i] = sum(p, gates.state[i], bias);
        }
    }
    return gates;
}

static int chosen(struct vector_program *p, int condition, int a, int b)
{
    return vector_apply(p, VECTOR_WHERE, (int[]){condition, a, b}, 3);
}

static void build_lstm(const struct recurrent *r, struct vector_program *p)
{
    const struct gates gates = read_gates(r, p);
    int before = read_float(p, r->type);
    int cells = read_float(p, r->type);
    int mask = r->has_lengths ? vector_load(p, vector_operand(p, ACL_BOOL)) : -1;
    int i = one(p, VECTOR_SIGMOID, sum(p, gates.input[0], gates.state[0]));
    int f = one(p, VECTOR_SIGMOID, sum(p, gates.input[1], gates.state[1]));
    int g = one(p, VECTOR_TANH, sum(p, gates.input[2], gates.state[2]));
    int o = one(p, VECTOR_SIGMOID, sum(p, gates.input[3], gates.state[3]));
    int c = sum(p, product(p, f, cells), product(p, i, g));
    c = r->has_lengths ? chosen(p, mask, c, cells) : c;
    int t = one(p, VECTOR_TANH, c);
    int y = product(p, o, t);
    int h = r->has_lengths ? chosen(p, mask, y, before) : y;
    if (r->has_lengths) {
        const float nothing = 0;
        y = chosen(p, mask, y, vector_constant(p, ACL_FLOAT, &nothing));
    }
    write_as(p, h, r->type);
    write_as(p, c, r->type);
    write_as(p, y, r->type);
    const int kept[] = {i, g, f, o, h, c, t};
    for (int k = 0; r->keeps_gates && k < r->lists; k++)
        write_as(p, kept[k], r->type);
}

static void build_gru(const struct recurrent *r, struct vector_program *p)
{
    const struct gates gates = read_gates(r, p);
    int before = read_float(p, r->type);
    int reset = one(p, VECTOR_SIGMOID, sum(p, gates.input[0], gates.state[0]));
    int z = one(p, VECTOR_SIGMOID, sum(p, gates.input[1], gates.state[1]));
    int hn = gates.state[2];
    int n = one(p, VECTOR_TANH, sum(p, gates.input[2], product(p, reset, hn)));
    int h = sum(p, product(p, rest(p, z), n), product(p, z, before));
    write_as(p, h, r->type);
    write_as(p, h, r->type);
    const int kept[] = {reset, z, n, hn, h};
    for (int k = 0; r->keeps_gates && k < r->lists; k++)
        write_as(p, kept[k], r->type);
}

/* The gradient of a step's hidden state is the sum of three: that of the output, what the product
 * of the later step gives, and what reaches it without that product. */
static void build_lstm_grad(const struct recurrent *r, struct vector_program *p)
{
    const float nothing = 0;
    int zero = vector_constant(p, ACL_FLOAT, &nothing);
    int y = read_float(p, ACL_FLOAT);
    int state = read_float(p, ACL_FLOAT);
    state = r->has_lengths ? sum(p, state, read_float(p, ACL_FLOAT)) : state;
    int behind = read_float(p, ACL_FLOAT); /* of the cells */
    int i = read_float(p, r->type);
    int g = read_float(p, r->type);
    int f = read_float(p, r->type);
    int o = read_float(p, r->type);
    int t = read_float(p, r->type);
    int cells = read_float(p, r->type);
    int mask = r->has_lengths ? vector_load(p, vector_operand(p, ACL_BOOL)) : -1;
    int h = sum(p, y, state);
    int d = sum(p, product(p, product(p, h, o), rest(p, product(p, t, t))), behind);
    const int gates[] = {product(p, product(p, d, g), slope(p, i)),
                         product(p, product(p, d, cells), slope(p, f)),
                         product(p, product(p, d, i), rest(p, product(p, g, g))),
                         product(p, product(p, h, t), slope(p, o))};
    for (int k = 0; k < r->gates; k++)
        write_as(p, r->has_lengths ? chosen(p, mask, gates[k], zero) : gates[k], ACL_FLOAT);
    int before = product(p, d, f);
    write_as(p, r->has_lengths ? chosen(p, mask, before, behind) : before, ACL_FLOAT);
    if (r->has_lengths)
        write_as(p, chosen(p, mask, zero, state), ACL_FLOAT);
}

static void build_gru_grad(const struct recurrent *r, struct vector_program *p)
{
    int d = sum(p, read_float(p, ACL_FLOAT), read_float(p, ACL_FLOAT));
    d = sum(p, d, read_float(p, ACL_FLOAT));
    int reset = read_float(p, r->type);
    int z = read_float(p, r->type);
    int n = read_float(p, r->type);
    int hn = read_float(p, r->type);
    int before = read_float(p, r->type);
    int dn = product(p, product(p, d, rest(p, z)), rest(p, product(p, n, n)));
    int dr = product(p, product(p, dn, hn), slope(p, reset));
    int dz = product(p, product(p, d, two(p, VECTOR_SUB, before, n)), slope(p, z));
    const int input[] = {dr, dz, dn};
    const int state[] = {dr, dz, product(p, dn, reset)};
    for (int k = 0; k < r->gates; k++)
        write_as(p, input[k], ACL_FLOAT);
    for (int k = 0; k < r->gates; k++)
        write_as(p, state[k], ACL_FLOAT);
    write_as(p, product(p, d, z), ACL_FLOAT);
}

bool rnn_build_step(struct recurrent *r, bool is_gradient, struct arena *arena)
{
    r->program = vector_program_new(arena);
    if (r->program == NULL)
        return false;
    if (is_gradient && r->is_lstm)
        build_lstm_grad(r, r->program);
    else if (is_gradient)
        build_gru_grad(r, r->program);
    else if (r->is_lstm)
        build_lstm(r, r->program);
    else
        build_gru(r, r->program);
    return vector_finish(r->program);
}
