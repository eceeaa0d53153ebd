/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of results of LSTM and GRU. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/rnn.h"
#include "ops/common/shape.h"

/* The columns of the hidden state's weights, which are the second tensor. */
static int64_t hidden_of(const struct call *call, int params)
{
    const struct tensor_array *weights = call->arguments[params].tensors;
    bool has_second = weights->count > 1 && weights->members[1] != NULL;
    return has_second ? shape_from_last(weights->members[1], 1, 0) : 0;
}

static int64_t directions_of(const struct call *call, int bidirectional)
{
    return shape_integer(call, bidirectional) != 0 ? 2 : 1;
}

static int64_t dim_of(const struct tensor *tensor, int32_t dim)
{
    return dim < tensor->rank ? tensor->dims[dim] : 0;
}

/* The number of steps of packed sequences: the number of lengths. */
static int64_t steps_of(const struct tensor *lengths)
{
    return shape_larger(shape_count(lengths->dims, lengths->rank), 1);
}

/* The hidden states of all steps; both directions are side by side. */
bool rnn_shape_recurrent(const struct call *call, int input, int params, int lengths,
                         int bidirectional, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, input);
    const struct tensor *batches = call_tensor(call, lengths);
    int64_t columns = shape_product(directions_of(call, bidirectional), hidden_of(call, params));
    shape->rank = 0;
    if (batches == NULL || tensor->rank != 2) {
        shape_push_dims(shape, tensor, 0, tensor->rank - 1);
    } else {
        shape_push(shape, steps_of(batches));
        shape_push(shape, tensor->dims[0] / steps_of(batches));
    }
    shape_push(shape, columns);
    return true;
}

/* Reads steps, batch and the columns of the hidden state. */
static void sizes_of(const struct call *call, int input, int params, int lengths, int batch_first,
                     struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, input);
    const struct tensor *batches = call_tensor(call, lengths);
    bool is_batch_first = shape_integer(call, batch_first) != 0;
    if (batches != NULL)
        shape_pair(shape, steps_of(batches), dim_of(tensor, 0) / steps_of(batches));
    else
        shape_pair(shape, dim_of(tensor, is_batch_first ? 1 : 0),
                   dim_of(tensor, is_batch_first ? 0 : 1));
    shape_push(shape, hidden_of(call, params));
}

static int64_t states_of(const struct call *call, int layers, int bidirectional)
{
    return shape_product(shape_larger(shape_integer(call, layers), 0),
                         directions_of(call, bidirectional));
}

/* A state for each layer and direction. */
bool rnn_shape_recurrent_state(const struct call *call, int input, int params, int lengths,
                               int layers, int bidirectional, int batchFirst, struct shape *shape)
{
    sizes_of(call, input, params, lengths, batchFirst, shape);
    shape->dims[0] = states_of(call, layers, bidirectional);
    return true;
}

/* The most members of a list of states. It keeps the list of shapes from growing without end. */
#define MOST_STATES 65536

/* Where gates are kept: a number for each step and state, for each layer and direction. */
bool rnn_shape_recurrent_gates(const struct call *call, int input, int params, int lengths,
                               int layers, int bidirectional, int batchFirst, int train,
                               struct shapes *shapes)
{
    struct shape shape;
    int64_t count = shape_integer(call, train) != 0 ? states_of(call, layers, bidirectional) : 0;
    sizes_of(call, input, params, lengths, batchFirst, &shape);
    bool fits = count <= MOST_STATES;
    for (int64_t i = 0; fits && i < count; i++)
        fits = shapes_add(shapes, &shape);
    return fits;
}

/* A number for each column of a batch's gates. */
bool rnn_shape_gate_bias(const struct call *call, int gates, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, gates);
    return tensor->rank > 0 ? shape_line(shape, tensor->dims[tensor->rank - 1]) : shape_none(shape);
}

/* The shape of a list's first member. */
bool rnn_shape_first_of(const struct call *call, int list, struct shape *shape)
{
    return shape_same(call, list, shape);
}

/* That of x with the hidden columns of each direction: states are [directions, batch, hidden]. */
bool rnn_shape_directions(const struct call *call, int x, int state, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, x);
    const struct tensor *states = call_tensor(call, state);
    if (given->rank < 1 || states->rank != 3)
        return false;
    shape_copy(shape, given);
    shape->dims[given->rank - 1] = shape_product(states->dims[0], states->dims[2]);
    return true;
}
