/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/l0.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "tensor/layout.h"

static const char *const assumption_names[L0_ASSUMPTION_COUNT] = {
    "sort",
    "transpose",
    "slice",
    "950:AsStrided=16MiB",
    "950:BroadcastTo=16MiB",
    "950:Slice=16MiB",
    "950:StridedSlice=16MiB",
    "950:Transpose=16MiB",
    "storage",
};

void l0_start(struct l0_list *list, const struct soc *soc, bool deterministic,
              struct l0_figure *figures)
{
    list->soc = soc;
    list->deterministic = deterministic;
    list->status = ACLNN_SUCCESS;
    list->is_too_large = false;
    list->assumptions = 0;
    list->operator_count = 0;
    list->tensor_count = 0;
    list->figure_count = 0;
    list->figures = figures;
}

/* The lists of this library's operators are short; one that is not is a mistake of ours. */
static bool has_room(struct l0_list *list, int count, int limit, const char *what)
{
    if (list->status == ACLNN_SUCCESS && count >= limit)
        list->status = report(ACLNN_ERR_INNER, "the call has more than %d %s", limit, what);
    return list->status == ACLNN_SUCCESS;
}

/* Types of less than a byte are packed. False when the bytes do not fit into 63 bits. */
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
    if (!has_room(list, list->tensor_count, L0_MAX_TENSORS, "L0 tensors"))
        return L0_NONE;
    uint64_t bytes = 0;
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
        .elements = elements,
        .bytes = bytes,
        .storage = position,
    };
    return position;
}

int l0_user_tensor(struct l0_list *list, const char *name, const struct tensor *tensor)
{
    int64_t elements = 0;
    tensor_element_count(tensor, &elements);
    int position = new_object(list, name, L0_USER, tensor->type, elements);
    if (position != L0_NONE)
        list->tensors[position].given = tensor;
    return position;
}

int l0_new_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements)
{
    return new_object(list, name, L0_DEVICE, type, elements);
}

int l0_host_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements)
{
    return new_object(list, name, L0_HOST, type, elements);
}

int l0_view(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor *source = &list->tensors[tensor];
    int position = new_object(list, source->name, source->kind, type, source->elements);
    if (position != L0_NONE)
        list->tensors[position].storage = list->tensors[tensor].storage;
    return position;
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

static int copy_arguments(int *to, const int *from)
{
    int count = 0;
    for (; count < L0_MAX_ARGUMENTS && from[count] != L0_NONE; count++)
        to[count] = from[count];
    return count;
}

void l0_launch(struct l0_list *list, const char *name, enum l0_engine engine, const int *inputs,
               const int *outputs)
{
    if (!has_room(list, list->operator_count, L0_MAX_OPERATORS, "L0 operators"))
        return;
    struct l0_operator *operator = &list->operators[list->operator_count++];
    operator->name = name;
    operator->engine = engine;
    operator->workspace_count = 0;
    operator->input_count = copy_arguments(operator->inputs, inputs);
    operator->output_count = copy_arguments(operator->outputs, outputs);
}

void l0_kernel_workspace(struct l0_list *list, uint64_t bytes)
{
    int tensor = new_object(list, "workspace", L0_WORKSPACE, ACL_UINT8, (int64_t)bytes);
    if (tensor == L0_NONE || list->operator_count == 0)
        return;
    struct l0_operator *operator = &list->operators[list->operator_count - 1];
    if (operator->workspace_count < L0_MAX_ARGUMENTS)
        operator->workspaces[operator->workspace_count++] = tensor;
}

void l0_assume(struct l0_list *list, enum l0_assumption assumption)
{
    if (list->status == ACLNN_SUCCESS)
        list->assumptions |= assumption;
}

const char *l0_assumption_name(int bit)
{
    return assumption_names[bit];
}

char *l0_describe_assumptions(unsigned assumptions, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int bit = 0; bit < L0_ASSUMPTION_COUNT; bit++)
        if ((assumptions >> bit & 1) != 0 && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? "+" : "",
                                       assumption_names[bit]);
    return text;
}
