/* SPDX-License-Identifier: Apache-2.0 */
/* ElewiseOperation: one operation of its table on every element. */
#include <inttypes.h>
#include <string.h>

#include "declared/activation.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/logic.h"
#include "declared/quant.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "atb/plan.h"
#include "workspace/l0.h"

typedef struct atb_elewise_param param_t;

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->type >= ATB_ELEWISE_CAST && param->type <= ATB_ELEWISE_TANH,
                                 "elewiseType is ELEWISE_CAST (1) to ELEWISE_TANH (20)");
    if (status == ATB_NO_ERROR && param->type == ATB_ELEWISE_DYNAMIC_QUANT)
        status = atb_require(!param->quant.asymmetric, "quantParam.asymmetric is false");
    return status;
}

static int input_count(const void *given)
{
    const param_t *param = given;
    switch ((enum atb_elewise_type)param->type) {
    case ATB_ELEWISE_ADD:
    case ATB_ELEWISE_MUL:
    case ATB_ELEWISE_REALDIV:
    case ATB_ELEWISE_LOGICAL_AND:
    case ATB_ELEWISE_LOGICAL_OR:
    case ATB_ELEWISE_LESS:
    case ATB_ELEWISE_GREATER:
    case ATB_ELEWISE_SUB:
    case ATB_ELEWISE_EQUAL: return 2;
    case ATB_ELEWISE_QUANT_PER_CHANNEL:
    case ATB_ELEWISE_DEQUANT_PER_CHANNEL: return 3;
    default: return 1;
    }
}

static int output_count(const void *given)
{
    return ((const param_t *)given)->type == ATB_ELEWISE_DYNAMIC_QUANT ? 2 : 1;
}

/* The shape to which two inputs broadcast. */
static int32_t broadcast(const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_dims *wide = in[0].shape.count >= in[1].shape.count ? &in[0].shape
                                                                         : &in[1].shape;
    const struct atb_dims *narrow = wide == &in[0].shape ? &in[1].shape : &in[0].shape;
    uint64_t more = wide->count - narrow->count;
    out->shape = *wide;
    for (uint64_t i = 0; i < narrow->count; i++) {
        int64_t a = wide->dims[more + i];
        int64_t b = narrow->dims[i];
        if (a != b && a != 1 && b != 1)
            return atb_report(ATB_ERROR_INVALID_TENSOR_DIM,
                              "inTensors[0] and inTensors[1] do not broadcast: %" PRId64
                              " and %" PRId64 " elements meet",
                              a, b);
        out->shape.dims[more + i] = a > b ? a : b;
    }
    return ATB_NO_ERROR;
}

static int32_t infer_two(const param_t *param, const struct atb_desc *in, struct atb_desc *out)
{
    bool is_logic = param->type == ATB_ELEWISE_LOGICAL_AND ||
                    param->type == ATB_ELEWISE_LOGICAL_OR || param->type == ATB_ELEWISE_LESS ||
                    param->type == ATB_ELEWISE_GREATER || param->type == ATB_ELEWISE_EQUAL;
    int32_t status = atb_require(in[0].type == in[1].type,
                                 "inTensors[0] and inTensors[1] have one data type");
    if (is_logic)
        out->type = ACL_INT8;
    return status == ATB_NO_ERROR ? broadcast(in, out) : status;
}

static int32_t cast_type(const param_t *param, int32_t from)
{
    if (param->out_type != ACL_DT_UNDEFINED)
        return param->out_type;
    return from == ACL_FLOAT ? (int32_t)ACL_FLOAT16 : (int32_t)ACL_FLOAT;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    out[0] = in[0];
    if (input_count(param) == 2)
        return infer_two(param, in, &out[0]);
    switch ((enum atb_elewise_type)param->type) {
    case ATB_ELEWISE_CAST: out[0].type = cast_type(param, in[0].type); break;
    case ATB_ELEWISE_QUANT:
    case ATB_ELEWISE_QUANT_PER_CHANNEL: out[0].type = ACL_INT8; break;
    case ATB_ELEWISE_DEQUANT_PER_CHANNEL: out[0].type = ACL_FLOAT16; break;
    case ATB_ELEWISE_DYNAMIC_QUANT:
        out[1] = in[0];
        out[0].type = ACL_INT8;
        out[1].type = ACL_FLOAT;
        out[1].shape.count--;
        return atb_check_rank("inTensors[0]", &in[0], 2, ATB_MAX_DIM);
    default: break;
    }
    return ATB_NO_ERROR;
}

/* round(x) + offset, between -128 and 127, as int8. `values` is changed. */
static void quantise(struct single *s, atb_view values, atb_view offset, double number,
                     atb_view out)
{
    ATB_CALL(InplaceRound, ATB_TENSOR(values));
    if (offset != NULL)
        ATB_CALL(InplaceAdd, ATB_TENSOR(values), ATB_TENSOR(atb_float(s, offset)), ATB_SCALAR(1.0));
    if (number != 0)
        ATB_CALL(InplaceAdds, ATB_TENSOR(values), ATB_SCALAR(number), ATB_SCALAR(1.0));
    atb_view limited = single_like(s, values);
    ATB_CALL(Clamp, ATB_TENSOR(values), ATB_SCALAR(-128.0), ATB_SCALAR(127.0), ATB_TENSOR(limited));
    single_copy(s, out, limited);
}

static void quantise_all(struct single *s, const param_t *param)
{
    atb_view values = atb_float(s, atb_in(s, 0));
    ATB_CALL(InplaceMuls, ATB_TENSOR(values), ATB_SCALAR((double)param->quant.input_scale));
    quantise(s, values, NULL, param->quant.input_offset, atb_out(s, 0));
}

static void quantise_channels(struct single *s)
{
    atb_view values = atb_float(s, atb_in(s, 0));
    atb_view scale = atb_float(s, atb_in(s, 1));
    ATB_CALL(InplaceDiv, ATB_TENSOR(values), ATB_TENSOR(scale));
    quantise(s, values, atb_in(s, 2), 0, atb_out(s, 0));
}

static void dequantise_channels(struct single *s)
{
    atb_view values = atb_float(s, atb_in(s, 0));
    if (atb_in(s, 2) != NULL)
        ATB_CALL(InplaceSub, ATB_TENSOR(values), ATB_TENSOR(atb_float(s, atb_in(s, 2))),
                 ATB_SCALAR(1.0));
    atb_view scale = atb_float(s, atb_in(s, 1));
    ATB_CALL(InplaceMul, ATB_TENSOR(values), ATB_TENSOR(scale));
    single_copy(s, atb_out(s, 0), values);
}

/* Comparisons and logic give bool, atb's int8: the same byte. */
static atb_view truth(struct single *s, atb_view view)
{
    return view->type == ACL_INT8 ? single_typed(s, view, ACL_BOOL) : view;
}

#define UNARY(call) ATB_CALL(call, ATB_TENSOR(x), ATB_TENSOR(y))
#define BINARY(call) ATB_CALL(call, ATB_TENSOR(x), ATB_TENSOR(other), ATB_TENSOR(y))
#define COMPARISON(call) ATB_CALL(call, ATB_TENSOR(x), ATB_TENSOR(other), ATB_TENSOR(truth(s, y)))
#define LOGIC(call) \
    ATB_CALL(call, ATB_TENSOR(truth(s, x)), ATB_TENSOR(truth(s, other)), ATB_TENSOR(truth(s, y)))
#define SUM(call) ATB_CALL(call, ATB_TENSOR(x), ATB_TENSOR(other), ATB_SCALAR(1.0), ATB_TENSOR(y))

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    atb_view x = atb_in(s, 0);
    atb_view y = atb_out(s, 0);
    atb_view other = input_count(param) > 1 ? atb_in(s, 1) : NULL;
    switch ((enum atb_elewise_type)param->type) {
    case ATB_ELEWISE_CAST: single_copy(s, y, x); break;
    case ATB_ELEWISE_MULS:
        ATB_CALL(Muls, ATB_TENSOR(x), ATB_SCALAR((double)param->muls.factor), ATB_TENSOR(y));
        break;
    case ATB_ELEWISE_COS: UNARY(Cos); break;
    case ATB_ELEWISE_SIN: UNARY(Sin); break;
    case ATB_ELEWISE_NEG: UNARY(Neg); break;
    case ATB_ELEWISE_TANH: UNARY(Tanh); break;
    case ATB_ELEWISE_LOGICAL_NOT:
        ATB_CALL(LogicalNot, ATB_TENSOR(truth(s, x)), ATB_TENSOR(truth(s, y)));
        break;
    case ATB_ELEWISE_ADD: SUM(Add); break;
    case ATB_ELEWISE_SUB: SUM(Sub); break;
    case ATB_ELEWISE_MUL: BINARY(Mul); break;
    case ATB_ELEWISE_REALDIV: BINARY(Div); break;
    case ATB_ELEWISE_LOGICAL_AND: LOGIC(LogicalAnd); break;
    case ATB_ELEWISE_LOGICAL_OR: LOGIC(LogicalOr); break;
    case ATB_ELEWISE_LESS: COMPARISON(LtTensor); break;
    case ATB_ELEWISE_GREATER: COMPARISON(GtTensor); break;
    case ATB_ELEWISE_EQUAL: COMPARISON(EqTensor); break;
    case ATB_ELEWISE_QUANT: quantise_all(s, param); break;
    case ATB_ELEWISE_QUANT_PER_CHANNEL: quantise_channels(s); break;
    case ATB_ELEWISE_DEQUANT_PER_CHANNEL: dequantise_channels(s); break;
    case ATB_ELEWISE_DYNAMIC_QUANT:
        ATB_CALL(DynamicQuant, ATB_TENSOR(x), ATB_NONE, ATB_TENSOR(y), ATB_TENSOR(atb_out(s, 1)));
        break;
    }
}

const struct atb_kind atb_kind_elewise = {ATB_KIND(Elewise, atb_elewise_param),
                                          .check = check,
                                          .input_count = input_count,
                                          .output_count = output_count,
                                          .infer = infer,
                                          .plan = plan,
                                          .optional = 1U << 2};
