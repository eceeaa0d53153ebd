/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of rows, groups and channels with a mean, quantised: lists of L0 operators. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/activation.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/active.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* ---- AddLayerNormQuant ----------------------------------------------------------------------- */

/* The operands and results of a call, dense; L0_NONE for those that it does not have. */
struct layer_norm {
    int added[3]; /* summands */
    int gamma;
    int beta;
    double epsilon;
    bool is_dynamic;
    bool divides;
    int scales[2];
    int points[2];
    int x;   /* the sum in float32 */
    int sum; /* in the type of the summands */
    uint64_t folded;
};

/* One of both quantised results. */
static struct quant_work quantised(struct l0_list *list, const struct layer_norm *n, int which)
{
    int scale = n->scales[which];
    const struct quant_result whole = {.type = ACL_INT8};
    struct quant_work work = {
        .formula = n->is_dynamic ? &l0_AddLayerNormDynamicQuant
                   : n->divides  ? &l0_AddLayerNormQuant
                                 : &l0_AddLayerNormQuantTimes,
        .inputs = {n->x, n->gamma, n->beta, list_number_of(list, n->epsilon),
                   quant_or_number(list, scale, 1)},
        .input_count = 5,
        .results = {whole, {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = n->is_dynamic ? 2 : 1,
        .folded = n->folded,
    };
    if (!n->is_dynamic)
        work.inputs[work.input_count++] = quant_or_number(list, n->points[which], 0);
    return work;
}

static int nothing(struct l0_list *list, aclDataType type)
{
    return l0_new_shaped(list, "nothing", type, (const int64_t[]){1}, 1);
}

/* The sum, in float32 and in the type of the summands. */
static void new_sums(struct l0_list *list, struct layer_norm *n)
{
    const struct l0_tensor like = list->tensors[n->added[0]];
    n->x = l0_new_shaped(list, "x", ACL_FLOAT, like.dims, like.rank);
    n->sum = l0_new_shaped(list, "sum", like.type, like.dims, like.rank);
}

static void add(struct l0_list *list, const struct layer_norm *n)
{
    const int inputs[] = {n->added[0], n->added[1], quant_or_number(list, n->added[2], -0.0)};
    l0_step(list, L0_STEP_APPLY, &l0_AddLayerNormQuantSum, inputs, 3, (const int[]){n->x, n->sum},
            2, NULL);
}

/* The norm before it is quantised. */
static struct quant_work norm_alone(struct l0_list *list, const struct layer_norm *n)
{
    return (struct quant_work){
        .formula = &l0_AddLayerNormQuantNormed,
        .inputs = {n->x, n->gamma, n->beta, list_number_of(list, n->epsilon)},
        .input_count = 4,
        .results = {{.type = list->tensors[n->added[0]].type}},
        .result_count = 1,
        .folded = n->folded,
    };
}

struct layer_results {
    const struct l0_row *row;
    int y[2];
    int x;
    int norm; /* L0_NONE: not written */
    int scales[2];
};

/* What the operator reads and writes. */
static void launch(struct l0_list *list, const struct layer_norm *n, const struct l0_row *row,
                   int found[2][2], int norm)
{
    const int tensors[] = {n->added[0],  n->added[1],  n->gamma,     n->beta,     n->added[2],
                           n->scales[0], n->scales[1], n->points[0], n->points[1]};
    int given[9];
    int outputs[6];
    int count = 0;
    int written = 0;
    bool has_second = n->scales[1] != L0_NONE;
    for (int i = 0; i < 9; i++)
        if (tensors[i] != L0_NONE)
            given[count++] = tensors[i];
    outputs[written++] = found[0][0];
    outputs[written++] = has_second ? found[1][0] : nothing(list, ACL_INT8);
    outputs[written++] = n->sum;
    if (norm != L0_NONE)
        outputs[written++] = norm;
    outputs[written++] = n->is_dynamic ? found[0][1] : nothing(list, ACL_FLOAT);
    outputs[written++] = n->is_dynamic && has_second ? found[1][1] : nothing(list, ACL_FLOAT);
    l0_launch_row(list, row, given, count, 0, outputs, written, NULL);
}

static void quantise_layer_norm(struct l0_list *list, struct layer_norm *n,
                                const struct layer_results *r)
{
    int found[2][2] = {{L0_NONE, L0_NONE}, {L0_NONE, L0_NONE}};
    struct quant_work works[2];
    struct quant_work alone;
    int norm = L0_NONE;
    int count = n->scales[1] != L0_NONE ? 2 : 1;
    n->folded = norm_last_dims(&list->tensors[n->added[0]], list->tensors[n->gamma].rank);
    new_sums(list, n);
    if (n->x == L0_NONE || n->sum == L0_NONE)
        return;
    for (int i = 0; i < count; i++) {
        works[i] = quantised(list, n, i);
        quant_new_results(list, &works[i], found[i]);
    }
    if (r->norm != L0_NONE) {
        alone = norm_alone(list, n);
        quant_new_results(list, &alone, &norm);
    }
    launch(list, n, r->row, found, norm);
    add(list, n);
    for (int i = 0; i < count; i++)
        quant_compute(list, &works[i], found[i]);
    if (norm != L0_NONE)
        quant_compute(list, &alone, &norm);
    for (int i = 0; i < count; i++)
        l0_view_copy(list, found[i][0], r->y[i]);
    l0_view_copy(list, n->sum, r->x);
    if (norm != L0_NONE)
        l0_view_copy(list, norm, r->norm);
    for (int i = 0; i < count && n->is_dynamic; i++)
        norm_write_reshaped(list, found[i][1], r->scales[i]);
}

/* [1, n] as [n], where that is beside one scale for all elements. */
static int as_row(struct l0_list *list, int tensor, int scales)
{
    const struct l0_tensor t = list->tensors[tensor];
    bool is_one = scales != L0_NONE && list->tensors[scales].elements == 1 && t.rank == 2 &&
                  t.dims[0] == 1;
    return is_one ? l0_reshape(list, tensor, t.dims + 1, 1) : tensor;
}

void quant_list_add_layer_norm_quant_v2(struct l0_list *list, int x1, int x2, int gamma, int beta,
                                        int biasOptional, int scales1Optional, int scales2Optional,
                                        int zeroPoints1Optional, int zeroPoints2Optional,
                                        const char *quantMode, double epsilon, bool divMode,
                                        int y1Out, int y2Out, int xOut, int layernormRes,
                                        int outScales1Out, int outScales2Out)
{
    if (x1 == L0_NONE || gamma == L0_NONE || y1Out == L0_NONE || y2Out == L0_NONE ||
        list->tensors[x1].elements == 0)
        return;
    struct layer_norm n = {
        .epsilon = epsilon,
        .is_dynamic = quant_is_dynamic(quantMode),
        .divides = divMode,
    };
    bool gives_norm = layernormRes != L0_NONE && list->architecture != ARCHITECTURE_3510;
    const struct layer_results r = {
        .row = gives_norm ? &l0_AddLayerNormQuantV2 : &l0_AddLayerNormQuant,
        .y = {y1Out, y2Out},
        .x = xOut,
        .norm = gives_norm ? layernormRes : L0_NONE,
        .scales = {outScales1Out, outScales2Out},
    };
    n.added[0] = l0_contiguous(list, x1);
    n.added[1] = l0_contiguous(list, x2);
    n.gamma = l0_contiguous(list, gamma);
    n.beta = l0_contiguous(list, beta);
    n.added[2] = quant_dense(list, biasOptional);
    n.scales[0] = quant_dense(list, scales1Optional);
    n.scales[1] = quant_dense(list, scales2Optional);
    n.points[0] = quant_dense(list, zeroPoints1Optional);
    n.points[1] = quant_dense(list, zeroPoints2Optional);
    if (n.gamma == L0_NONE || n.beta == L0_NONE)
        return;
    n.gamma = as_row(list, n.gamma, n.scales[0]);
    n.beta = as_row(list, n.beta, n.scales[0]);
    quantise_layer_norm(list, &n, &r);
}

void quant_list_add_layer_norm_quant(struct l0_list *list, int x1, int x2, int gamma, int beta,
                                     int biasOptional, int scales1Optional, int scales2Optional,
                                     int zeroPoints1Optional, int zeroPoints2Optional,
                                     const char *quantMode, double epsilon, bool divMode, int y1Out,
                                     int y2Out, int xOut, int outScales1Out, int outScales2Out)
{
    quant_list_add_layer_norm_quant_v2(list, x1, x2, gamma, beta, biasOptional, scales1Optional,
                                       scales2Optional, zeroPoints1Optional, zeroPoints2Optional,
                                       quantMode, epsilon, divMode, y1Out, y2Out, xOut, L0_NONE,
                                       outScales1Out, outScales2Out);
}

/* ---- AdaLayerNormQuant ----------------------------------------------------------------------- */

/* Factors [..., n] in the dims [..., 1, n]. */
static int beside_rows(struct l0_list *list, int factors, const struct l0_tensor *x)
{
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
    dims[x->rank - 2] = 1;
    return l0_reshape(list, factors, dims, x->rank);
}

#define LONGEST_HELD 6144
#define ALIGNED 32

/* The kernel's workspace: a float32 of each element on each core for rows that are not held. */
static uint64_t ada_workspace(const struct l0_list *list, const struct l0_tensor *x)
{
    int64_t last = x->dims[x->rank - 1];
    int64_t rows = x->elements / last;
    int64_t cores = list->soc->vector_cores;
    int64_t aligned = (last + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (last <= LONGEST_HELD)
        return L0_SYSTEM_WORKSPACE;
    return L0_SYSTEM_WORKSPACE +
           (uint64_t)((rows < cores ? rows : cores) * aligned) * sizeof(float);
}

void quant_list_ada_layer_norm_quant(struct l0_list *list, int x, int scale, int shift,
                                     int weightOptional, int biasOptional, int smoothScalesOptional,
                                     double epsilon, int out, int quantScale)
{
    int results[2];
    if (x == L0_NONE || scale == L0_NONE || shift == L0_NONE || out == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, scale);
    int summands = l0_contiguous(list, shift);
    int weight = quant_dense(list, weightOptional);
    int bias = quant_dense(list, biasOptional);
    int smooth = quant_dense(list, smoothScalesOptional);
    if (dense == L0_NONE || factors == L0_NONE || summands == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    aclDataType type = list->tensors[out].type;
    const struct quant_work work = {
        .formula = &l0_AdaLayerNormQuant,
        .held = &l0_AdaLayerNormQuantHeld,
        .inputs = {dense, quant_or_number(list, weight, 1), quant_or_number(list, bias, -0.0),
                   list_number_of(list, epsilon), beside_rows(list, factors, &elements),
                   beside_rows(list, summands, &elements), quant_or_number(list, smooth, 1),
                   list_number_of(list, quant_largest(type))},
        .input_count = 8,
        .results = {{.type = type}, {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = norm_last_dims(&elements, 1),
    };
    const int launched[] = {dense, factors, summands, weight, bias, smooth};
    quant_new_results(list, &work, results);
    quant_launch(list, &l0_AdaLayerNormQuant, launched, 6, results, 2);
    l0_kernel_workspace(list, ada_workspace(list, &elements));
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], out);
    norm_write_reshaped(list, results[1], quantScale);
}

/* ---- GroupNormSiluQuant ---------------------------------------------------------------------- */

/* Elements are [N, groups, channels of a group, spatial]. These are the dims within one group, and
 * within one channel. */
#define OF_GROUP ((uint64_t)0xC)
#define OF_CHANNEL ((uint64_t)0x9)

/* Ones or zeros for each channel, which the kernel reads where nothing was given. */
static int made(struct l0_list *list, bool are_ones, aclDataType type, int64_t channels)
{
    int steps = list->step_count;
    int like = l0_new_shaped(list, "factors", type, &channels, 1);
    int found = are_ones ? list_ones_like(list, like) : list_zeros_like(list, like);
    list->step_count = steps;
    return found;
}

#define MOST_OF_A_CORE 65536

/* The kernel's workspace: where groups are few and large several cores share one, and have sums. */
static uint64_t group_workspace(const struct l0_list *list, const int64_t dims[4])
{
    int64_t cores = list->soc->vector_cores;
    int64_t groups = dims[0] * dims[1];
    bool shares = list->architecture == ARCHITECTURE_3510 && groups < cores && dims[2] >= 2 &&
                  dims[2] * dims[3] >= MOST_OF_A_CORE;
    int64_t each = shares ? cores / groups : 1;
    each = each > dims[2] ? dims[2] : each;
    if (each < 2)
        return L0_SYSTEM_WORKSPACE;
    uint64_t bytes = (uint64_t)(groups * each) * 2 * sizeof(float);
    return L0_SYSTEM_WORKSPACE + (bytes + 31) / 32 * 32;
}

static int in_groups(struct l0_list *list, int given, double otherwise, int elements)
{
    return given == L0_NONE ? list_number_of(list, otherwise)
                            : norm_beside_elements(list, given, elements, OF_CHANNEL);
}

void quant_list_group_norm_silu_quant(struct l0_list *list, int self, int gamma, int beta,
                                      int quantScale, int64_t group, double eps, int out,
                                      int meanOut, int rstdOut)
{
    int results[3];
    if (self == L0_NONE || quantScale == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    if (given.elements == 0) {
        norm_fill_result(list, meanOut, 0);
        norm_fill_result(list, rstdOut, NAN);
        return;
    }
    int dense = l0_contiguous(list, self);
    int factors = quant_dense(list, gamma);
    int launched_factors = gamma != L0_NONE ? factors : made(list, true, given.type, given.dims[1]);
    int summands = quant_dense(list, beta);
    int launched_summands = beta != L0_NONE ? summands
                                            : made(list, false, given.type, given.dims[1]);
    int scale = l0_contiguous(list, quantScale);
    const int64_t dims[4] = {given.dims[0], group, given.dims[1] / group,
                             given.elements / given.dims[0] / given.dims[1]};
    int x = dense != L0_NONE ? l0_reshape(list, dense, dims, 4) : L0_NONE;
    if (x == L0_NONE || scale == L0_NONE)
        return;
    bool is_one = list->tensors[scale].elements == 1;
    const struct quant_work work = {
        .formula = &l0_GroupNormSiluQuant,
        .inputs = {x, in_groups(list, factors, 1, x), in_groups(list, summands, 0, x),
                   list_number_of(list, eps), is_one ? scale : in_groups(list, scale, 1, x)},
        .input_count = 5,
        .results = {{.type = ACL_INT8},
                    {.type = given.type, .is_statistic = true},
                    {.type = given.type, .is_statistic = true}},
        .result_count = 3,
        .folded = OF_GROUP,
    };
    const int launched[] = {dense, launched_factors, launched_summands, scale};
    quant_new_results(list, &work, results);
    quant_launch(list, &l0_GroupNormSiluQuant, launched, 4, results, 3);
    l0_kernel_workspace(list, group_workspace(list, dims));
    quant_compute(list, &work, results);
    norm_write_reshaped(list, results[0], out);
    norm_write_reshaped(list, results[1], meanOut);
    norm_write_reshaped(list, results[2], rstdOut);
}

/* ---- QuantizedBatchNorm ---------------------------------------------------------------------- */

static int by_channel(struct l0_list *list, int given, double otherwise, int64_t channels)
{
    const int64_t dims[] = {1, channels, 1, 1};
    return given == L0_NONE ? list_number_of(list, otherwise) : l0_reshape(list, given, dims, 4);
}

void quant_list_quantized_batch_norm(struct l0_list *list, int input, int mean, int var,
                                     const struct scalar *inputScale,
                                     const struct scalar *inputZeroPoint,
                                     const struct scalar *outputScale,
                                     const struct scalar *outputZeroPoint, int weight, int bias,
                                     double epsilon, int output)
{
    int result = L0_NONE;
    if (input == L0_NONE || mean == L0_NONE || var == L0_NONE || output == L0_NONE)
        return;
    int x = l0_contiguous(list, input);
    int factors = quant_dense(list, weight);
    int summands = quant_dense(list, bias);
    int means = l0_contiguous(list, mean);
    int variances = l0_contiguous(list, var);
    if (x == L0_NONE || means == L0_NONE || variances == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[x];
    int64_t channels = elements.dims[1];
    const struct quant_work work = {
        .formula = &l0_QuantizedBatchNorm,
        .inputs = {x, by_channel(list, means, 0, channels),
                   by_channel(list, variances, 0, channels),
                   activation_list_number(list, inputScale),
                   activation_list_number(list, inputZeroPoint),
                   activation_list_number(list, outputScale),
                   activation_list_number(list, outputZeroPoint),
                   by_channel(list, factors, 1, channels), by_channel(list, summands, 0, channels),
                   list_number_of(list, epsilon)},
        .input_count = 10,
        .results = {{.type = list->tensors[output].type}},
        .result_count = 1,
    };
    const int launched[] = {x, means, variances, factors, summands};
    quant_new_results(list, &work, &result);
    quant_launch(list, &l0_QuantizedBatchNorm, launched, 5, &result, 1);
    quant_compute(list, &work, &result);
    l0_view_copy(list, result, output);
}
