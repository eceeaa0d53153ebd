/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/planner.h"

uint64_t planner_padded(uint64_t bytes)
{
    return (bytes + PLANNER_PADDING + PLANNER_ALIGNMENT - 1) / PLANNER_ALIGNMENT *
           PLANNER_ALIGNMENT;
}

static bool uses(const struct l0_list *list, const int *tensors, int count, int storage)
{
    for (int i = 0; i < count; i++)
        if (list->tensors[tensors[i]].storage == storage)
            return true;
    return false;
}

static bool contains(const int *tensors, int count, int tensor)
{
    for (int i = 0; i < count; i++)
        if (tensors[i] == tensor)
            return true;
    return false;
}

/* The last operator that reads what the operator at start wrote, or the next that writes it. */
static int last_use(const struct l0_list *list, int start, int storage)
{
    int end = start;
    for (int i = start + 1; i < list->operator_count; i++) {
        const struct l0_operator *operator = &list->operators[i];
        bool writes = uses(list, operator->outputs, operator->output_count, storage);
        if (writes || uses(list, operator->inputs, operator->input_count, storage))
            end = i;
        if (writes)
            break;
    }
    return end;
}

static bool is_free(const struct l0_list *list, const struct workspace_plan *plan,
                    const struct slot *slot, const struct placement *next)
{
    const struct placement *last = &plan->placements[slot->last];
    const struct l0_operator *operator = &list->operators[next->operator];
    return last->start != next->start && last->end < next->start &&
           !contains(operator->inputs, operator->input_count, last->tensor);
}

static bool is_placed(const struct workspace_plan *plan, int tensor)
{
    for (int i = 0; i < plan->placement_count; i++)
        if (plan->placements[i].tensor == tensor)
            return true;
    return false;
}

static bool place(const struct l0_list *list, struct workspace_plan *plan, int tensor, int operator,
                  int end)
{
    uint64_t bytes = list->tensors[tensor].bytes;
    if (bytes > INT64_MAX)
        return false;
    int position = plan->placement_count++;
    struct placement *placement = &plan->placements[position];
    *placement = (struct placement){tensor, operator, operator, end, -1, planner_padded(bytes)};
    for (int i = 0; i < plan->slot_count; i++)
        if (is_free(list, plan, &plan->slots[i], placement))
            placement->slot = i;
    if (placement->slot < 0) {
        placement->slot = plan->slot_count++;
        plan->slots[placement->slot].bytes = 0;
    }
    struct slot *slot = &plan->slots[placement->slot];
    slot->last = position;
    if (slot->bytes < placement->padded)
        slot->bytes = placement->padded;
    return true;
}

static bool place_operator(const struct l0_list *list, struct workspace_plan *plan, int position)
{
    const struct l0_operator *operator = &list->operators[position];
    for (int i = 0; i < operator->workspace_count; i++)
        if (!place(list, plan, operator->workspaces[i], position, position))
            return false;
    for (int i = 0; i < operator->output_count; i++) {
        int tensor = operator->outputs[i];
        /* What two operators write one after the other is placed once, at the first. */
        if (l0_kind(list, tensor) != L0_DEVICE || is_placed(plan, tensor))
            continue;
        int end = last_use(list, position, list->tensors[tensor].storage);
        if (!place(list, plan, tensor, position, end))
            return false;
    }
    return true;
}

bool planner_run(const struct l0_list *list, struct workspace_plan *plan)
{
    plan->placement_count = 0;
    plan->slot_count = 0;
    plan->size = 0;
    for (int i = 0; i < list->operator_count; i++)
        if (!place_operator(list, plan, i))
            return false;
    for (int i = 0; i < plan->slot_count; i++) {
        plan->slots[i].offset = plan->size;
        if (__builtin_add_overflow(plan->size, plan->slots[i].bytes, &plan->size) ||
            plan->size > INT64_MAX)
            return false;
    }
    return true;
}
