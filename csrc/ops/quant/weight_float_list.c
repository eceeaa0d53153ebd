/* SPDX-License-Identifier: Apache-2.0 */
/* Products with weights of floats of 8 and 4 bits: the list of L0 operators. The weights are
 * restored to float32 and multiplied; sums are float32. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "ops/quant/weight_quant.h"
#include "workspace/l0_operators.h"

static const int64_t turned[] = {1, 0};

/* Numbers for groups of rows, [groups, columns], or for columns, as the weights are restored. */
static int scales_of(struct l0_list *list, int scale, const struct quant_blocks *blocks,
                     bool is_turned)
{
    int64_t groups = is_turned ? blocks->across : blocks->down;
    int64_t columns = is_turned ? blocks->down : blocks->across;
    int dense = l0_contiguous(list, scale);
    if (dense == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[dense];
    if (given.type == ACL_FLOAT8_E8M0) {
        int powers = l0_new_shaped(list, "powers", ACL_FLOAT, given.dims, given.rank);
        l0_step(list, L0_STEP_APPLY, &l0_AntiMxQuantScale, &dense, 1, &powers, 1, NULL);
        dense = powers;
    }
    int numbers = l0_reshape(list, dense, (int64_t[]){groups, columns}, 2);
    return is_turned ? quant_transposed(list, numbers, turned) : numbers;
}

/* The weights, each number an element: words of float32 hold eight float4, as they lie. */
static int elements_of(struct l0_list *list, int weight, const struct quant_matrices *m,
                       bool is_turned)
{
    if (list->tensors[weight].type != ACL_FLOAT)
        return list_dense_of(list, weight, ACL_FLOAT);
    int dense = is_turned ? quant_transposed(list, weight, turned) : l0_contiguous(list, weight);
    int numbers = l0_new_shaped(list, "numbers", ACL_FLOAT4_E2M1, (int64_t[]){m->rows, m->columns},
                                2);
    if (dense != L0_NONE && numbers != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_QuantSameBytes, &dense, 1, &numbers, 1, NULL);
    return numbers;
}

/* Whether the restored weights are the other way round: words hold numbers along the dense
 * dimension. */
static bool is_turned_by_words(const struct l0_list *list, int weight)
{
    return list->tensors[weight].type == ACL_FLOAT &&
           quant_weight_is_transposed(list->tensors[weight].given);
}

static int restored(struct l0_list *list, int weight, int scale, int64_t group)
{
    const struct tensor *given = list->tensors[weight].given;
    bool is_turned = is_turned_by_words(list, weight);
    int64_t depth = 0;
    int64_t columns = 0;
    quant_weight_find_sides(given, &depth, &columns);
    int64_t size = group == 0 ? depth : group;
    int64_t groups = (depth + size - 1) / size;
    const struct quant_matrices m = is_turned ? (struct quant_matrices){1, columns, depth}
                                              : (struct quant_matrices){1, depth, columns};
    const struct quant_blocks blocks = is_turned ? (struct quant_blocks){1, size, columns, groups}
                                                 : (struct quant_blocks){size, 1, groups, columns};
    return quant_list_blocks_restored(list, elements_of(list, weight, &m, is_turned),
                                      scales_of(list, scale, &blocks, is_turned), L0_NONE, &m,
                                      &blocks);
}

void quant_list_weight_float_product(struct l0_list *list, int x, int weight, int scale, int bias,
                                     int64_t group, int y)
{
    if (x == L0_NONE || weight == L0_NONE || scale == L0_NONE || y == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[y];
    const int64_t dims[] = {1, to.dims[0], to.dims[1]};
    const int launched[] = {x, weight, scale, bias};
    int result = l0_new_shaped(list, "product", to.type, to.dims, to.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    quant_launch(list, &l0_WeightQuantBatchMatmulV2, launched, 4, &result, 1);
    int left = l0_convert(list, l0_contiguous(list, x), ACL_FLOAT);
    int sums = quant_list_multiplied(list, left, restored(list, weight, scale, group), false,
                                     is_turned_by_words(list, weight), dims, 3);
    if (sums == L0_NONE)
        return;
    const int terms[] = {l0_reshape(list, sums, to.dims, to.rank),
                         quant_or_number(list, quant_dense_in(list, bias, ACL_FLOAT), 0)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_QuantProductAdded, terms, 2, &result, 1, NULL);
    l0_view_copy(list, result, y);
}
