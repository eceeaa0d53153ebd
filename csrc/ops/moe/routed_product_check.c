/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting and its versions: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/common/tensor_check.h"
#include "ops/moe/routed_product.h"
#include "tensor/arrays.h"
#include "tensor/layout.h"

#define LEAST_COLUMNS 256 /* with weight of int8 */
#define LARGEST_SMALL_DEPTH 18432

static aclnnStatus refuse_missing(const struct routed_product *r, int parameter)
{
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; the call requires it",
                  call_name(r->call, parameter));
}

/* 161001 for what is missing, and for what is reserved and given. */
aclnnStatus moe_check_routed_given(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    const int needed[] = {r.x, r.weight, r.scale, r.weights, r.groups, r.places};
    const int unused[] = {call_find(call, "antiquantScaleOptional"),
                          call_find(call, "antiquantOffsetOptional")};
    for (int i = 0; i < 2 && !(r.is_new && r.is_fractal); i++)
        if (moe_routed_tensor(&r, unused[i]) != NULL)
            return report(ACLNN_ERR_PARAM_NULLPTR, "%s is given; it must be NULL",
                          call_name(call, unused[i]));
    for (int i = 0; i < 6; i++)
        if (moe_routed_tensor(&r, needed[i]) == NULL)
            return refuse_missing(&r, needed[i]);
    if (moe_routed_tensor(&r, r.tokens) == NULL && (!r.is_fractal || (r.is_small && !r.is_new)))
        return refuse_missing(&r, r.tokens);
    bool has_tuning = r.tuning >= 0; /* of the calls without fractals, aclnn...V3 */
    return moe_routed_tensor(&r, r.bias) != NULL || r.is_fractal || has_tuning
               ? ACLNN_SUCCESS
               : refuse_missing(&r, r.bias);
}

/* ---- Data types ------------------------------------------------------------------------------ */

static aclnnStatus check_type(const struct routed_product *r, int parameter, uint64_t types,
                              const char *required)
{
    const struct tensor *t = moe_routed_tensor(r, parameter);
    if (t == NULL || call_has_type(types, t->type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                  call_name(r->call, parameter), data_type_name(t->type), required);
}

#define TYPE(type) ((uint64_t)1 << (type))

static aclnnStatus check_types(const struct routed_product *r)
{
    const bool is_small = r->is_small;
    const struct {
        int parameter;
        uint64_t types;
        const char *required;
    } rules[] = {
        {r->x, TYPE(ACL_INT8), "int8"},
        {r->weight,
         !r->is_fractal  ? TYPE(ACL_INT32)
         : r->offset < 0 ? TYPE(ACL_INT8) | TYPE(ACL_INT4)
                         : TYPE(ACL_INT8) | TYPE(ACL_INT4) | TYPE(ACL_INT32),
         !r->is_fractal  ? "int32, each of eight int4,"
         : r->offset < 0 ? "int8 or int4"
                         : "int8, int4, or int32, each of eight int4,"},
        {r->scale, is_small ? TYPE(ACL_INT64) : TYPE(ACL_FLOAT) | TYPE(ACL_BF16) | TYPE(ACL_INT64),
         is_small ? "int64 with weight of int4" : "float32 or bfloat16 with weight of int8"},
        {r->places, is_small ? TYPE(ACL_INT64) : TYPE(ACL_INT64) | TYPE(ACL_INT32),
         is_small ? "int64 with weight of int4" : "int64 or int32"},
        {r->bias, is_small ? TYPE(ACL_FLOAT) : TYPE(ACL_BF16),
         is_small ? "float32 with weight of int4" : "bfloat16 with weight of int8"},
        {is_small ? r->offset : -1, TYPE(ACL_FLOAT), "float32"},
        {r->tokens, TYPE(ACL_FLOAT), "float32"},
        {r->groups, TYPE(ACL_INT64), "int64"},
        {r->shared, TYPE(ACL_BF16), "bfloat16"},
        {r->weights, TYPE(ACL_FLOAT), "float32"},
        {r->out, TYPE(ACL_FLOAT), "float32"},
    };
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof rules / sizeof *rules && status == ACLNN_SUCCESS; i++)
        status = check_type(r, rules[i].parameter, rules[i].types, rules[i].required);
    return status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The storage of int4 in int32 may be told in either. */
static bool fills(const struct tensor *weight)
{
    struct tensor small = *weight;
    if (weight->rank + 2 != weight->storage_rank)
        return false;
    if (weight->type != ACL_INT32)
        return fills_fractals(weight);
    small.type = ACL_INT4;
    small.dims[small.rank - 1] = moe_routed_columns(weight);
    small.storage_dims[small.storage_rank - 1] = fractals_of(&small).width;
    return fills_fractals(&small);
}

static aclnnStatus check_weight(const struct routed_product *r)
{
    const struct tensor *x = moe_routed_tensor(r, r->x);
    const struct tensor *weight = moe_routed_tensor(r, r->weight);
    if (x->rank != 2 || tensor_is_empty(x))
        return call_refuse_shape(r->call, r->x, "two dimensions, and elements, are required");
    if (weight->rank != 3 || tensor_is_empty(weight) || weight->dims[1] != x->dims[1])
        return call_refuse_shape(r->call, r->weight,
                                 "[groups, columns of x, columns], with elements, is required");
    if (r->is_fractal && weight->format != ACL_FORMAT_FRACTAL_NZ)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of %s is not ACL_FORMAT_FRACTAL_NZ, which is required",
                      call_name(r->call, r->weight));
    if (r->is_fractal && !fills(weight))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the storage of %s has not as many elements as its blocks of 16 rows of "
                      "32 bytes, as aclnnTransMatmulWeight makes them",
                      call_name(r->call, r->weight));
    int64_t depth = weight->dims[1];
    int64_t columns = moe_routed_columns(weight);
    bool fits = r->is_small ? depth % 64 == 0 && depth > 128 && columns > 64 &&
                                  columns % (r->is_fractal ? 64 : 8) == 0
                            : depth % 16 == 0 && columns % 32 == 0 && columns >= LEAST_COLUMNS;
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(
                      r->call, r->weight,
                      "of int8 a multiple of 16 rows and of 32 columns, 256 at least, of int4 a "
                      "multiple of 64 rows, above 128, and of 64 columns (8 without fractals), "
                      "above 64, are required");
}

static aclnnStatus check_operands(const struct routed_product *r)
{
    const struct tensor *x = moe_routed_tensor(r, r->x);
    const struct tensor *weight = moe_routed_tensor(r, r->weight);
    int64_t columns = moe_routed_columns(weight);
    const int64_t rows[] = {x->dims[0]};
    const int64_t groups[] = {weight->dims[0]};
    const int64_t numbers[] = {weight->dims[0], columns};
    const int64_t words[] = {weight->dims[0], 1, columns};
    aclnnStatus status = r->is_small ? moe_routed_check_shape(r, r->scale, 3, words)
                                     : moe_routed_check_shape(r, r->scale, 2, numbers);
    if (status == ACLNN_SUCCESS && r->is_small)
        status = moe_routed_check_shape(r, r->offset, 3, words);
    if (status == ACLNN_SUCCESS)
        status = moe_routed_check_shape(r, r->bias, 2, numbers);
    if (status == ACLNN_SUCCESS)
        status = moe_routed_check_shape(r, r->tokens, 1, rows);
    if (status == ACLNN_SUCCESS)
        status = moe_routed_check_shape(r, r->groups, 1, groups);
    if (status == ACLNN_SUCCESS)
        status = moe_routed_check_shape(r, r->weights, 1, rows);
    return status == ACLNN_SUCCESS ? moe_routed_check_shape(r, r->places, 1, rows) : status;
}

static aclnnStatus check_results(const struct routed_product *r)
{
    const struct tensor *out = moe_routed_tensor(r, r->out);
    const struct tensor *shared = moe_routed_tensor(r, r->shared);
    int64_t columns = moe_routed_columns(moe_routed_tensor(r, r->weight));
    int first = call_find(r->call, "sharedInputOffset");
    int64_t offset = r->call->arguments[first].integer;
    if (out->rank != 2 || out->dims[1] != columns ||
        out->dims[0] > moe_routed_tensor(r, r->x)->dims[0])
        return call_refuse_shape(r->call, r->out,
                                 "at most as many rows as x has, and the columns of the weight, "
                                 "are required");
    if (shared != NULL && (shared->rank != 2 || tensor_is_empty(shared) ||
                           shared->dims[1] != columns || shared->dims[0] > out->dims[0]))
        return call_refuse_shape(r->call, r->shared,
                                 "rows of the result, at most as many as it has, are required");
    if (offset < 0 || offset > out->dims[0] - (shared == NULL ? 0 : shared->dims[0]))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "sharedInputOffset is %" PRId64
                      "; a row of the result behind which it has as many as %s, is required",
                      offset, call_name(r->call, r->shared));
    return ACLNN_SUCCESS;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static aclnnStatus check_number(const struct routed_product *r, const char *name, int64_t most)
{
    int64_t given = r->call->arguments[call_find(r->call, name)].integer;
    return given >= 0 && given <= most
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required", name, given,
                        most == 0 ? "0" : "0 or 1");
}

static aclnnStatus check_numbers(const struct routed_product *r)
{
    bool is_first = call_find(r->call, "transposeX") >= 0;
    aclnnStatus status = check_number(r, "dtype", 0);
    if (status == ACLNN_SUCCESS)
        status = check_number(r, is_first ? "transposeX" : "transposeX1", 0);
    if (status == ACLNN_SUCCESS)
        status = check_number(r, is_first ? "transposeW" : "transposeX2", 0);
    return status == ACLNN_SUCCESS ? check_number(r, "groupListType", 1) : status;
}

static aclnnStatus check_tuning(const struct routed_product *r)
{
    const struct array *array = r->tuning < 0 ? NULL : r->call->arguments[r->tuning].array;
    if (array == NULL || array->size == 0)
        return ACLNN_SUCCESS;
    int64_t expected = array_integers(array)[0];
    return expected >= 0 && expected <= moe_routed_tensor(r, r->x)->dims[0]
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "tuningConfigOptional[0] is %" PRId64 "; 0 to %" PRId64
                        ", the rows of x, are required",
                        expected, moe_routed_tensor(r, r->x)->dims[0]);
}

aclnnStatus moe_check_routed_product(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    if (r.is_new)
        return moe_check_routed_factors(call);
    const int plain[] = {r.x,      r.scale,   r.bias,   r.tokens, r.groups,
                         r.shared, r.weights, r.places, r.out,    r.offset};
    aclnnStatus status = check_numbers(&r);
    if (status == ACLNN_SUCCESS)
        status = check_types(&r);
    if (status == ACLNN_SUCCESS)
        status = check_weight(&r);
    if (status == ACLNN_SUCCESS)
        status = check_operands(&r);
    if (status == ACLNN_SUCCESS)
        status = check_results(&r);
    for (int i = 0; i < 10 && status == ACLNN_SUCCESS; i++)
        if (moe_routed_tensor(&r, plain[i]) != NULL)
            status = check_tensor_format(moe_routed_tensor(&r, plain[i]),
                                         argument_named(call_name(call, plain[i])));
    return status == ACLNN_SUCCESS ? check_tuning(&r) : status;
}

/* 207000 for int4 in views that this library does not read. */
aclnnStatus moe_check_routed_view(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    const struct tensor *weight = moe_routed_tensor(&r, r.weight);
    return !r.is_small || r.is_new || view_is_dense(weight)
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s is %s and not contiguous, which is not implemented by this library",
                        call_name(call, r.weight), data_type_name(weight->type));
}

/* 561103 for what has no kernel. */
aclnnStatus moe_check_routed_kernel(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    if (r.is_new)
        return moe_check_routed_factors_kernel(call);
    if (!r.is_small && moe_routed_tensor(&r, r.scale)->type == ACL_INT64)
        return report(
            ACLNN_ERR_INNER_NULLPTR,
            "the data type of %s is DT_INT64; float32 or bfloat16 is required with weight "
            "of int8",
            call_name(call, r.scale));
    return !r.is_small || moe_routed_tensor(&r, r.x)->dims[1] <= LARGEST_SMALL_DEPTH
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "%s has %" PRId64 " columns; at most %d are allowed with weight of int4",
                        call_name(call, r.x), moe_routed_tensor(&r, r.x)->dims[1],
                        LARGEST_SMALL_DEPTH);
}

/* Ascend950 takes weights of int32 for int4, and has no kernel for these. */
aclnnStatus moe_check_routed_type(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; %s has no kernel for it, and this version takes no "
                  "other: aclnnGroupedMatmulFinalizeRoutingV3 takes float8 and float4",
                  call_name(call, r.weight), data_type_name(moe_routed_tensor(&r, r.weight)->type),
                  call->soc->family);
}
