/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on tensor lists: lists of L0 operators. */
#include "ops/foreach/foreach.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/foreach.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

struct foreach_lists foreach_list_members(struct l0_list *list, const struct tensor_array *x)
{
    (void)list;
    return (struct foreach_lists){1, {x}};
}

struct foreach_lists foreach_list_members2(struct l0_list *list, const struct tensor_array *x1,
                                           const struct tensor_array *x2)
{
    (void)list;
    return (struct foreach_lists){2, {x1, x2}};
}

struct foreach_lists foreach_list_members3(struct l0_list *list, const struct tensor_array *x1,
                                           const struct tensor_array *x2,
                                           const struct tensor_array *x3)
{
    (void)list;
    return (struct foreach_lists){3, {x1, x2, x3}};
}

struct foreach_factor foreach_list_scalar(struct l0_list *list, const struct scalar *scalar)
{
    (void)list;
    return (struct foreach_factor){.scalar = scalar, .type = ACL_DT_UNDEFINED};
}

struct foreach_factor foreach_list_weight(struct l0_list *list, const struct scalar *scalar)
{
    (void)list;
    return (struct foreach_factor){.scalar = scalar, .type = ACL_FLOAT};
}

struct foreach_factor foreach_list_mode(struct l0_list *list, const struct scalar *scalar)
{
    (void)list;
    return (struct foreach_factor){.scalar = scalar, .type = ACL_INT8};
}

struct foreach_factor foreach_list_scalars(struct l0_list *list, const struct scalar_array *scalars)
{
    (void)list;
    return (struct foreach_factor){.scalars = scalars, .type = ACL_DT_UNDEFINED};
}

struct foreach_factor foreach_list_first_element(struct l0_list *list, int tensor)
{
    (void)list;
    return (struct foreach_factor){.tensor = tensor, .is_tensor = true};
}

struct foreach_factor foreach_list_each_element(struct l0_list *list, int tensor)
{
    (void)list;
    return (struct foreach_factor){.tensor = tensor, .is_tensor = true, .is_spread = true};
}

/* The type of a number's constant, with tensors of a type. */
static aclDataType constant_type(const struct l0_list *list, const struct l0_row *row,
                                 const struct foreach_factor *factor, aclDataType type)
{
    if (factor->type != ACL_DT_UNDEFINED)
        return factor->type;
    bool is_wide = row == &l0_ForeachAddScalar || row == &l0_ForeachMulScalar ||
                   row == &l0_ForeachAddcmulScalar;
    if (type == ACL_FLOAT16 && is_wide && list->architecture == ARCHITECTURE_3510 &&
        factor->scalar != NULL && factor->scalar->type != ACL_FLOAT16)
        return ACL_FLOAT;
    /* Kernels that take a list of numbers take them as float32 or int64. */
    if (factor->scalars != NULL)
        return type_is_float(type) ? ACL_FLOAT : ACL_INT64;
    return foreach_factor_type(type);
}

/* What is made for one call: the operands of the kernel, and in the same sequence those of the
 * work. */
struct foreach_work {
    int count;
    int *kernel; /* inputs of the operator */
    int kernel_count;
    int *inputs; /* inputs of the step: lists of as many members, and a constant */
    int input_count;
    int *outputs;
    int *dense_outputs;
};

static void add_list(struct l0_list *list, const char *name, const struct tensor_array *members,
                     int *at)
{
    for (uint64_t i = 0; i < members->count; i++)
        at[i] = l0_contiguous(list, l0_user_tensor(list, name, members->members[i]));
}

static void add_factor(struct l0_list *list, const struct l0_row *row,
                       const struct foreach_factor *factor, aclDataType type, int *at, int count,
                       struct foreach_work *work)
{
    aclDataType constant = factor->is_tensor ? type : constant_type(list, row, factor, type);
    for (int i = 0; i < count; i++) {
        if (factor->is_tensor)
            at[i] = factor->tensor;
        else if (factor->scalars != NULL)
            at[i] = l0_constant(list, "scalars", factor->scalars->members[i], constant);
        else
            at[i] = i > 0 ? at[0] : l0_constant(list, "scalar", factor->scalar, constant);
        if (i == 0 || factor->scalars != NULL)
            work->kernel[work->kernel_count++] = at[i];
    }
}

/* Appends the kernel's operator and the work. The work itself stores the kernel's dense outputs. */
static void append(struct l0_list *list, const struct l0_row *row, struct foreach_work *work,
                   const struct l0_each *each)
{
    int count = work->count;
    if (list->status != ACLNN_SUCCESS)
        return;
    uint64_t types = row->ai_core[list->architecture];
    bool on_ai_cores = l0_has_type(types, list->tensors[work->outputs[0]].type);
    l0_launch_many(list, row->name, on_ai_cores ? L0_AI_CORE : L0_AI_CPU, work->kernel,
                   work->kernel_count, work->dense_outputs, count);
    if (on_ai_cores && row->workspace[list->architecture] >= 0)
        l0_kernel_workspace(list, (uint64_t)row->workspace[list->architecture]);
    if (on_ai_cores && row->assumed[list->architecture] != NULL)
        l0_assume(list, row->assumed[list->architecture]);
    l0_step(list, L0_STEP_EACH, row, work->inputs, work->input_count, work->outputs, count, each);
    int steps = list->step_count;
    for (int i = 0; i < count; i++)
        if (work->dense_outputs[i] != work->outputs[i])
            l0_view_copy(list, work->dense_outputs[i], work->outputs[i]);
    list->step_count = steps;
}

static void make(struct l0_list *list, const struct l0_row *row, struct foreach_lists lists,
                 const struct foreach_factor *factor, bool factor_first,
                 const struct tensor_array *out, int order)
{
    const char *const names[] = {"x1", "x2", row == &l0_ForeachLerpList ? "weight" : "x3"};
    int count = (int)out->count;
    int inputs = lists.count + (factor != NULL);
    struct foreach_work work = {.count = count};
    struct l0_each *each = l0_take(list, sizeof *each);
    work.inputs = l0_take(list, (size_t)(inputs * count) * sizeof(int));
    work.kernel = l0_take(list, (size_t)(inputs * count) * sizeof(int));
    work.outputs = l0_take(list, (size_t)count * sizeof(int));
    work.dense_outputs = l0_take(list, (size_t)count * sizeof(int));
    if (each == NULL || work.inputs == NULL || work.kernel == NULL || work.outputs == NULL ||
        work.dense_outputs == NULL)
        return;
    /* A number that the host gives for all members is a constant of the vector program, not an
     * operand of its instances. */
    bool is_constant = factor != NULL && factor->scalar != NULL && !factor_first && lists.count > 0;
    int factors = factor != NULL && !is_constant;
    *each = (struct l0_each){count, lists.count + factors, factors,
                             factor != NULL && factor->is_spread, factor_first};
    /* The members, the number, and the workspace of the kernel. */
    l0_expect(list, (lists.count + 1) * count + 2);
    int digits[4] = {0};
    int digit_count = 0;
    for (int rest = order; rest > 0; rest /= 10)
        digits[digit_count++] = rest % 10;
    bool is_in_place = lists.count > 0 && lists.lists[0] == out;
    bool is_direct = true; /* the kernel writes the caller's tensors directly */
    while (digit_count-- > 0) {
        int operand = digits[digit_count];
        if (operand <= lists.count) {
            add_list(list, lists.count == 1 ? "x" : names[operand - 1], lists.lists[operand - 1],
                     &work.inputs[(operand - 1) * count]);
            continue;
        }
        is_direct = false;
        for (int i = 0; i < count; i++) {
            work.outputs[i] = l0_user_tensor(list, "out", out->members[i]);
            work.dense_outputs[i] = is_in_place ? work.inputs[i]
                                                : l0_contiguous(list, work.outputs[i]);
        }
    }
    for (int i = 0; i < lists.count * count; i++)
        work.kernel[work.kernel_count++] = work.inputs[i];
    if (factor != NULL)
        add_factor(list, row, factor, out->members[0]->type, &work.inputs[lists.count * count],
                   is_constant ? 1 : count, &work);
    for (int i = 0; is_direct && i < count; i++)
        work.dense_outputs[i] = work.outputs[i] = l0_user_tensor(list, "out", out->members[i]);
    work.input_count = each->lists * count + is_constant;
    append(list, row, &work, each);
}

/* Appends a kernel of foreach: on the members of lists, with a number after or before them. The
 * digits of `order` give the sequence in which CANN makes operands dense: 1 to 3 are the lists, 4
 * is out. Without a 4 the kernel writes out directly. */
void foreach_list_foreach(struct l0_list *list, const struct l0_row *row,
                          struct foreach_lists lists, const struct tensor_array *out, int order)
{
    make(list, row, lists, NULL, false, out, order);
}

/* For integers this uses another row, whose results are rounded to their type. */
void foreach_list_rounded(struct l0_list *list, const struct l0_row *row,
                          const struct l0_row *of_integers, struct foreach_lists lists,
                          const struct tensor_array *out, int order)
{
    bool is_whole = out->count > 0 && type_is_integer(out->members[0]->type);
    make(list, is_whole ? of_integers : row, lists, NULL, false, out, order);
}

void foreach_list_with(struct l0_list *list, const struct l0_row *row, struct foreach_lists lists,
                       struct foreach_factor factor, const struct tensor_array *out, int order)
{
    make(list, row, lists, &factor, false, out, order);
}

void foreach_list_of(struct l0_list *list, const struct l0_row *row, struct foreach_factor factor,
                     struct foreach_lists lists, const struct tensor_array *out, int order)
{
    make(list, row, lists, &factor, true, out, order);
}

void foreach_list_zero(struct l0_list *list, const struct l0_row *row, const struct tensor_array *x)
{
    const struct scalar zero = {.type = ACL_INT32};
    const struct foreach_factor factor = {.scalar = &zero, .type = x->members[0]->type};
    make(list, row, (struct foreach_lists){0}, &factor, false, x, 4);
}
