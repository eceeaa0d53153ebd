/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of groups of channels and their gradients, with a silu or swish behind them. */
#include <inttypes.h>
#include <math.h>

#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/statistics.h"
#include "tensor/layout.h"

/* Elements are [N, groups, channels of a group, places]: these of them are of one group, of one
   channel. */
#define OF_GROUP ((uint64_t)0xC)
#define OF_CHANNEL ((uint64_t)0x9)

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_divisor(const struct call *call, int64_t channels, int group)
{
    int64_t groups = call->arguments[group].integer;
    if (groups > 0 && channels % groups == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; a number that divides the channels, which are %" PRId64
                  ", is required",
                  call_name(call, group), groups, channels);
}

aclnnStatus check_group_count(struct call *call, int channels, int group)
{
    return check_divisor(call, call->arguments[channels].integer, group);
}

aclnnStatus check_groups_of(struct call *call, int tensor, int group)
{
    return check_divisor(call, call_tensor(call, tensor)->dims[1], group);
}

aclnnStatus check_group_limits(struct call *call, int channels, int group)
{
    int64_t all = call->arguments[channels].integer;
    int64_t groups = call->arguments[group].integer;
    if (all / groups <= 8000 && all <= 240000)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " and %s %" PRId64
                  "; at most 240000 channels are supported, 8000 in a group",
                  call_name(call, channels), all, call_name(call, group), groups);
}

aclnnStatus check_positive(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return given > 0 ? ACLNN_SUCCESS
                     : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number above 0 is required",
                              call_name(call, number), given);
}

aclnnStatus check_batches_and_channels(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->dims[0] > 0 && given->dims[1] > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the first dimensions of %s are %" PRId64 " and %" PRId64
                  "; numbers above 0 are required",
                  call_name(call, tensor), given->dims[0], given->dims[1]);
}

aclnnStatus check_sizes(struct call *call, int tensor, int batches, int channels, int places)
{
    const struct tensor *given = call_tensor(call, tensor);
    int64_t rest = 1;
    for (int32_t i = 2; i < given->rank; i++)
        rest *= given->dims[i];
    if (given->dims[0] == call->arguments[batches].integer &&
        given->dims[1] == call->arguments[channels].integer &&
        rest == call->arguments[places].integer)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s, %s and %s are %" PRId64 ", %" PRId64 " and %" PRId64
                  "; those of %s are %" PRId64 ", %" PRId64 " and %" PRId64,
                  call_name(call, batches), call_name(call, channels), call_name(call, places),
                  call->arguments[batches].integer, call->arguments[channels].integer,
                  call->arguments[places].integer, call_name(call, tensor), given->dims[0],
                  given->dims[1], rest);
}

/* As many elements as some numbers say when they are multiplied. */
static aclnnStatus check_count(const struct call *call, int tensor, const int *numbers, int count)
{
    int64_t required = 1;
    int64_t elements = 0;
    bool fits = true;
    const struct tensor *given = call_tensor(call, tensor);
    for (int i = 0; i < count; i++)
        fits &= call->arguments[numbers[i]].integer >= 0 &&
                !__builtin_mul_overflow(required, call->arguments[numbers[i]].integer, &required);
    if (given == NULL || (fits && tensor_element_count(given, &elements) && elements == required))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " elements; %" PRId64 " are required",
                  call_name(call, tensor), elements, required);
}

aclnnStatus check_counted(struct call *call, int tensor, const int *numbers, int count)
{
    return check_count(call, tensor, numbers, count);
}

aclnnStatus check_group_statistic(struct call *call, int statistic, int tensor, int group)
{
    char is[160];
    const struct tensor *given = call_tensor(call, statistic);
    int64_t batches = call_tensor(call, tensor)->dims[0];
    int64_t groups = call->arguments[group].integer;
    if (given->rank == 2 && given->dims[0] == batches && given->dims[1] == groups)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [%" PRId64 ", %" PRId64 "], one for each group, is "
                  "required",
                  call_name(call, statistic),
                  dims_describe(given->dims, given->rank, is, sizeof is), batches, groups);
}

aclnnStatus check_like_factors(struct call *call, int grad, int factors, int channels)
{
    const struct tensor *given = call_tensor(call, grad);
    if (given == NULL || call_tensor(call, factors) != NULL)
        return given == NULL ? ACLNN_SUCCESS : check_same_shape(call, factors, grad);
    int64_t count = call->arguments[channels].integer;
    return call_shape_is(call, grad, &count, 1, false, "one for each channel");
}

aclnnStatus check_channels_first(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    if (format == ACL_FORMAT_NHWC || format == ACL_FORMAT_HWCN || format == ACL_FORMAT_NDHWC)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the format of %s is %s; one with the channels behind the batches is required",
            call_name(call, tensor), format_name(format));
    return check_format(call, tensor);
}

aclnnStatus check_unread(struct call *call, int text)
{
    (void)call;
    (void)text;
    return ACLNN_SUCCESS;
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* Numbers of channels beside elements in groups; a number where none were given. */
static int factors_in_groups(struct l0_list *list, int given, double otherwise, int elements)
{
    return given == L0_NONE ? list_number_of(list, otherwise)
                            : beside_elements(list, given, elements, OF_CHANNEL);
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
    double scale; /* of the swish */
    int results[3];
};

static void group_norm(struct l0_list *list, const struct group_norm *norm)
{
    if (norm->x == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[norm->x];
    int64_t channels = given.dims[1];
    if (given.elements == 0) {
        fill_result(list, norm->results[1], 0);
        fill_result(list, norm->results[2], NAN);
        return;
    }
    int64_t dims[4] = {given.dims[0], norm->groups, channels / norm->groups,
                       given.elements / given.dims[0] / channels};
    int dense = l0_contiguous(list, norm->x);
    int factors[2] = {norm->gamma, norm->beta};
    int launched[3] = {dense};
    for (int i = 0; i < 2; i++) {
        if (factors[i] != L0_NONE)
            factors[i] = l0_contiguous(list, factors[i]);
        launched[i + 1] = factors[i] != L0_NONE ? factors[i]
                                                : stand_in(list, i == 0, given.type, &channels, 1);
    }
    int x = l0_reshape(list, dense, dims, 4);
    if (x == L0_NONE)
        return;
    aclDataType type = norm->gamma != L0_NONE ? list->tensors[norm->gamma].type : given.type;
    int outputs[3] = {l0_new_shaped(list, "y", given.type, dims, 4)};
    for (int i = 1; i < 3; i++)
        outputs[i] = new_statistic(list, x, OF_GROUP,
                                   list->architecture == L0_1001 ? ACL_FLOAT : type);
    l0_launch_row(list, norm->launched, launched, 3, 0, outputs, 3, NULL);
    const int inputs[] = {x, factors_in_groups(list, factors[0], 1, x),
                          factors_in_groups(list, factors[1], 0, x),
                          list_number_of(list, norm->eps), list_number_of(list, norm->scale)};
    fold_rows(list, norm->work, inputs, norm->swishes ? 5 : 4, outputs, 3, OF_GROUP);
    for (int i = 0; i < 3; i++)
        write_reshaped(list, outputs[i], norm->results[i]);
}

void list_group_norm(struct l0_list *list, int self, int gamma, int beta, int64_t group, double eps,
                     bool activates, int out, int meanOut, int rstdOut)
{
    bool is_old = list->architecture == L0_1001;
    group_norm(list, &(struct group_norm){.work = activates ? &l0_GroupNormSilu : &l0_GroupNorm,
                                          .launched = is_old ? &l0_GroupNorm : &l0_GroupNormSilu,
                                          .x = self,
                                          .gamma = gamma,
                                          .beta = beta,
                                          .groups = group,
                                          .eps = eps,
                                          .results = {out, meanOut, rstdOut}});
}

void list_group_norm_swish(struct l0_list *list, int x, int gamma, int beta, int64_t numGroups,
                           double eps, bool activateSwish, double swishScale, int yOut, int meanOut,
                           int rstdOut)
{
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
                                    .results = {yOut, meanOut, rstdOut}});
}

/* On 910B two sums of each channel in float32: of halves alone, and of every second image where
   results must not depend on the order of cores. */
static uint64_t gradient_workspace(const struct l0_list *list, aclDataType type, int64_t images,
                                   int64_t channels)
{
    uint64_t sums = list->deterministic ? (uint64_t)(images + 1) / 2 * (uint64_t)channels
                    : type == ACL_FLOAT ? 0
                                        : (uint64_t)channels;
    return L0_SYSTEM_WORKSPACE + 2 * sums * sizeof(float);
}

/* ---- Backward -------------------------------------------------------------------------------- */

struct group_norm_grad {
    const struct l0_row *elements; /* the gradient of the elements: inputs and numbers, then dx */
    const struct l0_row *factors;  /* those of the factors and summands, of the same inputs */
    const struct l0_row *launched;
    int tensors[4]; /* dy, x, mean, rstd */
    int gamma;
    bool swishes;
    int beta; /* of the swish, and its scale */
    double scale;
    int64_t dims[4];
    int results[3];
};

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
                                : beside_elements(list, launched[i], inputs[0], OF_GROUP);
    }
    if (inputs[0] == L0_NONE)
        return;
    aclDataType type = list->tensors[grad->tensors[0]].type;
    int gamma = grad->gamma != L0_NONE ? l0_contiguous(list, grad->gamma) : L0_NONE;
    int beta = grad->beta != L0_NONE ? l0_contiguous(list, grad->beta) : L0_NONE;
    launched[4] = gamma != L0_NONE ? gamma : stand_in(list, 1, type, &channels, 1);
    launched[5] = beta;
    if (launched[4] == L0_NONE)
        return;
    inputs[count++] = factors_in_groups(list, gamma, 1, inputs[0]);
    if (grad->swishes) {
        inputs[count++] = factors_in_groups(list, beta, 0, inputs[0]);
        inputs[count++] = list_number_of(list, grad->scale);
    }
    int outputs[3] = {l0_new_shaped(list, "dx", type, grad->dims, 4),
                      new_statistic(list, inputs[0], OF_CHANNEL, ACL_FLOAT),
                      new_statistic(list, inputs[0], OF_CHANNEL, ACL_FLOAT)};
    int written[3] = {outputs[0], outputs[1], outputs[2]};
    bool has_own_type = list->architecture != L0_1001 && grad->launched == &l0_GroupNormGrad &&
                        list->tensors[launched[4]].type != ACL_FLOAT;
    for (int i = 1; i < 3 && has_own_type; i++)
        written[i] = new_statistic(list, inputs[0], OF_CHANNEL, list->tensors[launched[4]].type);
    l0_launch_row(list, grad->launched, launched, beta != L0_NONE ? 6 : 5, 0, written, 3, NULL);
    if (list->architecture == L0_2201)
        l0_kernel_workspace(list, gradient_workspace(list, type, grad->dims[0], channels));
    if (results[0] != L0_NONE)
        fold_rows(list, grad->elements, inputs, count, outputs, 1, OF_GROUP);
    write_reshaped(list, outputs[0], results[0]);
    if (results[1] != L0_NONE || results[2] != L0_NONE)
        fold_rows(list, grad->factors, inputs, grad->swishes ? count : 4, outputs + 1, 2,
                  OF_CHANNEL);
    for (int i = 1; i < 3; i++)
        write_launched(list, outputs[i], written[i], results[i]);
}

void list_group_norm_backward(struct l0_list *list, int gradOut, int input, int mean, int rstd,
                              int gamma, int64_t N, int64_t C, int64_t HxW, int64_t group,
                              int gradInput, int gradGammaOut, int gradBetaOut)
{
    if (has_nothing(list, gradOut) || has_nothing(list, input)) {
        if (list->architecture == L0_3510) {
            fill_result(list, gradGammaOut, 0);
            fill_result(list, gradBetaOut, 0);
        }
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

void list_group_norm_swish_grad(struct l0_list *list, int dy, int mean, int rstd, int x, int gamma,
                                int beta, int64_t numGroups, double swishScale,
                                bool dgammaIsRequire, bool dbetaIsRequire, int dxOut, int dgammaOut,
                                int dbetaOut)
{
    if (has_nothing(list, x))
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
