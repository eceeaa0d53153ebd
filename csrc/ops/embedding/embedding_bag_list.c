/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingBag: lists of L0 operators. */
#include "ops/embedding/embedding_bag.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/embedding.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

static void cast_to(struct l0_list *list, int tensor, int out)
{
    if (tensor != L0_NONE)
        l0_launch_view_copy(list, l0_launch_cast(list, tensor, list->tensors[out].type), out);
}

static int narrowed(struct l0_list *list, int tensor)
{
    bool keeps = list->architecture == ARCHITECTURE_3510 &&
                 (list->tensors[tensor].type == ACL_INT32 ||
                  list->tensors[tensor].type == ACL_INT64);
    return keeps ? tensor : l0_launch_cast(list, tensor, ACL_INT32);
}

void embedding_list_bag(struct l0_list *list, int weight, int indices, int offsets,
                        bool scaleGradByFreq, int64_t mode, bool sparse, int perSampleWeights,
                        bool includeLastOffset, int64_t paddingIdx, int output, int offset2bag,
                        int bagSize, int maxIndices)
{
    (void)scaleGradByFreq;
    (void)sparse;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    struct bag_attributes *attributes = l0_take(list, sizeof *attributes);
    int table = l0_contiguous(list, weight);
    int places = l0_contiguous(list, indices);
    int starts = l0_contiguous(list, offsets);
    int factors = perSampleWeights != L0_NONE ? l0_contiguous(list, perSampleWeights) : L0_NONE;
    if (attributes == NULL || table == L0_NONE || places == L0_NONE || starts == L0_NONE)
        return;
    int narrow_places = narrowed(list, places);
    int narrow_starts = narrowed(list, starts);
    if (narrow_places == L0_NONE || narrow_starts == L0_NONE)
        return;
    *attributes = (struct bag_attributes){
        .mode = mode == 0   ? BAG_SUM
                : mode == 1 ? BAG_MEAN
                            : BAG_MAX,
        .has_weights = factors != L0_NONE && mode == 0,
        .has_offset2bag = list->tensors[offset2bag].elements != 0,
        .has_last = includeLastOffset,
        .counts_sums = is_950,
        .padding = paddingIdx,
        .empty_place = is_950 ? -1 : 0,
    };
    attributes->has_maxima = attributes->mode == BAG_MAX || !is_950;
    aclDataType of_places = list->tensors[narrow_places].type;
    aclDataType of_starts = list->tensors[narrow_starts].type;
    aclDataType both = of_places == of_starts ? of_places : ACL_INT64;
    const struct l0_tensor result = list->tensors[output];
    int joined = l0_new_shaped(list, "output", result.type, result.dims, result.rank);
    int bags = l0_new_tensor(list, "offset2bag", is_950 ? both : of_places,
                             list->tensors[places].elements);
    int sizes = l0_new_tensor(list, "bagSize", is_950 ? both : of_starts,
                              list->tensors[bagSize].elements);
    int maxima = l0_new_tensor(list, "maxIndices", is_950 ? both : of_starts,
                               attributes->has_maxima ? list->tensors[maxIndices].elements : 0);
    int given[4] = {table, narrow_places, narrow_starts, factors};
    l0_launch_row(list, &l0_EmbeddingBag, given, factors != L0_NONE ? 4 : 3, 0,
                  (int[]){joined, bags, sizes, maxima}, 4, NULL);
    l0_launch_view_copy(list, joined, output);
    if (attributes->has_offset2bag)
        cast_to(list, bags, offset2bag);
    cast_to(list, sizes, bagSize);
    if (attributes->has_maxima)
        cast_to(list, maxima, maxIndices);
    int outputs[4] = {output, bagSize};
    int output_count = 2;
    if (attributes->has_maxima)
        outputs[output_count++] = maxIndices;
    if (attributes->has_offset2bag)
        outputs[output_count++] = offset2bag;
    int wide_places = l0_convert(list, places, ACL_INT64);
    int wide_starts = l0_convert(list, starts, ACL_INT64);
    l0_step(list, L0_STEP_APPLY, &l0_EmbeddingBag,
            (int[]){table, wide_places, wide_starts, factors}, attributes->has_weights ? 4 : 3,
            outputs, output_count, attributes);
}
