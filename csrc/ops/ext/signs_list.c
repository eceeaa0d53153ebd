/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of aclnn_ext/binary_embedding.h: lists of L0 operators. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "operators.h"
#include "declared/ext.h"
#include "ops/ext/signs_tiling.h"
#include "ops/ext/work_list.h"

/* What the text about an index out of range says. */
static struct named_indices named(const struct l0_list *list, int indices, int64_t limit)
{
    return (struct named_indices){list->tensors[indices].name, ext_list_given(list, indices),
                                  (uint64_t)limit, false};
}

void ext_list_binary_pack(struct l0_list *list, int x, int out)
{
    struct ext_signs *plan = ext_list_plan(list, sizeof *plan);
    if (plan == NULL)
        return;
    ext_tiling_pack(ext_list_given(list, x), ext_list_given(list, out), plan);
    plan->places = plan->scale = -1;
    ext_list_work(list, &l0_ExtBinaryPack, &x, 1, out, plan->blocks > 0 ? plan : NULL);
}

void ext_list_binary_unpack(struct l0_list *list, int packed, int scale, int out)
{
    struct ext_signs *plan = ext_list_plan(list, sizeof *plan);
    if (plan == NULL)
        return;
    ext_tiling_unpack(ext_list_given(list, packed), NULL, ext_list_given(list, scale),
                      ext_list_given(list, out), plan);
    plan->places = -1;
    plan->scale = scale == L0_NONE ? -1 : 1;
    ext_list_work(list, &l0_ExtBinaryUnpack, (int[]){packed, scale}, 2, out,
                  plan->blocks > 0 ? plan : NULL);
}

void ext_list_binary_embedding(struct l0_list *list, int indices, int qweight, int scale, int out)
{
    struct ext_signs *plan = ext_list_plan(list, sizeof *plan);
    if (plan == NULL)
        return;
    const struct tensor *packed = ext_list_given(list, qweight);
    ext_tiling_unpack(packed, ext_list_given(list, indices), ext_list_given(list, scale),
                      ext_list_given(list, out), plan);
    plan->indices = named(list, indices, packed->dims[0]);
    plan->places = 0;
    plan->input = 1;
    plan->scale = scale == L0_NONE ? -1 : 2;
    ext_list_work(list, &l0_ExtBinaryEmbedding, (int[]){indices, qweight, scale}, 3, out,
                  plan->blocks > 0 ? plan : NULL);
}

void ext_list_binary_embedding_backward(struct l0_list *list, int gradient, int indices, int scale,
                                        int out)
{
    struct ext_signs_gradient *plan = ext_list_plan(list, sizeof *plan);
    if (plan == NULL)
        return;
    const struct tensor *table = ext_list_given(list, out);
    if (!ext_tiling_signs_gradient(ext_list_given(list, gradient), ext_list_given(list, indices),
                                   ext_list_given(list, scale), table, plan)) {
        list->status = report(ACLNN_ERR_PARAM_INVALID,
                              "the scratch for %" PRId64 " rows and %" PRId64
                              " weights does not fit into 63 bits",
                              list->tensors[indices].elements, table->dims[0]);
        return;
    }
    plan->signs.indices = named(list, indices, table->dims[0]);
    plan->signs.places = 1;
    plan->signs.scale = scale == L0_NONE ? -1 : 2;
    ext_list_work(list, &l0_ExtBinaryEmbeddingBackward, (int[]){gradient, indices, scale}, 3, out,
                  plan->signs.blocks > 0 ? plan : NULL);
    if (plan->sort.scratch.total > 0)
        l0_kernel_workspace(list, plan->sort.scratch.total);
}
