/* SPDX-License-Identifier: Apache-2.0 */
/* FusedCausalConv1d: lists of L0 operators. The kernels read tokens and states where they lie, and
 * write states and results themselves. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/conv.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "ops/conv/causal.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"
#include "workspace/view.h"

enum { X, WEIGHT, STATES, FIRST };
#define MOST (FIRST + CAUSAL_OPERANDS)
#define UNIT 32 /* bytes */

/* In place the kernel for many tokens keeps results until all tokens were read. */
static uint64_t kept_bytes(const struct tensor *x)
{
    int64_t step = view_is_dense(x) ? x->dims[1] : most(x->strides[0], 0);
    return (uint64_t)divide_up(shape_product(shape_product(x->dims[0], step), 2), UNIT) * UNIT;
}

void conv_list_fused(struct l0_list *list, const struct call *call)
{
    static const char *const first[FIRST] = {"x", "weight", "convStates"};
    bool in_place = call_find(call, "y") < 0;
    const struct l0_row *row = in_place ? &l0_InplaceFusedCausalConv1d : &l0_FusedCausalConv1d;
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    struct causal *c = l0_take(list, sizeof *c);
    int read[MOST];
    int launched[MOST];
    int count = 0;
    int all = 0;
    if (c == NULL)
        return;
    conv_fused_read(call, c);
    for (int i = 0; i < MOST; i++) {
        int tensor = list_tensor_named(list, call,
                                       i < FIRST ? first[i] : conv_fused_names[i - FIRST]);
        bool is_read = tensor != L0_NONE && i != FIRST + CAUSAL_BIAS && i != FIRST + CAUSAL_MODES &&
                       (i != FIRST + CAUSAL_STARTS || c->length == 0) &&
                       (i < FIRST + CAUSAL_FIRST_BLOCK || c->fused.columns > 0);
        if (i >= FIRST)
            c->places[i - FIRST] = is_read ? count : -1;
        if (is_read)
            read[count++] = tensor;
        if (tensor != L0_NONE)
            launched[all++] = i == X || i == STATES ? tensor : l0_contiguous(list, tensor);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    const int outs[] = {read[STATES], in_place ? read[X] : list_tensor_named(list, call, "y")};
    l0_launch_row(list, row, launched, all, 0, outs, 2, NULL);
    l0_kernel_workspace(list,
                        L0_SYSTEM_WORKSPACE + (in_place && !c->fused.is_short ? kept_bytes(x) : 0));
    l0_step(list, L0_STEP_APPLY, row, read, count, outs, 2, c);
}
