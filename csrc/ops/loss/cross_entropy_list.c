/* SPDX-License-Identifier: Apache-2.0 */
/* Losses that compare a distribution with the class that occurred. Classes are given as numbers
 * (NLLLoss), or as probabilities (BinaryCrossEntropy, SoftmaxCrossEntropyWithLogits). Where they
 * are numbers, the work is a gather of one element a position; its gradient is zero but for that
 * element. */
#include "ops/loss/cross_entropy.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "declared/activation.h"
#include "declared/binary.h"
#include "declared/reduce.h"
#include "declared/softmax.h"
#include "declared/unary.h"
#include "ops/activation/activation.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"
#include "ops/reduce/reduce.h"
#include "ops/reduce/reduce_tiling.h"
#include "tensor/convert.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Appends a formula over dims that are folded. NULL: no dims are folded. */
static void compute(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int *outputs, int output_count, const uint64_t *folded)
{
    struct l0_fold *fold = NULL;
    if (folded != NULL) {
        fold = l0_take(list, sizeof *fold);
        if (fold == NULL)
            return;
        fold->dims = *folded;
    }
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, fold);
}

/* Every dim of a tensor, as bits. */
static uint64_t all_dims(const struct l0_list *list, int tensor)
{
    return ((uint64_t)1 << list->tensors[tensor].rank) - 1;
}

static void fill_single(struct l0_list *list, double number, int out)
{
    if (out == L0_NONE || list->tensors[out].elements == 0)
        return;
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_fill(list, result.type, number, result.dims, result.rank), out);
}

/* Writes a tensor of one element to out, which may have any number of dims. */
static void write_single(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[tensor].rank != result.rank)
        tensor = l0_reshape(list, tensor, result.dims, result.rank);
    list_write(list, tensor, out);
}

/* Makes a tensor of one element without dimensions. */
static int single(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].rank == 0 ? tensor
                                                                : l0_reshape(list, tensor, NULL, 0);
}

/* ---- What classes name ----------------------------------------------------------------------- */

/* The classes as int64, with class 0 in place of one that is ignored. */
struct classes {
    int given;
    int ignored; /* index of a constant in the list */
    int safe;
};

static struct classes classes_of(struct l0_list *list, int target, int64_t ignore)
{
    struct classes classes = {l0_convert(list, target, ACL_INT64),
                              list_integer_constant(list, "ignoreIndex", ignore, ACL_INT64),
                              L0_NONE};
    if (classes.given == L0_NONE)
        return classes;
    const struct l0_tensor like = list->tensors[classes.given];
    classes.safe = l0_new_shaped(list, "classes", ACL_INT64, like.dims, like.rank);
    compute(list, &l0_NLLLossClasses, (const int[]){classes.given, classes.ignored}, 2,
            &classes.safe, 1, NULL);
    return classes;
}

/* Gathers the element of each position that its class names, along a dimension of self. */
static int pick(struct l0_list *list, int self, int32_t dim, int safe)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "target");
    if (indexed == NULL || self == L0_NONE || safe == L0_NONE)
        return L0_NONE;
    const struct l0_tensor index = list->tensors[safe];
    struct indexed_component *component = index_add_component(indexed, 1, dim);
    for (int32_t i = 0; i < index.rank; i++)
        component->dims[index_add_loop(indexed, index.dims[i], i < dim ? i : i + 1, i)] = i;
    int picked = l0_new_shaped(list, "picked", list->tensors[self].type, index.dims, index.rank);
    index_list_gather_step(list, indexed, self, &safe, 1, picked);
    return picked;
}

static int in_a_line(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE
               ? L0_NONE
               : l0_reshape(list, tensor, &(int64_t){list->tensors[tensor].elements}, 1);
}

/* Gathers the weight of each position's class. */
static int pick_weights(struct l0_list *list, int weight, int safe)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "target");
    weight = in_a_line(list, weight);
    if (indexed == NULL || weight == L0_NONE || safe == L0_NONE)
        return L0_NONE;
    const struct l0_tensor weights = list->tensors[weight];
    const struct l0_tensor index = list->tensors[safe];
    index_rows(indexed, &weights, 0, &index, 0);
    int picked = l0_new_shaped(list, "weights", weights.type, index.dims, index.rank);
    index_list_gather_step(list, indexed, weight, &safe, 1, picked);
    return picked;
}

/* Writes the gradient to the caller's tensor: the numbers at the classes, and zeros elsewhere. */
static void place(struct l0_list *list, int32_t dim, int safe, int numbers, int out)
{
    int32_t *kept = l0_take(list, sizeof *kept);
    if (kept == NULL || out == L0_NONE)
        return;
    *kept = dim;
    const struct l0_tensor like = list->tensors[out];
    int placed = l0_new_shaped(list, "placed", like.type, like.dims, like.rank);
    numbers = l0_convert(list, numbers, like.type);
    l0_step(list, L0_STEP_APPLY, &l0_NLLLossPlace, (const int[]){safe, numbers}, 2, &placed, 1,
            kept);
    l0_step(list, L0_STEP_STORE, NULL, &placed, 1, &out, 1, NULL);
}

/* ---- NLLLoss --------------------------------------------------------------------------------- */

/* The type in which kernels compute. Those before Ascend950 have no float16. */
static aclDataType loss_type(const struct l0_list *list, int self)
{
    aclDataType type = list->tensors[self].type;
    return list->architecture != ARCHITECTURE_3510 && type == ACL_FLOAT16 ? ACL_FLOAT : type;
}

/* Moves the classes of an image to the last dimension, and reshapes it to a matrix. */
static int launch_rows(struct l0_list *list, int self, int64_t classes)
{
    static const int64_t order[] = {0, 2, 3, 1};
    int permuted = list_launch_transpose(list, self, order);
    if (permuted == L0_NONE)
        return L0_NONE;
    return l0_reshape(list, permuted,
                      (const int64_t[]){list->tensors[permuted].elements / classes, classes}, 2);
}

/* Appends the operator, on tensors as its kernel requires them. */
static void launch_loss(struct l0_list *list, const int tensors[3], int64_t reduction,
                        const int results[2])
{
    l0_launch_row(list, &l0_NLLLoss, tensors, 3, 0, results, 2, NULL);
    if (list->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list,
                            L0_SYSTEM_WORKSPACE +
                                (reduction == NONE ? 0 : 8 * (uint64_t)list->soc->vector_cores));
}

static void nll_loss(struct l0_list *list, int self, int target, int weight, int64_t reduction,
                     int64_t ignore, int out, int total)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    aclDataType type = loss_type(list, self);
    const struct l0_tensor given = list->tensors[self];
    int32_t dim = given.rank == 1 ? 0 : 1;
    int x = l0_contiguous(list, self);
    int cast = l0_launch_cast(list, x, type);
    int t = L0_NONE;
    int named = L0_NONE;
    if (given.rank == 4) {
        t = l0_contiguous(list, target);
    } else {
        t = l0_contiguous(list, target);
        named = !is_950 && list->tensors[target].type == ACL_UINT8
                    ? l0_launch_cast(list, t, ACL_INT32)
                    : t;
    }
    int w = l0_contiguous(list, weight);
    int weights = l0_launch_cast(list, w, type);
    if (given.rank == 4 && !is_950) {
        cast = given.dims[1] == 1 ? cast : launch_rows(list, cast, given.dims[1]);
        named = in_a_line(list, t);
        if (list->tensors[target].type == ACL_UINT8)
            named = l0_launch_cast(list, named, ACL_INT32);
    } else if (given.rank == 4) {
        named = t;
    }
    if (t == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor positions = list->tensors[t];
    int results[2] = {
        l0_new_shaped(list, "loss", type, positions.dims, reduction == NONE ? positions.rank : 0),
        l0_new_shaped(list, "totalWeight", type, NULL, 0)};
    launch_loss(list, (const int[]){cast, named, weights}, reduction, results);
    struct classes classes = classes_of(list, t, ignore);
    int picked = pick(list, x, dim, classes.safe);
    const int inputs[] = {picked, pick_weights(list, w, classes.safe), classes.given,
                          classes.ignored};
    if (list->status != ACLNN_SUCCESS)
        return;
    uint64_t all = all_dims(list, picked);
    if (reduction == NONE)
        compute(list, &l0_NLLLossEach, inputs, 4, results, 1, NULL);
    else
        compute(list, reduction == MEAN ? &l0_NLLLossMean : &l0_NLLLossSum, inputs, 4, results, 2,
                &all);
    write_single(list, results[0], out);
    if (reduction != NONE)
        write_single(list, results[1], total);
}

static void write_nothing(struct l0_list *list, int64_t reduction, int out, int total)
{
    if (reduction == NONE)
        return;
    fill_single(list, reduction == MEAN ? NAN : 0, out);
    fill_single(list, 0, total);
}

void loss_list_nll_loss(struct l0_list *list, int self, int target, int weight, int64_t reduction,
                        int64_t ignoreIndex, int out, int totalWeightOut)
{
    if (self == L0_NONE || target == L0_NONE || weight == L0_NONE)
        return;
    if (list->tensors[self].elements == 0 || list->tensors[weight].elements == 0) {
        list->asks_nothing = list->tensors[self].rank == 4;
        write_nothing(list, reduction, out, totalWeightOut);
        return;
    }
    nll_loss(list, self, target, weight, reduction, ignoreIndex, out, totalWeightOut);
}

void loss_list_nll_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                                 int weight, int64_t reduction, int64_t ignoreIndex,
                                 int totalWeight, int out)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0)
        return;
    aclDataType type = loss_type(list, self);
    const struct l0_tensor given = list->tensors[self];
    bool is_image = given.rank == 4;
    int g = l0_contiguous(list, gradOutput);
    int grads = l0_launch_cast(list, g, type);
    int cast = l0_launch_cast(list, l0_contiguous(list, self), type);
    int t = is_image ? l0_contiguous(list, target) : L0_NONE;
    int w = l0_contiguous(list, weight);
    int weights = l0_launch_cast(list, w, type);
    if (!is_image)
        t = l0_contiguous(list, target);
    int named = !is_950 && !is_image ? l0_launch_cast(list, t, ACL_INT32) : t;
    int total = is_image ? totalWeight : l0_contiguous(list, totalWeight);
    int divisor = l0_launch_cast(list, total, type);
    if (is_image && !is_950) {
        grads = reduction == NONE ? in_a_line(list, grads) : grads;
        cast = launch_rows(list, cast, given.dims[1]);
        named = l0_launch_cast(list, in_a_line(list, t), ACL_INT32);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor shape = list->tensors[cast];
    int result = l0_new_shaped(list, "gradient", type, shape.dims, shape.rank);
    l0_launch_row(list, &l0_NLLLossGrad, (const int[]){cast, grads, named, weights, divisor}, 5, 0,
                  &result, 1, NULL);
    if (is_image && !is_950) {
        const int64_t dims[] = {given.dims[0], given.dims[2], given.dims[3], given.dims[1]};
        static const int64_t order[] = {0, 3, 1, 2};
        result = list_launch_transpose(list, l0_reshape(list, result, dims, 4), order);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_view_copy(list, l0_launch_cast(list, result, list->tensors[out].type), out);
    struct classes classes = classes_of(list, t, ignoreIndex);
    int picked = pick_weights(list, w, classes.safe);
    if (picked == L0_NONE)
        return;
    const struct l0_tensor positions = list->tensors[picked];
    bool is_each = reduction == NONE && given.rank > 1;
    int numbers = l0_new_shaped(list, "numbers", type, positions.dims, positions.rank);
    compute(list, &l0_NLLLossGradOfClass,
            (const int[]){picked, is_each ? g : single(list, g),
                          reduction == MEAN ? single(list, total) : list_number_of(list, 1),
                          classes.given, classes.ignored},
            5, &numbers, 1, NULL);
    place(list, given.rank == 1 ? 0 : 1, classes.safe, numbers, out);
}

/* ---- BinaryCrossEntropy ---------------------------------------------------------------------- */

/* Appends the row's operator, on the tensors that CANN has, and its formula on others, which have
 * self's shape or one element. Ascend950 has a kernel for one element. */
static int entropy(struct l0_list *list, const struct l0_row *row, const struct l0_row *formula,
                   aclDataType type, const int *tensors, int count, const int *inputs,
                   int input_count, const char *kernel)
{
    bool is_joined = kernel != NULL;
    for (int i = 0; i < input_count; i++)
        if (inputs[i] == L0_NONE)
            return L0_NONE;
    const struct l0_tensor x = list->tensors[inputs[0]];
    int result = l0_new_shaped(list, row->name, type, x.dims, is_joined ? 0 : x.rank);
    uint64_t all = all_dims(list, inputs[0]);
    if (kernel != NULL && list->architecture == ARCHITECTURE_3510) {
        l0_launch_many(list, row->name, L0_AI_CORE, tensors, count, &result, 1);
        reduce_tiling_fold_as(list, kernel, inputs[0], all);
    } else {
        l0_launch_row(list, row, tensors, count, 0, &result, 1, NULL);
    }
    compute(list, formula, inputs, input_count, &result, 1, is_joined ? &all : NULL);
    return result;
}

void loss_list_binary_cross_entropy(struct l0_list *list, int self, int target, int weight,
                                    int64_t reduction, int out)
{
    if (self == L0_NONE || target == L0_NONE)
        return;
    if (list->tensors[self].elements == 0) {
        fill_single(list, reduction == MEAN ? NAN : 0, out);
        return;
    }
    static const char *const kernels[2][2] = {{"BCESumDag", "BCEMeanDag"},
                                              {"BCEHasWeightSumDag", "BCEHasWeightMeanDag"}};
    bool is_joined = reduction != NONE;
    int x = l0_contiguous(list, self);
    int t = l0_contiguous(list, target);
    int w = weight != L0_NONE ? l0_contiguous(list, weight) : list_number_of(list, 1);
    const int tensors[] = {x, t, w};
    double count = reduction == MEAN ? (double)list->tensors[self].elements : 1;
    const int inputs[] = {x, t, w, is_joined ? list_number_of(list, count) : L0_NONE};
    int loss = entropy(list, &l0_BinaryCrossEntropy,
                       is_joined ? &l0_BinaryCrossEntropyJoined : &l0_BinaryCrossEntropy,
                       list->tensors[self].type, tensors, weight != L0_NONE ? 3 : 2, inputs,
                       is_joined ? 4 : 3,
                       is_joined ? kernels[weight != L0_NONE][reduction != SUM] : NULL);
    if (loss == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[loss].rank != result.rank)
        loss = l0_reshape(list, loss, result.dims, result.rank);
    l0_view_copy(list, loss, out);
}

/* An operand that may be missing: then ones in the shape of another tensor. */
static int dense_or_ones(struct l0_list *list, int operand, int like)
{
    return operand != L0_NONE ? l0_contiguous(list, operand) : list_ones_like(list, like);
}

/* Prepares gradOutput, self, target, weight, posWeight: each is made dense, then cast; the last
 * only when it is wanted. False after an error. */
static bool prepare(struct l0_list *list, int operands[5], int count, aclDataType type)
{
    for (int i = 0; i < 3; i++)
        operands[i] = l0_contiguous(list, operands[i]);
    for (int i = 3; i < count; i++)
        operands[i] = dense_or_ones(list, operands[i], operands[1]);
    for (int i = 0; i < count; i++)
        operands[i] = l0_cast(list, operands[i], type);
    return list->status == ACLNN_SUCCESS;
}

static double share(const struct l0_list *list, int self, int64_t reduction)
{
    return reduction == MEAN ? 1 / (double)list->tensors[self].elements : 1;
}

void loss_list_binary_cross_entropy_backward(struct l0_list *list, int gradOutput, int self,
                                             int target, int weightOptional, aclDataType promoted,
                                             int64_t reduction, int out)
{
    int o[5] = {gradOutput, self, target, weightOptional, L0_NONE};
    if (self == L0_NONE || list->tensors[self].elements == 0 || !prepare(list, o, 4, promoted))
        return;
    const int tensors[] = {o[1], o[2], o[0], o[3]};
    const int inputs[] = {o[1], o[2], o[0], o[3],
                          list_number_of(list, share(list, self, reduction))};
    list_write(list,
               entropy(list, &l0_BinaryCrossEntropyGrad, &l0_BinaryCrossEntropyGrad, promoted,
                       tensors, 4, inputs, 5, NULL),
               out);
}

void loss_list_binary_cross_entropy_with_logits(struct l0_list *list, int self, int target,
                                                int weightOptional, int posWeightOptional,
                                                int64_t reduction, int out)
{
    static const struct array all = {.size = 0};
    if (self == L0_NONE || target == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[self].elements == 0) {
        list->asks_nothing = reduction == NONE;
        if (reduction != NONE)
            fill_single(list, reduction == MEAN ? NAN : 0, out);
        return;
    }
    aclDataType type = type_promote(list->tensors[self].type, list->tensors[target].type);
    int x = l0_contiguous(list, self);
    int t = l0_contiguous(list, target);
    x = l0_cast(list, x, type);
    t = l0_cast(list, t, type);
    int tensors[4] = {x, t};
    int count = 2;
    int w = L0_NONE;
    int p = L0_NONE;
    if (weightOptional != L0_NONE)
        tensors[count++] = w = l0_cast(list, l0_contiguous(list, weightOptional), type);
    if (posWeightOptional != L0_NONE || list->architecture != ARCHITECTURE_3510)
        tensors[count++] = p = l0_cast(list, dense_or_ones(list, posWeightOptional, x), type);
    const int inputs[] = {x, t, w != L0_NONE ? w : list_number_of(list, 1),
                          p != L0_NONE ? p : list_number_of(list, 1)};
    int loss = entropy(list, &l0_SigmoidCrossEntropyWithLogitsV2,
                       &l0_SigmoidCrossEntropyWithLogitsV2, type_is_half(type) ? ACL_FLOAT : type,
                       tensors, count, inputs, 4, NULL);
    if (reduction != NONE)
        loss = reduce_list_fold(list, reduction == SUM ? &l0_ReduceSum : &l0_ReduceMean, loss, &all,
                                false, loss == L0_NONE ? type : list->tensors[loss].type);
    write_single(list, loss, out);
}

void loss_list_binary_cross_entropy_with_logits_backward(struct l0_list *list, int gradOutput,
                                                         int self, int target, int weightOptional,
                                                         int posWeightOptional,
                                                         aclDataType promoted, int64_t reduction,
                                                         int out)
{
    int o[5] = {gradOutput, self, target, weightOptional, posWeightOptional};
    if (self == L0_NONE || list->tensors[self].elements == 0 || !prepare(list, o, 5, promoted))
        return;
    const int tensors[] = {o[1], o[2], o[0], o[3], o[4]};
    const int inputs[] = {o[1], o[2], o[0],
                          o[3], o[4], list_number_of(list, share(list, self, reduction))};
    list_write(list,
               entropy(list, &l0_SigmoidCrossEntropyWithLogitsGradV2,
                       &l0_SigmoidCrossEntropyWithLogitsGradV2, promoted, tensors, 5, inputs, 6,
                       NULL),
               out);
}

/* ---- KlDiv ----------------------------------------------------------------------------------- */

/* Broadcasts the first tensor to the common shape of both. */
static int broadcast_with(struct l0_list *list, int tensor, int other)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE || other == L0_NONE)
        return L0_NONE;
    const struct l0_tensor a = list->tensors[tensor];
    const struct l0_tensor b = list->tensors[other];
    int32_t rank = a.rank > b.rank ? a.rank : b.rank;
    for (int32_t i = 0; i < rank; i++) {
        int64_t left = i < rank - a.rank ? 1 : a.dims[i - (rank - a.rank)];
        int64_t right = i < rank - b.rank ? 1 : b.dims[i - (rank - b.rank)];
        dims[i] = left == 1 ? right : left;
    }
    return l0_broadcast_to(list, tensor, dims, rank);
}

/* Sums over the elements for which a single element of target stood, and writes that to out. */
static void write_sums(struct l0_list *list, int grad, int out)
{
    if (grad == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    const struct l0_tensor from = list->tensors[grad];
    int32_t more = from.rank - result.rank;
    uint64_t folded = 0;
    for (int32_t i = 0; i < from.rank; i++)
        if (i < more || from.dims[i] != result.dims[i - more])
            folded |= (uint64_t)1 << i;
    if (folded != 0) {
        grad = list_fold_dims(list, &l0_ReduceSum, grad, folded, true, from.type);
        grad = l0_reshape(list, grad, result.dims, result.rank);
    }
    list_write(list, grad, out);
}

void loss_list_kl_div_backward(struct l0_list *list, int gradOutput, int self, int target,
                               int64_t reduction, bool logTarget, int out)
{
    int o[3] = {gradOutput, self, target};
    bool are_halves = true;
    if (self == L0_NONE || target == L0_NONE || gradOutput == L0_NONE)
        return;
    for (int i = 0; i < 3; i++) {
        are_halves &= list->tensors[o[i]].type == ACL_FLOAT16;
        o[i] = l0_contiguous(list, o[i]);
    }
    for (int i = 0; i < 3 && !are_halves; i++)
        o[i] = l0_cast(list, o[i], ACL_FLOAT);
    int x = broadcast_with(list, o[1], o[2]);
    if (x == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[x];
    double count = reduction == MEAN                  ? (double)shape.elements
                   : reduction == 3 && shape.rank > 0 ? (double)shape.dims[0]
                                                      : 1;
    const struct l0_row *formula = logTarget ? &l0_KlDivLossGradOfLogarithms : &l0_KlDivLossGrad;
    write_sums(list,
               entropy(list, &l0_KlDivLossGrad, formula, shape.type, (const int[]){o[0], x, o[2]},
                       3, (const int[]){x, o[2], o[0], list_number_of(list, 1 / count)}, 4, NULL),
               out);
}

void loss_list_softmax_cross_entropy_with_logits(struct l0_list *list, int features, int labels,
                                                 int loss, int backprop)
{
    static const uint64_t columns = 2;
    int x = l0_contiguous(list, features);
    int t = l0_contiguous(list, labels);
    if (x == L0_NONE || t == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[x];
    const int64_t column[] = {like.dims[0], 1};
    int rows = l0_new_shaped(list, "losses", like.type, column, 2);
    int results[2] = {l0_reshape(list, rows, like.dims, 1),
                      l0_new_shaped(list, "backprop", like.type, like.dims, 2)};
    const int inputs[] = {x, t};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_SoftmaxCrossEntropyWithLogits, inputs, 2, 0, results, 2, NULL);
    compute(list, &l0_SoftmaxCrossEntropyWithLogits, inputs, 2, (const int[]){rows, results[1]}, 2,
            &columns);
    l0_view_copy(list, results[0], loss);
    l0_view_copy(list, results[1], backprop);
}

/* The workspace of kernels, besides the system's. */
static uint64_t loss_workspace(const struct l0_list *list, int64_t reduction)
{
    if (list->architecture != ARCHITECTURE_3510)
        return L0_SYSTEM_WORKSPACE + 768;
    return L0_SYSTEM_WORKSPACE +
           (reduction == NONE ? 0 : (uint64_t)list->soc->vector_cores * 32 * 4 * 3);
}

static uint64_t loss_gradient_workspace(const struct l0_list *list)
{
    uint64_t cores = (uint64_t)list->soc->vector_cores;
    return L0_SYSTEM_WORKSPACE +
           (list->architecture == ARCHITECTURE_3510 ? cores * 32 * 4 : (cores * 4 + 31) / 32 * 32);
}

/* The weights of the rows' classes, or 1 when there are none. */
static int row_weights(struct l0_list *list, int weight, int safe)
{
    return weight == L0_NONE ? list_number_of(list, 1) : pick_weights(list, weight, safe);
}

void loss_list_cross_entropy_loss(struct l0_list *list, int input, int target, int weightOptional,
                                  const char *reductionOptional, int64_t ignoreIndex,
                                  double labelSmoothing, int lossOut, int logProbOut, int zlossOut,
                                  int lseForZlossOut)
{
    static const uint64_t columns = 2;
    int64_t reduction = loss_cross_entropy_reduction_of(reductionOptional);
    int x = l0_contiguous(list, input);
    int t = l0_contiguous(list, target);
    int w = weightOptional != L0_NONE ? l0_contiguous(list, weightOptional) : L0_NONE;
    if (x == L0_NONE || t == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[x];
    const int64_t column[] = {like.dims[0], 1};
    bool is_smooth = labelSmoothing > 0;
    int loss = l0_new_shaped(list, "loss", like.type, like.dims, reduction == NONE);
    /* The logarithms; and of each row its largest element, the logarithm of its sum, and the sum of
     * its logarithms. */
    int of_rows[4] = {l0_new_shaped(list, "logProb", like.type, like.dims, 2)};
    for (int i = 1; i < 4; i++)
        of_rows[i] = l0_new_shaped(list, "statistic", ACL_FLOAT, column, 2);
    l0_launch_many(list, "CrossEntropyLoss", L0_AI_CORE, (const int[]){x, t, w},
                   w == L0_NONE ? 2 : 3, (const int[]){loss, of_rows[0], zlossOut, lseForZlossOut},
                   4);
    l0_kernel_workspace(list, loss_workspace(list, reduction));
    l0_assume(list, "kernel:CrossEntropyLoss");
    compute(list, is_smooth ? &l0_CrossEntropySmoothRows : &l0_CrossEntropyRows,
            (const int[]){x, w != L0_NONE ? w : list_number_of(list, 1)}, is_smooth ? 2 : 1,
            of_rows, is_smooth ? 4 : 3, &columns);
    struct classes classes = classes_of(list, t, ignoreIndex);
    float smoothing = (float)labelSmoothing;
    const int inputs[] = {
        pick(list, x, 1, classes.safe),
        l0_reshape(list, of_rows[1], like.dims, 1),
        l0_reshape(list, of_rows[2], like.dims, 1),
        row_weights(list, w, classes.safe),
        is_smooth ? l0_reshape(list, of_rows[3], like.dims, 1) : list_number_of(list, 0),
        classes.given,
        classes.ignored,
        list_number_of(list, (double)smoothing - 1),
        list_number_of(list, -(double)smoothing / (double)like.dims[1]),
    };
    if (list->status != ACLNN_SUCCESS)
        return;
    uint64_t all = 1;
    compute(list,
            reduction == NONE  ? &l0_CrossEntropyEach
            : reduction == SUM ? &l0_CrossEntropySum
                               : &l0_CrossEntropyMean,
            inputs, 9, &loss, 1, reduction == NONE ? NULL : &all);
    write_single(list, loss, lossOut);
    list_write(list, of_rows[0], logProbOut);
}

void loss_list_cross_entropy_loss_grad(struct l0_list *list, int gradLoss, int logProb, int target,
                                       int weightOptional, const char *reductionOptional,
                                       int64_t ignoreIndex, double labelSmoothing, int out)
{
    static const uint64_t columns = 2;
    int64_t reduction = loss_cross_entropy_reduction_of(reductionOptional);
    int g = l0_contiguous(list, gradLoss);
    int p = l0_contiguous(list, logProb);
    int t = l0_contiguous(list, target);
    int w = weightOptional != L0_NONE ? l0_contiguous(list, weightOptional) : L0_NONE;
    if (g == L0_NONE || p == L0_NONE || t == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[p];
    const int64_t column[] = {like.dims[0], 1};
    int grad = l0_new_shaped(list, "grad", like.type, like.dims, 2);
    l0_launch_many(list, "CrossEntropyLossGrad", L0_AI_CORE, (const int[]){g, p, t, w},
                   w == L0_NONE ? 3 : 4, &grad, 1);
    l0_kernel_workspace(list, loss_gradient_workspace(list));
    l0_assume(list, "kernel:CrossEntropyLossGrad");
    struct classes classes = classes_of(list, t, ignoreIndex);
    int weights = row_weights(list, w, classes.safe);
    /* The contribution of the class of each row, and of each class by smoothing. */
    int numbers[2] = {l0_new_shaped(list, "numbers", ACL_FLOAT, like.dims, 1),
                      l0_new_shaped(list, "numbers", ACL_FLOAT, like.dims, 1)};
    int total = list_number_of(list, 1);
    uint64_t all = 1;
    if (reduction == MEAN) {
        total = l0_new_shaped(list, "total", ACL_FLOAT, NULL, 0);
        compute(list, &l0_CrossEntropyWeights,
                (const int[]){classes.given, classes.ignored, weights}, 3, &total, 1, &all);
    }
    float smoothing = (float)labelSmoothing;
    compute(list, &l0_CrossEntropyGradOfClass,
            (const int[]){reduction == NONE ? g : single(list, g), weights, total, classes.given,
                          classes.ignored, list_number_of(list, 1 - (double)smoothing),
                          list_number_of(list, (double)smoothing / (double)like.dims[1])},
            7, numbers, 2, NULL);
    int places = l0_reshape(list, classes.safe, column, 2);
    int of_class = l0_reshape(list, numbers[0], column, 2);
    if (smoothing == 0) {
        compute(list, &l0_CrossEntropyGrad, (const int[]){p, of_class, places}, 3, &grad, 1,
                &columns);
    } else {
        compute(list, &l0_CrossEntropySmoothGrad,
                (const int[]){p, of_class, places, l0_reshape(list, numbers[1], column, 2),
                              w != L0_NONE ? w : list_number_of(list, 1)},
                5, &grad, 1, &columns);
    }
    list_write(list, grad, out);
}

/* ---- Gradients of targets -------------------------------------------------------------------- */

void loss_list_binary_cross_entropy_with_logits_target_backward(
    struct l0_list *list, int gradOutput, int self, int target, int weightOptional,
    int posWeightOptional, aclDataType promoted, int64_t reduction, int gradTarget)
{
    if (self == L0_NONE || list->tensors[self].elements == 0)
        return;
    aclDataType type = type_is_half(promoted) ? ACL_FLOAT : promoted;
    int g = l0_cast(list, l0_contiguous(list, gradOutput), type);
    int x = l0_cast(list, l0_contiguous(list, self), type);
    l0_launch_cast(list, l0_contiguous(list, target), type);
    int w = l0_cast(list, dense_or_ones(list, weightOptional, x), type);
    int p = l0_cast(list, dense_or_ones(list, posWeightOptional, x), type);
    int minus = list_apply2(list, &l0_Sub, type, list_zeros_like(list, x), x);
    int of_minus = activation_list_apply1(list, &l0_LogSigmoid, type, minus);
    int of_x = activation_list_apply1(list, &l0_LogSigmoid, type, x);
    int grad = list_apply2(list, &l0_Mul, type, of_x, p);
    grad = list_apply2(list, &l0_Sub, type, of_minus, grad);
    grad = list_apply2(list, &l0_Mul, type, g, grad);
    grad = list_apply2(list, &l0_Mul, type, grad, w);
    if (reduction == MEAN)
        grad = list_muls_by(list, grad, (float)share(list, self, reduction));
    list_write(list, grad, gradTarget);
}

/* Appends the operators of op_api when the product has no kernel. */
static int kl_div_target(struct l0_list *list, int g, int x, int t, bool logTarget)
{
    if (logTarget) {
        int e = activation_list_apply1(list, &l0_Exp, ACL_FLOAT, t);
        int d = list_apply2(list, &l0_Sub, ACL_FLOAT, t, x);
        d = list_apply2(list, &l0_Mul, ACL_FLOAT, g, d);
        d = list_apply2(list, &l0_Mul, ACL_FLOAT, d, e);
        return list_apply2(list, &l0_Add, ACL_FLOAT, d,
                           list_apply2(list, &l0_Mul, ACL_FLOAT, g, e));
    }
    int by_self = list_apply2(list, &l0_Mul, ACL_FLOAT, g, x);
    int by_log = list_apply2(list, &l0_Mul, ACL_FLOAT, g,
                             activation_list_apply1(list, &l0_Log, ACL_FLOAT, t));
    int d = list_apply2(list, &l0_Sub, ACL_FLOAT, by_log, by_self);
    int ones = list_apply2(list, &l0_RealDiv, ACL_FLOAT,
                           list_apply2(list, &l0_Mul, ACL_FLOAT, g, t), t);
    return list_apply2(list, &l0_Add, ACL_FLOAT, d, ones);
}

void loss_list_kl_div_target_backward(struct l0_list *list, int gradOutput, int self, int target,
                                      int64_t reduction, bool logTarget, int gradTarget)
{
    int o[3] = {gradOutput, self, target};
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool are_alike = is_950;
    if (self == L0_NONE || target == L0_NONE || gradOutput == L0_NONE ||
        list->tensors[self].elements == 0)
        return;
    for (int i = 0; i < 3; i++) {
        are_alike &= list->tensors[o[i]].type == list->tensors[gradOutput].type;
        o[i] = l0_contiguous(list, o[i]);
    }
    for (int i = 0; i < 3 && !are_alike; i++)
        o[i] = l0_cast(list, o[i], ACL_FLOAT);
    int t = broadcast_with(list, o[2], o[1]);
    if (t == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[t];
    double count = reduction == MEAN                  ? (double)shape.elements
                   : reduction == 3 && shape.rank > 0 ? (double)shape.dims[0]
                                                      : 1;
    int grad = L0_NONE;
    if (is_950) {
        grad = entropy(list, &l0_KlDivTargetLossGrad,
                       logTarget ? &l0_KlDivTargetLossGradOfLogarithms : &l0_KlDivTargetLossGrad,
                       shape.type, (const int[]){o[0], o[1], t}, 3,
                       (const int[]){t, o[1], o[0], list_number_of(list, 1 / count)}, 4, NULL);
    } else {
        int g = o[0];
        if (reduction == MEAN || reduction == 3)
            g = list_apply2(list, &l0_RealDiv, ACL_FLOAT, g,
                            list_constant(list, "count", count, ACL_FLOAT));
        grad = kl_div_target(list, g, o[1], t, logTarget);
    }
    write_sums(list, grad, gradTarget);
}

/* Appends a row's operator and its formula: of the numbers, the mask and the scale. */
static void masked_rows(struct l0_list *list, const struct l0_row *row, const int *numbers,
                        int count, int mask, double scale, int out)
{
    static const uint64_t last = 8;
    int inputs[4];
    for (int i = 0; i < count; i++)
        inputs[i] = l0_contiguous(list, numbers[i]);
    inputs[count] = l0_contiguous(list, mask);
    inputs[count + 1] = list_number_of(list, (double)(float)scale);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[inputs[0]];
    int result = l0_new_shaped(list, row->name, like.type, like.dims, like.rank);
    l0_launch_row(list, row, inputs, count + 1, 0, &result, 1, NULL);
    compute(list, row, inputs, count + 2, &result, 1, &last);
    list_write(list, result, out);
}

void loss_list_scaled_masked_softmax(struct l0_list *list, int x, int mask, double scale, int y)
{
    masked_rows(list, &l0_ScaledMaskedSoftmaxV2, &x, 1, mask, scale, y);
}

void loss_list_scaled_masked_softmax_backward(struct l0_list *list, int gradOutput, int y, int mask,
                                              double scale, int out)
{
    masked_rows(list, &l0_ScaledMaskedSoftmaxGradV2, (const int[]){gradOutput, y}, 2, mask, scale,
                out);
}
