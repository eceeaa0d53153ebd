/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of groups of channels and their gradients, with or without a silu or swish after them:
 * lists of L0 operators. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/reduce.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"

/* Elements are [N, groups, channels of a group, spatial]. These are the dims within one group, and
 * within one channel. */
#define OF_GROUP ((uint64_t)0xC)
#define OF_CHANNEL ((uint64_t)0x9)

/* ---- Forward --------------------------------------------------------------------------------- */

/* Reshapes one number a channel so that it broadcasts to elements in groups. When none was given, a
 * constant. */
static int factors_in_groups(struct l0_list *list, int given, double otherwise, int elements)
{
    return given == L0_NONE ? list_number_of(list, otherwise)
                            : norm_beside_elements(list, given, elements, OF_CHANNEL);
}

/* Makes ones or zeros for each channel, in the shape of a tensor that nobody writes. */
static int made_like(struct l0_list *list, bool are_ones, aclDataType type, int64_t channels)
{
    int steps = list->step_count;
    int like = l0_new_shaped(list, "factors", type, &channels, 1);
    int made = are_ones ? list_ones_like(list, like) : list_zeros_like(list, like);
    list->step_count = steps;
    return made;
}

struct group_norm {
    const struct l0_row *work;
    const struct l0_row *launched;
    int x;
    int gamma;
    int beta;
    int64_t groups;
    double eps;
    bool swishes;
    bool makes_factors; /* the kernel requires all factors, so missing ones are made */
    double scale;       /* of the swish */
    aclDataType type;   /* the type of statistics that the kernel writes */
    int results[3];
};

/* Writes a result of the kernel; 1 and 2 are statistics. */
static void put(struct l0_list *list, const struct group_norm *norm, const int found[3])
{
    for (int i = 0; i < 3; i++)
        if (found[i] != L0_NONE && norm->results[i] != L0_NONE)
            l0_launch_view_copy(list, found[i], norm->results[i]);
}

/* Ascend910 computes in float32. Its kernel gives variances, whose roots are computed in the type
 * of x. */
static void launch_1001(struct l0_list *list, const struct group_norm *norm, const int inputs[3])
{
    int cast[3];
    int found[3];
    aclDataType type = list->tensors[inputs[0]].type;
    for (int i = 0; i < 3; i++)
        cast[i] = l0_launch_cast(list, inputs[i], ACL_FLOAT);
    const struct l0_tensor elements = list->tensors[cast[0]];
    int64_t count = elements.dims[0] * norm->groups;
    found[0] = l0_new_shaped(list, "y", ACL_FLOAT, elements.dims, elements.rank);
    for (int i = 1; i < 3; i++)
        found[i] = l0_new_shaped(list, "statistic", ACL_FLOAT, &count, 1);
    l0_launch_row(list, norm->launched, cast, 3, 0, found, 3, NULL);
    for (int i = 0; i < 3; i++)
        found[i] = l0_launch_cast(list, found[i], type);
    put(list, norm, (const int[]){found[0], L0_NONE, L0_NONE});
    int roots[2];
    for (int i = 0; i < 2; i++)
        roots[i] = l0_new_shaped(list, "roots", type, &count, 1);
    l0_launch_row(list, &l0_Add, &found[2], 1, 0, &roots[0], 1, NULL);
    l0_launch_row(list, &l0_Rsqrt, &roots[0], 1, 0, &roots[1], 1, NULL);
    put(list, norm, (const int[]){L0_NONE, found[1], roots[1]});
}

static void launch(struct l0_list *list, const struct group_norm *norm, const int inputs[3])
{
    int given[3];
    int count = 0;
    const struct l0_tensor elements = list->tensors[inputs[0]];
    const int64_t dims[2] = {elements.dims[0], norm->groups};
    int found[3] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank)};
    for (int i = 1; i < 3; i++)
        found[i] = l0_new_shaped(list, "statistic", norm->type, dims, 2);
    for (int i = 0; i < 3; i++)
        if (inputs[i] != L0_NONE)
            given[count++] = inputs[i];
    l0_launch_row(list, norm->launched, given, count, 0, found, 3, NULL);
    put(list, norm, found);
}

static void group_norm(struct l0_list *list, const struct group_norm *norm)
{
    const struct l0_tensor given = list->tensors[norm->x];
    int64_t channels = given.dims[1];
    int dense = l0_contiguous(list, norm->x);
    int factors[2] = {norm->gamma, norm->beta};
    int launched[3] = {dense, L0_NONE, L0_NONE};
    if (dense == L0_NONE)
        return;
    for (int i = 0; i < 2; i++) {
        if (factors[i] != L0_NONE)
            factors[i] = l0_contiguous(list, factors[i]);
        else if (norm->makes_factors)
            launched[i + 1] = made_like(list, i == 0, given.type, channels);
        launched[i + 1] = factors[i] != L0_NONE ? factors[i] : launched[i + 1];
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    if (norm->launched == &l0_GroupNorm)
        launch_1001(list, norm, launched);
    else
        launch(list, norm, launched);
    if (given.elements == 0) {
        for (int i = 1; i < 3; i++) {
            const struct l0_tensor result = list->tensors[norm->results[i]];
            int filled = l0_new_shaped(list, "filled", result.type, result.dims, result.rank);
            int number = list_constant(list, "value", i == 1 ? 0 : NAN, result.type);
            l0_step(list, L0_STEP_APPLY, &l0_Fill, &number, 1, &filled, 1, NULL);
            list_store_reshaped(list, filled, norm->results[i]);
        }
        return;
    }
    int64_t dims[4] = {given.dims[0], norm->groups, channels / norm->groups,
                       given.elements / given.dims[0] / channels};
    int x = l0_reshape(list, dense, dims, 4);
    if (x == L0_NONE)
        return;
    const int in_order[] = {norm->x, norm->results[0]};
    bool are_planes = norm->work == &l0_GroupNorm &&
                      norm_are_planes(list, in_order, 2, dims[0] * dims[1], dims[3]);
    int outputs[3] = {are_planes ? l0_new_shaped(list, "y", given.type, given.dims, given.rank)
                                 : l0_new_shaped(list, "y", given.type, dims, 4)};
    for (int i = 1; i < 3; i++)
        outputs[i] = norm_new_statistic(list, x, OF_GROUP, norm->type);
    const int inputs[] = {x, factors_in_groups(list, factors[0], 1, x),
                          factors_in_groups(list, factors[1], 0, x),
                          list_number_of(list, norm->eps), list_number_of(list, norm->scale)};
    if (are_planes)
        norm_work_on_planes(list, &l0_GroupNormPlanes, inputs, 4, outputs, 3);
    else
        norm_fold_rows(list, norm->work, inputs, norm->swishes ? 5 : 4, outputs, 3, OF_GROUP);
    for (int i = 0; i < 3; i++)
        list_store_reshaped(list, outputs[i], norm->results[i]);
}

/* Without elements the statistics are filled, and CANN answers a size of 0. */
static bool fills_statistics(struct l0_list *list, int x, int meanOut, int rstdOut)
{
    if (!norm_has_nothing(list, x))
        return false;
    list->asks_nothing = true;
    norm_fill_result(list, meanOut, 0);
    norm_fill_result(list, rstdOut, NAN);
    return true;
}

void norm_list_group_norm(struct l0_list *list, int self, int gamma, int beta, int64_t group,
                          double eps, int out, int meanOut, int rstdOut)
{
    if (self == L0_NONE || fills_statistics(list, self, meanOut, rstdOut))
        return;
    bool is_1001 = list->architecture == ARCHITECTURE_1001;
    group_norm(list, &(struct group_norm){.work = &l0_GroupNorm,
                                          .launched = is_1001 ? &l0_GroupNorm : &l0_GroupNormSilu,
                                          .x = self,
                                          .gamma = gamma,
                                          .beta = beta,
                                          .groups = group,
                                          .eps = eps,
                                          .makes_factors = true,
                                          .type = list->tensors[self].type,
                                          .results = {out, meanOut, rstdOut}});
}

/* The type of statistics: that of the factors on Ascend950, or of the summands when there are no
 * factors. */
static aclDataType silu_type(const struct l0_list *list, int self, int gamma, int beta)
{
    bool has_own = list->architecture == ARCHITECTURE_3510;
    int of = has_own && gamma != L0_NONE ? gamma : has_own && beta != L0_NONE ? beta : self;
    return list->tensors[of].type;
}

/* When there are no images Ascend950 writes nothing. When images have no elements its kernel fills
 * the statistics. */
void norm_list_group_norm_silu(struct l0_list *list, int self, int gamma, int beta, int64_t group,
                               double eps, bool activates, int out, int meanOut, int rstdOut)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    if (self == L0_NONE || (is_3510 && list->tensors[self].dims[0] == 0))
        return;
    if (!is_3510 && fills_statistics(list, self, meanOut, rstdOut))
        return;
    group_norm(list, &(struct group_norm){.work = activates ? &l0_GroupNormSilu : &l0_GroupNorm,
                                          .launched = &l0_GroupNormSilu,
                                          .x = self,
                                          .gamma = gamma,
                                          .beta = beta,
                                          .groups = group,
                                          .eps = eps,
                                          .makes_factors = !is_3510,
                                          .type = silu_type(list, self, gamma, beta),
                                          .results = {out, meanOut, rstdOut}});
}

void norm_list_group_norm_swish(struct l0_list *list, int x, int gamma, int beta, int64_t numGroups,
                                double eps, bool activateSwish, double swishScale, int yOut,
                                int meanOut, int rstdOut)
{
    if (x == L0_NONE || gamma == L0_NONE)
        return;
    if (norm_has_nothing(list, x)) {
        norm_fill_result(list, meanOut, 0);
        norm_fill_result(list, rstdOut, NAN);
        return;
    }
    group_norm(list,
               &(struct group_norm){.work = activateSwish ? &l0_GroupNormSwish : &l0_GroupNorm,
                                    .launched = &l0_GroupNormSwish,
                                    .x = x,
                                    .gamma = gamma,
                                    .beta = beta,
                                    .groups = numGroups,
                                    .eps = eps,
                                    .swishes = activateSwish,
                                    .scale = swishScale,
                                    .type = list->tensors[gamma].type,
                                    .results = {yOut, meanOut, rstdOut}});
}

/* The workspace on 910B: two float32 sums for each channel, if elements are halves; and those of
 * every second image, when results must not depend on the sequence in which cores finish. Ascend950
 * with a swish asks for the same. */
static uint64_t gradient_workspace(const struct l0_list *list, aclDataType type, int64_t images,
                                   int64_t channels)
{
    uint64_t sums = list->deterministic ? (uint64_t)(images + 1) / 2 * (uint64_t)channels
                    : type == ACL_FLOAT ? 0
                                        : (uint64_t)channels;
    return L0_SYSTEM_WORKSPACE + 2 * sums * sizeof(float);
}

/* The workspace on Ascend950: two sums for each channel of every second image. It is those of every
 * image when few groups (16) have many channels, so that the buffer holds one channel or more but
 * not a whole group: x, dy and dx twice each, the numbers for each channel of a group, and two
 * blocks. */
static uint64_t gradient_workspace_3510(const struct l0_list *list, aclDataType type,
                                        aclDataType factor, const int64_t dims[4])
{
    int64_t few = 16, block = 32;
    int64_t groups = dims[0] * dims[1], each = dims[2], channels = dims[1] * dims[2];
    int64_t all = dims[0] * channels, cores = list->soc->vector_cores;
    int64_t width = type == ACL_FLOAT ? 4 : 2;
    int64_t floats = (each + 7) / 8 * block, halves = (each + 15) / 16 * block;
    int64_t kept = groups <= few ? floats * 6 : floats * 4;
    if (factor != ACL_FLOAT)
        kept += groups <= few ? halves : halves * 2;
    int64_t room = ((int64_t)list->soc->unified_buffer_bytes - kept - 2 * block) / 2;
    int64_t step = block / width;
    int64_t group_bytes = (each * dims[3] + step - 1) / step * step * width * 3 + 2 * block;
    int64_t channel_bytes = (dims[3] + step - 1) / step * step * width * 3;
    int64_t held = room > 0 ? room / channel_bytes : 0;
    bool is_few = room > 0 && room < group_bytes && held > 0 && groups <= few &&
                  (all + cores - 1) / cores >= 2 && dims[0] * (each / held) >= 32 && all <= 240000;
    int64_t images = is_few ? dims[0] : (dims[0] + 1) / 2;
    return L0_SYSTEM_WORKSPACE + 2 * (uint64_t)(images * channels) * sizeof(float);
}

/* ---- Backward -------------------------------------------------------------------------------- */

struct group_norm_grad {
    const struct l0_row *elements; /* the formula for the gradient of the elements, from inputs and
                                    * numbers to dx */
    const struct l0_row *factors;  /* the formula for those of factors and summands, from the same
                                    * inputs */
    const struct l0_row *launched;
    int tensors[4]; /* indices of dy, x, mean, rstd */
    int gamma;
    bool swishes;
    int beta; /* of the swish: index of beta, and the scale */
    double scale;
    int64_t dims[4];
    int results[3];
};

static int one_of(struct l0_list *list, const struct l0_row *row, int a, int b)
{
    return a == L0_NONE || b == L0_NONE ? L0_NONE
                                        : list_apply2(list, row, list->tensors[a].type, a, b);
}

/* Ascend910 uses the gradient of a batch norm, with the groups of all images as channels. It needs
 * variances, made from roots, and running statistics that nobody reads. */
static void launch_elements_1001(struct l0_list *list, const struct group_norm_grad *grad,
                                 const int tensors[5], int elements)
{
    int64_t groups = grad->dims[0] * grad->dims[1];
    const int64_t planes[4] = {1, groups, grad->dims[2] * grad->dims[3], 1};
    int grads = one_of(list, &l0_Mul, elements,
                       norm_beside_elements(list, tensors[4], elements, OF_CHANNEL));
    int square = one_of(list, &l0_Mul, tensors[3], tensors[3]);
    int variance = one_of(list, &l0_Div, list_ones_like(list, square), square);
    int less = one_of(list, &l0_Sub, variance, variance);
    if (grads == L0_NONE || less == L0_NONE)
        return;
    aclDataType type = list->tensors[grads].type;
    int ones = list_fill(list, type, 1, &groups, 1);
    list_fill(list, ACL_FLOAT, 0, &groups, 1);
    list_fill(list, ACL_FLOAT, 1, &groups, 1);
    int cast[3] = {l0_cast(list, ones, ACL_FLOAT), l0_cast(list, tensors[2], ACL_FLOAT),
                   l0_cast(list, less, ACL_FLOAT)};
    int dy = l0_reshape(list, grads, planes, 4);
    int x = l0_reshape(list, tensors[1], planes, 4);
    int sums[2] = {l0_new_shaped(list, "sums", ACL_FLOAT, &groups, 1),
                   l0_new_shaped(list, "sums", ACL_FLOAT, &groups, 1)};
    int dx = l0_new_shaped(list, "dx", type, planes, 4);
    l0_launch_row(list, &l0_BNTrainingUpdateGrad, (const int[]){dy, x, cast[1], cast[2]}, 4, 0,
                  sums, 2, NULL);
    l0_launch_row(list, &l0_BNTrainingReduceGrad,
                  (const int[]){dy, x, sums[0], sums[1], cast[0], cast[1], cast[2]}, 7, 0, &dx, 1,
                  NULL);
    if (dx != L0_NONE)
        l0_launch_view_copy(list, dx, grad->results[0]);
}

/* Sums over the spatial dims, then over images. */
static void launch_sums_1001(struct l0_list *list, const struct group_norm_grad *grad, int elements,
                             int out)
{
    if (elements == L0_NONE)
        return;
    const int64_t dims[3] = {grad->dims[0], grad->dims[1] * grad->dims[2], grad->dims[3]};
    aclDataType type = list->tensors[elements].type;
    int sums = list_fold_dims(list, &l0_ReduceSum, l0_reshape(list, elements, dims, 3), 1 << 2,
                              false, type);
    sums = list_fold_dims(list, &l0_ReduceSum, sums, 1, false, type);
    if (sums != L0_NONE)
        l0_launch_view_copy(list, sums, out);
}

/* Ascend910 has no kernel of its own: it computes the gradients of elements, factors and summands
 * by other operators. */
static void launch_backward_1001(struct l0_list *list, const struct group_norm_grad *grad,
                                 const int tensors[5])
{
    const int64_t *dims = grad->dims;
    const int64_t channels[4] = {dims[0], dims[1], dims[2], 1};
    int steps = list->step_count;
    int dy = l0_reshape(list, tensors[0], dims, 4);
    int x = l0_reshape(list, tensors[1], dims, 4);
    if (grad->results[0] != L0_NONE)
        launch_elements_1001(list, grad, tensors, dy);
    if (grad->results[1] != L0_NONE && x != L0_NONE) {
        int spread[2];
        for (int i = 0; i < 2; i++) {
            int each = norm_beside_elements(list, tensors[2 + i], x, OF_GROUP);
            spread[i] = l0_new_shaped(list, "spread", list->tensors[x].type, channels, 4);
            if (each != L0_NONE && spread[i] != L0_NONE)
                l0_launch_row(list, &l0_Expand, &each, 1, 0, &spread[i], 1, NULL);
        }
        int distances = one_of(list, &l0_Sub, x, spread[0]);
        int scaled = one_of(list, &l0_Mul, distances, spread[1]);
        launch_sums_1001(list, grad, one_of(list, &l0_Mul, dy, scaled), grad->results[1]);
    }
    if (grad->results[2] != L0_NONE)
        launch_sums_1001(list, grad, dy, grad->results[2]);
    list->step_count = steps;
}

static void group_norm_grad(struct l0_list *list, const struct group_norm_grad *grad)
{
    int inputs[7];
    int launched[6];
    int count = 0;
    const int *results = grad->results;
    int64_t channels = grad->dims[1] * grad->dims[2];
    for (int i = 0; i < 4; i++) {
        launched[i] = l0_contiguous(list, grad->tensors[i]);
        if (launched[i] == L0_NONE)
            return;
        inputs[count++] = i < 2 ? l0_reshape(list, launched[i], grad->dims, 4)
                                : norm_beside_elements(list, launched[i], inputs[0], OF_GROUP);
    }
    if (inputs[0] == L0_NONE)
        return;
    aclDataType type = list->tensors[grad->tensors[0]].type;
    int gamma = grad->gamma != L0_NONE ? l0_contiguous(list, grad->gamma) : L0_NONE;
    int beta = grad->beta != L0_NONE ? l0_contiguous(list, grad->beta) : L0_NONE;
    launched[4] = gamma != L0_NONE ? gamma : norm_stand_in(list, 1, type, &channels, 1);
    launched[5] = beta;
    if (launched[4] == L0_NONE)
        return;
    inputs[count++] = factors_in_groups(list, gamma, 1, inputs[0]);
    if (grad->swishes) {
        inputs[count++] = factors_in_groups(list, beta, 0, inputs[0]);
        inputs[count++] = list_number_of(list, grad->scale);
    }
    const int in_order[] = {grad->tensors[0], grad->tensors[1], results[0]};
    bool are_planes = !grad->swishes &&
                      norm_are_planes(list, in_order, 3, grad->dims[0] * grad->dims[1],
                                      grad->dims[3]);
    bool are_many = are_planes && norm_are_planes(list, in_order, 3, channels, grad->dims[3]);
    const struct l0_tensor given = list->tensors[grad->tensors[0]];
    int outputs[3] = {are_planes ? l0_new_shaped(list, "dx", type, given.dims, given.rank)
                                 : l0_new_shaped(list, "dx", type, grad->dims, 4),
                      norm_new_statistic(list, inputs[0], OF_CHANNEL, ACL_FLOAT),
                      norm_new_statistic(list, inputs[0], OF_CHANNEL, ACL_FLOAT)};
    int written[3] = {outputs[0], outputs[1], outputs[2]};
    bool has_own_type = list->architecture != ARCHITECTURE_1001 && !grad->swishes &&
                        list->tensors[launched[4]].type != ACL_FLOAT;
    for (int i = 1; i < 3 && has_own_type; i++)
        written[i] = norm_new_statistic(list, inputs[0], OF_CHANNEL,
                                        list->tensors[launched[4]].type);
    if (list->architecture == ARCHITECTURE_1001 && !grad->swishes) {
        launch_backward_1001(list, grad, launched);
    } else {
        l0_launch_row(list, grad->launched, launched, beta != L0_NONE ? 6 : 5, 0, written, 3, NULL);
        if (list->architecture == ARCHITECTURE_3510 && !grad->swishes)
            l0_kernel_workspace(list, gradient_workspace_3510(
                                          list, type, list->tensors[launched[4]].type, grad->dims));
        else if (list->architecture != ARCHITECTURE_1001)
            l0_kernel_workspace(list, gradient_workspace(list, type, grad->dims[0], channels));
        for (int i = 0; i < 3; i++)
            if (results[i] != L0_NONE)
                l0_launch_view_copy(
                    list, l0_launch_cast(list, written[i], list->tensors[results[i]].type),
                    results[i]);
    }
    bool has_factors = results[1] != L0_NONE || results[2] != L0_NONE;
    bool has_all = are_planes && results[0] != L0_NONE && has_factors &&
                   norm_are_planes(list, in_order, 3, grad->dims[1], grad->dims[3]);
    if (has_all)
        norm_work_on_planes(list, &l0_GroupNormGradsPlanes, inputs, 5, outputs, 3);
    else if (results[0] != L0_NONE && are_planes)
        norm_work_on_planes(list, &l0_GroupNormGradPlanes, inputs, 5, outputs, 1);
    else if (results[0] != L0_NONE)
        norm_fold_rows(list, grad->elements, inputs, count, outputs, 1, OF_GROUP);
    if (has_factors && !has_all && are_many)
        norm_work_on_planes(list, &l0_GroupNormGradOfFactorsPlanes, inputs, 4, outputs + 1, 2);
    else if (has_factors && !has_all)
        norm_fold_rows(list, grad->factors, inputs, grad->swishes ? count : 4, outputs + 1, 2,
                       OF_CHANNEL);
    for (int i = 0; i < 3; i++)
        if (results[i] != L0_NONE)
            list_store_reshaped(list, outputs[i], results[i]);
}

/* Without elements the kernel of Ascend950 writes zeros. */
static void launch_zeros(struct l0_list *list, int grad, int mean, int64_t channels,
                         const int results[2])
{
    aclDataType type = list->tensors[mean].type;
    const int found[] = {l0_new_shaped(list, "dgamma", type, &channels, 1),
                         l0_new_shaped(list, "dbeta", type, &channels, 1)};
    if (found[0] == L0_NONE || found[1] == L0_NONE)
        return;
    l0_launch_row(list, &l0_GroupNormGrad, &grad, 1, 0, found, 2, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    for (int i = 0; i < 2; i++) {
        int number = list_constant(list, "value", 0, type);
        l0_step(list, L0_STEP_APPLY, &l0_Fill, &number, 1, &found[i], 1, NULL);
        if (results[i] != L0_NONE) {
            l0_launch_view_copy(list, found[i], results[i]);
            list_store_reshaped(list, found[i], results[i]);
        }
    }
}

void norm_list_group_norm_backward(struct l0_list *list, int gradOut, int input, int mean, int rstd,
                                   int gamma, int64_t N, int64_t C, int64_t HxW, int64_t group,
                                   int gradInput, int gradGammaOut, int gradBetaOut)
{
    if (norm_has_nothing(list, gradOut) || norm_has_nothing(list, input)) {
        const int results[] = {gradGammaOut, gradBetaOut};
        if (list->architecture == ARCHITECTURE_3510 && C > 0)
            launch_zeros(list, gradOut, mean, C, results);
        return;
    }
    group_norm_grad(list,
                    &(struct group_norm_grad){.elements = &l0_LayerNormGradV3,
                                              .factors = &l0_LayerNormGradOfFactors,
                                              .launched = &l0_GroupNormGrad,
                                              .tensors = {gradOut, input, mean, rstd},
                                              .gamma = gamma,
                                              .beta = L0_NONE,
                                              .dims = {N, group, C / group, HxW},
                                              .results = {gradInput, gradGammaOut, gradBetaOut}});
}

void norm_list_group_norm_swish_grad(struct l0_list *list, int dy, int mean, int rstd, int x,
                                     int gamma, int beta, int64_t numGroups, double swishScale,
                                     bool dgammaIsRequire, bool dbetaIsRequire, int dxOut,
                                     int dgammaOut, int dbetaOut)
{
    if (norm_has_nothing(list, x))
        return;
    const struct l0_tensor elements = list->tensors[x];
    int64_t channels = elements.dims[1];
    group_norm_grad(
        list, &(struct group_norm_grad){.elements = &l0_GroupNormSwishGrad,
                                        .factors = &l0_GroupNormSwishGradOfFactors,
                                        .launched = &l0_GroupNormSwishGrad,
                                        .tensors = {dy, x, mean, rstd},
                                        .gamma = gamma,
                                        .beta = beta,
                                        .swishes = true,
                                        .scale = swishScale,
                                        .dims = {elements.dims[0], numGroups, channels / numGroups,
                                                 elements.elements / elements.dims[0] / channels},
                                        .results = {dxOut, dgammaIsRequire ? dgammaOut : L0_NONE,
                                                    dbetaIsRequire ? dbetaOut : L0_NONE}});
}
