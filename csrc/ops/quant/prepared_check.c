/* SPDX-License-Identifier: Apache-2.0 */
/* WeightQuantPreprocess: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/quant/mx.h"
#include "ops/quant/scaled_product.h"

/* The one form that CANN has: float4 with powers of two, beside float8 with powers of two. */
aclnnStatus quant_check_prepared_form(struct call *call, int weight, int scale, int x_type,
                                      int x_scale_type)
{
    int64_t left = call->arguments[x_type].integer;
    int64_t powers = call->arguments[x_scale_type].integer;
    int32_t rank = call_tensor(call, weight)->rank;
    if (call_type(call, weight) == ACL_FLOAT4_E2M1 && call_type(call, scale) == ACL_FLOAT8_E8M0 &&
        left == ACL_FLOAT8_E4M3FN && powers == ACL_FLOAT8_E8M0 && (rank == 2 || rank == 3))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s of %d dimensions, %s %s, %s %" PRId64 " and %s %" PRId64
                  "; float4_e2m1 of two or three dimensions, float8_e8m0, 36 (float8_e4m3fn) and "
                  "37 (float8_e8m0) are required",
                  call_name(call, weight), data_type_name(call_type(call, weight)), rank,
                  call_name(call, scale), data_type_name(call_type(call, scale)),
                  call_name(call, x_type), left, call_name(call, x_scale_type), powers);
}

aclnnStatus quant_check_turned_weight(struct call *call, int weight)
{
    return quant_scaled_is_turned(call_tensor(call, weight))
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s does not lie with its last two dimensions swapped, and dense "
                        "otherwise, which is required",
                        call_name(call, weight));
}

/* The powers of pairs of blocks, which lie as the weight does. */
aclnnStatus quant_check_turned_powers(struct call *call, int scale, int weight)
{
    const struct tensor *w = call_tensor(call, weight);
    int64_t dims[TENSOR_MAX_DIMS];
    quant_mx_scale_dims(w->dims, w->rank, w->rank - 2, QUANT_MX_BLOCK, dims);
    aclnnStatus status = call_shape_is(call, scale, dims, w->rank + 1, false,
                                       "two for each pair of blocks of 32");
    if (status != ACLNN_SUCCESS || quant_powers_are_turned(call_tensor(call, scale)))
        return status;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s does not lie with its pairs swapped with columns, which is required",
                  call_name(call, scale));
}

aclnnStatus quant_check_prepared_bias(struct call *call, int bias, int weight)
{
    const struct tensor *w = call_tensor(call, weight);
    const struct tensor *b = call_tensor(call, bias);
    int64_t columns = w->dims[w->rank - 1];
    bool fits = b == NULL ||
                (b->rank == 2 && b->dims[1] == columns &&
                 b->dims[0] == (w->rank == 3 ? w->dims[0] : 1)) ||
                (w->rank == 2 && b->rank == 1 && b->dims[0] == columns);
    if (!fits)
        return call_refuse_shape(call, bias,
                                 "a number for each column is required, of three dimensions of "
                                 "weight for each matrix");
    return b == NULL || view_is_dense(b)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is not contiguous, which is required",
                        call_name(call, bias));
}

/* Without a bias nobody looks at what it would be copied to. */
aclnnStatus quant_check_prepared_bias_beside(struct call *call, int out, int bias, int weight)
{
    return call_tensor(call, bias) == NULL ? ACLNN_SUCCESS
                                           : quant_check_prepared_bias(call, out, weight);
}

aclnnStatus quant_check_prepared_groups(struct call *call, int size)
{
    int64_t given = call->arguments[size].integer;
    return given == QUANT_MX_BLOCK
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 32 is required",
                        call_name(call, size), given);
}

aclnnStatus quant_check_prepared_weight(struct call *call, int out, int weight)
{
    const struct tensor *t = call_tensor(call, out);
    int64_t dims[TENSOR_MAX_DIMS + FRACTAL_DIMS];
    aclnnStatus status = check_same_shape(call, weight, out);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->format != ACL_FORMAT_FRACTAL_NZ_C0_32)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of %s is not ACL_FORMAT_FRACTAL_NZ_C0_32, which is required",
                      call_name(call, out));
    struct tensor turned = *call_tensor(call, weight); /* as out lies, whatever its strides */
    turned.format = t->format;
    const struct fractals blocks = fractals_of(&turned);
    int32_t rank = fractals_storage(t, &blocks, dims);
    return t->storage_rank == rank &&
                   memcmp(t->storage_dims, dims, (size_t)rank * sizeof *dims) == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of %s is not that of blocks of 16 columns of 32 rows, which "
                        "is required",
                        call_name(call, out));
}

static bool has_same_storage(const struct tensor *a, const struct tensor *b)
{
    return a->storage_rank == b->storage_rank &&
           memcmp(a->storage_dims, b->storage_dims,
                  (size_t)a->storage_rank * sizeof *a->storage_dims) == 0;
}

aclnnStatus quant_check_copied(struct call *call, int out, int from)
{
    if (call_tensor(call, from) == NULL)
        return ACLNN_SUCCESS;
    if (call_tensor(call, out) == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a tensor is required beside %s",
                      call_name(call, out), call_name(call, from));
    if (call_type(call, out) != call_type(call, from))
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                      call_name(call, out), data_type_name(call_type(call, out)),
                      data_type_name(call_type(call, from)));
    aclnnStatus status = check_same_shape(call, from, out);
    return status != ACLNN_SUCCESS ||
                   has_same_storage(call_tensor(call, out), call_tensor(call, from))
               ? status
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of %s has not the dimensions of that of %s, which are "
                        "required",
                        call_name(call, out), call_name(call, from));
}
