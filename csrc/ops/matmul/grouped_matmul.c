/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: what their checks, lists and kernels share. */
#include "ops/matmul/grouped_matmul.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "tensor/layout.h"

bool matmul_grouped_is_turned(const struct tensor *t)
{
    int32_t last = t->rank - 1;
    if (last < 1 || t->strides[last - 1] != 1 || t->strides[last] != t->dims[last - 1])
        return false;
    int64_t step = 0;
    if (__builtin_mul_overflow(t->dims[last], t->dims[last - 1], &step))
        return false;
    for (int32_t i = last - 2; i >= 0; i--)
        if (t->strides[i] != step || __builtin_mul_overflow(step, t->dims[i], &step))
            return false;
    return true;
}

bool matmul_grouped_has_weight_sums(const struct reading *r)
{
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    if (matmul_grouped_is_left_out(r->call, r->offset) || weight->rank != 3)
        return false;
    const struct tensor *t = matmul_grouped_member(r, r->offset, 0);
    return t->rank == 3 && t->dims[0] == weight->dims[0] && t->dims[1] == 1 &&
           t->dims[2] == matmul_grouped_columns(weight);
}

struct reading matmul_grouped_read_call(const struct call *call)
{
    struct reading r = {.call = call,
                        .x = call_find(call, "x"),
                        .weight = call_find(call, "weight"),
                        .bias = call_find(call, "biasOptional"),
                        .scale = call_find(call, "scaleOptional"),
                        .offset = call_find(call, "offsetOptional"),
                        .tokens = call_find(call, "perTokenScaleOptional"),
                        .weight_scale = call_find(call, "antiquantScaleOptional"),
                        .weight_offset = call_find(call, "antiquantOffsetOptional"),
                        .groups = call_find(call, "groupListOptional"),
                        .out = call_find(call, "y"),
                        .split_item = matmul_grouped_integer_of(call, "splitItem", 0),
                        .list_type = matmul_grouped_integer_of(call, "groupListType", ENDS),
                        .activation = matmul_grouped_integer_of(call, "actType", NO_ACTIVATION)};
    if (r.out < 0)
        r.out = call_find(call, "out");
    r.has_array = call->operator->parameters[r.groups].kind == ARGUMENT_INT_ARRAY;
    r.is_first = call_find(call, "groupType") < 0;
    r.has_words = r.tokens >= 0;
    r.is_fractal = call_find(call, "quantGroupSize") >= 0;
    int x = matmul_grouped_count_of(&r, r.x);
    int out = matmul_grouped_count_of(&r, r.out);
    bool is_each = (x > 1 && out > 1) ||
                   (x == 1 && out == 1 && matmul_grouped_count_of(&r, r.weight) == 1);
    r.type = (enum group_type)matmul_grouped_integer_of(call, "groupType",
                                                        is_each ? NO_GROUPS : GROUPS_OF_ROWS);
    return r;
}

aclnnStatus matmul_grouped_refuse_member(const struct reading *r, int parameter, int at,
                                         const char *why)
{
    char shape[160];
    const struct tensor *t = matmul_grouped_member(r, parameter, at);
    return report(ACLNN_ERR_PARAM_INVALID, "%s[%d] is %s in the shape %s; %s",
                  call_name(r->call, parameter), at, data_type_name(t->type),
                  dims_describe(t->dims, t->rank, shape, sizeof shape), why);
}

aclnnStatus matmul_grouped_refuse_number(const struct reading *r, const char *name,
                                         const char *allowed)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required", name,
                  matmul_grouped_integer_of(r->call, name, 0), allowed);
}

aclnnStatus matmul_grouped_refuse_given(const struct reading *r, int parameter, const char *beside)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is given; with %s it must be NULL",
                  call_name(r->call, parameter), beside);
}

aclnnStatus matmul_grouped_refuse_missing(const struct reading *r, int parameter,
                                          const char *beside)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is left out; with %s it is required",
                  call_name(r->call, parameter), beside);
}
