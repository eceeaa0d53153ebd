/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: lists of CANN's op_api. */
#include "ops/random/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/random.h"
#include "declared/binary.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* Converts an integer to a floating-point type. */
static double as_float(int64_t number, aclDataType type)
{
    return type == ACL_DOUBLE ? (double)number
                              : (double)random_rounded((double)(float)number, type);
}

static int digits_of(aclDataType type)
{
    return type == ACL_FLOAT16 ? 11 : type == ACL_BF16 ? 8 : type == ACL_DOUBLE ? 53 : 24;
}

/* The distance between neighbouring numbers of a floating-point type, at an integer. */
static int64_t distance_at(int64_t number, aclDataType type)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    int exponent = size == 0 ? 0 : 63 - __builtin_clzll(size);
    int shift = exponent - digits_of(type) + 1;
    return shift > 0 && shift < 63 ? (int64_t)1 << shift : 1;
}

/* When converting the end of the range to the type leaves the range, the range ends before it. */
static void narrow_range(int64_t *from, int64_t *to, aclDataType type)
{
    double limit = 0x1p63;
    if (!type_is_float(type))
        return;
    double first = as_float(*from + 1, type);
    double last = as_float(*to - 1, type);
    if (first < (double)*from && first >= -limit)
        *from = (int64_t)first + distance_at(*from + 1, type);
    if (last >= (double)*to && last < limit)
        *to = (int64_t)last - distance_at(*to - 1, type);
}

/* ---- Uniform numbers ------------------------------------------------------------------------- */

/* The type that the products' operators for uniform numbers write. */
static aclDataType uniform_type(const struct l0_list *list, aclDataType type)
{
    if (type == ACL_FLOAT16 || (type == ACL_BF16 && list->architecture == ARCHITECTURE_3510))
        return type;
    return ACL_FLOAT;
}

/* Whether Ascend950 uses its own operator. For double, and on Ascend910, StatelessRandomUniformV2
 * serves. */
static bool has_v3(const struct l0_list *list, aclDataType type)
{
    return list->architecture == ARCHITECTURE_3510 && type != ACL_DOUBLE;
}

static void uniform(struct l0_list *list, int self, double from, double to,
                    const struct random_source *source)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    int inputs[2];
    const struct l0_row *row = &l0_DSARandomUniform;
    aclDataType type = list->tensors[self].type;
    int made;
    if (list->architecture == ARCHITECTURE_2201) {
        int count = random_launch_source(list, source, true, false, inputs);
        made = random_launch(list, row, inputs, count, dense,
                             type_is_half(type) ? type : ACL_FLOAT);
    } else {
        int count = random_launch_source(list, source, false, true, inputs);
        bool is_v3 = has_v3(list, type);
        row = is_v3 ? &l0_StatelessRandomUniformV3 : &l0_StatelessRandomUniformV2;
        made = random_launch(list, row, inputs, count, dense, uniform_type(list, type));
        if (!is_v3 && made != L0_NONE) {
            aclDataType made_type = list->tensors[made].type;
            made = random_launch(list, &l0_Muls, &made, 1, dense, made_type);
            int term = list_constant(list, "value", from, made_type);
            made = random_launch(list, &l0_Add, (int[]){made, term}, 2, dense, made_type);
        }
    }
    made = l0_launch_cast(list, made, type);
    struct random_attributes attributes = random_uniform(from, to, type);
    random_draw(list, row, &attributes, source, made);
    l0_view_copy(list, made, self);
}

void random_list_uniform(struct l0_list *list, int self, double from, double to, uint64_t seed,
                         uint64_t offset)
{
    struct random_source source = random_of_numbers(seed, offset);
    uniform(list, self, from, to, &source);
}

void random_list_uniform_tensor(struct l0_list *list, int self, double from, double to, int seed,
                                int offset, uint64_t more)
{
    struct random_source source = random_of_tensors(seed, offset, more);
    uniform(list, self, from, to, &source);
}

/* ---- Normal numbers -------------------------------------------------------------------------- */

static struct random_attributes normal(double mean, double std)
{
    return (struct random_attributes){.kind = RANDOM_NORMAL, .factor = std, .term = mean};
}

static const struct l0_row *normal_row(const struct l0_list *list, aclDataType type)
{
    if (list->architecture == ARCHITECTURE_2201)
        return &l0_DSARandomNormal;
    return has_v3(list, type) ? &l0_StatelessRandomNormalV3 : &l0_StatelessRandomNormalV2;
}

/* For the size: a product with a number and a sum with another, as CANN appends them. */
static int launch_scaled(struct l0_list *list, int made, double factor, double term)
{
    if (made == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[made].type;
    made = random_launch(list, &l0_Mul, (int[]){made, list_constant(list, "value", factor, type)},
                         2, made, type);
    return random_launch(list, &l0_Add, (int[]){made, list_constant(list, "value", term, type)}, 2,
                         made, type);
}

static void inplace_normal(struct l0_list *list, int self, double mean, double std,
                           const struct random_source *source)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int inputs[2];
    if (!type_is_float(type))
        dense = l0_launch_cast(list, dense, ACL_FLOAT);
    if (dense == L0_NONE)
        return;
    bool is_dsa = list->architecture == ARCHITECTURE_2201;
    aclDataType own = list->tensors[dense].type;
    const struct l0_row *row = normal_row(list, own);
    int count = random_launch_source(list, source, is_dsa, !is_dsa, inputs);
    int made = random_launch(list, row, inputs, count, dense, is_dsa ? ACL_FLOAT : own);
    if (row == &l0_StatelessRandomNormalV2)
        made = launch_scaled(list, made, std, mean);
    made = l0_launch_cast(list, made, type);
    struct random_attributes attributes = normal(mean, std);
    random_draw(list, row, &attributes, source, made);
    l0_view_copy(list, made, self);
}

void random_list_inplace_normal(struct l0_list *list, int self, double mean, double std,
                                int64_t seed, int64_t offset)
{
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    inplace_normal(list, self, mean, std, &source);
}

void random_list_inplace_normal_tensor(struct l0_list *list, int self, double mean, double std,
                                       int seed, int offset, int64_t more)
{
    struct random_source source = random_of_tensors(seed, offset, (uint64_t)more);
    inplace_normal(list, self, mean, std, &source);
}

/* ---- Integers -------------------------------------------------------------------------------- */

/* For the size: the casts and the rounding after the operator. */
static int launch_whole(struct l0_list *list, int made, aclDataType type)
{
    if (made == L0_NONE)
        return L0_NONE;
    if (type == ACL_BOOL)
        made = random_launch(list, &l0_RoundDecimals, &made, 1, made, list->tensors[made].type);
    bool is_float = type_is_float(type) || type_is_complex(type);
    if (is_float && !has_v3(list, type))
        made = l0_launch_cast(list, made, ACL_INT64);
    return l0_launch_cast(list, made, type);
}

/* For the size: uniform * to - (uniform * from - from), from StatelessRandomUniformV2. */
static int launch_stretched(struct l0_list *list, int made, double from)
{
    if (made == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[made].type;
    int first = random_launch(list, &l0_Muls, &made, 1, made, type);
    int term = list_constant(list, "value", from, type);
    first = random_launch(list, &l0_Sub, (int[]){first, term}, 2, made, type);
    int last = random_launch(list, &l0_Muls, &made, 1, made, type);
    return random_launch(list, &l0_Sub, (int[]){last, first}, 2, made, type);
}

static void random_range(struct l0_list *list, int self, int64_t from, int64_t to,
                         const struct random_source *source)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    int inputs[2];
    const struct l0_row *row = &l0_DSARandomUniform;
    aclDataType type = list->tensors[self].type;
    int made;
    narrow_range(&from, &to, type);
    if (list->architecture == ARCHITECTURE_2201) {
        int count = random_launch_source(list, source, true, false, inputs);
        made = random_launch(list, row, inputs, count, dense, ACL_FLOAT);
    } else {
        int count = random_launch_source(list, source, false, true, inputs);
        bool is_v3 = has_v3(list, type);
        row = is_v3 ? &l0_StatelessRandomUniformV3 : &l0_StatelessRandomUniformV2;
        made = random_launch(list, row, inputs, count, dense, uniform_type(list, type));
        if (!is_v3)
            made = launch_stretched(list, made, (double)from);
    }
    made = launch_whole(list, made, type);
    struct random_attributes attributes = random_integers(from, to);
    random_draw(list, row, &attributes, source, made);
    l0_view_copy(list, made, self);
}

void random_list_random(struct l0_list *list, int self, int64_t from, int64_t to, int64_t seed,
                        int64_t offset)
{
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    random_range(list, self, from, to, &source);
}

void random_list_tensor(struct l0_list *list, int self, int64_t from, int64_t to, int seed,
                        int offset, int64_t more)
{
    struct random_source source = random_of_tensors(seed, offset, (uint64_t)more);
    random_range(list, self, from, to, &source);
}

/* All integers of a type that are not negative; of a floating-point type, those up to which it has
 * every integer. */
static struct random_attributes all_of(aclDataType type)
{
    int bits = (int)data_type_bits(type);
    if (type == ACL_BOOL)
        return random_integers(0, 2);
    if (!type_is_integer(type))
        return random_integers(0, ((int64_t)1 << digits_of(type)) + 1);
    struct random_attributes attributes = {.kind = RANDOM_INTEGERS};
    attributes.range = (uint64_t)1 << (type == ACL_UINT8 ? bits : bits - 1);
    return attributes;
}

static void random_all(struct l0_list *list, int self, const struct random_source *source)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    int inputs[2];
    aclDataType type = list->tensors[self].type;
    int count = 0;
    if (random_from_tensors(source) != NULL) {
        int64_t one = 1;
        inputs[0] = source->seed_tensor;
        inputs[1] = l0_new_shaped(list, "offset", ACL_INT64, &one, 1);
        int more = l0_host_tensor(list, "more", ACL_INT64, 1);
        l0_launch_row(list, &l0_Add, (int[]){source->offset_tensor, more}, 2, 0, &inputs[1], 1,
                      NULL);
        count = 2;
    }
    bool is_own = type != ACL_DOUBLE && !type_is_complex(type);
    int made = random_launch(list, &l0_StatelessRandom, inputs, count, dense,
                             is_own ? type : ACL_INT32);
    if (type == ACL_BOOL)
        made = l0_launch_cast(list, made, ACL_INT32);
    made = launch_whole(list, made, type);
    struct random_attributes attributes = all_of(type);
    random_draw(list, &l0_StatelessRandom, &attributes, source, made);
    l0_view_copy(list, made, self);
}

void random_list_all(struct l0_list *list, int self, int64_t seed, int64_t offset)
{
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    random_all(list, self, &source);
}

void random_list_all_tensor(struct l0_list *list, int self, int seed, int offset, int64_t more)
{
    struct random_source source = random_of_tensors(seed, offset, (uint64_t)more);
    random_all(list, self, &source);
}

/* ---- Normal numbers whose mean or deviation is a tensor -------------------------------------- */

/* A mean or a deviation: a number or a tensor, in the type that is computed in. */
struct moment {
    int tensor; /* L0_NONE: it is the number */
    double number;
};

static int moment_in(struct l0_list *list, const struct moment *moment, aclDataType type)
{
    return moment->tensor == L0_NONE ? list_constant(list, "value", moment->number, type)
                                     : l0_convert(list, moment->tensor, type);
}

/* For the size: StatelessRandomNormalV2 and the operators after it, or Ascend950's single
 * operator. */
static int launch_normal(struct l0_list *list, const struct moment *mean, const struct moment *std,
                         aclDataType type, int like)
{
    const struct l0_tensor out = list->tensors[like];
    int first = mean->tensor;
    int second = std->tensor;
    if (first != L0_NONE && second != L0_NONE) {
        type = type_promote(list->tensors[first].type, list->tensors[second].type);
        first = l0_launch_cast(list, first, type);
        second = l0_launch_cast(list, second, type);
    }
    if (has_v3(list, type)) {
        int inputs[2];
        int count = 0;
        if (first != L0_NONE)
            inputs[count++] = first;
        if (second != L0_NONE)
            inputs[count++] = second;
        return random_launch(list, &l0_StatelessRandomNormalV3, inputs, count, like, type);
    }
    int made = random_launch(list, &l0_StatelessRandomNormalV2, NULL, 0, like, type);
    second = second != L0_NONE ? second : l0_host_tensor(list, "std", ACL_FLOAT, 1);
    first = first != L0_NONE ? first : l0_host_tensor(list, "mean", ACL_FLOAT, 1);
    if (made == L0_NONE || first == L0_NONE || second == L0_NONE)
        return L0_NONE;
    bool in_place = list->tensors[second].type == type;
    int product = in_place ? made : l0_new_shaped(list, "product", type, out.dims, out.rank);
    l0_launch_row(list, &l0_Mul, (int[]){made, second}, 2, 0, &product, 1, NULL);
    aclDataType common = type_promote(list->tensors[first].type, type);
    first = l0_launch_cast(list, first, common);
    product = l0_launch_cast(list, product, common);
    l0_launch_row(list, &l0_Add, (int[]){first, product}, 2, 0, &product, 1, NULL);
    return product;
}

static void general_normal(struct l0_list *list, const struct moment *mean,
                           const struct moment *std, uint64_t seed, uint64_t offset, int out)
{
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    struct moment m = {l0_contiguous(list, mean->tensor), mean->number};
    struct moment s = {l0_contiguous(list, std->tensor), std->number};
    aclDataType type = s.tensor != L0_NONE && m.tensor == L0_NONE ? list->tensors[s.tensor].type
                                                                  : result.type;
    int made = launch_normal(list, &m, &s, type, out);
    made = l0_launch_cast(list, made, result.type);
    aclDataType computed = result.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    if (made == L0_NONE)
        return;
    struct random_source source = random_of_numbers(seed, offset);
    struct random_attributes attributes = normal(0, 1);
    int drawn = l0_new_shaped(list, "drawn", computed, result.dims, result.rank);
    int product = l0_new_shaped(list, "product", computed, result.dims, result.rank);
    int sum = l0_new_shaped(list, "sum", computed, result.dims, result.rank);
    random_draw(list, normal_row(list, result.type), &attributes, &source, drawn);
    int factor = moment_in(list, &s, computed);
    l0_step(list, L0_STEP_APPLY, &l0_Mul, (int[]){drawn, factor}, 2, &product, 1, NULL);
    int term = moment_in(list, &m, computed);
    l0_step(list, L0_STEP_APPLY, &l0_Add, (int[]){product, term}, 2, &sum, 1, NULL);
    l0_step(list, L0_STEP_CAST, NULL, &sum, 1, &made, 1, NULL);
    l0_view_copy(list, made, out);
}

void random_list_normal_float_float(struct l0_list *list, double mean, double std, int64_t seed,
                                    int64_t offset, int out)
{
    general_normal(list, &(struct moment){L0_NONE, mean}, &(struct moment){L0_NONE, std},
                   (uint64_t)seed, (uint64_t)offset, out);
}

void random_list_normal_float_tensor(struct l0_list *list, double mean, int std, int64_t seed,
                                     int64_t offset, int out)
{
    general_normal(list, &(struct moment){L0_NONE, mean}, &(struct moment){std, 0}, (uint64_t)seed,
                   (uint64_t)offset, out);
}

void random_list_normal_tensor_float(struct l0_list *list, int mean, double std, int64_t seed,
                                     int64_t offset, int out)
{
    general_normal(list, &(struct moment){mean, 0}, &(struct moment){L0_NONE, std}, (uint64_t)seed,
                   (uint64_t)offset, out);
}

void random_list_normal_tensor_tensor(struct l0_list *list, int mean, int std, int64_t seed,
                                      int64_t offset, int out)
{
    general_normal(list, &(struct moment){mean, 0}, &(struct moment){std, 0}, (uint64_t)seed,
                   (uint64_t)offset, out);
}

/* ---- Permutations and samples ---------------------------------------------------------------- */

static void launch_whole_numbers(struct l0_list *list, const struct l0_row *row, const int *inputs,
                                 int count, const struct random_attributes *attributes,
                                 const struct random_source *source, int out)
{
    const struct l0_tensor result = list->tensors[out];
    int made = l0_new_shaped(list, "numbers", result.type, result.dims, result.rank);
    struct random_attributes *kept = l0_take(list, sizeof *kept);
    if (made == L0_NONE || kept == NULL)
        return;
    l0_launch_row(list, row, inputs, count, 0, &made, 1, NULL);
    *kept = *attributes;
    kept->from_tensors = random_from_tensors(source) != NULL;
    kept->seed = source->seed;
    kept->offset = source->offset;
    int drawn = result.type == ACL_INT64
                    ? made
                    : l0_new_shaped(list, "drawn", ACL_INT64, result.dims, result.rank);
    int operands[3] = {source->seed_tensor, source->offset_tensor};
    int all = kept->from_tensors ? 2 : 0;
    if (count > 0)
        operands[all++] = l0_convert(list, inputs[0], ACL_DOUBLE);
    l0_step(list, L0_STEP_APPLY, row, operands, all, &drawn, 1, kept);
    if (drawn != made)
        l0_step(list, L0_STEP_CAST, NULL, &drawn, 1, &made, 1, NULL);
    l0_view_copy(list, made, out);
}

void random_list_randperm(struct l0_list *list, int64_t n, int64_t seed, int64_t offset, int out)
{
    (void)n;
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    struct random_attributes attributes = {.kind = RANDOM_INTEGERS};
    if (out != L0_NONE)
        launch_whole_numbers(list, &l0_StatelessRandperm, NULL, 0, &attributes, &source, out);
}

static void multinomial(struct l0_list *list, int self, bool replacement,
                        const struct random_source *source, int out)
{
    int weights = l0_contiguous(list, self);
    struct random_attributes attributes = {.kind = RANDOM_INTEGERS, .replaces = replacement};
    if (weights != L0_NONE && out != L0_NONE)
        launch_whole_numbers(list, &l0_MultinomialWithReplacement, &weights, 1, &attributes, source,
                             out);
}

void random_list_multinomial(struct l0_list *list, int self, int64_t numsamples, bool replacement,
                             int64_t seed, int64_t offset, int out)
{
    (void)numsamples;
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    multinomial(list, self, replacement, &source, out);
}

void random_list_multinomial_tensor(struct l0_list *list, int self, int64_t numsamples,
                                    bool replacement, int seed, int offset, int64_t more, int out)
{
    (void)numsamples;
    struct random_source source = random_of_tensors(seed, offset, (uint64_t)more);
    multinomial(list, self, replacement, &source, out);
}
