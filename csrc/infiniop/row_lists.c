/* SPDX-License-Identifier: Apache-2.0 */
#include "declared/attention.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/copy_layout.h"
#include "declared/matmul.h"
#include "declared/reduce.h"
#include "declared/scan.h"
#include "declared/softmax.h"
#include "declared/sort.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "infiniop/row_lists.h"

#include <math.h>
#include <string.h>

#include "ops/attention/attention.h"
#include "ops/index/indexed.h"
#include "ops/scan/scan.h"
#include "ops/sort/sort.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "ops/activation/activation.h"
#include "ops/binary/add.h"
#include "ops/common/list.h"
#include "ops/copy_layout/join.h"
#include "ops/softmax/softmax.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

static aclDataType type_of(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].type;
}

static int wide(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    aclDataType type = type_of(list, tensor);
    return l0_cast(list, tensor, type_is_half(type) ? ACL_FLOAT : type);
}

/* Applies an operator to tensors of one type, which the result has too. */
static int apply(struct l0_list *list, const struct l0_row *row, int a)
{
    return a == L0_NONE ? L0_NONE : activation_list_apply1(list, row, type_of(list, a), a);
}

static int apply2(struct l0_list *list, const struct l0_row *row, int a, int b)
{
    return a == L0_NONE ? L0_NONE : list_apply2(list, row, type_of(list, a), a, b);
}

/* Applies an operator to a tensor and a number. */
static int with(struct l0_list *list, const struct l0_row *row, int a, double number)
{
    return a == L0_NONE
               ? L0_NONE
               : activation_list_with(list, row, type_of(list, a), a,
                                      list_constant(list, "number", number, type_of(list, a)));
}

/* The sum along a dimension, which stays with one element. */
static int sum_along(struct l0_list *list, int a, int32_t dim)
{
    return a == L0_NONE
               ? L0_NONE
               : list_fold_dims(list, &l0_ReduceSum, a, (uint64_t)1 << dim, true, type_of(list, a));
}

static int32_t rank_of(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].rank;
}

static int64_t size_of(const struct l0_list *list, int tensor, int32_t dim)
{
    const struct l0_tensor *t = &list->tensors[tensor];
    return t->dims[dim < 0 ? dim + t->rank : dim];
}

/* Writes the elements of one tensor in the dims of another. */
static void write_as(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    list_write(list, l0_reshape(list, tensor, result.dims, result.rank), out);
}

/* Finds the largest or smallest elements along a dimension, and their indices as int64. */
static void first_along(struct l0_list *list, int tensor, int32_t dim, int64_t count, bool largest,
                        int *values, int *places)
{
    struct sort_attributes *attributes = l0_take(list, sizeof *attributes);
    int64_t dims[TENSOR_MAX_DIMS];
    *values = *places = L0_NONE;
    if (tensor == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor from = list->tensors[tensor];
    *attributes = (struct sort_attributes){SORT_FIRST, dim, largest, count};
    memcpy(dims, from.dims, (size_t)from.rank * sizeof *dims);
    dims[dim] = count;
    *values = l0_new_shaped(list, "values", from.type, dims, from.rank);
    *places = l0_new_shaped(list, "places", ACL_INT64, dims, from.rank);
    l0_apply(list, &l0_TopKV2, &tensor, 1, 0, (int[]){*values, *places}, 2, attributes);
}

/* Takes one element of each row along a dimension, by index. */
static int pick_along(struct l0_list *list, int tensor, int32_t dim, int places)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "places");
    if (tensor == L0_NONE || places == L0_NONE || indexed == NULL)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[places];
    int picked = l0_new_shaped(list, "picked", type_of(list, tensor), like.dims, like.rank);
    if (picked == L0_NONE)
        return L0_NONE;
    index_move_elements(indexed, dim, &list->tensors[places]);
    index_list_gather_step(list, indexed, tensor, &places, 1, picked);
    return picked;
}

/* ---- Elements -------------------------------------------------------------------------------- */

void infini_unary(struct l0_list *list, const struct l0_row *row, int x, int y)
{
    list_write(list, apply(list, row, wide(list, x)), y);
}

void infini_binary(struct l0_list *list, const struct l0_row *row, int a, int b, int c)
{
    int first = wide(list, a);
    list_write(list, apply2(list, row, first, wide(list, b)), c);
}

void infini_fill(struct l0_list *list, double number, int y)
{
    const struct l0_tensor out = list->tensors[y];
    l0_view_copy(list, list_fill(list, out.type, number, out.dims, out.rank), y);
}

void infini_copy(struct l0_list *list, int src, int dst)
{
    l0_view_copy(list, src, dst);
}

void infini_relu(struct l0_list *list, int x, int y)
{
    list_write(list, with(list, &l0_Maximum, wide(list, x), 0), y);
}

void infini_clip(struct l0_list *list, int x, int lower, int upper, int y)
{
    int low = wide(list, lower);
    int below = apply2(list, &l0_Minimum, wide(list, x), wide(list, upper));
    list_write(list, apply2(list, &l0_Maximum, below, low), y);
}

void infini_gelu(struct l0_list *list, int x, int y)
{
    int numbers = wide(list, x);
    if (numbers == L0_NONE)
        return;
    if (type_of(list, numbers) == ACL_FLOAT) {
        list_write(list, apply(list, &l0_GeluV2, numbers), y);
        return;
    }
    int error = apply(list, &l0_Erf, with(list, &l0_RealDiv, numbers, sqrt(2)));
    int half = with(list, &l0_Mul, numbers, 0.5);
    list_write(list, apply2(list, &l0_Mul, half, with(list, &l0_Add, error, 1)), y);
}

void infini_swiglu(struct l0_list *list, int a, int b, int c)
{
    int gate = apply(list, &l0_SwishOfOne, wide(list, b));
    list_write(list, apply2(list, &l0_Mul, wide(list, a), gate), c);
}

void infini_softplus(struct l0_list *list, int x, double beta, double threshold, int y)
{
    int numbers = wide(list, x);
    if (numbers == L0_NONE)
        return;
    int bend = list_constant(list, "beta", beta, ACL_FLOAT);
    int limit = list_constant(list, "threshold", threshold, ACL_FLOAT);
    list_write(list, activation_list_with2(list, &l0_SoftplusV2, ACL_FLOAT, numbers, bend, limit),
               y);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int along(struct l0_list *list, const struct l0_row *row, int numbers, int64_t axis)
{
    if (numbers == L0_NONE)
        return L0_NONE;
    int32_t rank = rank_of(list, numbers);
    uint64_t folded = rank == 0 ? 0 : (uint64_t)1 << (axis < 0 ? axis + rank : axis);
    return softmax_list_over(list, row, type_of(list, numbers), &numbers, 1, 0, folded);
}

void infini_along(struct l0_list *list, const struct l0_row *row, int x, int64_t axis, int y)
{
    list_write(list, along(list, row, wide(list, x), axis), y);
}

/* Ones on and below a diagonal of a matrix, zeros above it. */
static int lower_triangle(struct l0_list *list, int64_t rows, int64_t columns, int64_t diagonal)
{
    const int64_t dims[] = {rows, columns};
    int64_t *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL)
        return L0_NONE;
    *attributes = diagonal;
    return list_apply_shaped(list, &l0_Tril, list_fill(list, ACL_BOOL, 1, dims, 2), dims, 2,
                             attributes);
}

void infini_causal_softmax(struct l0_list *list, int x, int y)
{
    int64_t rows = size_of(list, x, -2);
    int64_t columns = size_of(list, x, -1);
    int seen = lower_triangle(list, rows, columns, columns - rows);
    int numbers = wide(list, x);
    if (numbers == L0_NONE)
        return;
    aclDataType type = type_of(list, numbers);
    int hidden = list_constant(list, "hidden", -INFINITY, type);
    int masked = list_apply(list, &l0_SelectV2, type, (int[]){seen, numbers, hidden}, 3, 0);
    list_write(list, along(list, &l0_SoftmaxV2, masked, -1), y);
}

static int normalized(struct l0_list *list, int numbers, int w, double epsilon)
{
    if (numbers == L0_NONE)
        return L0_NONE;
    int32_t last = rank_of(list, numbers) - 1;
    double count = (double)size_of(list, numbers, last);
    int squares = sum_along(list, apply2(list, &l0_Mul, numbers, numbers), last);
    int mean = with(list, &l0_RealDiv, squares, count);
    int root = apply(list, &l0_Sqrt, with(list, &l0_Add, mean, epsilon));
    int scaled = apply2(list, &l0_Mul, numbers, apply(list, &l0_Reciprocal, root));
    return w == L0_NONE ? scaled : apply2(list, &l0_Mul, scaled, wide(list, w));
}

void infini_rms_norm(struct l0_list *list, int x, int w, double epsilon, int y)
{
    list_write(list, normalized(list, wide(list, x), w, epsilon), y);
}

void infini_add_rms_norm(struct l0_list *list, int a, int b, int w, double epsilon, int y,
                         int residual)
{
    int sum = apply2(list, &l0_Add, wide(list, a), wide(list, b));
    list_write(list, sum, residual);
    list_write(list, normalized(list, sum, w, epsilon), y);
}

void infini_layer_norm(struct l0_list *list, int x, int w, int b, double epsilon, int y,
                       int standardized, int deviation)
{
    int numbers = wide(list, x);
    if (numbers == L0_NONE)
        return;
    int32_t last = rank_of(list, numbers) - 1;
    double count = (double)size_of(list, numbers, last);
    int mean = with(list, &l0_RealDiv, sum_along(list, numbers, last), count);
    int centred = apply2(list, &l0_Sub, numbers, mean);
    int squares = sum_along(list, apply2(list, &l0_Mul, centred, centred), last);
    int variance = with(list, &l0_RealDiv, squares, count);
    int root = apply(list, &l0_Sqrt, with(list, &l0_Add, variance, epsilon));
    int standard = apply2(list, &l0_RealDiv, centred, root);
    int scaled = apply2(list, &l0_Mul, standard, wide(list, w));
    write_as(list, root, deviation);
    list_write(list, standard, standardized);
    list_write(list, b == L0_NONE ? scaled : apply2(list, &l0_Add, scaled, wide(list, b)), y);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* The product in float32, with the dims of c. */
static int product(struct l0_list *list, int a, int b, int c)
{
    const struct l0_tensor like = list->tensors[c];
    if (size_of(list, a, -1) == 0)
        return list_fill(list, ACL_FLOAT, 0, like.dims, like.rank);
    int result = l0_new_shaped(list, "product", ACL_FLOAT, like.dims, like.rank);
    l0_apply(list, &l0_BatchMatMulV2, (int[]){a, b}, 2, 0, &result, 1, NULL);
    return result;
}

void infini_gemm(struct l0_list *list, int a, int b, double alpha, double beta, int c)
{
    int sum = product(list, a, b, c);
    if (alpha != 1)
        sum = list_muls_by(list, sum, (float)alpha);
    if (beta != 0)
        sum = binary_list_axpy(list, sum, wide(list, c), (float)beta, ACL_FLOAT);
    list_write(list, sum, c);
}

/* Sets the sizes of an attention. The dims of q and k are batch, heads, rows and columns. */
static void set_attention(const struct l0_list *list, struct attention *a, int q, int k, int v)
{
    static const struct attention_layout layout = {
        .b = 0, .n = 1, .s = 2, .d = 3, .h = -1, .t = -1};
    a->query = a->key = a->out = layout;
    memset(a->at, -1, sizeof a->at);
    a->members = 1;
    a->batches = size_of(list, q, 0);
    a->heads = size_of(list, q, 1);
    a->key_heads = size_of(list, k, 1);
    a->depth = size_of(list, q, 3);
    a->value_depth = size_of(list, v, 3);
    a->rows.whole = size_of(list, q, 2);
    a->columns.whole = size_of(list, k, 2);
    a->keep = 1;
}

void infini_flash_attention(struct l0_list *list, int q, int k, int v, int lengths, double scale,
                            bool is_causal, int out)
{
    static const enum attention_input places[] = {ATTENTION_QUERY, ATTENTION_KEY_LENGTHS,
                                                  ATTENTION_KEY, ATTENTION_VALUE};
    struct attention *a = l0_take(list, sizeof *a);
    if (a == NULL || q == L0_NONE || k == L0_NONE || v == L0_NONE || out == L0_NONE)
        return;
    *a = (struct attention){.scale = (float)scale, .sparse_mode = is_causal ? 3 : -1};
    set_attention(list, a, q, k, v);
    const int inputs[] = {l0_contiguous(list, q),
                          l0_contiguous(list, l0_cast(list, lengths, ACL_INT64)),
                          l0_contiguous(list, k), l0_contiguous(list, v)};
    for (int i = 0; i < 4; i++)
        a->at[places[i]] = i;
    const struct l0_tensor like = list->tensors[out];
    int result = l0_new_shaped(list, "attention", like.type, like.dims, like.rank);
    l0_apply(list, &l0_FlashAttentionScore, inputs, 4, 0, &result, 1, a);
    l0_view_copy(list, result, out);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* The rows of a table at the positions, repeated for the heads: [..., S, 1, D / 2, 1] or [..., 1, D
 * / 2]. */
static int angles(struct l0_list *list, int table, int positions, bool are_halves)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "pos_ids");
    int64_t dims[TENSOR_MAX_DIMS];
    if (table == L0_NONE || positions == L0_NONE || indexed == NULL)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[positions];
    int32_t rank = from.rank;
    memcpy(dims, from.dims, (size_t)rank * sizeof *dims);
    dims[rank] = size_of(list, table, 1);
    int rows = l0_new_shaped(list, "angles", type_of(list, table), dims, rank + 1);
    if (rows == L0_NONE)
        return L0_NONE;
    index_rows(indexed, &list->tensors[table], 0, &list->tensors[positions], 0);
    index_list_gather_step(list, indexed, table, &positions, 1, rows);
    dims[rank] = 1;
    dims[rank + 1] = are_halves ? 1 : size_of(list, table, 1);
    dims[rank + 2] = are_halves ? size_of(list, table, 1) : 1;
    return l0_reshape(list, wide(list, rows), dims, rank + 3);
}

/* A tensor of the caller's [..., D] as pairs: [..., 2, D / 2] or [..., D / 2, 2]. */
static int as_pairs(struct l0_list *list, int tensor, bool are_halves)
{
    struct tensor *view = l0_take(list, sizeof *view);
    if (tensor == L0_NONE || view == NULL)
        return L0_NONE;
    *view = *list->tensors[tensor].given;
    int32_t last = view->rank++ - 1;
    int64_t half = view->dims[last] / 2;
    view->dims[last] = are_halves ? 2 : half;
    view->dims[last + 1] = are_halves ? half : 2;
    view->strides[last + 1] = view->strides[last];
    view->strides[last] *= view->dims[last + 1];
    return l0_user_tensor(list, list->tensors[tensor].name, view);
}

void infini_rope(struct l0_list *list, int x, int positions, int sines, int cosines, int64_t algo,
                 int y)
{
    bool are_halves = algo == 1;
    int places = l0_cast(list, positions, ACL_INT64);
    int sine = angles(list, sines, places, are_halves);
    int cosine = angles(list, cosines, places, are_halves);
    int from = as_pairs(list, x, are_halves);
    int to = as_pairs(list, y, are_halves);
    if (sine == L0_NONE || cosine == L0_NONE || from == L0_NONE || to == L0_NONE)
        return;
    int32_t dim = rank_of(list, from) - (are_halves ? 2 : 1);
    int first = wide(list, l0_part(list, from, dim, 0, 1));
    int second = wide(list, l0_part(list, from, dim, 1, 1));
    const int turned[] = {
        apply2(list, &l0_Sub, apply2(list, &l0_Mul, first, cosine),
               apply2(list, &l0_Mul, second, sine)),
        apply2(list, &l0_Add, apply2(list, &l0_Mul, first, sine),
               apply2(list, &l0_Mul, second, cosine)),
    };
    list_write(list, copy_layout_list_joined(list, turned, 2, dim), to);
}

/* ---- Order ----------------------------------------------------------------------------------- */

void infini_topk(struct l0_list *list, int x, int64_t k, int64_t dim, bool largest, int values,
                 int indices)
{
    int found;
    int places;
    first_along(list, x, (int32_t)dim, k, largest, &found, &places);
    list_write(list, found, values);
    list_write(list, places, indices);
}

void infini_topk_softmax(struct l0_list *list, int x, int64_t k, bool norm, int values, int indices)
{
    int found;
    int places;
    first_along(list, along(list, &l0_SoftmaxV2, wide(list, x), 1), 1, k, true, &found, &places);
    if (norm)
        found = apply2(list, &l0_RealDiv, found, sum_along(list, found, 1));
    list_write(list, found, values);
    list_write(list, places, indices);
}

#define GROUPS 8
#define GROUPS_TAKEN 4

/* Ones where a number of a row is among the largest: [N, GROUPS]. Of equal numbers the first
 * counts. */
static int mark_largest(struct l0_list *list, int numbers)
{
    int found;
    int places;
    int order;
    int ranks;
    first_along(list, numbers, 1, GROUPS, true, &found, &places);
    first_along(list, places, 1, GROUPS, false, &order, &ranks);
    if (ranks == L0_NONE)
        return L0_NONE;
    int limit = list_integer_constant(list, "taken", GROUPS_TAKEN, ACL_INT64);
    return list_apply(list, &l0_Less, ACL_BOOL, (int[]){ranks, limit}, 2, 0);
}

void infini_topk_router(struct l0_list *list, int x, int bias, double factor, int64_t k, int values,
                        int indices)
{
    int64_t rows = size_of(list, x, 0);
    int64_t width = size_of(list, x, 1);
    const int64_t grouped[] = {rows, GROUPS, width / GROUPS};
    const int64_t groups[] = {rows, GROUPS};
    const int64_t apart[] = {rows, GROUPS, 1};
    const int64_t together[] = {rows, width};
    int best;
    int places;
    int scores = apply(list, &l0_Sigmoid, wide(list, x));
    int biased = l0_reshape(list, apply2(list, &l0_Add, scores, bias), grouped, 3);
    first_along(list, biased, 2, 2, true, &best, &places);
    int sums = sum_along(list, best, 2);
    if (sums == L0_NONE)
        return;
    int taken = mark_largest(list, l0_reshape(list, sums, groups, 2));
    if (taken == L0_NONE)
        return;
    int nothing = list_constant(list, "nothing", 0, ACL_FLOAT);
    int left = list_apply(list, &l0_SelectV2, ACL_FLOAT,
                          (int[]){l0_reshape(list, taken, apart, 3), biased, nothing}, 3, 0);
    first_along(list, l0_reshape(list, left, together, 2), 1, k, true, &best, &places);
    int weights = pick_along(list, scores, 1, places);
    int total = with(list, &l0_Add, sum_along(list, weights, 1), 1e-9);
    list_write(list, apply2(list, &l0_RealDiv, with(list, &l0_Mul, weights, factor), total),
               values);
    list_write(list, places, indices);
}

/* ---- Samples --------------------------------------------------------------------------------- */

static int running_sums(struct l0_list *list, int numbers)
{
    struct scan_attributes *attributes = l0_take(list, sizeof *attributes);
    if (numbers == L0_NONE || attributes == NULL)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[numbers];
    *attributes = (struct scan_attributes){SCAN_SUM, 0, false, false};
    return list_apply_shaped(list, &l0_Cumsum, numbers, like.dims, like.rank, attributes);
}

/* The index of the first sorted number at which the running sum reaches the limit. */
static int sampled_place(struct l0_list *list, int sorted, double random, double topp, int64_t topk,
                         double temperature)
{
    if (sorted == L0_NONE)
        return L0_NONE;
    int64_t count = size_of(list, sorted, 0);
    int below = apply2(list, &l0_Sub, sorted, l0_part(list, sorted, 0, 0, 1));
    int weights = apply(list, &l0_Exp, with(list, &l0_RealDiv, below, temperature));
    int sums = running_sums(list, weights);
    if (sums == L0_NONE)
        return L0_NONE;
    int64_t last = topk > 0 && topk < count ? topk - 1 : count - 1;
    int all = with(list, &l0_Mul, l0_part(list, sums, 0, count - 1, 1), topp);
    int most = apply2(list, &l0_Minimum, l0_part(list, sums, 0, last, 1), all);
    int limit = with(list, &l0_Mul, most, random);
    if (limit == L0_NONE)
        return L0_NONE;
    int passed = list_apply(list, &l0_Less, ACL_BOOL, (int[]){sums, limit}, 2, 0);
    int place = sum_along(list, l0_cast(list, passed, ACL_INT64), 0);
    if (place == L0_NONE)
        return L0_NONE;
    int end = list_integer_constant(list, "end", count - 1, ACL_INT64);
    return activation_list_with(list, &l0_Minimum, ACL_INT64, place, end);
}

/* The index in a row, [N] or [1, N], that is drawn, as a tensor [1]. */
static int sample_row(struct l0_list *list, int row, double random, double topp, int64_t topk,
                      double temperature)
{
    int sorted;
    int places;
    bool takes_largest = random == 0 || topp == 0 || topk == 1 || temperature == 0;
    int numbers = wide(list, row);
    if (numbers == L0_NONE)
        return L0_NONE;
    int32_t last = rank_of(list, numbers) - 1;
    const int64_t count = takes_largest ? 1 : size_of(list, numbers, last);
    first_along(list, numbers, last, count, true, &sorted, &places);
    sorted = l0_reshape(list, sorted, &count, 1);
    places = l0_reshape(list, places, &count, 1);
    return takes_largest ? places
                         : pick_along(list, places, 0,
                                      sampled_place(list, sorted, random, topp, topk, temperature));
}

void infini_random_sample(struct l0_list *list, int probs, double random, double topp, int64_t topk,
                          double temperature, int result)
{
    write_as(list, sample_row(list, probs, random, topp, topk, temperature), result);
}

void infini_random_samples(struct l0_list *list, int probs, const float *random, const float *topp,
                           const int *topk, const float *temperature, int result)
{
    int64_t rows = probs == L0_NONE ? 0 : size_of(list, probs, 0);
    int *places = l0_take(list, (size_t)rows * sizeof *places);
    if (rows == 0 || places == NULL)
        return;
    for (int64_t i = 0; i < rows; i++)
        places[i] = sample_row(list, l0_part(list, probs, 0, i, 1), random[i], topp[i], topk[i],
                               temperature[i]);
    if (list->status == ACLNN_SUCCESS)
        list_write(list, copy_layout_list_joined(list, places, (int)rows, 0), result);
}
