/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions and their gradients: checks. */
#include "ops/conv/convolution.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/conv.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* The device's kernels store this distance in eight bits. */
#define LARGEST_TURNED_PADDING 255

/* What instructions of a core take of rows and columns, in kernels of volumes. */
#define LARGEST_STRIDE 63
#define LARGEST_DISTANCE 255
#define LARGEST_WINDOW 511
#define LARGEST_INDEX 65535

/* What the kernels of Ascend950 take. */
#define LARGEST_SIZE 1000000
#define MOST_GROUPS 65535

enum { SPATIAL = 2 }; /* the first dimension that is neither batch nor channels */

static const int64_t *numbers_of(const struct call *call, int array)
{
    return array_integers(call->arguments[array].array);
}

static uint64_t size_of(const struct call *call, int array)
{
    return call->arguments[array].array->size;
}

static aclnnStatus refuse_array(const struct call *call, int array, const char *what)
{
    char is[160];
    const struct array *given = call->arguments[array].array;
    int32_t count = given->size > 8 ? 8 : (int32_t)given->size;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s, which this call does not take: %s",
                  call_name(call, array),
                  dims_describe(numbers_of(call, array), count, is, sizeof is), what);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* 161001 when the flag is true and the argument is NULL. */
aclnnStatus conv_check_given_if(struct call *call, int parameter, int flag)
{
    return call->arguments[flag].integer != 0 ? check_given(call, parameter) : ACLNN_SUCCESS;
}

/* The parameters of a convolution. */
struct operands {
    int input;
    int weight;
    int bias;
    int output;
    int stride;
    int padding;
    int dilation;
    int output_padding;
    bool transposed;
    int64_t groups;
    bool last;        /* the input has its channels last */
    bool weight_last; /* the weight has its channels last */
};

static int64_t channels_of(const struct tensor *tensor, bool last)
{
    return tensor->dims[last ? tensor->rank - 1 : 1];
}

static int64_t place_of(const struct tensor *tensor, bool last, int32_t i)
{
    return tensor->dims[(last ? 1 : SPATIAL) + i];
}

static aclnnStatus check_ranks(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const struct tensor *weight = call_tensor(call, o->weight);
    const int images[] = {o->input, o->weight, o->output};
    for (int i = 0; i < 3; i++) {
        const struct tensor *image = call_tensor(call, images[i]);
        if (image->rank < 3 || image->rank > 5 || image->rank != input->rank)
            return call_refuse_shape(
                call, images[i],
                "3 to 5 dimensions are required, of all tensors of a convolution "
                "as many");
    }
    if (o->bias >= 0 && call_tensor(call, o->bias) != NULL) {
        const struct tensor *bias = call_tensor(call, o->bias);
        bool last = conv_has_last_channels(weight);
        int64_t wanted = weight->dims[0];
        if (o->transposed && __builtin_mul_overflow(channels_of(weight, last), o->groups, &wanted))
            wanted = -1;
        if (bias->rank != 1 || bias->dims[0] != wanted)
            return call_refuse_shape(call, o->bias,
                                     "one element for each output channel is required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_array_sizes(const struct call *call, const struct operands *o)
{
    uint64_t spatial = (uint64_t)(call_tensor(call, o->input)->rank - SPATIAL);
    uint64_t padding = size_of(call, o->padding);
    bool may_have_sides = spatial == 2 || (spatial == 1 && !o->transposed);
    if (size_of(call, o->stride) != spatial)
        return refuse_array(call, o->stride, "an entry for each spatial dimension is required");
    if (size_of(call, o->dilation) != spatial)
        return refuse_array(call, o->dilation, "an entry for each spatial dimension is required");
    if (padding != spatial && !(may_have_sides && padding == 2 * spatial))
        return refuse_array(call, o->padding,
                            "an entry for each spatial dimension is required, or one for each of "
                            "its sides");
    if (o->transposed && size_of(call, o->output_padding) != spatial)
        return refuse_array(call, o->output_padding,
                            "an entry for each spatial dimension is required");
    return ACLNN_SUCCESS;
}

static bool is_image_format(const struct call *call, aclFormat format, int32_t rank)
{
    static const aclFormat formats[] = {ACL_FORMAT_NCL, ACL_FORMAT_NCHW, ACL_FORMAT_NCDHW};
    return format == formats[rank - 3] ||
           (rank == 5 && format == ACL_FORMAT_NDHWC && !call_is_on_950(call));
}

static aclnnStatus check_image_formats(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const int images[] = {o->input, o->weight, o->output};
    bool fits = input->format == call_tensor(call, o->output)->format;
    for (int i = 0; i < 3; i++)
        fits &= is_image_format(call, call_tensor(call, images[i])->format, input->rank);
    if (o->bias >= 0 && call_tensor(call, o->bias) != NULL) {
        aclFormat format = call_tensor(call, o->bias)->format;
        fits &= format == ACL_FORMAT_NCL || format == ACL_FORMAT_NCHW ||
                format == ACL_FORMAT_NCDHW || format == ACL_FORMAT_ND;
    }
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "the formats of %s, %s and %s are %d, %d and %d; NCL (47), NCHW (0) or "
                         "NCDHW (30) is required, by the dimensions",
                         call_name(call, o->input), call_name(call, o->weight),
                         call_name(call, o->output), (int)input->format,
                         (int)call_tensor(call, o->weight)->format,
                         (int)call_tensor(call, o->output)->format);
}

static bool are_at_least(const struct call *call, int array, int64_t lowest)
{
    for (uint64_t i = 0; i < size_of(call, array); i++)
        if (numbers_of(call, array)[i] < lowest)
            return false;
    return true;
}

static aclnnStatus check_windows_fit(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const struct tensor *weight = call_tensor(call, o->weight);
    bool may_be_none = call_is_on_950(call) && o->transposed && tensor_is_empty(weight);
    for (int32_t i = 0; i < input->rank - SPATIAL; i++)
        if (place_of(weight, o->weight_last, i) <= 0 && !may_be_none)
            return call_refuse_shape(call, o->weight, "a window has a place in each dimension");
    if (!are_at_least(call, o->stride, 1))
        return refuse_array(call, o->stride, "1 or more is required");
    if (!are_at_least(call, o->dilation, 1))
        return refuse_array(call, o->dilation, "1 or more is required");
    for (int32_t i = 0; i < input->rank - SPATIAL && !o->transposed && !tensor_is_empty(input);
         i++) {
        int64_t before = 0;
        int64_t behind = 0;
        int64_t reach = 0;
        conv_sides(call->arguments[o->padding].array, input->rank - SPATIAL, i, &before, &behind);
        bool fits = conv_shape_reach(place_of(weight, o->weight_last, i),
                                     numbers_of(call, o->dilation)[i], &reach) &&
                    !__builtin_add_overflow(before, behind, &before) &&
                    !__builtin_add_overflow(before, place_of(input, o->last, i), &before) &&
                    before >= reach;
        if (!fits)
            return call_refuse_shape(call, o->input, "no window fits into it, with its padding");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_grouping(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const struct tensor *weight = call_tensor(call, o->weight);
    int64_t channels = channels_of(input, o->last);
    int64_t of_group = channels_of(weight, o->weight_last);
    int64_t wanted = weight->dims[0];
    if (o->groups <= 0)
        return report(ACLNN_ERR_PARAM_INVALID, "groups is %" PRId64 "; 1 or more is required",
                      o->groups);
    if (!o->transposed && __builtin_mul_overflow(of_group, o->groups, &wanted))
        wanted = -1;
    if (channels != wanted)
        return call_refuse_shape(
            call, o->weight,
            o->transposed ? "its first dimension is that of the input's channels"
                          : "its second dimension times groups are the input's channels");
    for (int32_t i = 0; o->transposed && i < input->rank - SPATIAL; i++) {
        int64_t more = numbers_of(call, o->output_padding)[i];
        if (more < 0 ||
            (more >= numbers_of(call, o->stride)[i] && more >= numbers_of(call, o->dilation)[i]))
            return refuse_array(call, o->output_padding,
                                "0 or more is required, less than stride or dilation");
    }
    if (weight->dims[0] % o->groups != 0)
        return call_refuse_shape(call, o->weight, "groups has to divide its first dimension");
    if (o->transposed && channels == 0)
        return call_refuse_shape(call, o->input, "a transposed convolution needs channels");
    return ACLNN_SUCCESS;
}

/* What Ascend950 requires when the weight may have no elements. */
static aclnnStatus check_nothing_turned(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const struct tensor *weight = call_tensor(call, o->weight);
    const struct tensor *output = call_tensor(call, o->output);
    if (weight->format != input->format || weight->dims[0] <= 0)
        return call_refuse_shape(call, o->weight,
                                 "input channels and the input's format are required");
    for (int32_t i = 1; i < input->rank; i++)
        if (input->dims[i] <= 0 || (weight->dims[i] == 0 && output->dims[i] != 0))
            return call_refuse_shape(call, input->dims[i] <= 0 ? o->input : o->weight,
                                     "a dimension may be 0 only where that of the output is");
    return ACLNN_SUCCESS;
}

/* The reach of a window minus the padding. A transposed convolution uses it as its padding. */
static aclnnStatus check_turned_padding(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const struct tensor *weight = call_tensor(call, o->weight);
    int32_t spatial = input->rank - SPATIAL;
    if (tensor_is_empty(input) || tensor_is_empty(weight) ||
        tensor_is_empty(call_tensor(call, o->output)))
        return ACLNN_SUCCESS;
    for (int32_t i = spatial == 3 ? 1 : 0; i < spatial; i++) {
        int64_t reach = 0;
        int64_t rest = -1;
        /* CANN takes the first numbers, even when each side has one. */
        bool fits = conv_shape_reach(place_of(weight, o->weight_last, i),
                                     numbers_of(call, o->dilation)[i], &reach) &&
                    !__builtin_sub_overflow(reach - 1, numbers_of(call, o->padding)[i], &rest);
        if (!fits || rest > LARGEST_TURNED_PADDING || (spatial == 3 && rest < 0))
            return refuse_array(call, o->padding,
                                "the window's reach less padding is at most 255, and in three "
                                "dimensions at least 0");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_output_shape(const struct call *call, const struct operands *o)
{
    const struct tensor *input = call_tensor(call, o->input);
    const struct tensor *weight = call_tensor(call, o->weight);
    int64_t count = 0;
    struct shape shape;
    const struct convolution_windows windows = {
        .input = input,
        .weight = weight,
        .stride = call->arguments[o->stride].array,
        .padding = call->arguments[o->padding].array,
        .dilation = call->arguments[o->dilation].array,
        .output_padding = o->transposed ? call->arguments[o->output_padding].array : NULL,
        .transposed = o->transposed,
        .groups = o->groups,
        .last = o->last,
        .weight_last = o->weight_last,
    };
    if (!conv_shape_of_windows(&windows, &shape))
        return call_refuse_shape(call, o->input, "the output has to fit into 63 bits");
    aclnnStatus status = call_shape_is(call, o->output, shape.dims, shape.rank, false,
                                       "what follows from input, weight and the parameters");
    if (status != ACLNN_SUCCESS)
        return status;
    if ((tensor_is_empty(input) || tensor_is_empty(weight)) &&
        !tensor_is_empty(call_tensor(call, o->output)))
        return call_refuse_shape(call, o->output, "input or weight is empty, and it is not");
    for (int32_t i = 0; i < input->rank; i++)
        if (shape.dims[i] < 0 || !tensor_element_count(call_tensor(call, o->output), &count))
            return call_refuse_shape(call, o->output, "no dimension may be negative");
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_convolution(struct call *call, int input, int weight, int bias, int stride,
                                   int padding, int dilation, int transposed, int outputPadding,
                                   int groups, int output)
{
    struct operands o = {.input = input,
                         .weight = weight,
                         .bias = bias,
                         .output = output,
                         .stride = stride,
                         .padding = padding,
                         .dilation = dilation,
                         .output_padding = outputPadding,
                         .transposed = call->arguments[transposed].integer != 0,
                         .groups = call->arguments[groups].integer};
    aclnnStatus status = check_ranks(call, &o);
    if (status == ACLNN_SUCCESS)
        status = check_array_sizes(call, &o);
    if (status == ACLNN_SUCCESS)
        status = check_image_formats(call, &o);
    o.last = conv_has_last_channels(call_tensor(call, input));
    o.weight_last = conv_has_last_channels(call_tensor(call, weight));
    if (status == ACLNN_SUCCESS)
        status = check_windows_fit(call, &o);
    if (status == ACLNN_SUCCESS)
        status = check_grouping(call, &o);
    if (status == ACLNN_SUCCESS && o.transposed)
        status = call_is_on_950(call) ? check_nothing_turned(call, &o)
                                      : check_turned_padding(call, &o);
    return status == ACLNN_SUCCESS ? check_output_shape(call, &o) : status;
}

aclnnStatus conv_check_type(struct call *call, int operand, int transposed)
{
    if (call->arguments[transposed].integer != 0 || call_tensor(call, operand) == NULL ||
        call_type(call, operand) != ACL_FLOAT8_E4M3FN)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; only transposed convolutions have it",
                  call_name(call, operand), data_type_name(call_type(call, operand)));
}

/* The device has no kernel that computes a transposed convolution of 16 bits with a float32
 * result. */
aclnnStatus conv_check_turned_sums(struct call *call, int input, int weight, int bias, int padding,
                                   int dilation, int transposed, int outputPadding, int groups,
                                   int output, int mode)
{
    const struct tensor *image = call_tensor(call, input);
    const struct tensor *windows = call_tensor(call, weight);
    bool is_float = call_type(call, output) == ACL_FLOAT && type_is_half(call_type(call, input)) &&
                    call_type(call, input) == call_type(call, weight);
    if (call->arguments[transposed].integer == 0 || !is_float ||
        call->soc->architecture == ARCHITECTURE_1001 || call->arguments[mode].integer == 2 ||
        tensor_is_empty(image) || tensor_is_empty(windows))
        return ACLNN_SUCCESS;
    /* A window of one element is a product on Ascend950, which may give float32. */
    bool is_product = call_is_on_950(call) && image->rank == 3 && image->dims[2] == 1 &&
                      call->arguments[groups].integer == 1 && numbers_of(call, padding)[0] == 0 &&
                      numbers_of(call, outputPadding)[0] == 0 &&
                      numbers_of(call, dilation)[0] == 1 &&
                      call_tensor(call, output)->dims[2] == windows->dims[2] &&
                      (windows->dims[2] == 1 || call_tensor(call, bias) == NULL);
    if (is_product)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_RUNTIME_ERROR,
                  "%s is float32 and the operands are %s; a transposed convolution gives their "
                  "type",
                  call_name(call, output), data_type_name(call_type(call, input)));
}

aclnnStatus conv_check_mode(struct call *call, int input, int weight, int mode, int highest)
{
    int64_t given = call->arguments[mode].integer;
    bool is_float = call_type(call, input) == ACL_FLOAT || call_type(call, weight) == ACL_FLOAT;
    bool keeps = given != 1 && given != 2;
    if (given < 0 || given > highest ||
        (is_float && keeps && call->soc->architecture == ARCHITECTURE_1001))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "cubeMathType is %" PRId64 "; 0 to %d are supported, on Ascend910 1 and 2 "
                      "for float32",
                      given, highest);
    return ACLNN_SUCCESS;
}

static bool is_narrow(const struct call *call, int operand)
{
    return call_tensor(call, operand) != NULL && data_type_bits(call_type(call, operand)) < 16;
}

/* 561103 for data types of 8 bits that differ from the first operand's. */
aclnnStatus conv_check_narrow(struct call *call, const int *operands, int count)
{
    for (int i = 0; i < count; i++)
        if (is_narrow(call, operands[i]))
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "the data type of %s is %s; of 8 bits all operands must have the same",
                          call_name(call, operands[i]),
                          data_type_name(call_type(call, operands[i])));
    return ACLNN_SUCCESS;
}

/* ---- Checks of gradients --------------------------------------------------------------------- */

static bool is_asked(const struct call *call, int mask, int i)
{
    return ((const bool *)(const void *)call->arguments[mask].array->values)[i];
}

aclnnStatus conv_check_gradients_given(struct call *call, int mask, int gradInput, int gradWeight,
                                       int gradBias)
{
    const int gradients[] = {gradInput, gradWeight, gradBias};
    if (call->arguments[mask].array->size != 3)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s has %" PRIu64 " entries; 3 are required",
                      call_name(call, mask), call->arguments[mask].array->size);
    for (int i = 0; i < 3; i++) {
        aclnnStatus status = is_asked(call, mask, i) ? check_given(call, gradients[i])
                                                     : ACLNN_SUCCESS;
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_convolved_format(struct call *call, int tensor)
{
    static const aclFormat formats[] = {ACL_FORMAT_NCL, ACL_FORMAT_NCHW, ACL_FORMAT_NCDHW};
    const struct tensor *given = call_tensor(call, tensor);
    if (given == NULL)
        return ACLNN_SUCCESS;
    if (given->rank < 3 || given->rank > 5)
        return call_refuse_shape(
            call, tensor,
            "3 to 5 dimensions are required, of all tensors of a convolution as "
            "many");
    if (given->format == formats[given->rank - 3] ||
        (given->rank == 3 && given->format == ACL_FORMAT_ND))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %d; NCL (47), NCHW (0) or NCDHW (30) is required, by the "
                  "dimensions",
                  call_name(call, tensor), (int)given->format);
}

aclnnStatus conv_check_volumes(struct call *call, int input)
{
    if (call_tensor(call, input)->rank < 5 || call->soc->architecture != ARCHITECTURE_1001)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, input, "Ascend910 has gradients of 3 and 4 dimensions");
}

aclnnStatus conv_check_bias_format(struct call *call, int gradBias, int transposed)
{
    const struct tensor *given = call_tensor(call, gradBias);
    if (given == NULL || call->arguments[transposed].integer != 0 ||
        given->format == ACL_FORMAT_ND || call->soc->architecture == ARCHITECTURE_1001)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %d; ND (2) is required",
                  call_name(call, gradBias), (int)given->format);
}

aclnnStatus conv_check_numbers(struct call *call, int input, int stride, int padding, int dilation,
                               int transposed, int outputPadding, int groups)
{
    bool is_transposed = call->arguments[transposed].integer != 0;
    const int64_t *more = numbers_of(call, outputPadding);
    if (!are_at_least(call, stride, 1))
        return refuse_array(call, stride, "1 or more is required");
    if (!are_at_least(call, padding, 0))
        return refuse_array(call, padding, "0 or more is required");
    if (!are_at_least(call, dilation, 1))
        return refuse_array(call, dilation, "1 or more is required");
    if (!are_at_least(call, outputPadding, 0))
        return refuse_array(call, outputPadding, "0 or more is required");
    for (uint64_t i = 0; i < size_of(call, outputPadding); i++)
        if (!is_transposed ? more[i] != 0
                           : call_tensor(call, input)->rank == 5 && i < size_of(call, stride) &&
                                 more[i] >= numbers_of(call, stride)[i])
            return refuse_array(call, outputPadding,
                                is_transposed ? "less than stride is required"
                                              : "0 is required where nothing is transposed");
    if (call->arguments[groups].integer < 1)
        return report(ACLNN_ERR_PARAM_INVALID, "groups is %" PRId64 "; 1 or more is required",
                      call->arguments[groups].integer);
    return ACLNN_SUCCESS;
}

struct gradients {
    int grad;
    int input;
    int weight;
    int bias_sizes;
    int stride;
    int padding;
    int dilation;
    int output_padding;
    int mask;
    int grad_input;
    int grad_weight;
    int grad_bias;
    bool transposed;
    int64_t groups;
};

static aclnnStatus check_gradient_arrays(const struct call *call, const struct gradients *g)
{
    const int arrays[] = {g->stride, g->dilation, g->padding, g->output_padding};
    uint64_t spatial = (uint64_t)(call_tensor(call, g->input)->rank - SPATIAL);
    for (int i = 0; i < 4; i++) {
        uint64_t size = size_of(call, arrays[i]);
        if (size != spatial && !(i > 1 && spatial == 2 && size == 4))
            return refuse_array(call, arrays[i], "an entry for each spatial dimension is required");
    }
    return ACLNN_SUCCESS;
}

static bool has_dims(const struct call *call, int tensor, int other)
{
    const struct tensor *a = call_tensor(call, tensor);
    const struct tensor *b = call_tensor(call, other);
    return a == NULL ||
           (a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0);
}

static aclnnStatus check_gradient_shapes(const struct call *call, const struct gradients *g)
{
    const struct tensor *grad = call_tensor(call, g->grad);
    const struct tensor *input = call_tensor(call, g->input);
    const struct tensor *weight = call_tensor(call, g->weight);
    const struct tensor *bias = call_tensor(call, g->grad_bias);
    if (grad->rank != input->rank || input->rank != weight->rank)
        return call_refuse_shape(
            call, g->input,
            "3 to 5 dimensions are required, of all tensors of a convolution as "
            "many");
    if (tensor_is_empty(grad) || tensor_is_empty(weight))
        return call_refuse_shape(call, tensor_is_empty(grad) ? g->grad : g->weight,
                                 "it may not be empty");
    if (!has_dims(call, g->grad_input, g->input))
        return call_refuse_shape(call, g->grad_input, "that of the input is required");
    if (!has_dims(call, g->grad_weight, g->weight))
        return call_refuse_shape(call, g->grad_weight, "that of the weight is required");
    if (bias != NULL && (bias->rank != 1 || bias->dims[0] != grad->dims[1]))
        return call_refuse_shape(call, g->grad_bias,
                                 "one element for each output channel is required");
    return check_gradient_arrays(call, g);
}

static aclnnStatus check_gradient_channels(const struct call *call, const struct gradients *g)
{
    const struct tensor *inner = call_tensor(call, g->transposed ? g->grad : g->input);
    const struct tensor *outer = call_tensor(call, g->transposed ? g->input : g->grad);
    const struct tensor *weight = call_tensor(call, g->weight);
    if (outer->dims[0] != inner->dims[0])
        return call_refuse_shape(call, g->grad, "as many images as the input has are required");
    if (outer->dims[1] != weight->dims[0] || weight->dims[1] == 0 ||
        inner->dims[1] % weight->dims[1] != 0 || inner->dims[1] / weight->dims[1] != g->groups)
        return call_refuse_shape(
            call, g->weight, "its dimensions are those of the channels, the second times groups");
    if (outer->dims[1] % g->groups != 0)
        return call_refuse_shape(call, g->weight, "groups has to divide its first dimension");
    return ACLNN_SUCCESS;
}

/* Whether the windows of the convolution's input match its output. */
static aclnnStatus check_gradient_places(const struct call *call, const struct gradients *g)
{
    const struct tensor *inner = call_tensor(call, g->transposed ? g->grad : g->input);
    const struct tensor *outer = call_tensor(call, g->transposed ? g->input : g->grad);
    const struct tensor *weight = call_tensor(call, g->weight);
    for (int32_t i = 0; inner->rank == 5 && i < 3; i++) {
        int64_t reach = 0;
        int64_t places = 0;
        int64_t padding = numbers_of(call, g->padding)[i];
        if (!conv_shape_reach(weight->dims[SPATIAL + i], numbers_of(call, g->dilation)[i],
                              &reach) ||
            __builtin_mul_overflow(padding, 2, &places) ||
            __builtin_add_overflow(places, inner->dims[SPATIAL + i], &places) || places < reach ||
            (places - reach) / numbers_of(call, g->stride)[i] + 1 != outer->dims[SPATIAL + i])
            return call_refuse_shape(
                call, g->grad, "what follows from input, weight and the parameters is required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_no_elements(const struct call *call, const struct gradients *g)
{
    const struct tensor *grad = call_tensor(call, g->grad);
    const struct tensor *input = call_tensor(call, g->input);
    const struct tensor *weight = call_tensor(call, g->weight);
    const struct tensor *inner = g->transposed ? grad : input;
    if (grad->rank != input->rank || weight->rank != input->rank)
        return call_refuse_shape(
            call, g->input,
            "3 to 5 dimensions are required, of all tensors of a convolution as "
            "many");
    if (is_asked(call, g->mask, 2)) {
        const struct array *sizes = call->arguments[g->bias_sizes].array;
        int64_t wanted = g->transposed ? weight->dims[1] * g->groups : grad->dims[1];
        if (sizes == NULL || sizes->size != 1 || numbers_of(call, g->bias_sizes)[0] != wanted ||
            call_tensor(call, g->grad_bias)->rank != 1 ||
            call_tensor(call, g->grad_bias)->dims[0] != wanted)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "biasSizes and %s are not [%" PRId64 "], which is required where there "
                          "are no elements",
                          call_name(call, g->grad_bias), wanted);
    }
    if (is_asked(call, g->mask, 0) && input->dims[0] != 0 && input->dims[1] != 0)
        return call_refuse_shape(call, g->input, "only images or channels may be none");
    if (!has_dims(call, g->grad_input, g->input) || !has_dims(call, g->grad_weight, g->weight))
        return call_refuse_shape(
            call, has_dims(call, g->grad_input, g->input) ? g->grad_weight : g->grad_input,
            "that of what it is the gradient of is required");
    aclnnStatus status = check_gradient_arrays(call, g);
    if (status != ACLNN_SUCCESS)
        return status;
    bool no_images = g->transposed && input->dims[0] == 0;
    if (weight->dims[0] % g->groups != 0 ||
        (!no_images && (inner->dims[1] != 0 || weight->dims[1] != 0) &&
         (weight->dims[1] == 0 || inner->dims[1] % weight->dims[1] != 0 ||
          inner->dims[1] / weight->dims[1] != g->groups)))
        return call_refuse_shape(
            call, g->weight, "its dimensions are those of the channels, the second times groups");
    if (g->transposed && (weight->dims[0] == 0 || weight->dims[0] != input->dims[1]))
        return call_refuse_shape(call, g->weight,
                                 "its first dimension is that of the input's channels");
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_weight_gradient(struct call *call, int gradOutput, int input, int weight,
                                       int mode, int groups, int mask, int gradWeight)
{
    aclDataType type = type_promote(
        type_promote(call_type(call, gradOutput), call_type(call, input)), call_type(call, weight));
    bool is_asked_for = is_asked(call, mask, 1) && call_tensor(call, input)->rank == 5 &&
                        call->arguments[groups].integer != 1 &&
                        call_type(call, gradWeight) == ACL_FLOAT;
    if (call_is_on_950(call) || !is_asked_for ||
        (call->arguments[mode].integer != 2 && !type_is_half(type)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is float32, has three spatial dimensions and groups, and is computed in 16 "
                  "bits; on %s a data type of 16 bits is required then",
                  call_name(call, gradWeight), call->soc->family);
}

aclnnStatus conv_check_gradients(struct call *call, int gradOutput, int input, int weight,
                                 int biasSizes, int stride, int padding, int dilation,
                                 int transposed, int outputPadding, int groups, int outputMask,
                                 int gradInput, int gradWeight, int gradBias)
{
    const struct gradients g = {.grad = gradOutput,
                                .input = input,
                                .weight = weight,
                                .bias_sizes = biasSizes,
                                .stride = stride,
                                .padding = padding,
                                .dilation = dilation,
                                .output_padding = outputPadding,
                                .mask = outputMask,
                                .grad_input = gradInput,
                                .grad_weight = gradWeight,
                                .grad_bias = gradBias,
                                .transposed = call->arguments[transposed].integer != 0,
                                .groups = call->arguments[groups].integer};
    bool has_none = tensor_is_empty(call_tensor(call, input)) ||
                    tensor_is_empty(call_tensor(call, weight));
    if (has_none && call->soc->architecture != ARCHITECTURE_1001)
        return check_no_elements(call, &g);
    aclnnStatus status = check_gradient_shapes(call, &g);
    if (status == ACLNN_SUCCESS)
        status = check_gradient_channels(call, &g);
    if (status == ACLNN_SUCCESS)
        status = check_gradient_places(call, &g);
    return status == ACLNN_SUCCESS && has_none ? check_no_elements(call, &g) : status;
}

/* ---- Checks of other forms ------------------------------------------------------------------- */

aclnnStatus conv_check_depthwise(struct call *call, int self, int weight, int kernelSize, int bias,
                                 int stride, int padding, int dilation, int out)
{
    const struct tensor *input = call_tensor(call, self);
    const struct tensor *windows = call_tensor(call, weight);
    struct operands o = {.input = self,
                         .weight = weight,
                         .bias = bias,
                         .output = out,
                         .stride = stride,
                         .padding = padding,
                         .dilation = dilation,
                         .groups = 1};
    const int images[] = {self, weight, out};
    for (int i = 0; i < 3; i++) {
        const struct tensor *image = call_tensor(call, images[i]);
        if (image->rank != 4 || image->format != ACL_FORMAT_NCHW)
            return call_refuse_shape(call, images[i],
                                     "4 dimensions and the format NCHW are required");
    }
    aclnnStatus status = check_ranks(call, &o);
    if (status == ACLNN_SUCCESS && size_of(call, padding) != 2)
        status = refuse_array(call, padding, "an entry for each spatial dimension is required");
    if (status == ACLNN_SUCCESS)
        status = check_array_sizes(call, &o);
    if (status == ACLNN_SUCCESS)
        status = check_windows_fit(call, &o);
    if (status != ACLNN_SUCCESS)
        return status;
    if (windows->dims[1] > 1 || (input->dims[1] != 0 && windows->dims[0] % input->dims[1] != 0))
        return call_refuse_shape(
            call, weight,
            "its first dimension is a multiple of the input's channels, its second "
            "1");
    status = check_output_shape(call, &o);
    if (status == ACLNN_SUCCESS &&
        (size_of(call, kernelSize) != 2 || numbers_of(call, kernelSize)[0] != windows->dims[2] ||
         numbers_of(call, kernelSize)[1] != windows->dims[3]))
        status = refuse_array(call, kernelSize, "the last dimensions of the weight are required");
    return status;
}

aclnnStatus conv_check_time_format(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->format == ACL_FORMAT_ND || given->format == ACL_FORMAT_NCL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %d; ND (2) or NCL (47) is required",
                  call_name(call, tensor), (int)given->format);
}

/* CANN counts the padding of one end only here. */
aclnnStatus conv_check_time_fits(struct call *call, int input, int weight, int pad)
{
    const struct tensor *image = call_tensor(call, input);
    const struct tensor *windows = call_tensor(call, weight);
    int64_t places = 0;
    if (tensor_is_empty(image) ||
        __builtin_add_overflow(image->dims[0], call->arguments[pad].integer, &places) ||
        places >= windows->dims[0])
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, input, "no window fits into it, with the padding of one end");
}

/* The shapes fit: [time, batch, channels] convolved with [window, channels, output channels]. */
aclnnStatus conv_check_time_shapes(struct call *call, int input, int weight, int bias, int pad,
                                   int out)
{
    const struct tensor *image = call_tensor(call, input);
    const struct tensor *windows = call_tensor(call, weight);
    const struct tensor *summand = call_tensor(call, bias);
    int64_t padding = call->arguments[pad].integer;
    int64_t time = 0;
    if (image->rank != 3 || windows->rank != 3)
        return call_refuse_shape(
            call, image->rank != 3 ? input : weight,
            "[time, batch, channels] is required, of the weight [places, channels, "
            "output channels]");
    if (summand->rank != 1 || summand->dims[0] != windows->dims[2])
        return call_refuse_shape(call, bias, "one element for each output channel is required");
    int64_t places = call->operator->parameters[out].role == ROLE_IN ? 0 : 1;
    if (windows->dims[0] < places || windows->dims[1] != image->dims[2])
        return call_refuse_shape(call, weight,
                                 "a place, and the channels of the input are required");
    if (padding < 0 || __builtin_mul_overflow(padding, 2, &time) ||
        __builtin_add_overflow(time, image->dims[0] + 1 - windows->dims[0], &time) || time < 0)
        return call_refuse_shape(call, input, "no window fits into it, with its padding");
    const int64_t dims[] = {time, image->dims[1], windows->dims[2]};
    return call_shape_is(call, out, dims, 3, false, "what follows from input, weight and pad");
}

aclnnStatus conv_check_has_elements(struct call *call, int tensor)
{
    return tensor_is_empty(call_tensor(call, tensor))
               ? call_refuse_shape(call, tensor, "it may not be empty")
               : ACLNN_SUCCESS;
}

/* ---- What the tilings refuse ----------------------------------------------------------------- */

/* The launch fails, of which op_api takes no notice: phase two answers 561103. */
static bool is_within(struct call *call, const char *what, int64_t number, int64_t least,
                      int64_t most)
{
    return (number >= least && number <= most) ||
           call_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                            "%s is %" PRId64 "; the kernel takes %" PRId64 " to %" PRId64, what,
                            number, least, most);
}

/* Of a spatial dimension, depth being i = 0 of three. */
static bool are_numbers_taken(struct call *call, const struct operands *o, int32_t i)
{
    int32_t spatial = call_tensor(call, o->input)->rank - SPATIAL;
    bool is_limited = spatial == 3 && i > 0;
    int64_t far = call_is_on_950(call) ? LARGEST_SIZE : INT64_MAX;
    int64_t sides[2];
    conv_sides(call->arguments[o->padding].array, spatial, i, &sides[0], &sides[1]);
    for (int side = 0; side < 2; side++)
        if (!is_within(call, "padding", sides[side], 0, is_limited ? LARGEST_DISTANCE : far))
            return false;
    return is_within(call, "stride", numbers_of(call, o->stride)[i], 1,
                     is_limited ? LARGEST_STRIDE : far) &&
           is_within(call, "dilation", numbers_of(call, o->dilation)[i], 1,
                     is_limited ? LARGEST_DISTANCE : far);
}

/* Of volumes: rows and columns of a window, and its elements in a block of channels. */
static bool is_window_taken(struct call *call, const struct operands *o)
{
    const struct tensor *weight = call_tensor(call, o->weight);
    int64_t rows = place_of(weight, o->weight_last, 1);
    int64_t columns = place_of(weight, o->weight_last, 2);
    int64_t channels = weight->type == ACL_FLOAT ? 8 : 16;
    return is_within(call, "the height of a window", rows, 1, LARGEST_WINDOW) &&
           is_within(call, "the width of a window", columns, 1, LARGEST_WINDOW) &&
           is_within(call, "the height times the width of a window", rows * columns, 1,
                     LARGEST_INDEX / channels);
}

static bool are_sizes_taken(struct call *call, const struct operands *o)
{
    const int images[] = {o->input, o->weight, o->output};
    for (int n = 0; n < 3; n++) {
        const struct tensor *image = call_tensor(call, images[n]);
        for (int32_t i = 0; i < image->rank; i++)
            if ((i != 1 || n == 0) &&
                !is_within(call, call_name(call, images[n]), image->dims[i], 1, LARGEST_SIZE))
                return false;
    }
    return is_within(call, "groups", o->groups, 1, MOST_GROUPS);
}

/* What the kernel takes; that of phase two, where it is more. Before Ascend950 the kernel of images
 * is not open. */
aclnnStatus conv_check_taken(struct call *call, int input, int weight, int stride, int padding,
                             int dilation, int transposed, int groups, int output)
{
    bool is_3510 = call_is_on_950(call);
    int32_t rank = call_tensor(call, input)->rank;
    const struct operands o = {.input = input,
                               .weight = weight,
                               .output = output,
                               .stride = stride,
                               .padding = padding,
                               .dilation = dilation,
                               .groups = call->arguments[groups].integer,
                               .weight_last = conv_has_last_channels(call_tensor(call, weight))};
    if (call->arguments[transposed].integer != 0 || (rank < 5 && !is_3510))
        return ACLNN_SUCCESS;
    bool is_taken = !is_3510 || are_sizes_taken(call, &o);
    for (int32_t i = 0; i < rank - SPATIAL && is_taken; i++)
        is_taken = are_numbers_taken(call, &o, i);
    if (is_taken && rank == 5)
        is_window_taken(call, &o);
    return ACLNN_SUCCESS;
}
