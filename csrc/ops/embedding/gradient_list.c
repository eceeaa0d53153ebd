/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/embedding/gradient_list.h"

#include "declared/embedding.h"
#include "ops/embedding/gradient_work.h"

struct embedding_gradient *embedding_list_gradient(struct l0_list *list, int grad,
                                                   const struct embedding_table *tables, int count)
{
    struct embedding_gradient *work = l0_take(list, sizeof *work +
                                                        (size_t)count * sizeof work->divisions[0]);
    if (work == NULL)
        return NULL;
    work->count = count;
    for (int i = 0; i < count; i++) {
        const struct embedding_table *table = &tables[i];
        const struct l0_tensor *indices = &list->tensors[table->indices];
        const struct embedding_grad_call call = {
            .grad = list->tensors[grad].given,
            .indices = indices->given,
            .out = list->tensors[table->out].given,
            .num_weights = table->num_weights,
            .padding_index = table->padding_index,
            .scale = table->scale,
            .accumulate = table->accumulate,
            .alpha = table->alpha,
            .integer_alpha = table->integer_alpha,
        };
        work->indices[i] = (struct named_indices){indices->name, indices->given, table->num_weights,
                                                  table->tells_others};
        if (!embedding_divide_gradient(&call, &work->divisions[i]))
            return NULL;
    }
    return work;
}

void embedding_list_gradient_step(struct l0_list *list, int grad,
                                  const struct embedding_table *tables, int count,
                                  const struct embedding_gradient *attributes)
{
    int inputs[1 + EMBEDDING_MOST_TABLES] = {grad};
    int outputs[EMBEDDING_MOST_TABLES];
    for (int i = 0; i < count; i++) {
        inputs[1 + i] = tables[i].indices;
        outputs[i] = tables[i].out;
    }
    l0_step(list, L0_STEP_APPLY, &l0_EmbeddingDenseGrad, inputs, 1 + count, outputs, count,
            attributes);
}
