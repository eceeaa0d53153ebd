/* SPDX-License-Identifier: Apache-2.0 */
/* A step of an LSTM after its products: checks. */
#include "ops/rnn/lstm_cell.h"

#include <stdint.h>

#include "declared/rnn.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus require_dims(const struct call *call, int tensor, const int64_t *dims,
                                int32_t rank)
{
    char required[100];
    const struct tensor *given = call_tensor(call, tensor);
    if (given == NULL || same_dims(given->dims, given->rank, dims, rank))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, tensor, dims_describe(dims, rank, required, sizeof required));
}

static int64_t columns_of_gates(const struct tensor *cell)
{
    /* -1 when the number of columns does not fit, as no tensor has so many. */
    return cell->dims[1] > INT64_MAX / GATES ? -1 : GATES * cell->dims[1];
}

/* The gates of cells [B, H] are [B, 4 H], and so are biases. */
aclnnStatus rnn_check_gates_of(struct call *call, int gates, int cell)
{
    const struct tensor *like = call_tensor(call, cell);
    const int64_t dims[] = {like->dims[0], columns_of_gates(like)};
    return require_dims(call, gates, dims, 2);
}

aclnnStatus rnn_check_gate_bias(struct call *call, int bias, int cell)
{
    const int64_t columns = columns_of_gates(call_tensor(call, cell));
    return require_dims(call, bias, &columns, 1);
}

aclnnStatus rnn_check_gate_bias_where(struct call *call, int bias, int cell, int flag)
{
    return call->arguments[flag].integer != 0 ? rnn_check_gate_bias(call, bias, cell)
                                              : ACLNN_SUCCESS;
}

aclnnStatus rnn_check_some_cells(struct call *call, int cell)
{
    const struct tensor *given = call_tensor(call, cell);
    if (given->dims[0] > 0 && given->dims[1] > 0)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, cell, "a shape with elements");
}
