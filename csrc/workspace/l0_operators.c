/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/l0_operators.h"

#include <stddef.h>

#include "workspace/sort_tiling.h"

/* Pairs of types that the Cast kernel of the AI cores converts, of those that occur here. */
struct cast {
    aclDataType from;
    aclDataType to;
    bool on_1001;
    bool on_2201;
    bool on_3510;
};

static const struct cast casts[] = {
    {ACL_FLOAT16, ACL_FLOAT, true, true, true},  {ACL_FLOAT, ACL_FLOAT16, true, true, true},
    {ACL_BF16, ACL_FLOAT, false, true, true},    {ACL_FLOAT, ACL_BF16, false, true, true},
    {ACL_FLOAT16, ACL_BF16, false, true, true},  {ACL_BF16, ACL_FLOAT16, false, true, true},
    {ACL_FLOAT16, ACL_INT32, true, true, true},  {ACL_FLOAT, ACL_INT32, true, true, true},
    {ACL_DOUBLE, ACL_INT32, false, false, true}, {ACL_DOUBLE, ACL_INT64, false, false, true},
    {ACL_INT8, ACL_INT32, true, true, true},     {ACL_UINT8, ACL_INT32, true, true, true},
    {ACL_INT16, ACL_INT32, false, true, true},   {ACL_INT64, ACL_INT32, true, true, true},
    {ACL_BOOL, ACL_INT32, true, true, true},     {ACL_INT32, ACL_BOOL, true, true, true},
};

static bool cast_runs_on_ai_cores(const struct l0_list *list, aclDataType from, aclDataType to)
{
    for (size_t i = 0; i < sizeof casts / sizeof casts[0]; i++)
        if (casts[i].from == from && casts[i].to == to)
            return list->soc->architecture == ARCHITECTURE_1001   ? casts[i].on_1001
                   : list->soc->architecture == ARCHITECTURE_2201 ? casts[i].on_2201
                                                                  : casts[i].on_3510;
    return false;
}

int l0_cast(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE || list->tensors[tensor].type == type)
        return tensor;
    const struct l0_tensor *source = &list->tensors[tensor];
    aclDataType from = source->type;
    int result = l0_new_tensor(list, source->name, type, source->elements);
    bool on_ai_cores = cast_runs_on_ai_cores(list, from, type);
    l0_launch(list, "Cast", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){tensor, L0_NONE},
              (int[]){result, L0_NONE});
    if (on_ai_cores && list->soc->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    return result;
}

int l0_zeros_like(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor *source = &list->tensors[tensor];
    int64_t elements = source->elements;
    int result = l0_new_tensor(list, source->name, source->type, elements);
    if (elements == 0)
        return result;
    l0_launch(list, "ZerosLike", L0_AI_CORE, (int[]){tensor, L0_NONE}, (int[]){result, L0_NONE});
    if (list->soc->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list, 0);
    return result;
}

int l0_sort(struct l0_list *list, int tensor, int *positions)
{
    *positions = L0_NONE;
    if (tensor == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[tensor].type;
    int64_t elements = list->tensors[tensor].elements;
    int values = l0_new_tensor(list, "sorted indices", type, elements);
    *positions = l0_new_tensor(list, "positions", ACL_INT32, elements);
    bool is_3510 = list->soc->architecture == ARCHITECTURE_3510;
    bool on_ai_cores = is_3510 || type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16;
    l0_launch(list, "Sort", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){tensor, L0_NONE},
              (int[]){values, *positions, L0_NONE});
    if (is_3510)
        sort_tiling_3510_append(list, type, elements);
    else if (on_ai_cores)
        l0_assume(list, L0_ASSUME_SORT);
    return values;
}
