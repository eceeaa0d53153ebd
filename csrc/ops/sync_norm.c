/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of batch norms over several devices: statistics of channels, and what is done with them. */
#include <inttypes.h>
#include <math.h>

#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/statistics.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_some_channels(struct call *call, int tensor)
{
    if (call_tensor(call, tensor)->dims[1] != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no channels; one at least is required",
                  call_name(call, tensor));
}

aclnnStatus check_of_channels(struct call *call, int each, int tensor)
{
    int64_t channels = call_tensor(call, tensor)->dims[1];
    if (call_tensor(call, each) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, each, &channels, 1, false, "one for each channel");
}

aclnnStatus check_counts_of(struct call *call, int statistics, int counts)
{
    char is[160];
    char all[160];
    const struct tensor *given = call_tensor(call, counts);
    const struct tensor *rows = call_tensor(call, statistics);
    if (given->rank == 1 && rows->rank == 2 && given->dims[0] == rows->dims[0])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s and that of %s %s; a count for each row of a matrix is "
                  "required",
                  call_name(call, counts), dims_describe(given->dims, given->rank, is, sizeof is),
                  call_name(call, statistics),
                  dims_describe(rows->dims, rows->rank, all, sizeof all));
}

aclnnStatus check_same_channels(struct call *call, int statistics, int tensor)
{
    int64_t channels = call_tensor(call, tensor)->dims[1];
    int64_t columns = call_tensor(call, statistics)->dims[1];
    if (channels == columns)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " columns; %" PRId64 ", the channels of %s, are required",
                  call_name(call, statistics), columns, channels, call_name(call, tensor));
}

aclnnStatus check_some_rows(struct call *call, int statistics)
{
    if (call_tensor(call, statistics)->dims[0] != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no rows; one at least is required",
                  call_name(call, statistics));
}

aclnnStatus check_given_or_invalid(struct call *call, int parameter)
{
    aclnnStatus status = check_given(call, parameter);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_PARAM_INVALID;
}

aclnnStatus check_unread_number(struct call *call, int number)
{
    (void)call;
    (void)number;
    return ACLNN_SUCCESS;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* All dimensions but the second. */
static uint64_t all_but_channels(const struct l0_list *list, int tensor)
{
    return first_dims(list->tensors[tensor].rank) & ~(uint64_t)2;
}

/* Numbers of channels beside elements; a number where none were given. */
static int of_channels(struct l0_list *list, int given, double otherwise, int elements)
{
    if (given == L0_NONE)
        return list_number_of(list, otherwise);
    return beside_elements(list, l0_contiguous(list, given), elements,
                           all_but_channels(list, elements));
}

static bool any_is_none(const int *tensors, int count)
{
    for (int i = 0; i < count; i++)
        if (tensors[i] == L0_NONE)
            return true;
    return false;
}

/* A formula without folds. */
static void compute(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int *outputs, int output_count)
{
    if (!any_is_none(inputs, count) && !any_is_none(outputs, output_count))
        l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, NULL);
}

void list_batch_norm_stats(struct l0_list *list, int input, double eps, int mean, int invstd)
{
    if (has_nothing(list, input)) {
        fill_result(list, mean, 0);
        fill_result(list, invstd, NAN);
        return;
    }
    int x = l0_cast(list, l0_contiguous(list, input), ACL_FLOAT);
    if (x == L0_NONE)
        return;
    uint64_t folded = all_but_channels(list, x);
    const int outputs[] = {new_statistic(list, x, folded, ACL_FLOAT),
                           new_statistic(list, x, folded, ACL_FLOAT)};
    l0_launch_row(list, &l0_ReduceStdWithMean, &x, 1, 0, outputs, 2, NULL);
    const int inputs[] = {x, list_number_of(list, eps)};
    fold_rows(list, &l0_ChannelStatistics, inputs, 2, outputs, 2, folded);
    write_reshaped(list, outputs[0], mean);
    write_reshaped(list, outputs[1], invstd);
}

aclnnStatus check_channel_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; of sums of channels NCHW or NHWC is required",
                        call_name(call, tensor), format_name(format));
}

static int32_t channel_of(const struct tensor *x)
{
    return x->format == ACL_FORMAT_NHWC ? 3 : 1;
}

aclnnStatus check_channel_sums(struct call *call, int x, int sums)
{
    const struct tensor *given = call_tensor(call, x);
    int64_t channels = given->dims[channel_of(given)];
    return call_shape_is(call, sums, &channels, 1, false, "a number for each channel");
}

void list_batch_norm_reduce(struct l0_list *list, int x, int sum, int squareSum)
{
    if (has_nothing(list, x)) {
        fill_result(list, sum, 0);
        fill_result(list, squareSum, 0);
        return;
    }
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    uint64_t folded = first_dims(4) & ~((uint64_t)1 << channel_of(list->tensors[x].given));
    const int outputs[] = {new_statistic(list, dense, folded, ACL_FLOAT),
                           new_statistic(list, dense, folded, ACL_FLOAT)};
    l0_launch_row(list, &l0_BNTrainingReduce, &dense, 1, 0, outputs, 2, NULL);
    fold_rows(list, &l0_ChannelSums, &dense, 1, outputs, 2, folded);
    write_reshaped(list, outputs[0], sum);
    write_reshaped(list, outputs[1], squareSum);
}

void list_batch_norm_elemt(struct l0_list *list, int input, int weight, int bias, int mean,
                           int invstd, int output)
{
    if (has_nothing(list, input))
        return;
    int x = l0_contiguous(list, input);
    if (x == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[x];
    int out = l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank);
    const int inputs[] = {x, of_channels(list, weight, 1, x), of_channels(list, bias, 0, x),
                          of_channels(list, mean, 0, x), of_channels(list, invstd, 1, x)};
    l0_launch_row(list, &l0_BNInfer, &x, 1, 0, &out, 1, NULL);
    compute(list, &l0_BNInfer, inputs, 5, &out, 1);
    list_write(list, out, output);
}

void list_batch_norm_reduce_backward(struct l0_list *list, int gradOut, int input, int mean,
                                     int invstd, bool inputG, bool weightG, bool biasG, int sumDy,
                                     int sumDyXmu, int gradWeight, int gradBias)
{
    const int results[] = {inputG ? sumDy : L0_NONE, inputG ? sumDyXmu : L0_NONE,
                           weightG ? gradWeight : L0_NONE, biasG ? gradBias : L0_NONE};
    if (has_nothing(list, input) || has_nothing(list, gradOut)) {
        for (int i = 0; i < 4; i++)
            fill_result(list, results[i], 0);
        return;
    }
    int grad = l0_contiguous(list, gradOut);
    int x = l0_contiguous(list, input);
    if (grad == L0_NONE || x == L0_NONE)
        return;
    uint64_t folded = all_but_channels(list, x);
    int outputs[4];
    for (int i = 0; i < 4; i++)
        outputs[i] = new_statistic(list, x, folded, ACL_FLOAT);
    const int inputs[] = {grad, x, of_channels(list, mean, 0, x), of_channels(list, invstd, 1, x)};
    l0_launch_row(list, &l0_SyncBatchNormBackwardReduce, inputs, 4, 0, outputs, 3, NULL);
    fold_rows(list, &l0_SyncBatchNormBackwardReduce, inputs, 4, outputs, 4, folded);
    for (int i = 0; i < 4; i++)
        write_reshaped(list, outputs[i], results[i]);
}

void list_batch_norm_elemt_backward(struct l0_list *list, int gradOut, int input, int mean,
                                    int invstd, int weight, int sumDy, int sumDyXmu, int counter,
                                    int gradInput)
{
    if (has_nothing(list, input) || has_nothing(list, gradOut))
        return;
    int grad = l0_contiguous(list, gradOut);
    int x = l0_contiguous(list, input);
    int counts = l0_contiguous(list, counter);
    int total = l0_new_shaped(list, "count", ACL_FLOAT, NULL, 0);
    if (any_is_none((const int[]){grad, x, counts, total}, 4))
        return;
    const struct l0_tensor elements = list->tensors[x];
    if (list->tensors[counts].rank == 0)
        compute(list, &l0_CountOfAll, &counts, 1, &total, 1);
    else
        fold_rows(list, &l0_SumOfCounts, &counts, 1, &total, 1,
                  first_dims(list->tensors[counts].rank));
    int out = l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank);
    const int inputs[] = {grad,
                          x,
                          of_channels(list, mean, 0, x),
                          of_channels(list, invstd, 1, x),
                          of_channels(list, weight, 1, x),
                          of_channels(list, sumDy, 0, x),
                          of_channels(list, sumDyXmu, 0, x),
                          total};
    l0_launch_row(list, &l0_SyncBatchNormBackwardElemt, inputs, 2, 0, &out, 1, NULL);
    compute(list, &l0_SyncBatchNormBackwardElemt, inputs, 8, &out, 1);
    list_write(list, out, gradInput);
}

/* Statistics of several devices, a row each, with running ones: means and reciprocal roots, then
   the new running means and variances. */
static void gather(struct l0_list *list, const struct l0_row *row, const int statistics[3],
                   const int running[2], double eps, double momentum, const int results[4])
{
    int dense[3];
    for (int i = 0; i < 3; i++)
        dense[i] = l0_contiguous(list, statistics[i]);
    if (any_is_none(dense, 3))
        return;
    const struct l0_tensor rows = list->tensors[dense[0]];
    const int64_t counted[2] = {rows.dims[0], 1};
    int inputs[7] = {dense[0], dense[1], l0_reshape(list, dense[2], counted, 2)};
    for (int i = 0; i < 2; i++)
        inputs[3 + i] = running[i] == L0_NONE
                            ? list_number_of(list, 0)
                            : beside_elements(list, l0_contiguous(list, running[i]), dense[0],
                                              first_dims(1));
    inputs[5] = list_number_of(list, eps);
    inputs[6] = list_number_of(list, momentum);
    int outputs[4];
    for (int i = 0; i < 4; i++)
        outputs[i] = new_statistic(list, dense[0], first_dims(1), ACL_FLOAT);
    l0_launch_row(list, row, dense, 3, 0, outputs, 4, NULL);
    fold_rows(list, row, inputs, 7, outputs, 4, first_dims(1));
    for (int i = 0; i < 4; i++)
        write_reshaped(list, outputs[i], results[i]);
}

void list_batch_norm_gather_stats(struct l0_list *list, int mean, int invstd, int runningMean,
                                  int runningVar, double momentum, double eps, int counts,
                                  int meanAll, int invstdAll)
{
    const int running[] = {runningMean, runningVar};
    const int statistics[] = {mean, invstd, counts};
    const int results[] = {meanAll, invstdAll, runningMean, runningVar};
    if (!has_nothing(list, mean))
        gather(list, &l0_SyncBatchNormGatherStatsWithCounts, statistics, running, eps, momentum,
               results);
}

void list_sync_batch_norm_gather_stats(struct l0_list *list, int totalSum, int totalSquareSum,
                                       int sampleCount, int mean, int variance, double momentum,
                                       double eps, int batchMean, int batchInvstd)
{
    const int running[] = {mean, variance};
    const int statistics[] = {totalSum, totalSquareSum, sampleCount};
    const int results[] = {batchMean, batchInvstd, mean, variance};
    gather(list, &l0_SyncBatchNormGatherStats, statistics, running, eps, momentum, results);
}
