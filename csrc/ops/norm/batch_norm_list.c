/* SPDX-License-Identifier: Apache-2.0 */
/* Batch norms and their gradients: lists of L0 operators. Channels are the second dimension. */
#include "ops/norm/batch_norm.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "ops/norm/statistics.h"
#include "tensor/convert.h"

/* The fewest elements of a plane that are worth reading the numbers of its channel for. */
#define PLANE_LEAST 32

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* All dimensions but that of channels, as bits. */
static uint64_t all_but_channels(const struct l0_list *list, int tensor)
{
    const struct l0_tensor *elements = &list->tensors[tensor];
    int32_t dim = norm_batch_channel_dim(list->architecture == ARCHITECTURE_3510, elements->given);
    return norm_first_dims(elements->rank) & ~((uint64_t)1 << dim);
}

static int64_t count_of_channels(const struct l0_tensor *elements, uint64_t folded)
{
    int64_t count = 1;
    for (int32_t i = 0; i < elements->rank; i++)
        count *= (folded >> i & 1) != 0 ? 1 : elements->dims[i];
    return count;
}

/* Tensors with one number a channel. Formulas read them with dims that broadcast to the elements,
 * operators in the device's layout. */
enum { WEIGHT, BIAS, MEAN, VARIANCE, ALL_OF_CHANNELS };

struct channels {
    int x; /* dense */
    uint64_t folded;
    int64_t count;
    bool is_volume; /* x has five dimensions or more, which are reshaped to five */
    int given[ALL_OF_CHANNELS];
    int dense[ALL_OF_CHANNELS]; /* filled where none was given */
    int launched[ALL_OF_CHANNELS];
};

static double otherwise(int which)
{
    return which == WEIGHT || which == VARIANCE ? 1 : 0;
}

static void fill_missing(struct l0_list *list, struct channels *channels, int which,
                         aclDataType type)
{
    if (channels->given[which] == L0_NONE)
        channels->dense[which] = norm_stand_in(list, otherwise(which), type, &channels->count, 1);
}

static int dense_of(struct l0_list *list, struct channels *channels, int which)
{
    if (channels->given[which] != L0_NONE)
        channels->dense[which] = l0_contiguous(list, channels->given[which]);
    return channels->dense[which];
}

static int beside(struct l0_list *list, const struct channels *channels, int which)
{
    return channels->given[which] == L0_NONE
               ? list_number_of(list, otherwise(which))
               : norm_beside_elements(list, channels->dense[which], channels->x, channels->folded);
}

/* ---- The operators of the device, for the size ----------------------------------------------- */

/* Reshapes the elements to four dimensions, or to five when they have as many or more. */
static int as_image(struct l0_list *list, int x)
{
    int64_t dims[5] = {1, 1, 1, 1, 1};
    if (x == L0_NONE)
        return L0_NONE;
    const struct l0_tensor elements = list->tensors[x];
    for (int32_t i = 0; i < elements.rank; i++)
        dims[i < 4 ? i : 4] *= elements.dims[i];
    return l0_reshape(list, x, dims, elements.rank >= 5 ? 5 : 4);
}

/* Ascend910 stores volumes in blocks of sixteen channels. */
static int in_blocks(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    int result = l0_new_shaped(list, "blocks", given.type,
                               (int64_t[]){given.dims[0], given.dims[2], (given.dims[1] + 15) / 16,
                                           given.dims[3], given.dims[4], 16},
                               6);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

static int out_of_blocks(struct l0_list *list, int blocks, int like)
{
    if (blocks == L0_NONE || like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor shape = list->tensors[like];
    int result = l0_new_shaped(list, "planes", list->tensors[blocks].type, shape.dims, shape.rank);
    l0_launch_row(list, &l0_TransData, &blocks, 1, 0, &result, 1, NULL);
    return result;
}

/* A tensor with one number a channel, in float32; for a volume in blocks, if wanted. */
static int of_channels(struct l0_list *list, const struct channels *channels, int dense,
                       bool is_blocked)
{
    int cast = l0_launch_cast(list, dense, ACL_FLOAT);
    return is_blocked ? in_blocks(list, l0_reshape(list, cast,
                                                   (int64_t[]){1, channels->count, 1, 1, 1}, 5))
                      : cast;
}

static void put(struct l0_list *list, int tensor, int out)
{
    if (tensor != L0_NONE && out != L0_NONE)
        l0_launch_view_copy(list, l0_launch_cast(list, tensor, list->tensors[out].type), out);
}

static void put_of_channels(struct l0_list *list, const struct channels *channels, int tensor,
                            bool is_blocked, int out)
{
    if (out == L0_NONE)
        return;
    if (is_blocked)
        tensor = out_of_blocks(list, tensor,
                               l0_reshape(list, out, (int64_t[]){1, channels->count, 1, 1, 1}, 5));
    put(list, tensor, out);
}

/* Adds several tensors to the list that are like another one. */
static bool take_alike(struct l0_list *list, aclDataType type, int like, int *tensors, int count)
{
    if (like == L0_NONE)
        return false;
    const struct l0_tensor shape = list->tensors[like];
    for (int i = 0; i < count; i++) {
        tensors[i] = l0_new_shaped(list, "statistic", type, shape.dims, shape.rank);
        if (tensors[i] == L0_NONE)
            return false;
    }
    return true;
}

/* Exchanges the dims of depth and channels, or exchanges them back. */
static int swap_depth(struct l0_list *list, int volume)
{
    static const int64_t order[] = {0, 2, 1, 3, 4};
    return list_launch_transpose(list, volume, order);
}

/* Appends 1 / sqrt of variances. */
static int reciprocal_roots(struct l0_list *list, int variances, double eps)
{
    if (variances == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[variances];
    int roots = l0_new_shaped(list, "roots", ACL_FLOAT, given.dims, given.rank);
    const int inputs[] = {variances, list_number_of(list, eps)};
    if (roots != L0_NONE && inputs[1] != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_ReciprocalRoots, inputs, 2, &roots, 1, NULL);
    return roots;
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* Whether 910B and 910_93 have a kernel of their own, which takes 64 channels and more. */
static bool has_own_kernel(const struct l0_list *list, const struct channels *channels)
{
    const struct l0_tensor *x = &list->tensors[channels->x];
    aclFormat format = x->given != NULL ? x->given->format : ACL_FORMAT_ND;
    bool is_reshaped = x->rank < 4 || x->rank > 5;
    return list->architecture == ARCHITECTURE_2201 && channels->count >= 64 &&
           (is_reshaped || format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NCDHW);
}

static void launch_one_kernel(struct l0_list *list, struct channels *channels, bool training,
                              const int results[5])
{
    const struct l0_tensor *tensors = list->tensors;
    const int *dense = channels->dense;
    aclDataType input = tensors[channels->x].type;
    aclDataType types[2]; /* of weights, and of running statistics */
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    int statistics[2];
    for (int i = 0; i < ALL_OF_CHANNELS; i++) {
        const int *pair = i < MEAN ? dense : dense + MEAN;
        const int *given = channels->given + (i < MEAN ? 0 : MEAN);
        aclDataType one = tensors[given[0] != L0_NONE ? given[0] : pair[0]].type;
        aclDataType other = tensors[given[1] != L0_NONE ? given[1] : pair[1]].type;
        aclDataType common = type_promote(one, other);
        bool is_kept = common == input && (i < MEAN || (is_3510 && common == types[0]));
        types[i / MEAN] = is_kept ? input : ACL_FLOAT;
        channels->launched[i] = l0_launch_cast(list, dense_of(list, channels, i), types[i / MEAN]);
        tensors = list->tensors;
    }
    int x = as_image(list, channels->x);
    int line = l0_reshape(list, channels->launched[MEAN], &channels->count, 1);
    int y;
    if (!take_alike(list, input, x, &y, 1) || !take_alike(list, ACL_FLOAT, line, statistics, 2))
        return;
    const int *c = channels->launched;
    const int inputs[] = {x, c[WEIGHT], c[BIAS], c[MEAN], c[VARIANCE]};
    const int outputs[] = {y, c[MEAN], c[VARIANCE], statistics[0], statistics[1]};
    l0_launch_row(list, &l0_BatchNormV3, inputs, 5, 0, outputs, 5, NULL);
    for (int i = 1; training && i < 5; i++)
        put(list, outputs[i], results[i]);
    put(list, y, results[0]);
}

static void launch_training(struct l0_list *list, struct channels *channels, const int results[5])
{
    const int *c = channels->launched;
    bool is_blocked = channels->is_volume && list->architecture == ARCHITECTURE_1001;
    aclDataType type = list->tensors[channels->x].type;
    int image = as_image(list, channels->x);
    int x = is_blocked ? in_blocks(list, image) : image;
    int sums[2];
    int y;
    int statistics[2];
    if (!take_alike(list, ACL_FLOAT, c[WEIGHT], sums, 2) || !take_alike(list, type, x, &y, 1) ||
        !take_alike(list, ACL_FLOAT, c[WEIGHT], statistics, 2))
        return;
    const int all[] = {x, sums[0], sums[1], c[WEIGHT], c[BIAS], c[MEAN], c[VARIANCE]};
    const int outputs[] = {y, c[MEAN], c[VARIANCE], statistics[0], statistics[1]};
    l0_launch_row(list, channels->is_volume ? &l0_BN3DTrainingReduce : &l0_BNTrainingReduce, &x, 1,
                  0, sums, 2, NULL);
    l0_launch_row(list, channels->is_volume ? &l0_BN3DTrainingUpdate : &l0_BNTrainingUpdate, all, 7,
                  0, outputs, 5, NULL);
    y = is_blocked ? out_of_blocks(list, y, image) : y;
    put_of_channels(list, channels, statistics[0], is_blocked, results[3]);
    put_of_channels(list, channels, statistics[1], is_blocked, results[4]);
    put_of_channels(list, channels, c[MEAN], is_blocked, results[1]);
    put_of_channels(list, channels, c[VARIANCE], is_blocked, results[2]);
    put(list, y, results[0]);
}

static void launch_inference(struct l0_list *list, struct channels *channels, int output)
{
    const int *c = channels->launched;
    bool is_swapped = channels->is_volume && list->architecture == ARCHITECTURE_1001;
    int x = as_image(list, channels->x);
    int y;
    x = is_swapped ? swap_depth(list, x) : x;
    for (int i = 0; i < ALL_OF_CHANNELS; i++)
        channels->launched[i] = of_channels(list, channels, dense_of(list, channels, i), false);
    if (x == L0_NONE || !take_alike(list, list->tensors[x].type, x, &y, 1))
        return;
    const int inputs[] = {x, c[WEIGHT], c[BIAS], c[MEAN], c[VARIANCE]};
    l0_launch_row(list, &l0_BNInfer, inputs, 5, 0, &y, 1, NULL);
    put(list, is_swapped ? swap_depth(list, y) : y, output);
}

static void launch_filled(struct l0_list *list, struct channels *channels, bool training,
                          const int results[5])
{
    if (list->architecture == ARCHITECTURE_3510 || (training && has_own_kernel(list, channels))) {
        launch_one_kernel(list, channels, training, results);
        return;
    }
    if (!training) {
        launch_inference(list, channels, results[0]);
        return;
    }
    bool is_blocked = channels->is_volume && list->architecture == ARCHITECTURE_1001;
    for (int i = 0; i < ALL_OF_CHANNELS; i++)
        channels->launched[i] = of_channels(list, channels, dense_of(list, channels, i),
                                            is_blocked);
    launch_training(list, channels, results);
}

static void launch_forward(struct l0_list *list, struct channels *channels, bool training,
                           const int results[5])
{
    static const int filled[] = {MEAN, VARIANCE, WEIGHT, BIAS};
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    aclDataType type = is_3510 ? list->tensors[channels->x].type : ACL_FLOAT;
    for (int i = 0; i < ALL_OF_CHANNELS; i++)
        fill_missing(list, channels, filled[i], type);
    if (list->status == ACLNN_SUCCESS)
        launch_filled(list, channels, training, results);
}

void norm_list_launch_inference(struct l0_list *list, int x, const int dense[4], int output)
{
    if (x == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[x];
    struct channels channels = {.x = x,
                                .folded = norm_first_dims(elements.rank) & ~(uint64_t)2,
                                .count = elements.dims[1],
                                .is_volume = elements.rank >= 5,
                                .given = {L0_NONE, L0_NONE, L0_NONE, L0_NONE},
                                .dense = {dense[0], dense[1], dense[2], dense[3]},
                                .launched = {L0_NONE, L0_NONE, L0_NONE, L0_NONE}};
    for (int i = 0; i < ALL_OF_CHANNELS; i++)
        if (dense[i] == L0_NONE)
            return;
    launch_filled(list, &channels, false,
                  (const int[]){output, L0_NONE, L0_NONE, L0_NONE, L0_NONE});
}

/* Whether the elements of a channel and an image follow each other, and there are enough channels
 * for all cores. */
static bool has_many_planes(const struct l0_list *list, const struct channels *channels,
                            const int *tensors, int count)
{
    const struct l0_tensor *x = &list->tensors[channels->x];
    return x->rank > 2 && channels->folded == (norm_first_dims(x->rank) & ~(uint64_t)2) &&
           norm_are_planes(list, tensors, count, x->dims[1], shape_count(x->dims + 2, x->rank - 2));
}

static void train(struct l0_list *list, const struct channels *channels, int input, double momentum,
                  double eps, const int results[5])
{
    int x = channels->x;
    const struct l0_tensor elements = list->tensors[x];
    bool saves_roots = list->architecture == ARCHITECTURE_3510;
    int outputs[5] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank)};
    for (int i = 1; i < 5; i++)
        outputs[i] = norm_new_statistic(list, x, channels->folded, ACL_FLOAT);
    const int inputs[] = {x,
                          beside(list, channels, WEIGHT),
                          beside(list, channels, BIAS),
                          beside(list, channels, MEAN),
                          beside(list, channels, VARIANCE),
                          list_number_of(list, eps),
                          list_number_of(list, momentum)};
    if (has_many_planes(list, channels, (const int[]){input, results[0]}, 2))
        norm_work_on_planes(list, saves_roots ? &l0_BatchNormPlanes : &l0_BNTrainingPlanes, inputs,
                            7, outputs, 5);
    else
        norm_fold_rows(list, saves_roots ? &l0_BatchNormV3 : &l0_BNTrainingUpdate, inputs, 7,
                       outputs, 5, channels->folded);
    for (int i = 0; i < 5; i++)
        list_store_reshaped(list, outputs[i], results[i]);
}

static struct channels channels_of(struct l0_list *list, int input, const int given[4])
{
    uint64_t folded = all_but_channels(list, input);
    const struct l0_tensor elements = list->tensors[input];
    return (struct channels){.x = l0_contiguous(list, input),
                             .folded = folded,
                             .count = count_of_channels(&elements, folded),
                             .is_volume = elements.rank >= 5,
                             .given = {given[0], given[1], given[2], given[3]},
                             .dense = {L0_NONE, L0_NONE, L0_NONE, L0_NONE},
                             .launched = {L0_NONE, L0_NONE, L0_NONE, L0_NONE}};
}

/* Whether the elements of a channel and an image follow each other, and are enough for a loop of
 * their own. */
static bool has_planes(const struct l0_list *list, const struct channels *channels, int input,
                       int output)
{
    const struct l0_tensor *x = &list->tensors[channels->x];
    return x->rank > 2 && channels->folded == (norm_first_dims(x->rank) & ~(uint64_t)2) &&
           shape_count(x->dims + 2, x->rank - 2) >= PLANE_LEAST &&
           norm_lies_in_order(list, input) && norm_lies_in_order(list, output);
}

void norm_list_batch_norm(struct l0_list *list, int input, int weight, int bias, int runningMean,
                          int runningVar, bool training, double momentum, double eps, int output,
                          int saveMean, int saveInvstd)
{
    if (norm_has_nothing(list, input)) {
        norm_fill_result(list, saveMean, 0);
        norm_fill_result(list, saveInvstd, NAN);
        return;
    }
    const int results[] = {output, runningMean, runningVar, saveMean, saveInvstd};
    struct channels channels = channels_of(list, input,
                                           (const int[]){weight, bias, runningMean, runningVar});
    if (channels.x == L0_NONE)
        return;
    launch_forward(list, &channels, training, results);
    if (list->status != ACLNN_SUCCESS)
        return;
    if (training) {
        train(list, &channels, input, momentum, eps, results);
        return;
    }
    const struct l0_tensor elements = list->tensors[channels.x];
    const int inputs[] = {channels.x, beside(list, &channels, WEIGHT),
                          beside(list, &channels, BIAS), beside(list, &channels, MEAN),
                          reciprocal_roots(list, beside(list, &channels, VARIANCE), eps)};
    int out = l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank);
    for (int i = 0; i < 5; i++)
        if (inputs[i] == L0_NONE)
            return;
    const struct l0_row *row = has_planes(list, &channels, input, output) ? &l0_BNInferPlanes
                                                                          : &l0_BNInfer;
    l0_step(list, L0_STEP_APPLY, row, inputs, 5, &out, 1, NULL);
    list_store_reshaped(list, out, output);
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* The operands of a gradient: its weights, and the statistics of the batch and the running ones. */
struct gradient {
    struct channels running; /* the running statistics, with the weights */
    struct channels saved;   /* only MEAN and VARIANCE; on Ascend950 reciprocal roots in place of
                              * variances */
    int grad;
};

static void fill_missing_of_gradient(struct l0_list *list, struct gradient *gradient)
{
    fill_missing(list, &gradient->running, MEAN, ACL_FLOAT);
    fill_missing(list, &gradient->running, VARIANCE, ACL_FLOAT);
    fill_missing(list, &gradient->running, WEIGHT, ACL_FLOAT);
    fill_missing(list, &gradient->saved, MEAN, ACL_FLOAT);
    fill_missing(list, &gradient->saved, VARIANCE, ACL_FLOAT);
}

static void launch_sum(struct l0_list *list, int elements, uint64_t folded, int sum)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL)
        return;
    fold->dims = folded;
    l0_launch_row(list, &l0_ReduceSum, &elements, 1, 0, &sum, 1, fold);
}

/* The gradients of weights from running statistics, by separate operators. */
static void launch_inferred_factors(struct l0_list *list, const int operands[4], int64_t channels,
                                    uint64_t folded, const int wanted[3], int factors[2])
{
    int o[4];
    for (int i = 0; i < 4; i++)
        o[i] = l0_launch_cast(list, operands[i], ACL_FLOAT);
    int line[2];
    int whole[3];
    if (list->status != ACLNN_SUCCESS ||
        !take_alike(list, ACL_FLOAT, l0_reshape(list, o[2], &channels, 1), factors, 2))
        return;
    if (wanted[1] != L0_NONE && take_alike(list, ACL_FLOAT, factors[0], line, 2) &&
        take_alike(list, ACL_FLOAT, o[1], whole, 3)) {
        l0_launch_row(list, &l0_Add, &o[3], 1, 0, &line[0], 1, NULL);
        l0_launch_row(list, &l0_Pow, &line[0], 1, 0, &line[1], 1, NULL);
        l0_launch_row(list, &l0_Sub, (int[]){o[1], o[2]}, 2, 0, &whole[0], 1, NULL);
        l0_launch_row(list, &l0_Mul, (int[]){whole[0], line[1]}, 2, 0, &whole[1], 1, NULL);
        l0_launch_row(list, &l0_Mul, (int[]){o[0], whole[1]}, 2, 0, &whole[2], 1, NULL);
        launch_sum(list, whole[2], folded, factors[0]);
    }
    if (wanted[2] != L0_NONE)
        launch_sum(list, o[0], folded, factors[1]);
}

static void launch_gradient_3510(struct l0_list *list, struct gradient *gradient, bool training,
                                 const int wanted[3])
{
    struct channels *running = &gradient->running;
    struct channels *saved = &gradient->saved;
    aclDataType type = list->tensors[gradient->grad].type;
    int weight = dense_of(list, running, WEIGHT);
    weight = type == ACL_FLOAT ? l0_launch_cast(list, weight, ACL_FLOAT) : weight;
    int mean = dense_of(list, running, MEAN);
    int variance = dense_of(list, running, VARIANCE);
    if (weight == L0_NONE || mean == L0_NONE || variance == L0_NONE)
        return;
    aclDataType factor = list->tensors[weight].type;
    if (type == ACL_FLOAT || factor == ACL_FLOAT) {
        mean = l0_launch_cast(list, mean, ACL_FLOAT);
        variance = l0_launch_cast(list, variance, ACL_FLOAT);
    }
    int means = l0_launch_cast(list, dense_of(list, saved, MEAN), ACL_FLOAT);
    int roots = l0_launch_cast(list, dense_of(list, saved, VARIANCE), ACL_FLOAT);
    int results[3];
    int line = l0_reshape(list, mean, &running->count, 1);
    if (!take_alike(list, type, running->x, results, 1) ||
        !take_alike(list, factor, line, results + 1, 2))
        return;
    const int inputs[] = {gradient->grad, running->x, weight, mean, variance, means, roots};
    l0_launch_row(list, &l0_BatchNormGradV3, inputs, 7, 0, results, 3, NULL);
    if (!training && (wanted[1] != L0_NONE || wanted[2] != L0_NONE))
        launch_inferred_factors(list, (const int[]){gradient->grad, running->x, mean, variance},
                                running->count, running->folded, wanted, results + 1);
    put(list, results[1], wanted[1]);
    put(list, results[2], wanted[2]);
    put(list, results[0], wanted[0]);
}

static void launch_gradient(struct l0_list *list, struct gradient *gradient, bool training,
                            const int wanted[3])
{
    struct channels *running = &gradient->running;
    struct channels *used = training ? &gradient->saved : running;
    bool is_volume = running->is_volume && training;
    bool is_blocked = is_volume && list->architecture == ARCHITECTURE_1001;
    bool is_swapped = running->is_volume && !training;
    int grad = as_image(list, gradient->grad);
    int image = as_image(list, running->x);
    int x = image;
    if (is_swapped) {
        grad = swap_depth(list, grad);
        x = swap_depth(list, x);
    }
    int weight = of_channels(list, running, dense_of(list, running, WEIGHT), is_blocked);
    int mean = of_channels(list, running, dense_of(list, used, MEAN), is_blocked);
    int variance = of_channels(list, running, dense_of(list, used, VARIANCE), is_blocked);
    if (is_blocked) {
        grad = in_blocks(list, grad);
        x = in_blocks(list, x);
    }
    int results[3];
    if (x == L0_NONE || !take_alike(list, ACL_FLOAT, mean, results + 1, 2) ||
        !take_alike(list, list->tensors[x].type, x, results, 1))
        return;
    l0_launch_row(list, is_volume ? &l0_BN3DTrainingUpdateGrad : &l0_BNTrainingUpdateGrad,
                  (const int[]){grad, x, mean, variance}, 4, 0, results + 1, 2, NULL);
    if (training)
        l0_launch_row(list, is_volume ? &l0_BN3DTrainingReduceGrad : &l0_BNTrainingReduceGrad,
                      (const int[]){grad, x, results[1], results[2], weight, mean, variance}, 7, 0,
                      results, 1, NULL);
    else
        l0_launch_row(list, &l0_BNInferGrad, (const int[]){grad, weight, variance}, 3, 0, results,
                      1, NULL);
    if (is_blocked)
        results[0] = out_of_blocks(list, results[0], image);
    if (is_swapped)
        results[0] = swap_depth(list, results[0]);
    put_of_channels(list, running, results[1], is_blocked, wanted[1]);
    put_of_channels(list, running, results[2], is_blocked, wanted[2]);
    put(list, results[0], wanted[0]);
}

/* The cores' shares of a sum over all elements of a channel, where each channel has more than one
 * core of the kernel's. */
static uint64_t fast_kernel_bytes(const struct l0_list *list, const struct l0_tensor *grad)
{
    const int64_t least_shared = 20000;
    int64_t cores = list->soc->vector_cores;
    int64_t batches = grad->dims[0];
    int64_t channels = grad->dims[1];
    int64_t places = grad->elements / (batches * channels);
    if (channels == 1) {
        places *= batches;
        batches = 1;
    }
    int64_t block = grad->type == ACL_FLOAT ? 8 : 16;
    int64_t aligned = (places + block - 1) / block * block * batches;
    bool is_shared = aligned >= least_shared && channels % cores != 0;
    return L0_SYSTEM_WORKSPACE + (is_shared ? (uint64_t)cores * 8 * sizeof(float) * 2 : 0);
}

/* Many small images become one of all places. */
static bool is_joined(const struct l0_tensor *grad)
{
    return grad->dims[0] > 1000 && grad->dims[1] > 1 &&
           grad->elements / (grad->dims[0] * grad->dims[1]) <= 32;
}

static int joined(struct l0_list *list, int image)
{
    static const int64_t order[] = {1, 0, 2, 3, 4};
    int turned = image == L0_NONE ? L0_NONE : list_launch_transpose(list, image, order);
    if (turned == L0_NONE)
        return L0_NONE;
    const struct l0_tensor planes = list->tensors[turned];
    int64_t dims[] = {1, planes.dims[0], planes.dims[1], 1, 1};
    for (int32_t i = 2; i < planes.rank; i++)
        dims[i + 1 < planes.rank ? i + 1 : i] *= planes.dims[i];
    return l0_reshape(list, turned, dims, planes.rank);
}

static int parted(struct l0_list *list, int image, int like)
{
    static const int64_t order[] = {1, 0, 2, 3, 4};
    const struct l0_tensor shape = list->tensors[like];
    int64_t dims[] = {shape.dims[1], shape.dims[0], 1, 1, 1};
    for (int32_t i = 2; i < shape.rank; i++)
        dims[i] = shape.dims[i];
    int planes = l0_reshape(list, image, dims, shape.rank);
    return planes == L0_NONE ? L0_NONE : list_launch_transpose(list, planes, order);
}

static void launch_fast_gradient(struct l0_list *list, struct gradient *gradient, bool training,
                                 const int wanted[3])
{
    struct channels *running = &gradient->running;
    struct channels *saved = &gradient->saved;
    if (list->architecture != ARCHITECTURE_2201) {
        launch_gradient(list, gradient, training, wanted);
        return;
    }
    int image = as_image(list, running->x);
    int grad = as_image(list, gradient->grad);
    if (grad == L0_NONE || image == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[grad];
    bool is_turned = is_joined(&given);
    int x = is_turned ? joined(list, image) : image;
    grad = is_turned ? joined(list, grad) : grad;
    int weight = of_channels(list, running, dense_of(list, running, WEIGHT), false);
    int mean = of_channels(list, running, dense_of(list, running, MEAN), false);
    int variance = of_channels(list, running, dense_of(list, running, VARIANCE), false);
    int means = of_channels(list, running, dense_of(list, saved, MEAN), false);
    int variances = of_channels(list, running, dense_of(list, saved, VARIANCE), false);
    int results[3];
    if (list->status != ACLNN_SUCCESS || !take_alike(list, given.type, x, results, 1) ||
        !take_alike(list, ACL_FLOAT, weight, results + 1, 2))
        return;
    const int inputs[] = {grad, x, weight, mean, variance, means, variances};
    const struct l0_tensor seen = list->tensors[grad];
    l0_launch_row(list, &l0_BatchNormGradV3, inputs, 7, 0, results, 3, NULL);
    l0_kernel_workspace(list, fast_kernel_bytes(list, &seen));
    if (is_turned)
        results[0] = parted(list, results[0], image);
    put(list, results[1], wanted[1]);
    put(list, results[2], wanted[2]);
    put(list, results[0], wanted[0]);
}

enum { OF_GRAD, OF_INPUT, OF_WEIGHT, OF_MEAN, OF_VARIANCE, OF_SAVED_MEAN, OF_SAVED_VARIANCE };

/* The work of a gradient, behind the operators that `launch` appends. Where has_roots the saved
 * variances are reciprocal roots. */
static void batch_norm_gradient(struct l0_list *list, const int operands[7], bool training,
                                double eps, bool has_roots, const int wanted[3],
                                void (*launch)(struct l0_list *, struct gradient *, bool,
                                               const int[3]))
{
    int input = operands[OF_INPUT];
    struct channels running = channels_of(
        list, input,
        (const int[]){operands[OF_WEIGHT], L0_NONE, operands[OF_MEAN], operands[OF_VARIANCE]});
    struct gradient gradient = {running, running, l0_contiguous(list, operands[OF_GRAD])};
    gradient.saved.given[MEAN] = operands[OF_SAVED_MEAN];
    gradient.saved.given[VARIANCE] = operands[OF_SAVED_VARIANCE];
    int x = gradient.running.x;
    int grad = gradient.grad;
    if (x == L0_NONE || grad == L0_NONE)
        return;
    fill_missing_of_gradient(list, &gradient);
    launch(list, &gradient, training, wanted);
    if (list->status != ACLNN_SUCCESS)
        return;
    uint64_t folded = gradient.running.folded;
    const struct channels *used = training ? &gradient.saved : &gradient.running;
    int factors = beside(list, &gradient.running, WEIGHT);
    int spreads = beside(list, used, VARIANCE);
    const struct l0_tensor elements = list->tensors[x];
    int results[3] = {l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank),
                      norm_new_statistic(list, x, folded, ACL_FLOAT),
                      norm_new_statistic(list, x, folded, ACL_FLOAT)};
    int roots = has_roots ? spreads : reciprocal_roots(list, spreads, eps);
    const int inputs[] = {grad, x, beside(list, used, MEAN), roots, factors};
    bool has_factors = wanted[1] != L0_NONE || wanted[2] != L0_NONE;
    const int in_order[] = {operands[OF_GRAD], input, wanted[0]};
    if (wanted[0] != L0_NONE && training && has_many_planes(list, &gradient.running, in_order, 3))
        norm_work_on_planes(list, &l0_BatchNormGradPlanes, inputs, 5, results, 3);
    else if (wanted[0] != L0_NONE && training)
        norm_fold_rows(list, &l0_BatchNormGradV3, inputs, 5, results, 3, folded);
    else if (has_factors)
        norm_fold_rows(list, &l0_BNTrainingUpdateGrad, inputs, 4, results + 1, 2, folded);
    if (wanted[0] != L0_NONE && !training) {
        const int scaled[] = {grad, roots, factors};
        if (roots != L0_NONE && factors != L0_NONE && results[0] != L0_NONE)
            l0_step(list, L0_STEP_APPLY, &l0_BNInferGrad, scaled, 3, results, 1, NULL);
    }
    for (int i = 0; i < 3; i++)
        if (wanted[i] != L0_NONE)
            list_store_reshaped(list, results[i], wanted[i]);
}

void norm_list_batch_norm_backward(struct l0_list *list, int gradOut, int input, int weight,
                                   int runningMean, int runningVar, int saveMean, int saveInvstd,
                                   bool training, double eps, int gradInput, int gradWeight,
                                   int gradBias)
{
    const int operands[] = {gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd};
    const int wanted[] = {gradInput, gradWeight, gradBias};
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    bool wants_none = gradInput == L0_NONE && gradWeight == L0_NONE && gradBias == L0_NONE;
    if (norm_has_nothing(list, input) || norm_has_nothing(list, gradOut) || (is_3510 && wants_none))
        return;
    /* Ascend950 saves reciprocal roots, other products variances. */
    batch_norm_gradient(list, operands, training, eps, training && is_3510, wanted,
                        is_3510 ? launch_gradient_3510 : launch_gradient);
}

void norm_list_fast_batch_norm_backward(struct l0_list *list, int gradOut, int input, int weight,
                                        int runningMean, int runningVar, int saveMean,
                                        int saveInvstd, bool training, double eps, int gradInput,
                                        int gradWeight, int gradBias)
{
    /* The device reads what was saved in training alone. */
    const int operands[] = {gradOut,
                            input,
                            weight,
                            runningMean,
                            runningVar,
                            training ? saveMean : L0_NONE,
                            training ? saveInvstd : L0_NONE};
    const int wanted[] = {gradInput, gradWeight, gradBias};
    if (!norm_has_nothing(list, input) && !norm_has_nothing(list, gradOut))
        batch_norm_gradient(list, operands, training, eps, false, wanted, launch_fast_gradient);
}
