/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/l0.h"

#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "instructions.h" /* the inputs and outputs of vector operations */

/* A list begins with room for this many: most lists are short. */
#define FIRST_ROOM 8

/* What lists read of a tensor that an error left out: one element, of a caller's tensor. */
static const struct tensor no_operand = {.operand = -1};

static const int64_t no_value[4];

static const struct l0_tensor no_tensor = {
    .name = "none",
    .given = &no_operand,
    .value = no_value,
    .dims = no_operand.dims,
    .storage = L0_NONE,
    .source = L0_NONE,
    .whole = L0_NONE,
};

void l0_start(struct l0_list *list, struct arena *arena, const struct soc *soc, bool deterministic)
{
    memset(list, 0, sizeof *list);
    list->arena = arena;
    list->soc = soc;
    list->architecture = soc->architecture;
    list->deterministic = deterministic;
    list->none = no_tensor;
    list->tensors = &list->none - L0_NONE;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

void *l0_no_memory(struct l0_list *list)
{
    if (list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
    return NULL;
}

void *l0_take(struct l0_list *list, size_t size)
{
    void *piece = list->status == ACLNN_SUCCESS ? arena_take(list->arena, size) : NULL;
    return piece != NULL ? piece : l0_no_memory(list);
}

/* Gives an array room for one more element than count; NULL after an error. */
static void *make_room(struct l0_list *list, void *array, int count, int *room, size_t width)
{
    if (list->status != ACLNN_SUCCESS)
        return NULL;
    if (count < *room)
        return array;
    int more = *room == 0 ? FIRST_ROOM : *room * 2;
    void *grown = arena_grow(list->arena, array, (size_t)count * width, (size_t)more * width);
    if (grown == NULL)
        return l0_no_memory(list);
    *room = more;
    return grown;
}

/* The tensor at L0_NONE is the first of the array. */
static void grow_tensors(struct l0_list *list, int room)
{
    size_t width = sizeof *list->tensors;
    size_t used = (size_t)(list->tensor_count - L0_NONE);
    struct l0_tensor *grown = arena_grow(list->arena, list->tensors + L0_NONE, used * width,
                                         (size_t)(room - L0_NONE) * width);
    if (grown == NULL) {
        l0_no_memory(list);
        return;
    }
    list->tensors = grown - L0_NONE;
    list->tensor_room = room;
}

void l0_expect(struct l0_list *list, int tensors)
{
    int room = list->tensor_count + tensors;
    if (list->status == ACLNN_SUCCESS && room > list->tensor_room)
        grow_tensors(list, room);
}

/* ---- Tensors --------------------------------------------------------------------------------- */

/* The bytes of so many elements. Elements of less than a byte are packed. False when the bytes do
 * not fit into 63 bits. */
static bool bytes_of(aclDataType type, uint64_t elements, uint64_t *bytes)
{
    uint64_t bits = (uint64_t)data_type_bits(type);
    uint64_t unit = bits >= 8 ? bits / 8 : bits;
    if (__builtin_mul_overflow(elements, unit, bytes))
        return false;
    if (bits < 8)
        *bytes = *bytes / 8 + (*bytes % 8 != 0);
    return *bytes <= INT64_MAX;
}

static int new_object(struct l0_list *list, const char *name, enum l0_kind kind, aclDataType type,
                      int64_t elements)
{
    uint64_t bytes = 0;
    if (list->status == ACLNN_SUCCESS && list->tensor_count == list->tensor_room)
        grow_tensors(list, list->tensor_room == 0 ? FIRST_ROOM : list->tensor_room * 2);
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    if (!bytes_of(type, (uint64_t)elements, &bytes)) {
        list->status = ACLNN_ERR_PARAM_INVALID;
        list->is_too_large = true;
        return L0_NONE;
    }
    int position = list->tensor_count++;
    list->tensors[position] = (struct l0_tensor){
        .name = name,
        .kind = kind,
        .type = type,
        .rank = -1,
        .elements = elements,
        .bytes = bytes,
        .storage = position,
        .source = L0_NONE,
        .whole = L0_NONE,
    };
    return position;
}

/* Checks of dimensions may pass over such a tensor, which would be empty here. */
static void refuse_count(struct l0_list *list, const char *name, const struct tensor *tensor)
{
    char shape[160];
    if (list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_PARAM_INVALID,
                              "the shape of %s is %s: a dimension is negative, or the number of "
                              "elements does not fit into 63 bits; give a smaller view",
                              name, dims_describe(tensor->dims, tensor->rank, shape, sizeof shape));
}

int l0_user_tensor(struct l0_list *list, const char *name, const struct tensor *tensor)
{
    int64_t elements = 0;
    if (!tensor_element_count(tensor, &elements)) {
        refuse_count(list, name, tensor);
        return L0_NONE;
    }
    int position = new_object(list, name, L0_USER, tensor->type, elements);
    if (position != L0_NONE) {
        list->tensors[position].given = tensor;
        list->tensors[position].rank = tensor->rank;
        list->tensors[position].dims = tensor->dims;
    }
    return position;
}

int l0_new_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements)
{
    return new_object(list, name, L0_DEVICE, type, elements);
}

/* The number of elements of a shape whose dimensions are not negative; -1 when it does not fit into
 * 63 bits. */
static int64_t count_elements(const int64_t *dims, int32_t rank)
{
    int64_t count = 1;
    for (int32_t i = 0; i < rank; i++)
        if (dims[i] == 0)
            return 0;
    for (int32_t i = 0; i < rank; i++)
        if (__builtin_mul_overflow(count, dims[i], &count))
            return -1;
    return count;
}

/* The tensor, which has these dims now, or L0_NONE after an error. */
static int set_dims(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    int64_t *copy = l0_take(list, (size_t)rank * sizeof *dims);
    if (copy == NULL || tensor == L0_NONE)
        return L0_NONE;
    if (rank > 0)
        memcpy(copy, dims, (size_t)rank * sizeof *dims);
    list->tensors[tensor].dims = copy;
    list->tensors[tensor].rank = rank;
    return tensor;
}

int l0_new_shaped(struct l0_list *list, const char *name, aclDataType type, const int64_t *dims,
                  int32_t rank)
{
    int64_t elements = count_elements(dims, rank);
    if (elements < 0) {
        if (list->status == ACLNN_SUCCESS) {
            list->status = ACLNN_ERR_PARAM_INVALID;
            list->is_too_large = true;
        }
        return L0_NONE;
    }
    return set_dims(list, new_object(list, name, L0_DEVICE, type, elements), dims, rank);
}

int l0_host_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements)
{
    return new_object(list, name, L0_HOST, type, elements);
}

int l0_constant(struct l0_list *list, const char *name, const struct scalar *scalar,
                aclDataType type)
{
    int position = new_object(list, name, L0_HOST, type, 1);
    void *value = l0_take(list, sizeof scalar->bytes);
    if (position == L0_NONE || value == NULL)
        return L0_NONE;
    scalar_convert(scalar, type, value);
    list->tensors[position].value = value;
    list->tensors[position].rank = 0;
    return position;
}

static int new_view(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    int position = new_object(list, source.name, source.kind, type, source.elements);
    if (position != L0_NONE)
        list->tensors[position].storage = source.storage;
    return position;
}

int l0_view(struct l0_list *list, int tensor, aclDataType type)
{
    return new_view(list, tensor, type);
}

int l0_reshape(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int position = new_view(list, tensor, list->tensors[tensor].type);
    if (position == L0_NONE)
        return L0_NONE;
    list->tensors[position].source = tensor;
    list->tensors[position].value = list->tensors[tensor].value;
    return set_dims(list, position, dims, rank);
}

int l0_part(struct l0_list *list, int tensor, int32_t dim, int64_t first, int64_t count)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, source.dims, (size_t)source.rank * sizeof *dims);
    dims[dim] = count;
    int position = new_object(list, source.name, source.kind, source.type,
                              count_elements(dims, source.rank));
    if (position == L0_NONE)
        return L0_NONE;
    list->tensors[position].storage = source.storage;
    list->tensors[position].whole = tensor;
    list->tensors[position].part_dim = dim;
    list->tensors[position].part_first = first;
    return set_dims(list, position, dims, source.rank);
}

void l0_redirect_to_user(struct l0_list *list, int tensor)
{
    if (tensor != L0_NONE)
        list->tensors[list->tensors[tensor].storage].kind = L0_USER;
}

enum l0_kind l0_kind(const struct l0_list *list, int tensor)
{
    return list->tensors[list->tensors[tensor].storage].kind;
}

/* ---- Operators ------------------------------------------------------------------------------- */

static int count_arguments(const int *arguments)
{
    int count = 0;
    while (arguments[count] != L0_NONE)
        count++;
    return count;
}

static int *copy_arguments(struct l0_list *list, const int *from, int count)
{
    int *copy = l0_take(list, (size_t)count * sizeof *from);
    if (copy != NULL && count > 0)
        memcpy(copy, from, (size_t)count * sizeof *from);
    return copy;
}

static bool any_is_none(const int *arguments, int count)
{
    for (int i = 0; i < count; i++)
        if (arguments[i] == L0_NONE)
            return true;
    return false;
}

void l0_launch_many(struct l0_list *list, const char *name, enum l0_engine engine,
                    const int *inputs, int input_count, const int *outputs, int output_count)
{
    struct l0_operator *operators = make_room(list, list->operators, list->operator_count,
                                              &list->operator_room, sizeof *list->operators);
    if (operators == NULL)
        return;
    list->operators = operators;
    struct l0_operator operator = {
        .name = name,
        .engine = engine,
        .input_count = input_count,
        .output_count = output_count,
        .inputs = copy_arguments(list, inputs, input_count),
        .outputs = copy_arguments(list, outputs, output_count),
    };
    if (list->status == ACLNN_SUCCESS)
        operators[list->operator_count++] = operator;
}

void l0_launch(struct l0_list *list, const char *name, enum l0_engine engine, const int *inputs,
               const int *outputs)
{
    l0_launch_many(list, name, engine, inputs, count_arguments(inputs), outputs,
                   count_arguments(outputs));
}

void l0_step(struct l0_list *list, enum l0_step_kind kind, const struct l0_row *row,
             const int *inputs, int input_count, const int *outputs, int output_count,
             const void *attributes)
{
    struct l0_step *steps = make_room(list, list->steps, list->step_count, &list->step_room,
                                      sizeof *list->steps);
    if (steps == NULL || any_is_none(inputs, input_count) || any_is_none(outputs, output_count))
        return;
    list->steps = steps;
    struct l0_step step = {
        .kind = kind,
        .row = row,
        .input_count = input_count,
        .output_count = output_count,
        .inputs = copy_arguments(list, inputs, input_count),
        .outputs = copy_arguments(list, outputs, output_count),
        .attributes = attributes,
    };
    if (list->status == ACLNN_SUCCESS)
        steps[list->step_count++] = step;
}

/* Adds the workspace that the row's kernel on the AI cores asks for, computed by its tiling where
 * there is one. */
static void add_workspace(struct l0_list *list, const struct l0_row *row, int input,
                          const void *attributes)
{
    bool folds = row->work == L0_WORK_FOLD || row->work == L0_WORK_ROWS;
    const struct l0_fold *fold = folds ? attributes : NULL;
    if (fold != NULL && row->tiling != NULL && list->architecture == ARCHITECTURE_3510 &&
        row->tiling(list, input, fold->dims))
        return;
    if (row->workspace[list->architecture] >= 0)
        l0_kernel_workspace(list, (uint64_t)row->workspace[list->architecture]);
}

/* The input whose type decides where the operator runs. A condition, which is always bool, does not
 * decide. */
static int leading_input(const struct l0_row *row, int count)
{
    const struct vector_operation *operation = &vector_operations[row->operation];
    int input = 0;
    while (row->work == L0_WORK_VECTOR && input < operation->inputs &&
           operation->types[input] != VECTOR_SAME)
        input++;
    return input < count ? input : 0;
}

void l0_launch_row(struct l0_list *list, const struct l0_row *row, const int *inputs,
                   int input_count, int attribute_count, const int *outputs, int output_count,
                   const void *attributes)
{
    if (list->status != ACLNN_SUCCESS || any_is_none(inputs, input_count) ||
        any_is_none(outputs, output_count))
        return;
    int tensor_count = input_count - attribute_count;
    uint64_t types = row->ai_core[list->architecture];
    int leading = tensor_count > 0 ? inputs[leading_input(row, input_count)] : outputs[0];
    aclDataType type = list->tensors[leading].type; /* an operator that only fills its output runs
                                                     * on any type */
    bool on_ai_cores = l0_has_type(types, type);
    l0_launch_many(list, row->name, on_ai_cores ? L0_AI_CORE : L0_AI_CPU, inputs, tensor_count,
                   outputs, output_count);
    if (on_ai_cores)
        add_workspace(list, row, leading, attributes);
    if (on_ai_cores && row->assumed[list->architecture] != NULL)
        l0_assume(list, row->assumed[list->architecture]);
}

void l0_apply(struct l0_list *list, const struct l0_row *row, const int *inputs, int input_count,
              int attribute_count, const int *outputs, int output_count, const void *attributes)
{
    l0_launch_row(list, row, inputs, input_count, attribute_count, outputs, output_count,
                  attributes);
    if (row->work == L0_WORK_VIEW && list->status == ACLNN_SUCCESS)
        list->tensors[outputs[0]].source = inputs[0];
    else if (row->work != L0_WORK_STEPS)
        l0_step(list, L0_STEP_APPLY, row, inputs, input_count, outputs, output_count, attributes);
}

void l0_kernel_workspace(struct l0_list *list, uint64_t bytes)
{
    int tensor = new_object(list, "workspace", L0_WORKSPACE, ACL_UINT8, (int64_t)bytes);
    if (tensor == L0_NONE || list->operator_count == 0)
        return;
    struct l0_operator *operator = &list->operators[list->operator_count - 1];
    int *workspaces = l0_take(list, (size_t)(operator->workspace_count + 1) * sizeof *workspaces);
    if (workspaces == NULL)
        return;
    for (int i = 0; i < operator->workspace_count; i++)
        workspaces[i] = operator->workspaces[i];
    workspaces[operator->workspace_count++] = tensor;
    operator->workspaces = workspaces;
}

void l0_figure(struct l0_list *list, const char *name, const char *words, int64_t value)
{
    if (!list->wants_figures)
        return;
    struct l0_figure *figures = make_room(list, list->figures, list->figure_count,
                                          &list->figure_room, sizeof *list->figures);
    if (figures == NULL)
        return;
    list->figures = figures;
    figures[list->figure_count++] = (struct l0_figure){list->operator_count - 1, name, words,
                                                       value};
}

/* ---- Assumptions ----------------------------------------------------------------------------- */

/* Assumptions are named in the sequence of the vendor's steps: sorts, copies, then kernels of
 * single operators. */
static int rank_of(const char *assumption)
{
    static const char *const order[] = {
        L0_ASSUME_SORT,
        L0_ASSUME_TRANSPOSE,
        L0_ASSUME_SLICE,
        L0_ASSUME_950_AS_STRIDED,
        L0_ASSUME_950_BROADCAST_TO,
        L0_ASSUME_950_SLICE,
        L0_ASSUME_950_STRIDED_SLICE,
        L0_ASSUME_950_TRANSPOSE,
        L0_ASSUME_STORAGE,
    };
    int count = (int)(sizeof order / sizeof order[0]);
    int rank = 0;
    while (rank < count && strcmp(order[rank], assumption) != 0)
        rank++;
    return rank;
}

void l0_assume(struct l0_list *list, const char *assumption)
{
    int place = list->assumption_count;
    if (list->status != ACLNN_SUCCESS || place == L0_MAX_ASSUMPTIONS)
        return;
    for (int i = 0; i < list->assumption_count; i++)
        if (strcmp(list->assumptions[i], assumption) == 0)
            return;
    for (; place > 0 && rank_of(list->assumptions[place - 1]) > rank_of(assumption); place--)
        list->assumptions[place] = list->assumptions[place - 1];
    list->assumptions[place] = assumption;
    list->assumption_count++;
}

char *l0_describe_assumptions(const struct l0_list *list, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < list->assumption_count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? "+" : "",
                                   list->assumptions[i]);
    return text;
}
