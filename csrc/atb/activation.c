/* SPDX-License-Identifier: Apache-2.0 */
/* ActivationOperation and SwigluQuantOperation. */
#include "declared/activation.h"
#include "declared/fill.h"
#include "declared/quant.h"
#include "declared/unary.h"
#include "atb/plan.h"
#include "workspace/l0.h"

typedef struct atb_activation_param param_t;

static bool has_halves(const param_t *param)
{
    return param->type == ATB_ACTIVATION_SWIGLU_FORWARD ||
           param->type == ATB_ACTIVATION_SWIGLU_BACKWARD;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->type >= ATB_ACTIVATION_RELU &&
                                     param->type <= ATB_ACTIVATION_FASTER_GELU,
                                 "activationType is ACTIVATION_RELU (1) to "
                                 "ACTIVATION_FASTER_GELU_FORWARD (9)");
    return status == ATB_NO_ERROR ? atb_require(param->gelu_mode == 0 || param->gelu_mode == 1,
                                                "geluMode is TANH_MODE (0) or NONE_MODE (1)")
                                  : status;
}

static int input_count(const void *given)
{
    return ((const param_t *)given)->type == ATB_ACTIVATION_SWIGLU_BACKWARD ? 2 : 1;
}

/* With halves: x is the last input. */
static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    const struct atb_desc *x = &in[input_count(param) - 1];
    out[0] = *x;
    if (!has_halves(param))
        return ATB_NO_ERROR;
    int32_t status = atb_check_axis("dim", x, param->dim);
    if (status != ATB_NO_ERROR)
        return status;
    struct atb_desc half = *x;
    int64_t *size = &half.shape.dims[atb_axis(x, param->dim)];
    status = atb_check_dim("the rest of the size of dim by 2", *size % 2, 0);
    *size /= 2;
    if (param->type == ATB_ACTIVATION_SWIGLU_FORWARD)
        out[0] = half;
    else if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[0]", &in[0], &half);
    return status;
}

#define UNARY(call) ATB_CALL(call, ATB_TENSOR(x), ATB_TENSOR(y))
#define SWISH(beta) ATB_CALL(Swish, ATB_TENSOR(x), ATB_SCALAR(beta), ATB_TENSOR(y))

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    atb_view x = atb_in(s, 0);
    atb_view y = atb_out(s, 0);
    switch ((enum atb_activation_type)param->type) {
    case ATB_ACTIVATION_RELU: UNARY(Relu); break;
    case ATB_ACTIVATION_GELU:
        ATB_CALL(GeluV2, ATB_TENSOR(x), ATB_INTEGER(param->gelu_mode == 0), ATB_TENSOR(y));
        break;
    case ATB_ACTIVATION_FAST_GELU: UNARY(FastGelu); break;
    case ATB_ACTIVATION_SWISH: SWISH((double)param->scale); break;
    case ATB_ACTIVATION_LOG: UNARY(Log); break;
    case ATB_ACTIVATION_SWIGLU_FORWARD:
        ATB_CALL(SwiGlu, ATB_TENSOR(x), ATB_INTEGER(param->dim), ATB_TENSOR(y));
        break;
    case ATB_ACTIVATION_SWIGLU_BACKWARD:
        ATB_CALL(SwiGluGrad, ATB_TENSOR(x), ATB_TENSOR(atb_in(s, 1)), ATB_INTEGER(param->dim),
                 ATB_TENSOR(y));
        break;
    case ATB_ACTIVATION_SIGMOID: UNARY(Sigmoid); break;
    case ATB_ACTIVATION_FASTER_GELU: SWISH(1.702); break;
    }
}

const struct atb_kind atb_kind_activation = {ATB_KIND(Activation, atb_activation_param),
                                             .check = check,
                                             .input_count = input_count,
                                             .output_count = atb_one,
                                             .infer = infer,
                                             .plan = plan};

/* ---- SwigluQuant ----------------------------------------------------------------------------- */

static int32_t check_quant(const void *given)
{
    return atb_require(((const struct atb_swiglu_quant_param *)given)->quant_type == 0,
                       "quantType is QUANT_TYPE_PER_TOKEN (0)");
}

static int32_t infer_quant(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 2, 2);
    if (status != ATB_NO_ERROR)
        return status;
    int64_t size = in[0].shape.dims[1];
    out[0] = out[1] = in[0];
    out[0].type = ACL_INT8;
    out[0].shape.dims[1] = size / 2;
    out[1].type = ACL_FLOAT;
    out[1].shape.count = 1;
    return atb_check_dim("the rest of inTensors[0]'s last size by 2", size % 2, 0);
}

/* The call wants factors of columns on Ascend910B. It gives what rows were multiplied by, ATB what
 * they have to be multiplied by. */
static void plan_quant(struct single *s, const void *given)
{
    (void)given;
    atb_view ones = ATB_TEMPORARY(s, ACL_FLOAT, atb_out(s, 0)->dims[1]);
    ATB_CALL(InplaceOne, ATB_TENSOR(ones));
    ATB_CALL(SwiGluQuant, ATB_TENSOR(atb_in(s, 0)), ATB_TENSOR(ones), ATB_NONE, ATB_NONE,
             ATB_INTEGER(true), {.handle = "dynamic"}, ATB_TENSOR(atb_out(s, 0)),
             ATB_TENSOR(atb_out(s, 1)));
    ATB_CALL(InplaceReciprocal, ATB_TENSOR(atb_out(s, 1)));
}

const struct atb_kind atb_kind_swiglu_quant = {ATB_KIND(SwigluQuant, atb_swiglu_quant_param),
                                               .check = check_quant,
                                               .input_count = atb_one,
                                               .output_count = atb_two,
                                               .infer = infer_quant,
                                               .plan = plan_quant};
