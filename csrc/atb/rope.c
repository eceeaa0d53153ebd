/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RopeOperation and RopeQConcatOperation: turns pairs of elements of each head by angles. A head of
 * D elements and coefficient c has c / 2 parts; the first half of a part is paired with its second
 * half: 2 pairs the halves of the head, D neighbours.
 */
#include "declared/binary.h"
#include "declared/ternary.h"
#include "atb/rope.h"
#include "workspace/l0.h"

typedef struct atb_rope_param param_t;

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->coefficient >= 2 && param->coefficient % 2 == 0,
                                 "rotaryCoeff is 2, 4 or the size of a head");
    return status == ATB_NO_ERROR ? atb_only(param->cos_format == 0, "cosFormat is 0") : status;
}

static int five(const void *given)
{
    (void)given;
    return 5;
}

static int64_t token_count(const struct atb_desc *x)
{
    return x->shape.count == 4 ? x->shape.dims[0] * x->shape.dims[1] : x->shape.dims[0];
}

static int64_t width(const struct atb_desc *x)
{
    return x->shape.count == 4 ? x->shape.dims[2] * x->shape.dims[3] : atb_dim(x, -1);
}

static int32_t check_rows(const char *name, const struct atb_desc *x, const struct atb_desc *cos)
{
    int32_t status = atb_check_rank(name, x, 2, 4);
    if (status == ATB_NO_ERROR)
        status = atb_require(x->shape.count != 3, "query and key have 2 or 4 dimensions");
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of rows of cos and sin", cos->shape.dims[0],
                               token_count(x));
    return status == ATB_NO_ERROR
               ? atb_check_dim("the rest of the width of query or key by the size of a head",
                               width(x) % cos->shape.dims[1], 0)
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int32_t status = atb_check_rank("inTensors[2]", &in[2], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[3]", &in[3], &in[2]);
    if (status == ATB_NO_ERROR)
        status = atb_require(param->coefficient <= 4 || param->coefficient == in[2].shape.dims[1],
                             "rotaryCoeff is 2, 4 or the size of a head");
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the rest of the size of a head by rotaryCoeff",
                               in[2].shape.dims[1] % param->coefficient, 0);
    if (status == ATB_NO_ERROR)
        status = check_rows("inTensors[0]", &in[0], &in[2]);
    if (status == ATB_NO_ERROR)
        status = check_rows("inTensors[1]", &in[1], &in[2]);
    out[0] = in[0];
    out[1] = in[1];
    return status;
}

/* sum += factor * a * b. */
static void add_product(struct single *s, atb_view sum, atb_view a, atb_view b, double factor)
{
    ATB_CALL(InplaceAddcmul, ATB_TENSOR(sum), ATB_TENSOR(a), ATB_TENSOR(b), ATB_SCALAR(factor));
}

/* All views are [tokens, heads, parts, 2, half a part]. */
void atb_turn(struct single *s, int32_t coefficient, atb_view x, atb_view cos, atb_view sin,
              atb_view out)
{
    int64_t tokens = cos->dims[0];
    int64_t size = cos->dims[1];
    int64_t parts = coefficient / 2;
    int64_t half = size / coefficient;
    int64_t heads = 1;
    for (int32_t i = 0; i < x->rank; i++)
        heads *= x->dims[i];
    heads /= tokens * size;
    atb_view given = atb_float(s, ATB_SHAPED(s, x, tokens, heads, parts, 2, half));
    atb_view cosines = ATB_SHAPED(s, cos, tokens, 1, parts, 2, half);
    atb_view sines = ATB_SHAPED(s, sin, tokens, 1, parts, 2, half);
    atb_view turned = single_like(s, given);
    ATB_CALL(Mul, ATB_TENSOR(given), ATB_TENSOR(cosines), ATB_TENSOR(turned));
    for (int64_t i = 0; i < 2; i++)
        add_product(s, single_at(s, turned, 3, i), single_at(s, given, 3, 1 - i),
                    single_at(s, sines, 3, i), i == 0 ? -1.0 : 1.0);
    single_copy(s, ATB_SHAPED(s, out, tokens, heads, parts, 2, half), turned);
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    atb_view cos = atb_float(s, atb_in(s, 2));
    atb_view sin = atb_float(s, atb_in(s, 3));
    for (int i = 0; i < 2 && s->status == ACL_SUCCESS; i++)
        atb_turn(s, param->coefficient, atb_in(s, i), cos, sin, atb_out(s, i));
}

const struct atb_kind atb_kind_rope = {
    ATB_KIND(Rope, atb_rope_param), .check = check, .input_count = five,
    .output_count = atb_two,        .infer = infer, .plan = plan};

/* ---- RopeQConcat: the turned part of queries in front of the other
 * --------------------------------- */

static int32_t accept(const void *given)
{
    (void)given;
    return ATB_NO_ERROR;
}

static int four(const void *given)
{
    (void)given;
    return 4;
}

/* x [tokens, heads * size], cos, sin [tokens, size], the other part [tokens, heads, width]. */
static int32_t infer_concat(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[2]", &in[2], &in[1]);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[3]", &in[3], 3, 3);
    for (int i = 1; i < 4 && status == ATB_NO_ERROR; i += 2)
        status = atb_check_dim("the number of tokens of inTensors[1] or [3]", in[i].shape.dims[0],
                               in[0].shape.dims[0]);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of inTensors[0]", in[0].shape.dims[1],
                               in[1].shape.dims[1] * in[3].shape.dims[1]);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the rest of the size of a head by 2", in[1].shape.dims[1] % 2, 0);
    out[0] = in[3];
    out[0].shape.dims[2] += in[1].shape.dims[1];
    return status;
}

static void plan_concat(struct single *s, const void *given)
{
    (void)given;
    atb_view cos = atb_float(s, atb_in(s, 1));
    atb_view sin = atb_float(s, atb_in(s, 2));
    atb_view other = atb_in(s, 3);
    int64_t size = cos->dims[1];
    atb_view turned = ATB_TEMPORARY(s, atb_in(s, 0)->type, other->dims[0], other->dims[1], size);
    atb_turn(s, 2, atb_in(s, 0), cos, sin, turned);
    single_copy(s, single_part(s, atb_out(s, 0), 2, 0, size), turned);
    single_copy(s, single_part(s, atb_out(s, 0), 2, size, other->dims[2]), other);
}

const struct atb_kind atb_kind_rope_q_concat = {ATB_KIND(RopeQConcat, atb_rope_q_concat_param),
                                                .check = accept,
                                                .input_count = four,
                                                .output_count = atb_one,
                                                .infer = infer_concat,
                                                .plan = plan_concat};
