/* SPDX-License-Identifier: Apache-2.0 */
/* LayerNormOperation and CohereLayerNormOperation, computed in float32 and rounded once. */
#include "declared/binary.h"
#include "declared/norm.h"
#include "atb/plan.h"
#include "workspace/l0.h"

typedef struct atb_layer_norm_param param_t;

static const struct atb_layer_norm_residual *residual_of(const param_t *param)
{
    return param->layer_type == ATB_RMS_PRE_NORM ? &param->pre : &param->post;
}

static bool has_residual(const param_t *param)
{
    return param->layer_type != ATB_RMS_NORM;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->layer_type >= ATB_RMS_NORM &&
                                     param->layer_type <= ATB_RMS_POST_NORM,
                                 "layerType is LAYER_NORM_NORM (1) to LAYER_NORM_POSTNORM (3)");
    if (status != ATB_NO_ERROR)
        return status;
    if (!has_residual(param))
        return atb_only(param->norm.quant_type == ATB_QUANT_NONE,
                        "normParam.quantType is QUANT_UNQUANT");
    status = atb_only(residual_of(param)->quant_type == ATB_QUANT_NONE,
                      "the quantType of PRENORM and POSTNORM is QUANT_UNQUANT");
    if (status == ATB_NO_ERROR)
        status = atb_require(residual_of(param)->op_mode == 0, "opMode is 0");
    return status == ATB_NO_ERROR
               ? atb_only(residual_of(param)->zoom == 1.0f, "zoomScaleValue is 1")
               : status;
}

static int input_count(const void *given)
{
    return has_residual(given) ? 4 : 3;
}

static int output_count(const void *given)
{
    return ((const param_t *)given)->layer_type == ATB_RMS_PRE_NORM ? 2 : 1;
}

/* The first dimension that is normalised. */
static int64_t axis_of(const param_t *param)
{
    return has_residual(param) ? -1 : param->norm.begin_norm_axis;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    const struct atb_desc *gamma = &in[input_count(param) - 2];
    int32_t status = atb_check_axis("beginNormAxis", &in[0], axis_of(param));
    if (status != ATB_NO_ERROR)
        return status;
    int64_t elements = 1;
    for (uint64_t i = (uint64_t)atb_axis(&in[0], axis_of(param)); i < in[0].shape.count; i++)
        elements *= in[0].shape.dims[i];
    status = atb_check_dim("the number of elements of gamma", (int64_t)atb_element_count(gamma),
                           elements);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of elements of beta",
                               (int64_t)atb_element_count(gamma + 1), elements);
    if (status == ATB_NO_ERROR && has_residual(param))
        status = atb_check_same("inTensors[1]", &in[1], &in[0]);
    out[0] = out[1] = in[0];
    return status;
}

/* (x - mean) / sqrt(variance + epsilon) * gamma + beta over the dims from an axis on. gamma and
 * beta may be NULL. */
static void normalise(struct single *s, atb_view x, int64_t axis, atb_view gamma, atb_view beta,
                      float epsilon, atb_view y)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t first = (int32_t)single_axis(s, x, axis);
    for (int32_t i = 0; i < x->rank; i++)
        dims[i] = i < first ? x->dims[i] : 1;
    const struct single_ints tail = {x->rank - first, x->dims + first};
    atb_view weight = gamma == NULL ? NULL : single_shaped(s, atb_float(s, gamma), tail);
    atb_view bias = beta == NULL ? NULL : single_shaped(s, atb_float(s, beta), tail);
    ATB_CALL(LayerNorm, ATB_TENSOR(x), {.handle = single_int_array(s, tail)}, ATB_TENSOR(weight),
             ATB_TENSOR(bias), ATB_REAL((double)epsilon), ATB_TENSOR(y),
             ATB_TENSOR(single_temporary(s, ACL_FLOAT, x->rank, dims)),
             ATB_TENSOR(single_temporary(s, ACL_FLOAT, x->rank, dims)));
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    int gamma = input_count(param) - 2;
    float epsilon = has_residual(param) ? residual_of(param)->epsilon : param->norm.epsilon;
    atb_view x = atb_float(s, atb_in(s, 0));
    if (has_residual(param)) {
        ATB_CALL(InplaceAdd, ATB_TENSOR(x), ATB_TENSOR(atb_float(s, atb_in(s, 1))),
                 ATB_SCALAR(1.0));
    }
    atb_view y = single_like(s, x);
    if (s->status != ACL_SUCCESS)
        return;
    normalise(s, x, axis_of(param), atb_in(s, gamma), atb_in(s, gamma + 1), epsilon, y);
    single_copy(s, atb_out(s, 0), y);
    if (output_count(param) == 2)
        single_copy(s, atb_out(s, 1), x);
}

const struct atb_kind atb_kind_layer_norm = {ATB_KIND(LayerNorm, atb_layer_norm_param),
                                             .check = check,
                                             .input_count = input_count,
                                             .output_count = output_count,
                                             .infer = infer,
                                             .plan = plan};

/* ---- Cohere: each head with weights of its own --------------------------------------------------
 */

static int32_t accept(const void *given)
{
    (void)given;
    return ATB_NO_ERROR;
}

static int32_t infer_cohere(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 3, 3);
    struct atb_desc heads = in[0];
    heads.shape.count = 2;
    heads.shape.dims[0] = in[0].shape.dims[1];
    heads.shape.dims[1] = in[0].shape.dims[2];
    out[0] = in[0];
    return status == ATB_NO_ERROR ? atb_check_same("inTensors[1]", &in[1], &heads) : status;
}

static void plan_cohere(struct single *s, const void *given)
{
    const struct atb_cohere_layer_norm_param *param = given;
    atb_view x = atb_float(s, atb_in(s, 0));
    atb_view y = single_like(s, x);
    if (s->status != ACL_SUCCESS)
        return;
    normalise(s, x, -1, NULL, NULL, param->epsilon, y);
    single_copy(s, atb_out(s, 0), atb_product(s, y, atb_float(s, atb_in(s, 1))));
}

const struct atb_kind atb_kind_cohere_layer_norm = {
    ATB_KIND(CohereLayerNorm, atb_cohere_layer_norm_param),
    .check = accept,
    .input_count = atb_two,
    .output_count = atb_one,
    .infer = infer_cohere,
    .plan = plan_cohere};
