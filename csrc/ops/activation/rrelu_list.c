/* SPDX-License-Identifier: Apache-2.0 */
/* RReluWithNoise: a rectifier with random slopes. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/copy_layout.h"
#include "declared/random.h"
#include "declared/ternary.h"
#include "ops/common/list.h"
#include "ops/copy_layout/join.h"
#include "ops/copy_layout/slice.h"
#include "ops/random/random.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* CANN makes a tensor with more dimensions into rows. */
#define MOST_DIMS 8

static int as_row(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const int64_t count = list->tensors[tensor].elements;
    return l0_reshape(list, tensor, &count, 1);
}

/* Appends, for the size alone, an operator whose output has the shape of x. */
static int launch_like(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                       int x, aclDataType type)
{
    const struct l0_tensor like = list->tensors[x];
    int result = l0_new_shaped(list, row->name, type, like.dims, like.rank);
    l0_launch_row(list, row, inputs, count, 0, &result, 1, NULL);
    return result;
}

/* Draws slopes between the two bounds, in the shape and type of x. */
static int random_slopes(struct l0_list *list, int x, const struct scalar *lower,
                         const struct scalar *upper, int64_t seed, int64_t offset)
{
    aclDataType type = list->tensors[x].type;
    const struct l0_row *row = &l0_DSARandomUniform;
    int made = L0_NONE;
    if (list->architecture == ARCHITECTURE_2201) {
        made = launch_like(list, row, NULL, 0, x, ACL_FLOAT);
    } else {
        row = &l0_StatelessRandomUniformV2;
        bool is_half = type == ACL_FLOAT16 ||
                       (type == ACL_BF16 && list->architecture == ARCHITECTURE_3510);
        aclDataType drawn = is_half ? type : ACL_FLOAT;
        int unit = launch_like(list, row, NULL, 0, x, drawn);
        int least = launch_like(list, &l0_Muls, &unit, 1, x, drawn);
        least = launch_like(list, &l0_Sub, (int[]){least, l0_constant(list, "lower", lower, drawn)},
                            2, x, drawn);
        int most = launch_like(list, &l0_Muls, &unit, 1, x, drawn);
        made = launch_like(list, &l0_Sub, (int[]){most, least}, 2, x, drawn);
    }
    made = l0_launch_cast(list, made, type);
    const struct random_attributes attributes = random_uniform((double)scalar_float(lower),
                                                               (double)scalar_float(upper), type);
    const struct random_source source = {L0_NONE, L0_NONE, (uint64_t)seed, (uint64_t)offset};
    random_draw(list, row, &attributes, &source, made);
    return made;
}

/* Stores the factors as the first elements of noise. */
static void store_noise(struct l0_list *list, int factors, int dense, int noise, bool is_reshaped)
{
    if (factors == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[noise];
    int64_t count = list->tensors[factors].elements;
    if (is_reshaped && given.elements > count) {
        int rest = copy_layout_list_part(list, &l0_Slice, as_row(list, dense), 0, count,
                                         given.elements - count);
        factors = copy_layout_list_joined(list, (int[]){factors, rest}, 2, 0);
    }
    l0_view_copy(list, l0_reshape(list, factors, given.dims, given.rank), noise);
}

void activation_list_rrelu_with_noise(struct l0_list *list, int self, int noise,
                                      const struct scalar *lower, const struct scalar *upper,
                                      bool training, int64_t seed, int64_t offset, int out)
{
    int x = l0_contiguous(list, self);
    int dense = l0_contiguous(list, noise);
    if (x == L0_NONE || dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[x];
    const struct l0_tensor other = list->tensors[dense];
    bool is_reshaped = !same_dims(given.dims, given.rank, other.dims, other.rank);
    int result = L0_NONE;
    if (is_reshaped || given.rank > MOST_DIMS)
        x = as_row(list, x);
    if (training) {
        int ones = list_ones_like(list, x);
        int zeros = list_zeros_like(list, x);
        int mask = list_apply2(list, &l0_Less, ACL_BOOL, x, zeros);
        int slopes = random_slopes(list, x, lower, upper, seed, offset);
        int factors = list_apply(list, &l0_SelectV2, given.type, (int[]){mask, slopes, ones}, 3, 0);
        store_noise(list, factors, dense, noise, is_reshaped);
        result = list_apply2(list, &l0_Mul, given.type, x, factors);
    } else {
        float slope = (scalar_float(lower) + scalar_float(upper)) / 2;
        result = activation_list_with(list, &l0_LeakyRelu, given.type, x,
                                      list_number_of(list, (double)slope));
    }
    l0_view_copy(list, l0_reshape(list, result, given.dims, given.rank), out);
}
