/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of aclnn_ext/binary_embedding.h: lists of L0 operators. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
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
    struct ext_signs *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    ext_tiling_pack(ext_list_given(list, x), ext_list_given(list, out), division);
    division->places = division->scale = -1;
    ext_list_work(list, &l0_ExtBinaryPack, &x, 1, out, division->blocks > 0 ? division : NULL);
}

void ext_list_binary_unpack(struct l0_list *list, int packed, int scale, int out)
{
    struct ext_signs *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    ext_tiling_unpack(ext_list_given(list, packed), NULL, ext_list_given(list, scale),
                      ext_list_given(list, out), division);
    division->places = -1;
    division->scale = scale == L0_NONE ? -1 : 1;
    ext_list_work(list, &l0_ExtBinaryUnpack, (int[]){packed, scale}, 2, out,
                  division->blocks > 0 ? division : NULL);
}

void ext_list_binary_embedding(struct l0_list *list, int indices, int qweight, int scale, int out)
{
    struct ext_signs *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    const struct tensor *packed = ext_list_given(list, qweight);
    ext_tiling_unpack(packed, ext_list_given(list, indices), ext_list_given(list, scale),
                      ext_list_given(list, out), division);
    division->indices = named(list, indices, packed->dims[0]);
    division->places = 0;
    division->input = 1;
    division->scale = scale == L0_NONE ? -1 : 2;
    ext_list_work(list, &l0_ExtBinaryEmbedding, (int[]){indices, qweight, scale}, 3, out,
                  division->blocks > 0 ? division : NULL);
}

void ext_list_binary_embedding_backward(struct l0_list *list, int gradient, int indices, int scale,
                                        int out)
{
    struct ext_signs_gradient *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    const struct tensor *table = ext_list_given(list, out);
    if (!ext_tiling_signs_gradient(ext_list_given(list, gradient), ext_list_given(list, indices),
                                   ext_list_given(list, scale), table, division)) {
        list->status = report(ACLNN_ERR_PARAM_INVALID,
                              "the scratch for %" PRId64 " rows and %" PRId64
                              " weights does not fit into 63 bits",
                              list->tensors[indices].elements, table->dims[0]);
        return;
    }
    division->signs.indices = named(list, indices, table->dims[0]);
    division->signs.places = 1;
    division->signs.scale = scale == L0_NONE ? -1 : 2;
    ext_list_work(list, &l0_ExtBinaryEmbeddingBackward, (int[]){gradient, indices, scale}, 3, out,
                  division->signs.blocks > 0 ? division : NULL);
    if (division->sort.scratch.total > 0)
        l0_kernel_workspace(list, division->sort.scratch.total);
}
