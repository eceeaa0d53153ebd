/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of batch norms over several devices: lists of L0 operators. */
#include "ops/norm/sync_norm.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/binary.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/common/work_views.h"
#include "ops/norm/batch_norm.h"
#include "ops/norm/statistics.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* All dimensions but the second, as bits. */
static uint64_t all_but_channels(const struct l0_list *list, int tensor)
{
    return norm_first_dims(list->tensors[tensor].rank) & ~(uint64_t)2;
}

static bool any_is_none(const int *tensors, int count)
{
    for (int i = 0; i < count; i++)
        if (tensors[i] == L0_NONE)
            return true;
    return false;
}

/* Appends a formula without folds. */
static void compute(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int *outputs, int output_count)
{
    if (!any_is_none(inputs, count) && !any_is_none(outputs, output_count))
        l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, NULL);
}

/* Appends, for the size alone, an operator whose output is like its first input. */
static int launch_alike(struct l0_list *list, const struct l0_row *row, const int *inputs,
                        int count)
{
    if (any_is_none(inputs, count))
        return L0_NONE;
    const struct l0_tensor like = list->tensors[inputs[0]];
    int result = l0_new_shaped(list, row->name, like.type, like.dims, like.rank);
    l0_launch_row(list, row, inputs, count, 0, &result, 1, NULL);
    return result;
}

/* Ascend950 has one kernel for means and variances, and then computes the roots of the
 * variances. */
static void launch_stats_3510(struct l0_list *list, int x, uint64_t folded, const int results[2])
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int64_t channels = list->tensors[x].dims[1];
    if (fold == NULL)
        return;
    fold->dims = folded;
    const int found[] = {l0_new_shaped(list, "variance", ACL_FLOAT, &channels, 1),
                         l0_new_shaped(list, "mean", ACL_FLOAT, &channels, 1)};
    l0_launch_row(list, &l0_ReduceVar, &x, 1, 0, found, 2, fold);
    int more = launch_alike(list, &l0_Add, found, 1);
    list_write(list, launch_alike(list, &l0_Pow, &more, 1), results[1]);
    list_write(list, found[1], results[0]);
}

static void launch_stats(struct l0_list *list, int x, uint64_t folded, const int results[2])
{
    const struct l0_tensor elements = list->tensors[x];
    int mean = list_fold_dims(list, &l0_ReduceMean, x, folded, false, ACL_FLOAT);
    list_write(list, mean, results[0]);
    int spread = l0_append_broadcast_to(list, norm_beside_elements(list, mean, x, folded),
                                        elements.dims, elements.rank);
    int roots = l0_new_shaped(list, "roots", ACL_FLOAT, &elements.dims[1], 1);
    if (spread != L0_NONE && roots != L0_NONE)
        l0_launch_row(list, &l0_ReduceStdWithMean, (int[]){x, spread}, 2, 0, &roots, 1, NULL);
    list_write(list, roots, results[1]);
}

void norm_list_batch_norm_stats(struct l0_list *list, int input, double eps, int mean, int invstd)
{
    if (norm_has_nothing(list, input)) {
        norm_fill_result(list, mean, 0);
        norm_fill_result(list, invstd, NAN);
        return;
    }
    const int results[] = {mean, invstd};
    int x = l0_cast(list, l0_contiguous(list, input), ACL_FLOAT);
    if (x == L0_NONE)
        return;
    uint64_t folded = all_but_channels(list, x);
    int steps = list->step_count;
    if (list->architecture == ARCHITECTURE_3510)
        launch_stats_3510(list, x, folded, results);
    else
        launch_stats(list, x, folded, results);
    list->step_count = steps;
    const int outputs[] = {norm_new_statistic(list, x, folded, ACL_FLOAT),
                           norm_new_statistic(list, x, folded, ACL_FLOAT)};
    const int inputs[] = {x, list_number_of(list, eps)};
    norm_fold_rows(list, &l0_ChannelStatistics, inputs, 2, outputs, 2, folded);
    for (int i = 0; i < 2; i++)
        list_store_reshaped(list, outputs[i], results[i]);
}

void norm_list_batch_norm_reduce(struct l0_list *list, int x, int sum, int squareSum)
{
    if (norm_has_nothing(list, x) || norm_has_nothing(list, sum) ||
        norm_has_nothing(list, squareSum)) {
        norm_fill_result(list, sum, 0);
        norm_fill_result(list, squareSum, 0);
        return;
    }
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    uint64_t folded = norm_first_dims(4) &
                      ~((uint64_t)1 << norm_sync_channel_of(list->tensors[x].given));
    const int outputs[] = {norm_new_statistic(list, dense, folded, ACL_FLOAT),
                           norm_new_statistic(list, dense, folded, ACL_FLOAT)};
    l0_launch_row(list, &l0_BNTrainingReduce, &dense, 1, 0, outputs, 2, NULL);
    norm_fold_rows(list, &l0_ChannelSums, &dense, 1, outputs, 2, folded);
    norm_write_reshaped(list, outputs[0], sum);
    norm_write_reshaped(list, outputs[1], squareSum);
}

/* A tensor of one number a channel, for the size alone: dense where it was given, filled where it
 * was not. */
static int launched_of_channels(struct l0_list *list, int given, double otherwise, int64_t channels)
{
    return given != L0_NONE ? l0_contiguous(list, given)
                            : norm_stand_in(list, otherwise, ACL_FLOAT, &channels, 1);
}

void norm_list_batch_norm_elemt(struct l0_list *list, int input, int weight, int bias, int mean,
                                int invstd, int output)
{
    if (norm_has_nothing(list, input))
        return;
    int x = l0_contiguous(list, input);
    if (x == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[x];
    int64_t channels = elements.dims[1];
    /* Missing ones are filled before the variances are computed. */
    int filled[2] = {weight != L0_NONE ? L0_NONE : launched_of_channels(list, weight, 1, channels),
                     bias != L0_NONE ? L0_NONE : launched_of_channels(list, bias, 0, channels)};
    int steps = list->step_count;
    int roots = l0_contiguous(list, invstd);
    if (roots == L0_NONE)
        return;
    aclDataType type = list->tensors[roots].type;
    int square = list_apply2(list, &l0_Mul, type, roots, roots);
    int one = list_ones_like(list, square);
    int variance = list_apply2(list, &l0_Div, type, one, square);
    variance = launch_alike(list, &l0_Sub, &variance, 1);
    int dense[4] = {weight != L0_NONE ? l0_contiguous(list, weight) : filled[0],
                    bias != L0_NONE ? l0_contiguous(list, bias) : filled[1],
                    l0_contiguous(list, mean), variance};
    norm_list_launch_inference(list, x, dense, output);
    list->step_count = steps;
    int out = l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank);
    const int given[4] = {weight != L0_NONE ? dense[0] : L0_NONE,
                          bias != L0_NONE ? dense[1] : L0_NONE, dense[2], roots};
    int inputs[5] = {x};
    for (int i = 0; i < 4; i++)
        inputs[i + 1] = given[i] == L0_NONE
                            ? list_number_of(list, i == 0)
                            : norm_beside_elements(list, given[i], x, all_but_channels(list, x));
    compute(list, &l0_BNInfer, inputs, 5, &out, 1);
    list_store_reshaped(list, out, output);
}

/* Writes the result of an operator, for the size alone. */
static void put(struct l0_list *list, int found, int out)
{
    if (found != L0_NONE && out != L0_NONE)
        l0_launch_view_copy(list, l0_launch_cast(list, found, list->tensors[out].type), out);
}

static void put_sums(struct l0_list *list, const int sums[3], const int results[4])
{
    put(list, sums[0], results[0]);
    put(list, sums[1], results[1]);
    put(list, sums[2], results[2]);
    put(list, sums[0], results[3]);
}

/* Without elements Ascend950 fills the results, and other products leave them unchanged. */
static void reduce_nothing(struct l0_list *list, int64_t channels, const int results[4])
{
    if (list->architecture != ARCHITECTURE_3510)
        return;
    int zeros = list_fill(list, ACL_FLOAT, 0, &channels, 1);
    put_sums(list, (const int[]){zeros, zeros, zeros}, results);
    for (int i = 0; i < 4; i++)
        list_store_reshaped(list, zeros, results[i]);
}

void norm_list_batch_norm_reduce_backward(struct l0_list *list, int gradOut, int input, int mean,
                                          int invstd, int weight, bool inputG, bool weightG,
                                          bool biasG, int sumDy, int sumDyXmu, int gradWeight,
                                          int gradBias)
{
    const int results[] = {inputG ? sumDy : L0_NONE, inputG ? sumDyXmu : L0_NONE,
                           weightG ? gradWeight : L0_NONE, biasG ? gradBias : L0_NONE};
    const int operands[] = {gradOut, input, mean, invstd};
    if (input == L0_NONE)
        return;
    int64_t channels = list->tensors[input].dims[1];
    for (int i = 0; i < 4; i++)
        if (norm_has_nothing(list, operands[i])) {
            reduce_nothing(list, channels, results);
            return;
        }
    int dense[5];
    int cast[5];
    int factors = weight == L0_NONE ? launched_of_channels(list, weight, 1, channels) : L0_NONE;
    for (int i = 0; i < 4; i++)
        dense[i] = l0_contiguous(list, operands[i]);
    dense[4] = weight == L0_NONE ? factors : l0_contiguous(list, weight);
    for (int i = 0; i < 5; i++)
        cast[i] = l0_launch_cast(list, dense[i], ACL_FLOAT);
    if (any_is_none(cast, 5))
        return;
    uint64_t folded = all_but_channels(list, dense[1]);
    int steps = list->step_count;
    int product = list_apply2(list, &l0_Mul, ACL_FLOAT, cast[0], cast[1]);
    int products = list_fold_dims(list, &l0_ReduceSum, product, folded, false, ACL_FLOAT);
    int sums = list_fold_dims(list, &l0_ReduceSum, cast[0], folded, false, ACL_FLOAT);
    const int reduced[] = {sums, products, cast[2], cast[3]};
    const int found[] = {l0_new_shaped(list, "sumDyXmu", ACL_FLOAT, &channels, 1),
                         l0_new_shaped(list, "gradWeight", ACL_FLOAT, &channels, 1)};
    l0_launch_row(list, &l0_SyncBatchNormBackwardReduce, reduced, 4, 0, found, 2, NULL);
    put_sums(list, (const int[]){sums, found[0], found[1]}, results);
    list->step_count = steps;
    int outputs[4];
    for (int i = 0; i < 4; i++)
        outputs[i] = norm_new_statistic(list, dense[1], folded, ACL_FLOAT);
    const int inputs[] = {dense[0], dense[1],
                          norm_beside_elements(list, dense[2], dense[1], folded),
                          norm_beside_elements(list, dense[3], dense[1], folded)};
    norm_fold_rows(list, &l0_SyncBatchNormBackwardReduce, inputs, 4, outputs, 4, folded);
    for (int i = 0; i < 4; i++)
        list_store_reshaped(list, outputs[i], results[i]);
}

/* float16 when all operands are. */
static aclDataType elemt_type(const struct l0_list *list, const int *tensors, int count)
{
    for (int i = 0; i < count; i++)
        if (list->tensors[tensors[i]].type != ACL_FLOAT16)
            return ACL_FLOAT;
    return ACL_FLOAT16;
}

enum { GRAD, ELEMENTS, MEAN, ROOTS, WEIGHT, SUM_DY, SUM_DY_XMU, ALL_OF_ELEMT };

/* The means of the gradients, which are then broadcast to the elements. */
static void launch_elemt_backward(struct l0_list *list, const int dense[ALL_OF_ELEMT], int counts,
                                  int gradInput)
{
    int cast[ALL_OF_ELEMT];
    aclDataType type = elemt_type(list, dense, ALL_OF_ELEMT);
    for (int i = 0; i < ALL_OF_ELEMT; i++)
        cast[i] = l0_cast(list, dense[i], type);
    int counted = l0_cast(list, counts, ACL_FLOAT);
    if (counted == L0_NONE || any_is_none(cast, ALL_OF_ELEMT))
        return;
    const struct l0_tensor elements = list->tensors[cast[ELEMENTS]];
    int total = list_fold_dims(list, &l0_ReduceSum, counted,
                               norm_first_dims(list->tensors[counted].rank), false, ACL_FLOAT);
    int sums[2] = {l0_cast(list, cast[SUM_DY], ACL_FLOAT),
                   l0_cast(list, cast[SUM_DY_XMU], ACL_FLOAT)};
    for (int i = 0; i < 2; i++)
        cast[SUM_DY + i] = list_apply2(list, &l0_RealDiv, ACL_FLOAT, sums[i], total);
    for (int i = MEAN; i < ALL_OF_ELEMT; i++)
        cast[i] = l0_append_broadcast_to(
            list,
            norm_beside_elements(list, cast[i], cast[ELEMENTS], all_but_channels(list, cast[GRAD])),
            elements.dims, elements.rank);
    for (int i = SUM_DY; i < ALL_OF_ELEMT; i++)
        cast[i] = l0_cast(list, cast[i], type);
    put(list, launch_alike(list, &l0_SyncBatchNormBackwardElemt, cast, ALL_OF_ELEMT), gradInput);
}

void norm_list_batch_norm_elemt_backward(struct l0_list *list, int gradOut, int input, int mean,
                                         int invstd, int weight, int sumDy, int sumDyXmu,
                                         int counter, int gradInput)
{
    if (norm_has_nothing(list, input) || norm_has_nothing(list, gradOut))
        return;
    const int operands[] = {gradOut, input, mean, invstd, weight, sumDy, sumDyXmu};
    int64_t channels = list->tensors[input].dims[1];
    int filled = weight == L0_NONE ? launched_of_channels(list, weight, 1, channels) : L0_NONE;
    int dense[ALL_OF_ELEMT];
    for (int i = 0; i < ALL_OF_ELEMT; i++)
        dense[i] = operands[i] == L0_NONE ? filled : l0_contiguous(list, operands[i]);
    int counts = l0_contiguous(list, counter);
    if (any_is_none(dense, ALL_OF_ELEMT) || counts == L0_NONE)
        return;
    int steps = list->step_count;
    launch_elemt_backward(list, dense, counts, gradInput);
    list->step_count = steps;
    int total = l0_new_shaped(list, "count", ACL_FLOAT, NULL, 0);
    if (total == L0_NONE)
        return;
    if (list->tensors[counts].rank == 0)
        compute(list, &l0_CountOfAll, &counts, 1, &total, 1);
    else
        norm_fold_rows(list, &l0_SumOfCounts, &counts, 1, &total, 1,
                       norm_first_dims(list->tensors[counts].rank));
    int x = dense[ELEMENTS];
    const struct l0_tensor elements = list->tensors[x];
    int out = l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank);
    int inputs[ALL_OF_ELEMT + 1] = {dense[GRAD], x};
    for (int i = MEAN; i < ALL_OF_ELEMT; i++)
        inputs[i] = operands[i] == L0_NONE
                        ? list_number_of(list, 1)
                        : norm_beside_elements(list, dense[i], x, all_but_channels(list, x));
    inputs[ALL_OF_ELEMT] = total;
    compute(list, &l0_SyncBatchNormBackwardElemt, inputs, ALL_OF_ELEMT + 1, &out, 1);
    list_store_reshaped(list, out, gradInput);
}

/* Appends the work on statistics of several devices, a row each, and on running ones: means and
 * reciprocal roots, then the new running means and variances. */
static void gather(struct l0_list *list, const struct l0_row *row, const int dense[3],
                   const int running[2], double eps, double momentum, const int results[4])
{
    const struct l0_tensor rows = list->tensors[dense[0]];
    const int64_t counted[2] = {rows.dims[0], 1};
    int inputs[7] = {dense[0], dense[1], l0_reshape(list, dense[2], counted, 2)};
    for (int i = 0; i < 2; i++)
        inputs[3 + i] = running[i] == L0_NONE
                            ? list_number_of(list, 0)
                            : norm_beside_elements(list, running[i], dense[0], norm_first_dims(1));
    inputs[5] = list_number_of(list, eps);
    inputs[6] = list_number_of(list, momentum);
    int outputs[4];
    for (int i = 0; i < 4; i++)
        outputs[i] = norm_new_statistic(list, dense[0], norm_first_dims(1), ACL_FLOAT);
    norm_fold_rows(list, row, inputs, 7, outputs, 4, norm_first_dims(1));
    for (int i = 0; i < 4; i++)
        list_store_reshaped(list, outputs[i], results[i]);
}

/* The workspace of Ascend950's only kernel: a float for each core. With more rows than channels,
 * and more than 255, also a row of sums for each core that has some, and two rows for all. */
static uint64_t fused_workspace(const struct l0_list *list, int64_t rows, int64_t channels,
                                aclDataType type)
{
    int64_t cores = list->soc->vector_cores;
    uint64_t each = (uint64_t)cores * sizeof(float);
    if (channels >= rows || rows <= 255)
        return L0_SYSTEM_WORKSPACE + each;
    int64_t share = (rows + cores - 1) / cores;
    int64_t used = (rows + share - 1) / share;
    bool is_long = channels > 5000;
    int64_t step = type == ACL_FLOAT && !is_long ? 8 : 16;
    int64_t padded = (channels + step - 1) / step * step;
    return L0_SYSTEM_WORKSPACE + (uint64_t)((used + 2) * padded) * sizeof(float) +
           (is_long ? 0 : each);
}

static void launch_fused_gather(struct l0_list *list, const int statistics[2], int counts,
                                const int running[2], const int results[4])
{
    int cast = l0_cast(list, counts, ACL_FLOAT);
    const int inputs[] = {statistics[0], statistics[1], cast, running[0], running[1]};
    if (any_is_none(inputs, 5))
        return;
    const struct l0_tensor rows = list->tensors[statistics[0]];
    int outputs[4];
    for (int i = 0; i < 4; i++)
        outputs[i] = l0_new_shaped(list, "joined", rows.type, &rows.dims[1], 1);
    l0_launch_row(list, &l0_SyncBatchNormGatherStatsFused, inputs, 5, 0, outputs, 4, NULL);
    l0_kernel_workspace(list, fused_workspace(list, rows.dims[0], rows.dims[1], rows.type));
    for (int i = 0; i < 2; i++)
        outputs[i] = results[i] == L0_NONE
                         ? L0_NONE
                         : l0_cast(list, outputs[i], list->tensors[results[i]].type);
    for (int i = 0; i < 4; i++)
        if (results[i] != L0_NONE)
            l0_launch_view_copy(list, outputs[i], results[i]);
}

/* Before Ascend950: counts and their sum are broadcast to the statistics, then come the means of
 * all, and the variances around these. Running ones are written first. */
static void launch_gather(struct l0_list *list, const int statistics[3], const int running[2],
                          const int results[4])
{
    if (any_is_none(statistics, 3) || any_is_none(running, 2))
        return;
    const struct l0_tensor rows = list->tensors[statistics[0]];
    const int64_t line[] = {1, rows.dims[1]};
    int counts = l0_reshape(list, statistics[2], (const int64_t[]){rows.dims[0], 1}, 2);
    counts = l0_append_broadcast_to(list, counts, rows.dims, 2);
    int total = list_fold_dims(list, &l0_ReduceSum, counts, norm_first_dims(1), true, ACL_FLOAT);
    int spread = l0_append_broadcast_to(list, total, rows.dims, 2);
    int mean = l0_new_shaped(list, "mean", ACL_FLOAT, line, 2);
    if (spread == L0_NONE || mean == L0_NONE)
        return;
    l0_launch_row(list, &l0_ReduceMeanWithCount, (const int[]){statistics[0], counts, spread}, 3, 0,
                  &mean, 1, NULL);
    spread = l0_append_broadcast_to(list, mean, rows.dims, 2);
    const int inputs[] = {statistics[0], statistics[1], counts, spread, total, running[1]};
    const int outputs[] = {l0_new_shaped(list, "roots", ACL_FLOAT, &rows.dims[1], 1),
                           l0_new_shaped(list, "variance", ACL_FLOAT, line, 2)};
    if (any_is_none(inputs, 6) || any_is_none(outputs, 2))
        return;
    l0_launch_row(list, &l0_SyncBatchNormGatherStatsWithCounts, inputs, 6, 0, outputs, 2, NULL);
    if (results[2] != L0_NONE) {
        const int updated[] = {mean, running[0]};
        int variance = outputs[1];
        int kept = launch_alike(list, &l0_SyncBNTrainingUpdate, updated, 2);
        kept = l0_cast(list, kept, list->tensors[results[2]].type);
        if (results[3] != L0_NONE) {
            variance = l0_cast(list, variance, list->tensors[results[3]].type);
            l0_launch_view_copy(list, variance, results[3]);
        }
        l0_launch_view_copy(list, kept, results[2]);
    }
    int all = l0_cast(list, mean, list->tensors[results[0]].type);
    int roots = l0_cast(list, outputs[0], list->tensors[results[1]].type);
    l0_launch_view_copy(list, all, results[0]);
    l0_launch_view_copy(list, roots, results[1]);
}

void norm_list_batch_norm_gather_stats(struct l0_list *list, int input, int mean, int invstd,
                                       int runningMean, int runningVar, double momentum, double eps,
                                       int counts, int meanAll, int invstdAll)
{
    if (norm_has_nothing(list, mean)) {
        if (!norm_has_nothing(list, meanAll)) {
            norm_fill_result(list, meanAll, 0);
            norm_fill_result(list, invstdAll, NAN);
        }
        return;
    }
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    aclDataType type = is_3510 ? list->tensors[input].type : ACL_FLOAT;
    const int given[] = {runningMean, runningVar};
    const int64_t line[] = {1, list->tensors[mean].dims[1]};
    int running[2]; /* dense */
    int kept[2];    /* in the form that operators take */
    for (int i = 0; i < 2; i++) {
        running[i] = given[i] == L0_NONE ? L0_NONE : l0_contiguous(list, given[i]);
        kept[i] = given[i] == L0_NONE ? norm_stand_in(list, 0, type, line, 2)
                  : is_3510           ? running[i]
                                      : l0_launch_cast(list, running[i], ACL_FLOAT);
    }
    /* Running variances without running means are not updated. */
    const int results[] = {meanAll, invstdAll, runningMean,
                           runningMean == L0_NONE ? L0_NONE : runningVar};
    const int statistics[] = {mean, invstd, counts};
    int dense[3];
    int cast[3];
    for (int i = 0; i < 3; i++) {
        dense[i] = l0_contiguous(list, statistics[i]);
        cast[i] = is_3510 ? dense[i] : l0_launch_cast(list, dense[i], ACL_FLOAT);
    }
    if (any_is_none(dense, 3))
        return;
    int steps = list->step_count;
    if (is_3510)
        launch_fused_gather(list, cast, cast[2], kept, results);
    else
        launch_gather(list, cast, kept, results);
    list->step_count = steps;
    gather(list, &l0_SyncBatchNormGatherStatsWithCounts, dense, running, eps, momentum, results);
}

void norm_list_sync_batch_norm_gather_stats(struct l0_list *list, int totalSum, int totalSquareSum,
                                            int sampleCount, int mean, int variance,
                                            double momentum, double eps, int batchMean,
                                            int batchInvstd)
{
    const int statistics[] = {totalSum, totalSquareSum, sampleCount};
    const int results[] = {batchMean, batchInvstd, mean, variance};
    int dense[3];
    for (int i = 0; i < 3; i++)
        dense[i] = l0_contiguous(list, statistics[i]);
    int counts = l0_launch_cast(list, dense[2], ACL_INT32);
    const int running[] = {l0_contiguous(list, mean), l0_contiguous(list, variance)};
    if (any_is_none(dense, 3) || any_is_none(running, 2))
        return;
    int outputs[4];
    const struct l0_tensor kept = list->tensors[running[0]];
    for (int i = 0; i < 4; i++)
        outputs[i] = l0_new_shaped(list, "joined", kept.type, kept.dims, kept.rank);
    const int inputs[] = {dense[0], dense[1], counts, running[0], running[1]};
    l0_launch_row(list, &l0_SyncBatchNormGatherStats, inputs, 5, 0, outputs, 4, NULL);
    for (int i = 0; i < 4; i++)
        put(list, outputs[i], results[i]);
    gather(list, &l0_SyncBatchNormGatherStats, dense, running, eps, momentum, results);
}
