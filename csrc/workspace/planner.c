/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/planner.h"

uint64_t planner_padded(uint64_t bytes)
{
    return (bytes + PLANNER_PADDING + PLANNER_ALIGNMENT - 1) / PLANNER_ALIGNMENT *
           PLANNER_ALIGNMENT;
}

/* How a storage is used from each operator on. One walk from the last operator to the first fills
 * it in and finds how long outputs live. */
struct uses {
    int *last_read; /* by storage: the last operator from here on that reads it before another
                     * writes it */
    int *writer;    /* by storage: the next operator that writes it; -1: none */
    int *end;       /* by tensor: the last operator of its life, which begins with its first
                     * writer */
};

static int *take_filled(struct l0_list *list, int count, int value)
{
    int *array = l0_take(list, (size_t)count * sizeof *array);
    for (int i = 0; array != NULL && i < count; i++)
        array[i] = value;
    return array;
}

/* An output lives until the last operator that reads its storage, or the next one that writes
 * it. */
static bool find_lives(struct l0_list *list, struct uses *uses)
{
    int count = list->tensor_count;
    uses->last_read = take_filled(list, count, -1);
    uses->writer = take_filled(list, count, -1);
    uses->end = take_filled(list, count, -1);
    if (uses->last_read == NULL || uses->writer == NULL || uses->end == NULL)
        return false;
    for (int i = list->operator_count - 1; i >= 0; i--) {
        const struct l0_operator *operator = &list->operators[i];
        for (int j = 0; j < operator->output_count; j++) {
            int storage = list->tensors[operator->outputs[j]].storage;
            int end = uses->writer[storage] >= 0 ? uses->writer[storage] : uses->last_read[storage];
            uses->end[operator->outputs[j]] = end > i ? end : i;
        }
        for (int j = 0; j < operator->output_count; j++) {
            int storage = list->tensors[operator->outputs[j]].storage;
            uses->writer[storage] = i;
            uses->last_read[storage] = -1;
        }
        for (int j = 0; j < operator->input_count; j++) {
            int storage = list->tensors[operator->inputs[j]].storage;
            if (uses->last_read[storage] < i)
                uses->last_read[storage] = i;
        }
    }
    return true;
}

static bool contains(const int *tensors, int count, int tensor)
{
    for (int i = 0; i < count; i++)
        if (tensors[i] == tensor)
            return true;
    return false;
}

static bool is_free(const struct l0_list *list, const struct workspace_plan *plan,
                    const struct slot *slot, const struct placement *next)
{
    const struct placement *last = &plan->placements[slot->last];
    const struct l0_operator *operator = &list->operators[next->operator];
    return last->start != next->start && last->end < next->start &&
           !contains(operator->inputs, operator->input_count, last->tensor);
}

static bool place(struct l0_list *list, struct workspace_plan *plan, int tensor, int operator,
                  int end)
{
    uint64_t bytes = list->tensors[tensor].bytes;
    if (bytes > INT64_MAX)
        return false;
    int position = plan->placement_count++;
    struct placement *placement = &plan->placements[position];
    *placement = (struct placement){tensor, operator, operator, end, -1, planner_padded(bytes)};
    for (int i = plan->slot_count - 1; i >= 0 && placement->slot < 0; i--)
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
    list->tensors[tensor].is_placed = true;
    return true;
}

static bool place_operator(struct l0_list *list, struct workspace_plan *plan,
                           const struct uses *uses, int position)
{
    const struct l0_operator *operator = &list->operators[position];
    for (int i = 0; i < operator->workspace_count; i++)
        if (!place(list, plan, operator->workspaces[i], position, position))
            return false;
    for (int i = 0; i < operator->output_count; i++) {
        int tensor = operator->outputs[i];
        /* A tensor that two operators write one after the other is placed once, when the first
         * writes it. */
        if (l0_kind(list, tensor) == L0_DEVICE && !list->tensors[tensor].is_placed &&
            !place(list, plan, tensor, position, uses->end[tensor]))
            return false;
    }
    return true;
}

static bool place_all(struct l0_list *list, struct workspace_plan *plan, const struct uses *uses)
{
    for (int i = 0; i < list->tensor_count; i++)
        list->tensors[i].is_placed = false;
    for (int i = 0; i < list->operator_count; i++)
        if (!place_operator(list, plan, uses, i))
            return false;
    for (int i = 0; i < plan->slot_count; i++) {
        plan->slots[i].offset = plan->size;
        if (__builtin_add_overflow(plan->size, plan->slots[i].bytes, &plan->size) ||
            plan->size > INT64_MAX)
            return false;
    }
    if (list->asks_nothing)
        plan->size = 0;
    return true;
}

bool planner_run(struct l0_list *list, struct workspace_plan *plan)
{
    struct uses uses;
    *plan = (struct workspace_plan){0};
    size_t count = (size_t)list->tensor_count;
    plan->placements = l0_take(list, count * sizeof *plan->placements);
    plan->slots = l0_take(list, count * sizeof *plan->slots);
    return plan->placements != NULL && plan->slots != NULL && find_lives(list, &uses) &&
           place_all(list, plan, &uses);
}
