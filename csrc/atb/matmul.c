/* SPDX-License-Identifier: Apache-2.0 */
/* LinearOperation: a product of matrices, with a bias, or added to what is there. */
#include "atb/plan.h"
#include "operators.h"

enum { EINSUM = 1, KEEP_DTYPE = 0 };

typedef struct atb_linear_param param_t;

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(!(param->has_bias && param->accumulates),
                                 "hasBias and enAccum are not both true");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->matmul_type <= EINSUM, "matmulType is 0 or 1");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->out_data_type == ACL_DT_UNDEFINED,
                          "outDataType is ACL_DT_UNDEFINED (no dequantisation)");
    return status;
}

static int input_count(const void *given)
{
    const param_t *param = given;
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
    out->shape.dims[out->shape.count - 1] = factor_of(&in[1], param->transpose_b).columns;
    out->shape.dims[param->matmul_type == EINSUM ? 0 : out->shape.count - 2] =
        factor_of(&x, param->transpose_a).rows;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int32_t status = check_factors(param, in);
    if (status != ATB_NO_ERROR)
        return status;
    find_output(param, in, &out[0]);
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

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
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
