/* SPDX-License-Identifier: Apache-2.0 */
/* RmsNormOperation, its gradient, and GatherPreRmsNormOperation. */
#include "declared/binary.h"
#include "declared/index.h"
#include "declared/norm.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "atb/plan.h"
#include "workspace/l0.h"

typedef struct atb_rms_norm_param param_t;

enum { MODEL_LLAMA, MODEL_GEMMA };

static const struct atb_rms_residual *residual_of(const param_t *param)
{
    return param->layer_type == ATB_RMS_PRE_NORM ? &param->pre : &param->post;
}

static bool is_quantised(const param_t *param)
{
    return param->layer_type == ATB_RMS_NORM && param->norm.quant_type == ATB_QUANT_INT8;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->layer_type >= ATB_RMS_NORM &&
                                     param->layer_type <= ATB_RMS_POST_NORM,
                                 "layerType is RMS_NORM_NORM (1) to RMS_NORM_POSTNORM (3)");
    if (status == ATB_NO_ERROR && param->layer_type == ATB_RMS_NORM)
        status = atb_only(param->norm.quant_type == ATB_QUANT_NONE || is_quantised(param),
                          "normParam.quantType is QUANT_UNQUANT or QUANT_INT8");
    if (status == ATB_NO_ERROR && param->layer_type == ATB_RMS_NORM)
        status = atb_only(param->norm.dynamic_quant_type == 0,
                          "normParam.dynamicQuantType is DYNAMIC_QUANT_UNDEFINED");
    if (status == ATB_NO_ERROR && param->layer_type != ATB_RMS_NORM)
        status = atb_only(residual_of(param)->quant_type == ATB_QUANT_NONE,
                          "the quantType of PRENORM and POSTNORM is QUANT_UNQUANT");
    return status;
}

static int input_count(const void *given)
{
    const param_t *param = given;
    if (is_quantised(param))
        return 5;
    if (param->layer_type == ATB_RMS_NORM)
        return 2;
    return residual_of(param)->has_bias ? 4 : 3;
}

static int output_count(const void *given)
{
    const param_t *param = given;
    if (param->layer_type == ATB_RMS_NORM)
        return param->norm.gives_rstd && !is_quantised(param) ? 2 : 1;
    return param->layer_type == ATB_RMS_PRE_NORM ? 2 : 1;
}

/* The weight stands behind what is added to x. */
static int gamma_place(const param_t *param)
{
    return param->layer_type == ATB_RMS_NORM ? 1 : input_count(param) - 1;
}

static void find_rstd(const struct atb_desc *x, const struct atb_desc *gamma, struct atb_desc *out)
{
    *out = *x;
    out->type = ACL_FLOAT;
    for (uint64_t i = x->shape.count - gamma->shape.count; i < x->shape.count; i++)
        out->shape.dims[i] = 1;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    const struct atb_desc *gamma = &in[gamma_place(param)];
    int32_t status = atb_check_rank("the weight", gamma, 1, in[0].shape.count);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of the weight", atb_dim(gamma, -1),
                               atb_dim(&in[0], -1));
    if (status == ATB_NO_ERROR && param->layer_type != ATB_RMS_NORM)
        status = atb_check_same("what is added to inTensors[0]", &in[input_count(param) - 2],
                                &in[0]);
    out[0] = out[1] = in[0];
    if (is_quantised(param))
        out[0].type = ACL_INT8;
    if (status == ATB_NO_ERROR && param->layer_type == ATB_RMS_NORM && output_count(param) == 2)
        find_rstd(&in[0], gamma, &out[1]);
    return status;
}

/* Memory for the reciprocals that the call gives besides. */
static atb_view rstd_for(struct single *s, atb_view x, atb_view gamma)
{
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    for (int32_t i = 0; i < x->rank; i++)
        dims[i] = i < x->rank - gamma->rank ? x->dims[i] : 1;
    return single_temporary(s, ACL_FLOAT, x->rank, dims);
}

static void normalise(struct single *s, atb_view x, atb_view gamma, float epsilon, atb_view y,
                      atb_view rstd)
{
    ATB_CALL(RmsNorm, ATB_TENSOR(x), ATB_TENSOR(gamma), ATB_REAL((double)epsilon), ATB_TENSOR(y),
             ATB_TENSOR(rstd));
}

/* Gemma's weights are what the factor is above 1. */
static atb_view weight(struct single *s, const param_t *param, atb_view gamma)
{
    if (param->norm.model_type != MODEL_GEMMA)
        return gamma;
    atb_view factor = single_like(s, gamma);
    ATB_CALL(Adds, ATB_TENSOR(gamma), ATB_SCALAR(1.0), ATB_SCALAR(1.0), ATB_TENSOR(factor));
    return factor;
}

/* round((norm + beta) / scale + offset), between -128 and 127. */
static void quantise(struct single *s, const param_t *param)
{
    atb_view x = atb_float(s, atb_in(s, 0));
    atb_view gamma = atb_float(s, atb_in(s, 1));
    atb_view y = single_like(s, x);
    normalise(s, x, gamma, param->norm.epsilon, y, rstd_for(s, x, gamma));
    if (atb_in(s, 2) != NULL)
        ATB_CALL(InplaceAdd, ATB_TENSOR(y), ATB_TENSOR(atb_float(s, atb_in(s, 2))),
                 ATB_SCALAR(1.0));
    atb_view scale = atb_float(s, atb_in(s, 3));
    atb_view offset = atb_float(s, atb_in(s, 4));
    ATB_CALL(InplaceDiv, ATB_TENSOR(y), ATB_TENSOR(scale));
    ATB_CALL(InplaceAdd, ATB_TENSOR(y), ATB_TENSOR(offset), ATB_SCALAR(1.0));
    ATB_CALL(InplaceRound, ATB_TENSOR(y));
    ATB_CALL(Clamp, ATB_TENSOR(y), ATB_SCALAR(-128.0), ATB_SCALAR(127.0), ATB_TENSOR(x));
    single_copy(s, atb_out(s, 0), x);
}

static void plan_norm(struct single *s, const param_t *param)
{
    atb_view x = atb_in(s, 0);
    atb_view gamma = weight(s, param, atb_in(s, 1));
    atb_view rstd = output_count(param) == 2 ? atb_out(s, 1) : rstd_for(s, x, gamma);
    normalise(s, x, gamma, param->norm.epsilon, atb_out(s, 0), rstd);
}

static void plan_residual(struct single *s, const param_t *param)
{
    const struct atb_rms_residual *residual = residual_of(param);
    atb_view x = atb_in(s, 0);
    atb_view gamma = atb_in(s, gamma_place(param));
    atb_view sum = param->layer_type == ATB_RMS_PRE_NORM ? atb_out(s, 1) : single_like(s, x);
    if (residual->has_bias) {
        atb_view with_bias = single_like(s, x);
        ATB_CALL(Add, ATB_TENSOR(x), ATB_TENSOR(atb_in(s, 1)), ATB_SCALAR(1.0),
                 ATB_TENSOR(with_bias));
        x = with_bias;
    }
    ATB_CALL(AddRmsNorm, ATB_TENSOR(x), ATB_TENSOR(atb_in(s, gamma_place(param) - 1)),
             ATB_TENSOR(gamma), ATB_REAL((double)residual->epsilon), ATB_TENSOR(atb_out(s, 0)),
             ATB_TENSOR(rstd_for(s, x, gamma)), ATB_TENSOR(sum));
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    if (is_quantised(param))
        quantise(s, param);
    else if (param->layer_type == ATB_RMS_NORM)
        plan_norm(s, param);
    else
        plan_residual(s, param);
}

const struct atb_kind atb_kind_rms_norm = {ATB_KIND(RmsNorm, atb_rms_norm_param),
                                           .check = check,
                                           .input_count = input_count,
                                           .output_count = output_count,
                                           .infer = infer,
                                           .plan = plan,
                                           .optional = 1U << 2};

/* ---- The gradient ---------------------------------------------------------------------------- */

static int32_t check_backward(const void *given)
{
    (void)given;
    return ATB_NO_ERROR;
}

static int four(const void *given)
{
    (void)given;
    return 4;
}

/* inputs: dy, x, rstd, gamma. outputs: dx, dgamma. */
static int32_t infer_backward(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    int32_t status = atb_check_rank("inTensors[3]", &in[3], 1, in[1].shape.count);
    if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[0]", &in[0], &in[1]);
    out[0] = in[1];
    out[1] = in[3];
    out[1].type = ACL_FLOAT;
    return status;
}

static void plan_backward(struct single *s, const void *given)
{
    (void)given;
    ATB_CALL(RmsNormGrad, ATB_TENSOR(atb_in(s, 0)), ATB_TENSOR(atb_in(s, 1)),
             ATB_TENSOR(atb_in(s, 2)), ATB_TENSOR(atb_in(s, 3)), ATB_TENSOR(atb_out(s, 0)),
             ATB_TENSOR(atb_out(s, 1)));
}

const struct atb_kind atb_kind_rms_norm_backward = {
    ATB_KIND(RmsNormBackward, atb_rms_norm_backward_param),
    .check = check_backward,
    .input_count = four,
    .output_count = atb_two,
    .infer = infer_backward,
    .plan = plan_backward};

/* ---- GatherPreRmsNorm: x [T, D], rows that are added [R, D], which ones [T], weights --------- */

static int32_t check_gather(const void *given)
{
    const struct atb_gather_pre_rms_norm_param *param = given;
    return atb_require(param->epsilon > 0, "epsilon is above 0");
}

static int32_t infer_gather(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of inTensors[1]", in[1].shape.dims[1],
                               in[0].shape.dims[1]);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[2]", &in[2], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the size of inTensors[2]", in[2].shape.dims[0],
                               in[0].shape.dims[0]);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of elements of inTensors[3]",
                               (int64_t)atb_element_count(&in[3]), in[0].shape.dims[1]);
    out[0] = out[1] = in[0];
    out[0].type = ACL_FLOAT;
    return status;
}

static void plan_gather(struct single *s, const void *given)
{
    const struct atb_gather_pre_rms_norm_param *param = given;
    atb_view x = atb_in(s, 0);
    atb_view rows = single_like_of(s, x, atb_in(s, 1)->type);
    atb_view sum = atb_float(s, x);
    atb_view gamma = ATB_SHAPED(s, atb_float(s, atb_in(s, 3)), x->dims[1]);
    ATB_CALL(GatherV2, ATB_TENSOR(atb_in(s, 1)), ATB_INTEGER(0), ATB_TENSOR(atb_in(s, 2)),
             ATB_TENSOR(rows));
    ATB_CALL(InplaceAdd, ATB_TENSOR(sum), ATB_TENSOR(atb_float(s, rows)), ATB_SCALAR(1.0));
    single_copy(s, atb_out(s, 1), sum);
    normalise(s, sum, gamma, param->epsilon, atb_out(s, 0), rstd_for(s, sum, gamma));
}

const struct atb_kind atb_kind_gather_pre_rms_norm = {
    ATB_KIND(GatherPreRmsNorm, atb_gather_pre_rms_norm_param),
    .check = check_gather,
    .input_count = four,
    .output_count = atb_two,
    .infer = infer_gather,
    .plan = plan_gather};
