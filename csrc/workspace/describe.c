/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/describe.h"

#include "base/data_type.h"
#include "base/json.h"

static const char *kind_name(const struct l0_list *list, const struct workspace_plan *plan,
                             int tensor)
{
    switch (l0_kind(list, tensor)) {
    case L0_HOST: return "host";
    case L0_WORKSPACE: return "workspace";
    case L0_USER: return list->tensors[tensor].given != NULL ? "user" : "output";
    default: break;
    }
    for (int i = 0; i < plan->placement_count; i++)
        if (list->tensors[plan->placements[i].tensor].storage == list->tensors[tensor].storage)
            return "output";
    return "unused";
}

static void put_positions(struct json_writer *w, const char *name, const int *positions, int count)
{
    json_open(w, name, '[');
    for (int i = 0; i < count; i++)
        json_number(w, NULL, positions[i]);
    json_close(w, ']');
}

static void put_tensors(struct json_writer *w, const struct l0_list *list,
                        const struct workspace_plan *plan)
{
    json_open(w, "tensors", '[');
    for (int i = 0; i < list->tensor_count; i++) {
        const struct l0_tensor *t = &list->tensors[i];
        json_open(w, NULL, '{');
        json_string(w, "name", t->name);
        json_string(w, "kind", kind_name(list, plan, i));
        json_string(w, "type", data_type_name(t->type));
        json_number(w, "elements", t->elements);
        json_unsigned(w, "bytes", t->bytes);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_figures(struct json_writer *w, const struct l0_list *list, int operator)
{
    json_open(w, "tiling", '{');
    for (int i = 0; i < list->figure_count; i++)
        if (list->figures[i].operator == operator)
            json_number(w, list->figures[i].name, list->figures[i].value);
    json_close(w, '}');
    json_open(w, "meanings", '[');
    for (int i = 0; i < list->figure_count; i++)
        if (list->figures[i].operator == operator && list->figures[i].words != NULL) {
            json_open(w, NULL, '[');
            json_string(w, NULL, list->figures[i].name);
            json_string(w, NULL, list->figures[i].words);
            json_close(w, ']');
        }
    json_close(w, ']');
}

static void put_operators(struct json_writer *w, const struct l0_list *list)
{
    static const char *const engines[] = {
        [L0_AI_CORE] = "AI_CORE", [L0_AI_CPU] = "AI_CPU", [L0_COPY] = "COPY"};
    json_open(w, "operators", '[');
    for (int i = 0; i < list->operator_count; i++) {
        const struct l0_operator *o = &list->operators[i];
        json_open(w, NULL, '{');
        json_string(w, "name", o->name);
        json_string(w, "engine", engines[o->engine]);
        put_positions(w, "inputs", o->inputs, o->input_count);
        put_positions(w, "outputs", o->outputs, o->output_count);
        put_positions(w, "workspaces", o->workspaces, o->workspace_count);
        put_figures(w, list, i);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_layout(struct json_writer *w, const struct l0_list *list,
                       const struct workspace_plan *plan)
{
    json_open(w, "placements", '[');
    for (int i = 0; i < plan->placement_count; i++) {
        const struct placement *p = &plan->placements[i];
        json_open(w, NULL, '{');
        json_number(w, "tensor", p->tensor);
        json_number(w, "operator", p->operator);
        json_number(w, "start", p->start);
        json_number(w, "end", p->end);
        json_number(w, "slot", p->slot);
        json_unsigned(w, "offset", plan->slots[p->slot].offset);
        json_unsigned(w, "bytes", list->tensors[p->tensor].bytes);
        json_unsigned(w, "padded", p->padded);
        json_close(w, '}');
    }
    json_close(w, ']');
    json_open(w, "slots", '[');
    for (int i = 0; i < plan->slot_count; i++) {
        json_open(w, NULL, '{');
        json_unsigned(w, "offset", plan->slots[i].offset);
        json_unsigned(w, "bytes", plan->slots[i].bytes);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_assumptions(struct json_writer *w, const struct l0_list *list)
{
    json_open(w, "assumed", '[');
    for (int i = 0; i < list->assumption_count; i++)
        json_string(w, NULL, list->assumptions[i]);
    json_close(w, ']');
}

size_t describe_workspace(const char *operator, const struct l0_list *list,
                          const struct workspace_plan *plan, char *buffer, size_t size)
{
    const struct soc *soc = list->soc;
    struct json_writer w = {.text = buffer, .size = size > 0 ? size - 1 : 0, .is_compact = true};
    json_open(&w, NULL, '{');
    json_string(&w, "operator", operator);
    json_string(&w, "soc", soc->name);
    json_string(&w, "family", soc->family);
    json_number(&w, "architecture", soc_architecture_number(soc->architecture));
    json_number(&w, "cores", soc->vector_cores);
    json_unsigned(&w, "unified_buffer", soc->unified_buffer_bytes);
    json_number(&w, "deterministic", list->deterministic);
    json_unsigned(&w, "workspace_size", plan->size);
    put_assumptions(&w, list);
    put_tensors(&w, list, plan);
    put_operators(&w, list);
    put_layout(&w, list, plan);
    json_close(&w, '}');
    if (size > 0)
        buffer[w.length < w.size ? w.length : w.size] = '\0';
    return w.length;
}
