/* SPDX-License-Identifier: Apache-2.0 */
/* LinearOperation: a product of matrices, with a bias, or added to what is there; or one of int8,
 * restored by factors. GroupedMatmulInplaceAddOperation: products of groups of columns. */
#include "declared/binary.h"
#include "declared/matmul.h"
#include "declared/quant.h"
#include "atb/plan.h"
#include "workspace/l0.h"

enum { EINSUM = 1, KEEP_DTYPE = 0, PER_TOKEN = 2 };

typedef struct atb_linear_param param_t;

static bool is_of_int8(const param_t *param)
{
    return param->out_data_type != ACL_DT_UNDEFINED;
}

static int32_t check_int8(const param_t *param)
{
    int32_t status = atb_require(param->out_data_type == ACL_FLOAT16 ||
                                     param->out_data_type == ACL_BF16,
                                 "outDataType is ACL_DT_UNDEFINED, ACL_FLOAT16 or ACL_BF16");
    if (status == ATB_NO_ERROR)
        status = atb_require(!param->accumulates && param->matmul_type != EINSUM,
                             "enAccum is false and matmulType MATMUL_UNDEFINED where outDataType "
                             "is given");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->quant_mode <= PER_TOKEN, "quantMode is 0 to 2");
    return status == ATB_NO_ERROR ? atb_require(param->quant_mode != PER_TOKEN || !param->has_bias,
                                                "hasBias is false with PER_TOKEN")
                                  : status;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(!(param->has_bias && param->accumulates),
                                 "hasBias and enAccum are not both true");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->matmul_type <= EINSUM, "matmulType is 0 or 1");
    if (status != ATB_NO_ERROR)
        return status;
    return is_of_int8(param) ? check_int8(param)
                             : atb_require(param->quant_mode == 0,
                                           "quantMode is QUANT_UNDEFINED where outDataType is "
                                           "ACL_DT_UNDEFINED");
}

static int input_count(const void *given)
{
    const param_t *param = given;
    if (is_of_int8(param))
        return param->has_bias || param->quant_mode == PER_TOKEN ? 4 : 3;
    return param->has_bias || param->accumulates ? 3 : 2;
}

/* The rows and columns of a factor, behind a dimension of batches if it has three. */
struct factor {
    int64_t batches, rows, columns;
};

static struct factor factor_of(const struct atb_desc *desc, bool is_turned)
{
    struct factor factor = {1, atb_dim(desc, -2), atb_dim(desc, -1)};
    if (desc->shape.count == 3)
        factor.batches = desc->shape.dims[0];
    if (is_turned) {
        int64_t rows = factor.rows;
        factor.rows = factor.columns;
        factor.columns = rows;
    }
    return factor;
}

/* The left factor of an einsum lies with its batches in the middle. */
static struct atb_desc left_of(const param_t *param, const struct atb_desc *x)
{
    struct atb_desc left = *x;
    if (param->matmul_type == EINSUM) {
        left.shape.dims[0] = x->shape.dims[1];
        left.shape.dims[1] = x->shape.dims[0];
    }
    return left;
}

static int32_t check_factors(const param_t *param, const struct atb_desc *in)
{
    uint64_t least = param->matmul_type == EINSUM ? 3 : 2;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], least, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], least, 3);
    if (status != ATB_NO_ERROR)
        return status;
    struct atb_desc x = left_of(param, &in[0]);
    struct factor left = factor_of(&x, param->transpose_a);
    struct factor right = factor_of(&in[1], param->transpose_b);
    status = atb_check_dim("the number of rows of the right factor, inTensors[1],", right.rows,
                           left.columns);
    if (status == ATB_NO_ERROR && right.batches != 1)
        status = atb_check_dim("the number of batches of inTensors[1]", right.batches,
                               left.batches);
    return status;
}

static void find_output(const param_t *param, const struct atb_desc *in, struct atb_desc *out)
{
    struct atb_desc x = left_of(param, &in[0]);
    *out = in[0];
    out->type = param->accumulates ? (int32_t)ACL_FLOAT : in[0].type;
    if (is_of_int8(param))
        out->type = param->out_data_type;
    out->shape.dims[out->shape.count - 1] = factor_of(&in[1], param->transpose_b).columns;
    out->shape.dims[param->matmul_type == EINSUM ? 0 : out->shape.count - 2] =
        factor_of(&x, param->transpose_a).rows;
}

/* Factors of the columns of the result, behind a bias; then those of its rows. */
static int32_t check_scales(const param_t *param, const struct atb_desc *in,
                            const struct atb_desc *out)
{
    int place = param->has_bias ? 3 : 2;
    int64_t rows = (int64_t)atb_element_count(out) / atb_dim(out, -1);
    int32_t status = atb_require(in[0].type == ACL_INT8 && in[1].type == ACL_INT8,
                                 "inTensors[0] and [1] are int8 where outDataType is given");
    if (status == ATB_NO_ERROR && param->has_bias)
        status = atb_check_dim("the number of elements of inTensors[2]",
                               (int64_t)atb_element_count(&in[2]), atb_dim(out, -1));
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of factors of columns",
                               (int64_t)atb_element_count(&in[place]), atb_dim(out, -1));
    return status == ATB_NO_ERROR && param->quant_mode == PER_TOKEN
               ? atb_check_dim("the number of factors of rows",
                               (int64_t)atb_element_count(&in[place + 1]), rows)
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int32_t status = check_factors(param, in);
    if (status != ATB_NO_ERROR)
        return status;
    find_output(param, in, &out[0]);
    if (is_of_int8(param))
        return check_scales(param, in, &out[0]);
    if (param->accumulates)
        return atb_check_same("inTensors[2]", &in[2], &out[0]);
    if (!param->has_bias)
        return ATB_NO_ERROR;
    status = atb_check_rank("inTensors[2]", &in[2], 1, 2);
    return status == ATB_NO_ERROR ? atb_check_dim("the last size of inTensors[2]",
                                                  atb_dim(&in[2], -1), atb_dim(&out[0], -1))
                                  : status;
}

static atb_view swapped(struct single *s, const param_t *param, atb_view view)
{
    return param->matmul_type == EINSUM
               ? single_permuted(s, view, (struct single_ints){3, (const int64_t[]){1, 0, 2}})
               : view;
}

static void multiply(struct single *s, atb_view left, atb_view right, atb_view out)
{
    ATB_CALL(Matmul, ATB_TENSOR(left), ATB_TENSOR(right), ATB_TENSOR(out), ATB_INTEGER(KEEP_DTYPE));
}

/* A bias of batches stands for the rows of each. */
static atb_view rows_of_batches(struct single *s, atb_view bias, atb_view out)
{
    bool has_batches = bias != NULL && bias->rank == 2 && bias->dims[0] > 1 && out->rank == 3;
    return has_batches ? ATB_SHAPED(s, bias, bias->dims[0], 1, bias->dims[1]) : bias;
}

/* ((x weight^T) + bias) * factors, by rows of all batches of x. */
static void plan_int8(struct single *s, const param_t *param)
{
    atb_view x = atb_in(s, 0);
    atb_view out = atb_out(s, 0);
    int64_t columns = out->dims[out->rank - 1];
    int place = param->has_bias ? 3 : 2;
    atb_view bias = param->has_bias ? ATB_SHAPED(s, atb_in(s, 2), columns) : NULL;
    atb_view factors = ATB_SHAPED(s, atb_in(s, place), columns);
    atb_view of_rows = NULL;
    if (x->rank == 3 && !param->transpose_a && atb_in(s, 1)->rank == 2) {
        x = ATB_SHAPED(s, x, x->dims[0] * x->dims[1], x->dims[2]);
        out = ATB_SHAPED(s, out, x->dims[0], columns);
    }
    if (param->quant_mode == PER_TOKEN)
        of_rows = ATB_SHAPED(s, atb_in(s, place + 1), out->dims[out->rank - 2]);
    ATB_CALL(QuantMatmulV4, ATB_TENSOR(x), ATB_TENSOR(atb_in(s, 1)), ATB_TENSOR(factors), ATB_NONE,
             ATB_TENSOR(of_rows), ATB_TENSOR(bias), ATB_INTEGER(param->transpose_a),
             ATB_INTEGER(param->transpose_b), ATB_TENSOR(out));
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    if (is_of_int8(param)) {
        plan_int8(s, param);
        return;
    }
    atb_view out = swapped(s, param, atb_out(s, 0));
    atb_view left = single_turned(s, swapped(s, param, atb_in(s, 0)), param->transpose_a);
    atb_view right = single_turned(s, atb_in(s, 1), param->transpose_b);
    if (!param->has_bias && !param->accumulates) {
        multiply(s, left, right, out);
        return;
    }
    /* Sums are rounded once. */
    atb_view product = single_like_of(s, out, ACL_FLOAT);
    multiply(s, atb_float(s, left), atb_float(s, right), product);
    atb_view added = param->accumulates ? swapped(s, param, atb_in(s, 2))
                                        : rows_of_batches(s, atb_in(s, 2), out);
    ATB_CALL(InplaceAdd, ATB_TENSOR(product), ATB_TENSOR(added), ATB_SCALAR(1.0));
    single_copy(s, out, product);
}

const struct atb_kind atb_kind_linear = {ATB_KIND(Linear, atb_linear_param),
                                         .check = check,
                                         .input_count = input_count,
                                         .output_count = atb_one,
                                         .infer = infer,
                                         .plan = plan};

/* ---- GroupedMatmulInplaceAdd: x [m, k], weight [k, n], the end of each group in k, sums --------
 */

enum { MAX_GROUPS = 128, GROUPS_OF_COLUMNS = 2, ONE_RESULT = 3 };

typedef struct atb_grouped_matmul_inplace_add_param grouped_t;

static int32_t check_grouped(const void *given)
{
    return atb_require(!((const grouped_t *)given)->transpose_b, "transposeB is false");
}

static int four(const void *given)
{
    (void)given;
    return 4;
}

static int32_t infer_grouped(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const grouped_t *param = given;
    int32_t status = ATB_NO_ERROR;
    for (int i = 0; i < 4 && status == ATB_NO_ERROR; i++) {
        const char *names[] = {"inTensors[0]", "inTensors[1]", "inTensors[2]", "inTensors[3]"};
        status = atb_check_rank(names[i], &in[i], i == 2 ? 1 : 2, i == 2 ? 1 : 2);
    }
    if (status != ATB_NO_ERROR)
        return status;
    struct factor left = factor_of(&in[0], param->transpose_a);
    struct factor right = factor_of(&in[1], false);
    int64_t groups = in[2].shape.dims[0];
    const int64_t *sums = in[3].shape.dims;
    out[0] = in[3];
    status = atb_check_dim("the number of rows of the right factor, inTensors[1],", right.rows,
                           left.columns);
    if (status == ATB_NO_ERROR)
        status = atb_require(groups >= 1 && groups <= MAX_GROUPS,
                             "inTensors[2] has 1 to 128 elements");
    return status == ATB_NO_ERROR
               ? atb_require((sums[0] == groups * left.rows && sums[1] == right.columns) ||
                                 (sums[0] == left.rows && sums[1] == groups * right.columns),
                             "inTensors[3] is [groups * m, n] or [m, groups * n]")
               : status;
}

/* A result of the second shape has the elements in the sequence of the first. The call wants the
 * left factor to lie turned. */
static void plan_grouped(struct single *s, const void *given)
{
    const grouped_t *param = given;
    atb_view x = atb_in(s, 0);
    atb_view left = single_turned(s, atb_float(s, single_turned(s, x, !param->transpose_a)), true);
    atb_view right = atb_float(s, atb_in(s, 1));
    atb_view out = atb_out(s, 0);
    int64_t groups = atb_in(s, 2)->dims[0];
    atb_view products = ATB_TEMPORARY(s, ACL_FLOAT, groups, left->dims[0], right->dims[1]);
    ATB_CALL(GroupedMatmulV4, {.handle = single_list(s, &left, 1)},
             {.handle = single_list(s, &right, 1)}, ATB_NONE, ATB_NONE, ATB_NONE, ATB_NONE,
             ATB_NONE, ATB_NONE, ATB_TENSOR(atb_in(s, 2)), ATB_NONE, ATB_NONE, ATB_NONE,
             ATB_INTEGER(ONE_RESULT), ATB_INTEGER(GROUPS_OF_COLUMNS), ATB_INTEGER(0),
             ATB_INTEGER(0), {.handle = single_list(s, &products, 1)}, ATB_NONE, ATB_NONE);
    atb_view sums = ATB_SHAPED(s, single_into(s, out, atb_in(s, 3)), groups, left->dims[0],
                               right->dims[1]);
    ATB_CALL(InplaceAdd, ATB_TENSOR(sums), ATB_TENSOR(products), ATB_SCALAR(1.0));
}

const struct atb_kind atb_kind_grouped_matmul_inplace_add = {
    ATB_KIND(GroupedMatmulInplaceAdd, atb_grouped_matmul_inplace_add_param),
    .check = check_grouped,
    .input_count = four,
    .output_count = atb_one,
    .infer = infer_grouped,
    .plan = plan_grouped};
