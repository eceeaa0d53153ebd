/* SPDX-License-Identifier: Apache-2.0 */
#include "workspace/describe.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/data_type.h"

/* All texts are our own and ASCII without quotes, so none needs escaping. */
struct writer {
    char *buffer;
    size_t size;
    size_t length;
};

static void put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct writer *w, const char *format, ...)
{
    va_list values;
    size_t rest = w->length < w->size ? w->size - w->length : 0;
    va_start(values, format);
    int written = vsnprintf(rest > 0 ? w->buffer + w->length : NULL, rest, format, values);
    va_end(values);
    w->length += written > 0 ? (size_t)written : 0;
}

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

static void put_positions(struct writer *w, const char *name, const int *positions, int count)
{
    put(w, "\"%s\":[", name);
    for (int i = 0; i < count; i++)
        put(w, "%s%d", i > 0 ? "," : "", positions[i]);
    put(w, "],");
}

static void put_tensors(struct writer *w, const struct l0_list *list,
                        const struct workspace_plan *plan)
{
    put(w, "\"tensors\":[");
    for (int i = 0; i < list->tensor_count; i++) {
        const struct l0_tensor *t = &list->tensors[i];
        put(w,
            "%s{\"name\":\"%s\",\"kind\":\"%s\",\"type\":\"%s\",\"elements\":%" PRId64
            ",\"bytes\":%" PRIu64 "}",
            i > 0 ? "," : "", t->name, kind_name(list, plan, i), data_type_name(t->type),
            t->elements, t->bytes);
    }
    put(w, "],");
}

static void put_figures(struct writer *w, const struct l0_list *list, int operator)
{
    const char *comma = "";
    put(w, "\"tiling\":{");
    for (int i = 0; i < list->figure_count; i++)
        if (list->figures[i].operator == operator) {
            put(w, "%s\"%s\":%" PRId64, comma, list->figures[i].name, list->figures[i].value);
            comma = ",";
        }
    comma = "";
    put(w, "},\"meanings\":[");
    for (int i = 0; i < list->figure_count; i++)
        if (list->figures[i].operator == operator && list->figures[i].words != NULL) {
            put(w, "%s[\"%s\",\"%s\"]", comma, list->figures[i].name, list->figures[i].words);
            comma = ",";
        }
    put(w, "]");
}

static void put_operators(struct writer *w, const struct l0_list *list)
{
    static const char *const engines[] = {
        [L0_AI_CORE] = "AI_CORE", [L0_AI_CPU] = "AI_CPU", [L0_COPY] = "COPY"};
    put(w, "\"operators\":[");
    for (int i = 0; i < list->operator_count; i++) {
        const struct l0_operator *o = &list->operators[i];
        put(w, "%s{\"name\":\"%s\",\"engine\":\"%s\",", i > 0 ? "," : "", o->name,
            engines[o->engine]);
        put_positions(w, "inputs", o->inputs, o->input_count);
        put_positions(w, "outputs", o->outputs, o->output_count);
        put_positions(w, "workspaces", o->workspaces, o->workspace_count);
        put_figures(w, list, i);
        put(w, "}");
    }
    put(w, "],");
}

static void put_layout(struct writer *w, const struct l0_list *list,
                       const struct workspace_plan *plan)
{
    put(w, "\"placements\":[");
    for (int i = 0; i < plan->placement_count; i++) {
        const struct placement *p = &plan->placements[i];
        put(w,
            "%s{\"tensor\":%d,\"operator\":%d,\"start\":%d,\"end\":%d,\"slot\":%d,\"offset\":"
            "%" PRIu64 ",\"bytes\":%" PRIu64 ",\"padded\":%" PRIu64 "}",
            i > 0 ? "," : "", p->tensor, p->operator, p->start, p->end, p->slot,
            plan->slots[p->slot].offset, list->tensors[p->tensor].bytes, p->padded);
    }
    put(w, "],\"slots\":[");
    for (int i = 0; i < plan->slot_count; i++)
        put(w, "%s{\"offset\":%" PRIu64 ",\"bytes\":%" PRIu64 "}", i > 0 ? "," : "",
            plan->slots[i].offset, plan->slots[i].bytes);
    put(w, "]");
}

static void put_assumptions(struct writer *w, const struct l0_list *list)
{
    put(w, "\"assumed\":[");
    for (int i = 0; i < list->assumption_count; i++)
        put(w, "%s\"%s\"", i > 0 ? "," : "", list->assumptions[i]);
    put(w, "],");
}

size_t describe_workspace(const char *operator, const struct l0_list *list,
                          const struct workspace_plan *plan, char *buffer, size_t size)
{
    const struct soc *soc = list->soc;
    struct writer w = {buffer, size, 0};
    put(&w,
        "{\"operator\":\"%s\",\"soc\":\"%s\",\"family\":\"%s\",\"architecture\":%" PRIu32
        ",\"cores\":%" PRIu32 ",\"unified_buffer\":%" PRIu64
        ",\"deterministic\":%d,\"workspace_size\":%" PRIu64 ",",
        operator, soc->name, soc->family, soc_architecture_number(soc->architecture),
        soc->vector_cores, soc->unified_buffer_bytes, list->deterministic, plan->size);
    put_assumptions(&w, list);
    put_tensors(&w, list, plan);
    put_operators(&w, list);
    put_layout(&w, list, plan);
    put(&w, "}");
    return w.length;
}
