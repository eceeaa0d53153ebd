/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of quantised numbers: checks. */
#include "ops/conv/convolution.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

enum { SPATIAL = 2 }; /* the first dimension that is neither batch nor channels */

struct convolved {
    struct call *call;
    int input, weight, bias, scale, output;
    int stride, padding, dilation;
    int64_t groups;
    bool is_950;
    bool is_fractal; /* the weight has blocks */
};

static struct convolved convolved_of(struct call *call, bool is_fractal)
{
    return (struct convolved){.call = call,
                              .input = call_find(call, "input"),
                              .weight = call_find(call, "weight"),
                              .bias = call_find(call, "bias"),
                              .scale = call_find(call, "scale"),
                              .output = call_find(call, "output"),
                              .stride = call_find(call, "stride"),
                              .padding = call_find(call, "padding"),
                              .dilation = call_find(call, "dilation"),
                              .groups = call->arguments[call_find(call, "groups")].integer,
                              .is_950 = call_is_on_950(call),
                              .is_fractal = is_fractal};
}

static const struct tensor *given(const struct convolved *c, int parameter)
{
    return call_tensor(c->call, parameter);
}

/* ---- Data types ------------------------------------------------------------------------------ */

static bool is_half(aclDataType type)
{
    return type == ACL_FLOAT16 || type == ACL_BF16;
}

static bool are_joint(const struct convolved *c)
{
    aclDataType input = call_type(c->call, c->input);
    aclDataType output = call_type(c->call, c->output);
    bool has_bias = given(c, c->bias) != NULL;
    aclDataType bias = has_bias ? call_type(c->call, c->bias) : ACL_FLOAT;
    if (call_type(c->call, c->weight) != input)
        return false;
    if (input == ACL_INT8)
        return is_half(output) && (bias == ACL_FLOAT || bias == output ||
                                   (c->is_950 && bias == ACL_INT32 && output == ACL_FLOAT16));
    return bias == ACL_FLOAT && (is_half(output) || output == ACL_FLOAT || output == input);
}

static aclnnStatus check_types(const struct convolved *c)
{
    if (are_joint(c))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "input is %s, weight %s, bias %s and output %s; int8 goes with float16 or "
                  "bfloat16 and a bias of float32 or of the output's data type (on Ascend950, with "
                  "float16, also int32), other numbers with float32, float16, bfloat16 or their "
                  "own data type and a bias of float32",
                  data_type_name(call_type(c->call, c->input)),
                  data_type_name(call_type(c->call, c->weight)),
                  given(c, c->bias) == NULL ? "NULL" : data_type_name(call_type(c->call, c->bias)),
                  data_type_name(call_type(c->call, c->output)));
}

/* ---- Dimensions and formats ------------------------------------------------------------------ */

static aclnnStatus check_size(const struct convolved *c, int array, uint64_t size, uint64_t other)
{
    const struct array *numbers = c->call->arguments[array].array;
    uint64_t found = numbers == NULL ? 0 : numbers->size;
    if (found == size || found == other)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " numbers; %" PRIu64 " are required",
                  call_name(c->call, array), found, size);
}

static aclnnStatus check_dims(const struct convolved *c)
{
    const int rows[] = {c->scale, c->bias};
    const int images[] = {c->input, c->weight, c->output};
    int32_t rank = given(c, c->input)->rank;
    for (int i = 0; i < 2; i++)
        if (given(c, rows[i]) != NULL && given(c, rows[i])->rank != 1)
            return call_refuse_shape(c->call, rows[i], "one dimension is required");
    for (int i = 0; i < 3; i++)
        if (given(c, images[i])->rank != rank || (rank != 5 && (rank != 4 || !c->is_950)))
            return call_refuse_shape(c->call, images[i],
                                     c->is_950 ? "4 or 5 dimensions, as many as input has, are "
                                                 "required"
                                               : "5 dimensions are required");
    uint64_t spatial = (uint64_t)rank - SPATIAL;
    aclnnStatus status = check_size(c, c->stride, spatial, spatial);
    if (status == ACLNN_SUCCESS)
        status = check_size(c, c->dilation, spatial, spatial);
    return status == ACLNN_SUCCESS
               ? check_size(c, c->padding, spatial, c->is_950 ? 2 * spatial : spatial)
               : status;
}

static aclnnStatus check_format_is(const struct convolved *c, int tensor, aclFormat wanted)
{
    aclFormat format = given(c, tensor)->format;
    return format == wanted
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; %s is required",
                        call_name(c->call, tensor), format_name(format), format_name(wanted));
}

static aclnnStatus check_formats(const struct convolved *c)
{
    bool is_volume = given(c, c->input)->rank == 5;
    aclFormat image = is_volume ? ACL_FORMAT_NCDHW : ACL_FORMAT_NCHW;
    const int images[] = {c->input, c->weight, c->output};
    const int rows[] = {c->bias, c->scale};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        if (given(c, rows[i]) != NULL)
            status = check_format_is(c, rows[i], ACL_FORMAT_ND);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = check_format_is(
            c, images[i],
            images[i] == c->weight && c->is_fractal && is_volume ? ACL_FRACTAL_Z_3D : image);
    return status;
}

/* ---- Shapes and numbers ---------------------------------------------------------------------- */

static aclnnStatus check_elements(const struct convolved *c, int tensor)
{
    for (int32_t i = 0; i < given(c, tensor)->rank; i++)
        if (given(c, tensor)->dims[i] < 1)
            return call_refuse_shape(c->call, tensor, "no dimension may be 0");
    return ACLNN_SUCCESS;
}

/* Blocks of 16 output channels by 32 channels, for each place of a window. */
static aclnnStatus check_storage(const struct convolved *c)
{
    const struct tensor *weight = given(c, c->weight);
    int64_t blocks = shape_product(shape_count(weight->dims + SPATIAL, weight->rank - SPATIAL),
                                   shape_quotient_up(weight->dims[1], 32));
    const int64_t dims[] = {blocks, shape_quotient_up(weight->dims[0], 16), 16, 32};
    char wanted[160];
    char stored[160];
    if (weight->storage_rank == 4 && memcmp(weight->storage_dims, dims, sizeof dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the storage of weight is %s; %s is required",
                  dims_describe(weight->storage_dims, weight->storage_rank, stored, sizeof stored),
                  dims_describe(dims, 4, wanted, sizeof wanted));
}

static aclnnStatus check_shapes(const struct convolved *c)
{
    const int rows[] = {c->bias, c->scale};
    aclnnStatus status = check_elements(c, c->input);
    if (status == ACLNN_SUCCESS)
        status = check_elements(c, c->weight);
    if (status == ACLNN_SUCCESS && c->is_fractal)
        status = check_storage(c);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        if (given(c, rows[i]) != NULL && given(c, rows[i])->dims[0] != given(c, c->weight)->dims[0])
            status = call_refuse_shape(c->call, rows[i],
                                       "a number for each output channel is required");
    return status;
}

static aclnnStatus check_numbers(const struct convolved *c, int array, int64_t least)
{
    const struct shape_numbers numbers = shape_numbers(c->call, array);
    for (int64_t i = 0; i < numbers.count; i++)
        if (numbers.each[i] < least)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRId64 "] is %" PRId64 "; %" PRId64 " or more is required",
                          call_name(c->call, array), i, numbers.each[i], least);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_groups(const struct convolved *c)
{
    const struct tensor *weight = given(c, c->weight);
    int64_t channels = 0;
    if (c->groups < 1 || (c->groups > 1 && !c->is_950))
        return report(ACLNN_ERR_PARAM_INVALID, "groups is %" PRId64 "; %s is required", c->groups,
                      c->is_950 ? "1 or more" : "1");
    if (weight->dims[0] % c->groups != 0 ||
        __builtin_mul_overflow(weight->dims[1], c->groups, &channels) ||
        channels != given(c, c->input)->dims[1])
        return call_refuse_shape(c->call, c->weight,
                                 "its output channels are a multiple of groups, and its channels "
                                 "those of input divided by groups");
    return ACLNN_SUCCESS;
}

/* Ascend950 alone looks at the rounding and at the number beside the image. */
static aclnnStatus check_rounding(const struct convolved *c)
{
    const char *mode = c->call->arguments[call_find(c->call, "roundMode")].text;
    aclDataType output = call_type(c->call, c->output);
    const char *wanted = output == ACL_FLOAT8_E4M3FN ? "rint"
                         : output == ACL_HIFLOAT8    ? "round"
                                                     : NULL;
    if (wanted != NULL && (mode == NULL || strcmp(mode, wanted) != 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "roundMode is %s; with output of %s \"%s\" is required",
                      mode == NULL ? "NULL" : mode, data_type_name(output), wanted);
    for (const char *at = mode; wanted == NULL && at != NULL && *at != '\0'; at++)
        if (at - mode >= 1024 ||
            (*at != '_' && (*at < '0' || *at > '9') && ((*at | 0x20) < 'a' || (*at | 0x20) > 'z')))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "roundMode is \"%.40s\"; at most 1024 letters, digits and _ are required",
                          mode);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_beside(const struct convolved *c)
{
    int64_t beside = c->call->arguments[call_find(c->call, "offsetx")].integer;
    bool is_whole = call_type(c->call, c->input) == ACL_INT8;
    if (beside == 0 || (is_whole && beside >= INT8_MIN && beside <= INT8_MAX))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "offsetx is %" PRId64 "; %s is required", beside,
                  is_whole ? "-128 to 127" : "0 with input of floats");
}

static aclnnStatus check_output(const struct convolved *c)
{
    struct shape shape;
    aclnnStatus status = check_elements(c, c->output);
    if (status != ACLNN_SUCCESS)
        return status;
    bool has_shape = quant_shape_convolved(c->call, c->input, c->weight, c->stride, c->padding,
                                           c->dilation, &shape);
    return call_shape_follows(c->call, c->output, has_shape, &shape, false,
                              "what follows from input, weight and the arrays");
}

static aclnnStatus check_values(const struct convolved *c)
{
    aclnnStatus status = check_shapes(c);
    if (status == ACLNN_SUCCESS)
        status = check_numbers(c, c->stride, 1);
    if (status == ACLNN_SUCCESS)
        status = check_numbers(c, c->dilation, 1);
    if (status == ACLNN_SUCCESS)
        status = check_numbers(c, c->padding, 0);
    if (status == ACLNN_SUCCESS)
        status = check_groups(c);
    if (status == ACLNN_SUCCESS && c->is_950)
        status = check_rounding(c);
    if (status == ACLNN_SUCCESS && c->is_950)
        status = check_beside(c);
    return status == ACLNN_SUCCESS ? check_output(c) : status;
}

static aclnnStatus check_convolved(const struct convolved *c)
{
    aclnnStatus status = check_types(c);
    if (status == ACLNN_SUCCESS)
        status = check_dims(c);
    if (status == ACLNN_SUCCESS)
        status = check_formats(c);
    return status == ACLNN_SUCCESS ? check_values(c) : status;
}

/* Kernels before Ascend950 always add one. */
aclnnStatus quant_check_older_bias(struct call *call, int bias)
{
    return call_tensor(call, bias) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required",
                        call_name(call, bias));
}

aclnnStatus quant_check_convolved(struct call *call)
{
    const struct convolved c = convolved_of(call, false);
    return check_convolved(&c);
}

aclnnStatus quant_check_convolved_blocks(struct call *call)
{
    const struct convolved c = convolved_of(call, true);
    return check_convolved(&c);
}
