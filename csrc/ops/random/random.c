/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: what their checks, lists and kernels share. */
#include "ops/random/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

/* The next smaller number of a half type, or of float32. */
static double previous(float number, aclDataType type)
{
    uint32_t bits;
    float below = nextafterf(number, -INFINITY);
    if (!type_is_half(type))
        return (double)below;
    if (type == ACL_FLOAT16 && number >= -0x1p-14F && number <= 0x1p-14F)
        return (double)number - 0x1p-24;
    if (number == 0)
        return -0x1p-133;
    memcpy(&bits, &number, sizeof bits);
    uint32_t unit = (uint32_t)1 << (type == ACL_BF16 ? 16 : 13);
    bits = number > 0 ? bits - unit : bits + unit;
    memcpy(&below, &bits, sizeof below);
    return (double)below;
}

struct random_attributes random_uniform(double from, double to, aclDataType type)
{
    bool is_wide = type == ACL_DOUBLE;
    double low = is_wide ? from : (double)random_rounded(from, type);
    double high = is_wide ? to : (double)random_rounded(to, type);
    double most = is_wide ? nextafter(high, -INFINITY) : previous((float)high, type);
    return (struct random_attributes){
        .kind = RANDOM_UNIFORM,
        .factor = is_wide ? high - low : (double)((float)high - (float)low),
        .term = low,
        .most = most < low ? low : most,
    };
}

struct random_attributes random_integers(int64_t from, int64_t to)
{
    return (struct random_attributes){
        .kind = RANDOM_INTEGERS, .low = from, .range = (uint64_t)to - (uint64_t)from};
}

/* ---- Steps and operators --------------------------------------------------------------------- */

static aclDataType drawn_type(enum random_kind kind, aclDataType type)
{
    switch (kind) {
    case RANDOM_INTEGERS: return ACL_INT64;
    case RANDOM_TRUTHS: return ACL_BOOL;
    case RANDOM_BITS: return ACL_UINT8;
    default: return type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    }
}

void random_draw(struct l0_list *list, const struct l0_row *row,
                 const struct random_attributes *attributes, const struct random_source *source,
                 int tensor)
{
    struct random_attributes *kept = l0_take(list, sizeof *kept);
    if (kept == NULL || tensor == L0_NONE)
        return;
    *kept = *attributes;
    kept->from_tensors = random_from_tensors(source) != NULL;
    kept->seed = source->seed;
    kept->offset = source->offset;
    const struct l0_tensor result = list->tensors[tensor];
    aclDataType type = drawn_type(kept->kind, result.type);
    int drawn = type == result.type ? tensor
                                    : l0_new_shaped(list, "drawn", type, result.dims, result.rank);
    const int inputs[] = {source->seed_tensor, source->offset_tensor};
    l0_step(list, L0_STEP_APPLY, row, inputs, kept->from_tensors ? 2 : 0, &drawn, 1, kept);
    if (drawn != tensor)
        l0_step(list, L0_STEP_CAST, NULL, &drawn, 1, &tensor, 1, NULL);
}

struct random_source random_of_numbers(uint64_t seed, uint64_t offset)
{
    return (struct random_source){L0_NONE, L0_NONE, seed, offset};
}

struct random_source random_of_tensors(int seed, int offset, uint64_t more)
{
    return (struct random_source){seed, offset, 0, more};
}

int random_launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                  int like, aclDataType type)
{
    if (like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[like];
    int result = l0_new_shaped(list, "numbers", type, from.dims, from.rank);
    l0_launch_row(list, row, inputs, count, 0, &result, 1, NULL);
    return result;
}

int random_launch_source(struct l0_list *list, const struct random_source *source, bool is_joined,
                         bool is_cast, int *inputs)
{
    if (random_from_tensors(source) == NULL)
        return 0;
    int seed = source->seed_tensor;
    int offset = source->offset_tensor;
    if (is_cast) {
        seed = l0_launch_cast(list, seed, ACL_UINT64);
        offset = l0_launch_cast(list, offset, ACL_UINT64);
    }
    if (seed == L0_NONE || offset == L0_NONE)
        return 0;
    aclDataType type = list->tensors[offset].type;
    int64_t counters = is_joined ? 1 : 2;
    int sum = l0_new_shaped(list, "offset", type, &counters, 1);
    l0_launch_row(list, &l0_Add, (int[]){offset, l0_host_tensor(list, "more", type, counters)}, 2,
                  0, &sum, 1, NULL);
    inputs[0] = seed;
    inputs[1] = sum;
    if (is_joined) {
        counters = 2;
        inputs[1] = l0_new_shaped(list, "offset", type, &counters, 1);
        l0_launch_row(list, &l0_ConcatD, (int[]){l0_host_tensor(list, "zero", type, 1), sum}, 2, 0,
                      &inputs[1], 1, NULL);
    }
    return 2;
}
