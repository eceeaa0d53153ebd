/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on lists of tensors: their scalars, and what CANN makes of them. */
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"

/* ---- Scalars
 * --------------------------------------------------------------------------------------- */

/* The types that a scalar may have beside tensors of one type. */
static uint64_t scalar_types(const struct call *call, aclDataType type)
{
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    if (type == ACL_FLOAT || type == ACL_BF16)
        return L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_DOUBLE);
    if (type == ACL_FLOAT16)
        return L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_DOUBLE) | (is_3510 ? L0_TYPE(ACL_FLOAT) : 0);
    return L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64);
}

aclnnStatus check_foreach_scalar(struct call *call, int list, int scalar)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct scalar *given = call_scalar(call, scalar);
    if (tensors->count == 0)
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    if ((scalar_types(call, type) >> given->type & 1) != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of scalar is %s; tensors of %s take a scalar of %s",
                  data_type_name(given->type), data_type_name(type),
                  type == ACL_FLOAT || type == ACL_BF16 ? "DT_FLOAT or DT_DOUBLE"
                  : type == ACL_FLOAT16 ? "DT_FLOAT16 or DT_DOUBLE, on Ascend950 DT_FLOAT too"
                                        : "DT_INT32 or DT_INT64");
}

/* The type in which the kernel gets the scalar. */
static aclDataType scalar_operand_type(const struct l0_list *list, aclDataType type,
                                       aclDataType scalar)
{
    if (type == ACL_BF16)
        return ACL_FLOAT;
    if (type == ACL_FLOAT16 && list->architecture == L0_3510 && scalar != ACL_FLOAT16)
        return ACL_FLOAT;
    if (type == ACL_INT16 || type == ACL_INT8 || type == ACL_UINT8)
        return ACL_INT32;
    return type;
}

/* ---- Lists
 * ----------------------------------------------------------------------------------------- */

/* The kernel's node, and the work on every member. It writes the caller's tensors itself. */
static void apply_each(struct l0_list *list, const struct l0_row *row, int *inputs, int lists,
                       int constants, int *outputs, int count)
{
    struct l0_each *each = arena_take(list->arena, sizeof *each);
    if (list->status != ACLNN_SUCCESS || each == NULL)
        return;
    *each = (struct l0_each){count, lists};
    uint64_t types = row->ai_core[list->architecture];
    bool on_ai_cores = (types >> list->tensors[inputs[0]].type & 1) != 0;
    l0_launch_many(list, row->name, on_ai_cores ? L0_AI_CORE : L0_AI_CPU, inputs,
                   lists * count + constants, outputs, count);
    if (on_ai_cores && row->workspace[list->architecture] >= 0)
        l0_kernel_workspace(list, (uint64_t)row->workspace[list->architecture]);
    l0_step(list, L0_STEP_EACH, row, inputs, lists * count + constants, outputs, count, each);
}

void list_foreach_scalar(struct l0_list *list, const struct l0_row *row,
                         const struct tensor_array *x, const struct scalar *scalar,
                         const struct tensor_array *out)
{
    int count = (int)x->count;
    int *inputs = arena_take(list->arena, (size_t)(count + 1) * sizeof *inputs);
    int *outputs = arena_take(list->arena, (size_t)count * sizeof *outputs);
    if (inputs == NULL || outputs == NULL) {
        list->status = report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
        return;
    }
    /* The members, the scalar, and the kernel's workspace. */
    l0_expect(list, 2 * count + 2);
    for (int i = 0; i < count; i++)
        inputs[i] = l0_contiguous(list, l0_user_tensor(list, "x", x->members[i]));
    aclDataType type = scalar_operand_type(list, x->members[0]->type, scalar->type);
    inputs[count] = l0_constant(list, "scalar", scalar, type);
    for (int i = 0; i < count; i++)
        outputs[i] = l0_user_tensor(list, "out", out->members[i]);
    apply_each(list, row, inputs, 1, 1, outputs, count);
}
