/* SPDX-License-Identifier: Apache-2.0 */
/* Batch norms and their gradients: statistics of channels, which are the second dimension. */
#include <inttypes.h>
#include <math.h>

#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/statistics.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Ascend950 knows the formats whose channels are last. */
static int32_t channel_dim(bool is_3510, const struct tensor *tensor)
{
    bool is_last = is_3510 &&
                   (tensor->format == ACL_FORMAT_NHWC || tensor->format == ACL_FORMAT_NDHWC);
    return is_last ? tensor->rank - 1 : 1;
}

aclnnStatus check_settled_if_empty(struct call *call, int tensor)
{
    int64_t count = 0;
    call->is_settled = tensor_element_count(call_tensor(call, tensor), &count) && count == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus check_given_where(struct call *call, int tensor, int flag)
{
    if (call->arguments[flag].integer == 0 || call_tensor(call, tensor) != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required where %s is true",
                  call_name(call, tensor), call_name(call, flag));
}

aclnnStatus check_only_where(struct call *call, int tensor, int flag)
{
    if (call->arguments[flag].integer == 0)
        call->arguments[tensor].tensor = NULL;
    return ACLNN_SUCCESS;
}

aclnnStatus check_volume_format(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    if (given == NULL || given->rank != 5 || given->format == ACL_FORMAT_NCDHW ||
        (is_3510 && given->format == ACL_FORMAT_NDHWC))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s; of five dimensions ACL_FORMAT_NCDHW%s is required",
                  call_name(call, tensor), format_name(given->format),
                  is_3510 ? " or ACL_FORMAT_NDHWC" : "");
}

aclnnStatus check_channels(struct call *call, int each, int tensor)
{
    char is[160];
    const struct tensor *given = call_tensor(call, each);
    const struct tensor *elements = call_tensor(call, tensor);
    int64_t channels =
        elements->dims[channel_dim(call->soc->architecture == ARCHITECTURE_3510, elements)];
    if (given == NULL || (given->rank == 1 && given->dims[0] == channels))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [%" PRId64 "], one for each channel of %s, is required",
                  call_name(call, each), dims_describe(given->dims, given->rank, is, sizeof is),
                  channels, call_name(call, tensor));
}

aclnnStatus check_channels_or_none(struct call *call, int each, int tensor, int training)
{
    const struct tensor *given = call_tensor(call, each);
    if (call->arguments[training].integer == 0 && given != NULL && given->rank == 1 &&
        given->dims[0] == 0) {
        call->arguments[each].tensor = NULL;
        return ACLNN_SUCCESS;
    }
    return check_channels(call, each, tensor);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* The dimensions of a tensor but for that of its channels. */
static uint64_t all_but_channels(const struct l0_list *list, int tensor)
{
    const struct l0_tensor *elements = &list->tensors[tensor];
    int32_t dim = channel_dim(list->architecture == L0_3510, elements->given);
    return first_dims(elements->rank) & ~((uint64_t)1 << dim);
}

static int64_t count_of_channels(const struct l0_tensor *elements, uint64_t folded)
{
    int64_t count = 1;
    for (int32_t i = 0; i < elements->rank; i++)
        count *= (folded >> i & 1) != 0 ? 1 : elements->dims[i];
    return count;
}

/* Numbers of channels: as the operator reads them, and as the formulas do, beside the elements. */
struct channels {
    int launched;
    int beside;
};

/* A number stands for all channels where none were given. */
static struct channels channels_of_caller(struct l0_list *list, int given, double otherwise,
                                          int input, uint64_t folded)
{
    int64_t count = count_of_channels(&list->tensors[input], folded);
    if (given == L0_NONE)
        return (struct channels){stand_in(list, otherwise, ACL_FLOAT, &count, 1),
                                 list_number_of(list, otherwise)};
    int dense = l0_contiguous(list, given);
    return (struct channels){dense, beside_elements(list, dense, input, folded)};
}

/* The reciprocal roots of variances. */
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

struct batch_norm {
    struct channels weight;
    struct channels bias;
    struct channels mean;
    struct channels variance;
    double eps;
};

static void launch_training(struct l0_list *list, int x, const struct batch_norm *norm,
                            uint64_t folded, const int outputs[5])
{
    const int inputs[] = {x, norm->weight.launched, norm->bias.launched, norm->mean.launched,
                          norm->variance.launched};
    int64_t channels = count_of_channels(&list->tensors[x], folded);
    bool is_volume = list->tensors[x].rank >= 5;
    if (list->architecture == L0_3510) {
        l0_launch_row(list, &l0_BatchNormV3, inputs, 5, 0, outputs, 5, NULL);
        return;
    }
    int sums[] = {l0_new_shaped(list, "sums", ACL_FLOAT, &channels, 1),
                  l0_new_shaped(list, "squares", ACL_FLOAT, &channels, 1)};
    const int all[] = {x, sums[0], sums[1], inputs[1], inputs[2], inputs[3], inputs[4]};
    l0_launch_row(list, is_volume ? &l0_BN3DTrainingReduce : &l0_BNTrainingReduce, &x, 1, 0, sums,
                  2, NULL);
    l0_launch_row(list, is_volume ? &l0_BN3DTrainingUpdate : &l0_BNTrainingUpdate, all, 7, 0,
                  outputs, 5, NULL);
}

static void train(struct l0_list *list, int x, const struct batch_norm *norm, double momentum,
                  uint64_t folded, const int results[5])
{
    const struct l0_tensor elements = list->tensors[x];
    const struct l0_row *row = list->architecture == L0_3510 ? &l0_BatchNormV3
                                                             : &l0_BNTrainingUpdate;
    int outputs[5] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank)};
    for (int i = 1; i < 5; i++)
        outputs[i] = new_statistic(list, x, folded, ACL_FLOAT);
    launch_training(list, x, norm, folded, outputs);
    const int inputs[] = {x,
                          norm->weight.beside,
                          norm->bias.beside,
                          norm->mean.beside,
                          norm->variance.beside,
                          list_number_of(list, norm->eps),
                          list_number_of(list, momentum)};
    fold_rows(list, row, inputs, 7, outputs, 5, folded);
    for (int i = 0; i < 5; i++)
        write_reshaped(list, outputs[i], results[i]);
}

void list_batch_norm(struct l0_list *list, int input, int weight, int bias, int runningMean,
                     int runningVar, bool training, double momentum, double eps, int output,
                     int saveMean, int saveInvstd)
{
    if (has_nothing(list, input)) {
        fill_result(list, saveMean, 0);
        fill_result(list, saveInvstd, NAN);
        return;
    }
    uint64_t folded = all_but_channels(list, input);
    int x = l0_contiguous(list, input);
    if (x == L0_NONE)
        return;
    struct batch_norm norm = {.eps = eps};
    norm.mean = channels_of_caller(list, runningMean, 0, input, folded);
    norm.variance = channels_of_caller(list, runningVar, 1, input, folded);
    norm.weight = channels_of_caller(list, weight, 1, input, folded);
    norm.bias = channels_of_caller(list, bias, 0, input, folded);
    if (training) {
        const int results[] = {output, runningMean, runningVar, saveMean, saveInvstd};
        train(list, x, &norm, momentum, folded, results);
        return;
    }
    const struct l0_tensor elements = list->tensors[x];
    const int launched[] = {x, norm.weight.launched, norm.bias.launched, norm.mean.launched,
                            norm.variance.launched};
    const int inputs[] = {x, norm.weight.beside, norm.bias.beside, norm.mean.beside,
                          reciprocal_roots(list, norm.variance.beside, eps)};
    int out = l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank);
    l0_launch_row(list, list->architecture == L0_3510 ? &l0_BatchNormV3 : &l0_BNInfer, launched, 5,
                  0, &out, 1, NULL);
    for (int i = 0; i < 5; i++)
        if (inputs[i] == L0_NONE)
            return;
    l0_step(list, L0_STEP_APPLY, &l0_BNInfer, inputs, 5, &out, 1, NULL);
    list_write(list, out, output);
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* The operators of a gradient, for the size. */
static void launch_gradient(struct l0_list *list, int grad, int x, const int statistics[2],
                            int weight, bool training, const int results[3])
{
    const int all[] = {grad, x, weight, statistics[0], statistics[1]};
    const int reduced[] = {grad, x, results[1], results[2], weight, statistics[0], statistics[1]};
    const int inferred[] = {grad, weight, statistics[1]};
    const int updated[] = {grad, x, statistics[0], statistics[1]};
    bool is_volume = training && list->tensors[x].rank >= 5;
    if (list->architecture == L0_3510) {
        l0_launch_row(list, &l0_BatchNormGradV3, all, 5, 0, results, 3, NULL);
        return;
    }
    l0_launch_row(list, is_volume ? &l0_BN3DTrainingUpdateGrad : &l0_BNTrainingUpdateGrad, updated,
                  4, 0, results + 1, 2, NULL);
    if (training)
        l0_launch_row(list, is_volume ? &l0_BN3DTrainingReduceGrad : &l0_BNTrainingReduceGrad,
                      reduced, 7, 0, results, 1, NULL);
    else
        l0_launch_row(list, &l0_BNInferGrad, inferred, 3, 0, results, 1, NULL);
}

void list_batch_norm_backward(struct l0_list *list, int gradOut, int input, int weight,
                              int runningMean, int runningVar, int saveMean, int saveInvstd,
                              bool training, double eps, int gradInput, int gradWeight,
                              int gradBias)
{
    const int wanted[] = {gradInput, gradWeight, gradBias};
    if (has_nothing(list, input) || has_nothing(list, gradOut) ||
        (gradInput == L0_NONE && gradWeight == L0_NONE && gradBias == L0_NONE))
        return;
    uint64_t folded = all_but_channels(list, input);
    int x = l0_contiguous(list, input);
    int grad = l0_contiguous(list, gradOut);
    if (x == L0_NONE || grad == L0_NONE)
        return;
    /* Ascend950 keeps reciprocal roots, all others variances. */
    bool has_roots = training && list->architecture == L0_3510;
    struct channels factors = channels_of_caller(list, weight, 1, input, folded);
    struct channels means = channels_of_caller(list, training ? saveMean : runningMean, 0, input,
                                               folded);
    struct channels spreads = channels_of_caller(list, training ? saveInvstd : runningVar, 1, input,
                                                 folded);
    const struct l0_tensor elements = list->tensors[x];
    int results[3] = {l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank),
                      new_statistic(list, x, folded, ACL_FLOAT),
                      new_statistic(list, x, folded, ACL_FLOAT)};
    launch_gradient(list, grad, x, (const int[]){means.launched, spreads.launched},
                    factors.launched, training, results);
    int roots = has_roots ? spreads.beside : reciprocal_roots(list, spreads.beside, eps);
    const int inputs[] = {grad, x, means.beside, roots, factors.beside};
    bool has_factors = gradWeight != L0_NONE || gradBias != L0_NONE;
    if (gradInput != L0_NONE && training)
        fold_rows(list, &l0_BatchNormGradV3, inputs, 5, results, 3, folded);
    else if (has_factors)
        fold_rows(list, &l0_BNTrainingUpdateGrad, inputs, 4, results + 1, 2, folded);
    if (gradInput != L0_NONE && !training) {
        const int scaled[] = {grad, roots, factors.beside};
        if (roots != L0_NONE && factors.beside != L0_NONE && results[0] != L0_NONE)
            l0_step(list, L0_STEP_APPLY, &l0_BNInferGrad, scaled, 3, results, 1, NULL);
    }
    for (int i = 0; i < 3; i++)
        if (wanted[i] != L0_NONE)
            write_reshaped(list, results[i], wanted[i]);
}
