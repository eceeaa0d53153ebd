/* SPDX-License-Identifier: Apache-2.0 */
/* BidirectionLSTM: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/rnn.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define GATES 4

aclnnStatus rnn_check_single_layer(struct call *call, int layers, int batchFirst)
{
    if (call->arguments[layers].integer == 1 && call->arguments[batchFirst].integer == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " and %s %" PRId64 "; 1 and false are required",
                  call_name(call, layers), call->arguments[layers].integer,
                  call_name(call, batchFirst), call->arguments[batchFirst].integer);
}

/* Refuses weights and biases of a direction that are missing or of other shapes. */
static aclnnStatus check_direction(struct call *call, const char *const names[4], bool has_bias,
                                   int64_t columns, int64_t hidden)
{
    const int64_t rows = GATES * hidden;
    const int64_t dims[4][2] = {{rows, columns}, {rows, hidden}, {rows, 0}, {rows, 0}};
    for (int i = 0; i < (has_bias ? 4 : 2); i++) {
        int parameter = call_find(call, names[i]);
        if (call_tensor(call, parameter) == NULL)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is NULL; a tensor is required with these flags",
                          call_name(call, parameter));
        aclnnStatus status = call_shape_is(call, parameter, dims[i], i < 2 ? 2 : 1, false,
                                           "that of four gates");
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_params(struct call *call, bool has_both, bool has_bias, int64_t columns,
                                int64_t hidden)
{
    static const char *const forward[] = {"wIh", "wHh", "bIhOptional", "bHhOptional"};
    static const char *const backward[] = {"wIhReverseOptional", "wHhReverseOptional",
                                           "bIhReverseOptional", "bHhReverseOptional"};
    aclnnStatus status = check_direction(call, forward, has_bias, columns, hidden);
    return status == ACLNN_SUCCESS && has_both
               ? check_direction(call, backward, has_bias, columns, hidden)
               : status;
}

static int64_t flag(const struct call *call, const char *name)
{
    int parameter = call_find(call, name);
    return parameter < 0 ? 0 : call->arguments[parameter].integer;
}

aclnnStatus rnn_check_bidirection(struct call *call)
{
    int sizes = call_find(call, "batchSizeOptional");
    const struct tensor *lengths = sizes < 0 ? NULL : call_tensor(call, sizes);
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *state = call_tensor(call, call_find(call, "initH"));
    bool has_both = flag(call, "bidirection") != 0;
    bool is_packed = lengths != NULL && flag(call, "packed") != 0;
    if (x->rank != (is_packed ? 2 : 3))
        return call_refuse_shape(call, call_find(call, "x"),
                                 is_packed ? "[rows, columns] is required"
                                           : "[steps, batch, columns] is required");
    if (state->rank != 3 || state->dims[0] != (has_both ? 2 : 1) ||
        (!is_packed && state->dims[1] != x->dims[1]))
        return call_refuse_shape(call, call_find(call, "initH"),
                                 "[directions, batch, hidden] is required");
    if (lengths != NULL && (lengths->rank != 1 || (!is_packed && lengths->dims[0] != x->dims[0])))
        return call_refuse_shape(call, sizes, "a number for each step is required");
    static const char *const states[] = {"initC", "outputHOut", "outputCOut"};
    for (int i = 0; i < 3; i++) {
        aclnnStatus status = call_shape_is(call, call_find(call, states[i]), state->dims, 3, false,
                                           "that of initH");
        if (status != ACLNN_SUCCESS)
            return status;
    }
    int64_t hidden = state->dims[2];
    aclnnStatus status = check_params(call, has_both, flag(call, "isbias") != 0,
                                      x->dims[x->rank - 1], hidden);
    if (status != ACLNN_SUCCESS)
        return status;
    struct shape shape;
    bool has_shape = rnn_shape_directions(call, call_find(call, "x"), call_find(call, "initH"),
                                          &shape);
    return call_shape_follows(call, call_find(call, "yOut"), has_shape, &shape, false,
                              "that of x with the hidden columns of each direction");
}
