/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters: what their checks, lists and kernels share. */
#include "ops/index/indexed.h"

#include <stdint.h>
#include <string.h>

/* ---- Attributes ------------------------------------------------------------------------------ */

struct indexed *index_new(struct l0_list *list, enum indexed_operation operation, const char *name)
{
    struct indexed *indexed = l0_take(list, sizeof *indexed);
    if (indexed == NULL)
        return NULL;
    memset(indexed, 0, sizeof *indexed);
    indexed->found_loop = -1;
    indexed->operation = operation;
    indexed->name = name;
    return indexed;
}

int32_t index_add_loop(struct indexed *indexed, int64_t count, int32_t self, int32_t other)
{
    indexed->loops[indexed->loop_count] = (struct indexed_loop){count, self, other};
    return indexed->loop_count++;
}

struct indexed_component *index_add_component(struct indexed *indexed, int32_t input, int32_t names)
{
    struct indexed_component *component = &indexed->components[indexed->component_count++];
    *component = (struct indexed_component){
        .input = input, .names = names, .part_dim = -1, .entry = -1};
    for (int32_t i = 0; i < INDEXED_MAX_LOOPS; i++)
        component->dims[i] = -1;
    return component;
}

void index_rows(struct indexed *indexed, const struct l0_tensor *self, int32_t dim,
                const struct l0_tensor *index, int32_t batches)
{
    int32_t other = 0;
    struct indexed_component *component = index_add_component(indexed, 1, dim);
    for (int32_t i = 0; i < dim; i++) {
        int32_t loop = index_add_loop(indexed, self->dims[i], i, other++);
        component->dims[loop] = i < batches ? i : -1;
    }
    for (int32_t i = batches; i < index->rank; i++)
        component->dims[index_add_loop(indexed, index->dims[i], -1, other++)] = i;
    for (int32_t i = dim + 1; i < self->rank; i++)
        index_add_loop(indexed, self->dims[i], i, other++);
}

void index_move_elements(struct indexed *indexed, int32_t dim, const struct l0_tensor *index)
{
    struct indexed_component *component = index_add_component(indexed, 1, dim);
    for (int32_t i = 0; i < index->rank; i++)
        component->dims[index_add_loop(indexed, index->dims[i], i == dim ? -1 : i, i)] = i;
}
