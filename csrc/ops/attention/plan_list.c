/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of attention's work: the list of L0 operators. The operator runs on the device's CPU. The
 * calls that take a plan divide their work among this machine's cores themselves, so that a plan
 * gives no AI core any work: all its numbers are 0. */
#include <stdint.h>

#include "declared/attention.h"
#include "executor/operator.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

void attention_list_plan(struct l0_list *list, const struct call *call, const struct l0_row *row,
                         int metadata)
{
    const struct operator *operator = call->operator;
    list->asks_nothing = true; /* op_api says 0 bytes, of copies too */
    for (int i = 0; i < operator->parameter_count; i++) {
        const struct parameter *p = &operator->parameters[i];
        if (p->kind == ARGUMENT_TENSOR && p->role == ROLE_IN && call_tensor(call, i) != NULL)
            l0_contiguous(list, l0_user_tensor(list, p->name, call_tensor(call, i)));
    }
    const struct l0_tensor out = list->tensors[metadata];
    int zero = list_integer_constant(list, "zero", 0, ACL_INT32);
    int plan = l0_new_shaped(list, "plan", out.type, out.dims, out.rank);
    l0_apply(list, row, &zero, 1, 1, &plan, 1, NULL);
    l0_view_copy(list, plan, metadata);
}
