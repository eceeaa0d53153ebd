/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on lists of tensors: what they ask of their operands, and what CANN makes of them. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define MOST_RANK 8

/* ---- Operands -------------------------------------------------------------------------------- */

/*
 * Where CANN generates a call from its kernel's definition, what the definition's types do not say
 * is refused by the tiling.
 */
static aclnnStatus refusal(const struct call *call)
{
    return call->operator->is_individual ? ACLNN_ERR_INNER_TILING_ERROR : ACLNN_ERR_PARAM_INVALID;
}

/* A member of a list is there and has the type of the first of another. */
static aclnnStatus check_member(const struct call *call, struct argument_name name,
                                const struct tensor *tensor, aclDataType type)
{
    if (tensor == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclTensor",
                      ARGUMENT_TEXT(name));
    if (tensor->type != type)
        return report(refusal(call), "the data type of %s is %s; all must be %s, as the first is",
                      ARGUMENT_TEXT(name), data_type_name(tensor->type), data_type_name(type));
    if (tensor->rank > MOST_RANK)
        return report(refusal(call), "%s has %d dimension(s); %d to %d are supported",
                      ARGUMENT_TEXT(name), tensor->rank, 0, MOST_RANK);
    return tensor_check_dims(tensor, name);
}

static aclnnStatus check_count(const struct call *call, int list, int other)
{
    uint64_t count = call->arguments[list].tensors->count;
    uint64_t found = call->arguments[other].tensors->count;
    if (count == found)
        return ACLNN_SUCCESS;
    return report(refusal(call),
                  "%s has %" PRIu64 " tensor(s), %s has %" PRIu64 "; there must be as many",
                  call_name(call, list), count, call_name(call, other), found);
}

static aclnnStatus report_shape(const struct call *call, struct argument_name name,
                                const struct tensor *tensor, struct argument_name other,
                                const struct tensor *wanted)
{
    char is[160];
    char required[160];
    char as[80];
    snprintf(as, sizeof as, "%s", ARGUMENT_TEXT(other));
    return report(refusal(call), "the shape of %s is %s; that of %s, %s, is required",
                  ARGUMENT_TEXT(name), dims_describe(tensor->dims, tensor->rank, is, sizeof is), as,
                  dims_describe(wanted->dims, wanted->rank, required, sizeof required));
}

aclnnStatus check_members(struct call *call, int list)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    aclnnStatus status = ACLNN_SUCCESS;
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members->count; i++)
        status = check_member(call, (struct argument_name){call_name(call, list), (int64_t)i},
                              members->members[i], call_type(call, list));
    return status;
}

aclnnStatus check_members_alike(struct call *call, int list, int other)
{
    const struct tensor_array *first = call->arguments[list].tensors;
    const struct tensor_array *second = call->arguments[other].tensors;
    aclnnStatus status = check_count(call, list, other);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < first->count; i++) {
        const struct tensor *wanted = first->members[i];
        const struct tensor *is = second->members[i];
        struct argument_name name = {call_name(call, other), (int64_t)i};
        status = check_member(call, name, is, call_type(call, list));
        if (status == ACLNN_SUCCESS && !same_dims(is->dims, is->rank, wanted->dims, wanted->rank))
            status = report_shape(
                call, name, is, (struct argument_name){call_name(call, list), (int64_t)i}, wanted);
    }
    return status;
}

aclnnStatus check_members_copied(struct call *call, int list, int other)
{
    const struct tensor_array *first = call->arguments[list].tensors;
    const struct tensor_array *second = call->arguments[other].tensors;
    aclnnStatus status = check_count(call, list, other);
    if (status != ACLNN_SUCCESS || first->count == 0)
        return status;
    aclDataType from = call_type(call, list);
    aclDataType to = call_type(call, other);
    bool to_half = from == ACL_FLOAT && type_is_half(to);
    if (from != to && !to_half && !(type_is_half(from) && to == ACL_FLOAT))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s, which is not copied to %s, that of %s",
                      call_name(call, list), data_type_name(from), data_type_name(to),
                      call_name(call, other));
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < first->count; i++) {
        int64_t count = 0;
        int64_t out_count = 0;
        struct argument_name name = {call_name(call, other), (int64_t)i};
        status = check_member(call, name, second->members[i], to);
        if (status != ACLNN_SUCCESS)
            break;
        tensor_element_count(first->members[i], &count);
        tensor_element_count(second->members[i], &out_count);
        if (count != out_count)
            status = report_shape(call, name, second->members[i],
                                  (struct argument_name){call_name(call, list), (int64_t)i},
                                  first->members[i]);
    }
    return status;
}

/* ---- Factors: numbers and tensors of one element --------------------------------------------- */

#define FLOAT_FACTORS (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_DOUBLE))
#define HALF_FACTORS (L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_DOUBLE))
#define INTEGER_FACTORS (L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64))

static aclnnStatus check_factor_type(struct call *call, int list, int factor, uint64_t of_half,
                                     const char *half_text)
{
    if (call->arguments[list].tensors->count == 0)
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    aclDataType given = call_type(call, factor);
    bool is_float = type == ACL_FLOAT || type == ACL_BF16;
    uint64_t allowed = is_float ? FLOAT_FACTORS : type == ACL_FLOAT16 ? of_half : INTEGER_FACTORS;
    if ((int)given >= 0 && (int)given < 64 && (allowed >> given & 1) != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; tensors of %s take %s",
                  call_name(call, factor), data_type_name(given), data_type_name(type),
                  is_float              ? "DT_FLOAT or DT_DOUBLE"
                  : type == ACL_FLOAT16 ? half_text
                                        : "DT_INT32 or DT_INT64");
}

aclnnStatus check_foreach_scalar(struct call *call, int list, int factor)
{
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    return check_factor_type(call, list, factor, HALF_FACTORS | (is_3510 ? L0_TYPE(ACL_FLOAT) : 0),
                             is_3510 ? "DT_FLOAT16, DT_FLOAT or DT_DOUBLE"
                                     : "DT_FLOAT16 or DT_DOUBLE");
}

aclnnStatus check_foreach_factor(struct call *call, int list, int factor)
{
    return check_factor_type(call, list, factor, HALF_FACTORS, "DT_FLOAT16 or DT_DOUBLE");
}

/* The type in which kernels take a number beside tensors of a type. */
static aclDataType factor_type(aclDataType type)
{
    if (type == ACL_BF16)
        return ACL_FLOAT;
    return type == ACL_INT16 || type == ACL_INT8 || type == ACL_UINT8 ? ACL_INT32 : type;
}

aclnnStatus check_foreach_tensor(struct call *call, int list, int factor)
{
    if (call->arguments[list].tensors->count == 0)
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    aclDataType given = call_type(call, factor);
    bool is_wide = call->soc->architecture == ARCHITECTURE_3510 && type == ACL_FLOAT16 &&
                   given == ACL_FLOAT;
    if (given == factor_type(type) || is_wide)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; tensors of %s take %s",
                  call_name(call, factor), data_type_name(given), data_type_name(type),
                  data_type_name(factor_type(type)));
}

/* What a call with too few elements asks for in phase two, and one that CANN generates in phase
 * one. */
static aclnnStatus check_elements(const struct call *call, int factor, uint64_t wanted)
{
    int64_t elements = 0;
    bool is_individual = call->operator->is_individual;
    tensor_element_count(call_tensor(call, factor), &elements);
    if ((uint64_t)elements == wanted || (!is_individual && (uint64_t)elements > wanted))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR,
                  "%s has %" PRId64 " element(s); %" PRIu64 " must be there",
                  call_name(call, factor), elements, wanted);
}

static aclnnStatus check_factor_tensor(const struct call *call, int factor, uint64_t wanted)
{
    aclnnStatus status = tensor_check_dims(call_tensor(call, factor),
                                           argument_named(call_name(call, factor)));
    if (status != ACLNN_SUCCESS || !call->operator->is_individual)
        return status;
    return check_elements(call, factor, wanted);
}

aclnnStatus check_foreach_element(struct call *call, int factor)
{
    return check_factor_tensor(call, factor, 1);
}

aclnnStatus check_foreach_elements(struct call *call, int list, int factor)
{
    return check_factor_tensor(call, factor, call->arguments[list].tensors->count);
}

static int tensor_of(const struct call *call)
{
    int parameter = 0;
    while (call->operator->parameters[parameter].kind != ARGUMENT_TENSOR)
        parameter++;
    return parameter;
}

aclnnStatus admit_foreach_element(const struct call *call)
{
    return call->is_empty ? ACLNN_SUCCESS : check_elements(call, tensor_of(call), 1);
}

aclnnStatus admit_foreach_elements(const struct call *call)
{
    return check_elements(call, tensor_of(call), call->arguments[0].tensors->count);
}

aclnnStatus check_foreach_scalars(struct call *call, int list, int scalars)
{
    const struct scalar_array *numbers = call->arguments[scalars].scalars;
    uint64_t count = call->arguments[list].tensors->count;
    if (numbers->count != count)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "%s has %" PRIu64 " number(s), %s has %" PRIu64
                      " tensor(s); there must be as many",
                      call_name(call, scalars), numbers->count, call_name(call, list), count);
    for (uint64_t i = 0; i < count; i++) {
        struct argument_name name = {call_name(call, scalars), (int64_t)i};
        const struct scalar *number = numbers->members[i];
        if (number == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclScalar",
                          ARGUMENT_TEXT(name));
        if (type_is_complex(number->type))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s; real numbers are supported",
                          ARGUMENT_TEXT(name), data_type_name(number->type));
    }
    return ACLNN_SUCCESS;
}

/* The largest finite numbers of the types that maxima and minima have. */
aclnnStatus check_foreach_bound(struct call *call, int list, int scalar)
{
    const struct scalar *number = call_scalar(call, scalar);
    if (call->arguments[list].tensors->count == 0 || number->type == call_type(call, list))
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    double value = scalar_double(number);
    double high = type == ACL_FLOAT16 ? 65504.0
                  : type == ACL_BF16  ? (double)3.3895314e+38F
                  : type == ACL_FLOAT ? (double)3.4028235e+38F
                                      : 2147483647.0;
    double low = type == ACL_INT32 ? -2147483648.0 : -high;
    if (!(value < low || value > high))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; %s has numbers from %g to %g",
                  call_name(call, scalar), value, data_type_name(type), low, high);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

struct foreach_lists list_members(struct l0_list *list, const struct tensor_array *x)
{
    (void)list;
    return (struct foreach_lists){1, {x}};
}

struct foreach_lists list_members2(struct l0_list *list, const struct tensor_array *x1,
                                   const struct tensor_array *x2)
{
    (void)list;
    return (struct foreach_lists){2, {x1, x2}};
}

struct foreach_lists list_members3(struct l0_list *list, const struct tensor_array *x1,
                                   const struct tensor_array *x2, const struct tensor_array *x3)
{
    (void)list;
    return (struct foreach_lists){3, {x1, x2, x3}};
}

struct foreach_factor list_scalar(struct l0_list *list, const struct scalar *scalar)
{
    (void)list;
    return (struct foreach_factor){.scalar = scalar, .type = ACL_DT_UNDEFINED};
}

struct foreach_factor list_weight(struct l0_list *list, const struct scalar *scalar)
{
    (void)list;
    return (struct foreach_factor){.scalar = scalar, .type = ACL_FLOAT};
}

struct foreach_factor list_mode(struct l0_list *list, const struct scalar *scalar)
{
    (void)list;
    return (struct foreach_factor){.scalar = scalar, .type = ACL_INT8};
}

struct foreach_factor list_scalars(struct l0_list *list, const struct scalar_array *scalars)
{
    (void)list;
    return (struct foreach_factor){.scalars = scalars, .type = ACL_DT_UNDEFINED};
}

struct foreach_factor list_first_element(struct l0_list *list, int tensor)
{
    (void)list;
    return (struct foreach_factor){.tensor = tensor, .is_tensor = true};
}

struct foreach_factor list_each_element(struct l0_list *list, int tensor)
{
    (void)list;
    return (struct foreach_factor){.tensor = tensor, .is_tensor = true, .is_spread = true};
}

/* The type of a number's constant beside tensors of a type. */
static aclDataType constant_type(const struct l0_list *list, const struct l0_row *row,
                                 const struct foreach_factor *factor, aclDataType type)
{
    if (factor->type != ACL_DT_UNDEFINED)
        return factor->type;
    bool is_wide = row == &l0_ForeachAddScalar || row == &l0_ForeachMulScalar ||
                   row == &l0_ForeachAddcmulScalar;
    if (type == ACL_FLOAT16 && is_wide && list->architecture == L0_3510 && factor->scalar != NULL &&
        factor->scalar->type != ACL_FLOAT16)
        return ACL_FLOAT;
    /* The kernels of lists of numbers take float32 and int64. */
    if (factor->scalars != NULL)
        return type_is_float(type) ? ACL_FLOAT : ACL_INT64;
    return factor_type(type);
}

/* What is made for one call: the operands of the kernel and of the work, in the same places. */
struct foreach_work {
    int count;
    int *kernel; /* inputs of the operator */
    int kernel_count;
    int *inputs; /* of the step: lists of as many members, and a constant */
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

/* The kernel's node and the work; the kernel's dense outputs are stored by the work itself. */
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
    struct l0_each *each = arena_take(list->arena, sizeof *each);
    work.inputs = arena_take(list->arena, (size_t)(inputs * count) * sizeof(int));
    work.kernel = arena_take(list->arena, (size_t)(inputs * count) * sizeof(int));
    work.outputs = arena_take(list->arena, (size_t)count * sizeof(int));
    work.dense_outputs = arena_take(list->arena, (size_t)count * sizeof(int));
    if (each == NULL || work.inputs == NULL || work.kernel == NULL || work.outputs == NULL ||
        work.dense_outputs == NULL) {
        list->status = report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
        return;
    }
    /* One number from the host is a constant of the program, not an operand of its instances. */
    bool is_constant = factor != NULL && factor->scalar != NULL && !factor_first && lists.count > 0;
    int factors = factor != NULL && !is_constant;
    *each = (struct l0_each){count, lists.count + factors, factors,
                             factor != NULL && factor->is_spread, factor_first};
    /* The members, the number, and the kernel's workspace. */
    l0_expect(list, (lists.count + 1) * count + 2);
    int digits[4] = {0};
    int digit_count = 0;
    for (int rest = order; rest > 0; rest /= 10)
        digits[digit_count++] = rest % 10;
    bool is_direct = true; /* the kernel writes the caller's tensors as they are */
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
            work.dense_outputs[i] = l0_contiguous(list, work.outputs[i]);
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

void list_foreach(struct l0_list *list, const struct l0_row *row, struct foreach_lists lists,
                  const struct tensor_array *out, int order)
{
    make(list, row, lists, NULL, false, out, order);
}

void list_foreach_rounded(struct l0_list *list, const struct l0_row *row,
                          const struct l0_row *of_integers, struct foreach_lists lists,
                          const struct tensor_array *out, int order)
{
    bool is_whole = out->count > 0 && type_is_integer(out->members[0]->type);
    make(list, is_whole ? of_integers : row, lists, NULL, false, out, order);
}

void list_foreach_with(struct l0_list *list, const struct l0_row *row, struct foreach_lists lists,
                       struct foreach_factor factor, const struct tensor_array *out, int order)
{
    make(list, row, lists, &factor, false, out, order);
}

void list_foreach_of(struct l0_list *list, const struct l0_row *row, struct foreach_factor factor,
                     struct foreach_lists lists, const struct tensor_array *out, int order)
{
    make(list, row, lists, &factor, true, out, order);
}

void list_foreach_zero(struct l0_list *list, const struct l0_row *row, const struct tensor_array *x)
{
    const struct scalar zero = {.type = ACL_INT32};
    const struct foreach_factor factor = {.scalar = &zero, .type = x->members[0]->type};
    make(list, row, (struct foreach_lists){0}, &factor, false, x, 4);
}
