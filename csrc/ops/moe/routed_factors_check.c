/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting on Ascend950: checks, in the order of CANN's. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"
#include "ops/moe/routed_product.h"
#include "ops/quant/mx.h"
#include "ops/quant/scaled_product.h"

#define MOST_GROUPS 1024
#define MIXED_UNIT 32 /* of the sides of matrices of float4 beside rows of float8 */
#define TYPE(type) ((uint64_t)1 << (type))

static aclDataType type_of(const struct routed_product *r, int parameter)
{
    return moe_routed_tensor(r, parameter)->type;
}

/* Scales are powers of two of blocks, or numbers of columns. */
static bool has_powers(const struct routed_product *r)
{
    return type_of(r, r->scale) == ACL_FLOAT8_E8M0;
}

/* Rows of float8 and matrices of float4, which CANN checks apart. */
static bool is_mixed(const struct routed_product *r)
{
    return type_of(r, r->x) == ACL_FLOAT8_E4M3FN && type_of(r, r->weight) == ACL_FLOAT4_E2M1;
}

static aclnnStatus refuse_number(const struct routed_product *r, const char *name,
                                 const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required", name,
                  r->call->arguments[call_find(r->call, name)].integer, required);
}

static bool is_set(const struct routed_product *r, const char *name)
{
    return r->call->arguments[call_find(r->call, name)].integer != 0;
}

/* Of the first version for fractals, which takes them in one format and nothing swapped. */
static aclnnStatus check_first_form(const struct routed_product *r)
{
    static const char *const numbers[] = {"dtype", "transposeX1", "transposeX2"};
    const struct tensor *weight = moe_routed_tensor(r, r->weight);
    for (int i = 0; i < 3; i++)
        if (is_set(r, numbers[i]))
            return refuse_number(r, numbers[i], i == 0 ? "0" : "false");
    if (weight->format != ACL_FORMAT_FRACTAL_NZ)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of %s is not ACL_FORMAT_FRACTAL_NZ, which is required",
                      call_name(r->call, r->weight));
    if (weight->rank < 2)
        return call_refuse_shape(r->call, r->weight, "three dimensions are required");
    /* 32 elements whatever the data type, and as the view has the dimensions */
    const struct fractals blocks = {
        .down = fractals_parts(weight->dims[weight->rank - 2], FRACTAL_ROWS),
        .across = fractals_parts(weight->dims[weight->rank - 1], FRACTAL_BYTES),
        .width = FRACTAL_BYTES};
    return fills_blocks(weight, &blocks)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of %s has not as many elements as its blocks of 16 rows of "
                        "32 bytes, as aclnnTransMatmulWeight makes them",
                        call_name(r->call, r->weight));
}

/* What comes before what is not allowed beside the others; without rows or columns there is nothing
 * to do, and nothing more is checked. */
aclnnStatus moe_check_routed_form(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    const struct tensor *weight = moe_routed_tensor(&r, r.weight);
    const uint64_t floats = TYPE(ACL_FLOAT8_E4M3FN) | TYPE(ACL_FLOAT8_E5M2) | TYPE(ACL_FLOAT4_E2M1);
    if (r.is_fractal && r.tuning < 0) {
        aclnnStatus status = check_first_form(&r);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    if (!r.is_fractal && is_set(&r, "dtype"))
        return refuse_number(&r, "dtype", "0");
    if (!r.is_fractal && is_set(&r, "transposeX1"))
        return refuse_number(&r, "transposeX1", "false");
    if (!r.is_fractal && !call_has_type(floats, weight->type))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s; float8_e4m3fn, float8_e5m2 or float4_e2m1 is "
                      "required on %s",
                      call_name(call, r.weight), data_type_name(weight->type), call->soc->family);
    if (weight->rank != 3)
        return call_refuse_shape(call, r.weight, "three dimensions are required");
    if (moe_routed_tensor(&r, r.x)->rank != 2)
        return call_refuse_shape(call, r.x, "two dimensions are required");
    call->is_empty = moe_routed_left(&r).rows == 0 || moe_routed_matrices(&r).columns == 0;
    return ACLNN_SUCCESS;
}

/* 161001 for what must not be given, and for scales that powers need. */
aclnnStatus moe_check_routed_beside(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    const uint64_t scales = TYPE(ACL_FLOAT8_E8M0) | TYPE(ACL_FLOAT) | TYPE(ACL_BF16);
    if (call->is_empty || (!is_mixed(&r) && !call_has_type(scales, type_of(&r, r.scale))))
        return ACLNN_SUCCESS; /* refused by the next check */
    if (moe_routed_tensor(&r, r.offset) != NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is given; it must be NULL on %s",
                      call_name(call, r.offset), call->soc->family);
    return moe_routed_tensor(&r, r.tokens) != NULL || !(is_mixed(&r) || has_powers(&r))
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; %s require it",
                        call_name(call, r.tokens),
                        has_powers(&r) ? "scales of DT_FLOAT8_E8M0" : "weights of float4_e2m1");
}

/* ---- Data types ------------------------------------------------------------------------------ */

struct type_rule {
    int parameter;
    uint64_t types;
    const char *required;
};

static aclnnStatus check_rules(const struct routed_product *r, const struct type_rule *rules,
                               int count)
{
    for (int i = 0; i < count; i++) {
        const struct tensor *t = moe_routed_tensor(r, rules[i].parameter);
        if (t != NULL && !call_has_type(rules[i].types, t->type))
            return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                          call_name(r->call, rules[i].parameter), data_type_name(t->type),
                          rules[i].required);
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus refuse_pair(const struct routed_product *r, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "the data types of %s and %s are %s and %s; %s",
                  call_name(r->call, r->x), call_name(r->call, r->weight),
                  data_type_name(type_of(r, r->x)), data_type_name(type_of(r, r->weight)),
                  required);
}

static aclnnStatus check_types(const struct routed_product *r)
{
    const struct type_rule scale = {
        r->scale, TYPE(ACL_FLOAT8_E8M0) | TYPE(ACL_FLOAT) | TYPE(ACL_BF16),
        is_mixed(r) ? "float8_e8m0" : "float8_e8m0, float32 or bfloat16"};
    aclnnStatus status = check_rules(r, &scale, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    bool is_powers = has_powers(r);
    const uint64_t floats = TYPE(ACL_FLOAT8_E4M3FN) | TYPE(ACL_FLOAT8_E5M2) | TYPE(ACL_FLOAT4_E2M1);
    const uint64_t codes = TYPE(ACL_INT8) | TYPE(ACL_FLOAT8_E4M3FN) | TYPE(ACL_HIFLOAT8);
    const char *allowed = is_powers ? "float8_e4m3fn, float8_e5m2 or float4_e2m1"
                                    : "int8, float8_e4m3fn or hifloat8";
    bool is_whole = !is_powers && type_of(r, r->x) == ACL_INT8;
    const struct type_rule rules[] = {
        {r->x, is_powers ? floats : codes, allowed},
        {r->weight, is_powers || is_mixed(r) ? floats : codes, allowed},
        {is_mixed(r) ? r->scale : -1, TYPE(ACL_FLOAT8_E8M0), "float8_e8m0"},
        {r->places, TYPE(ACL_INT64) | (is_whole ? TYPE(ACL_INT32) : 0),
         is_whole ? "int64 or int32" : "int64"},
        {r->tokens, is_powers ? TYPE(ACL_FLOAT8_E8M0) : TYPE(ACL_FLOAT),
         is_powers ? "float8_e8m0" : "float32"},
        {r->bias, TYPE(ACL_BF16), "bfloat16"},
        {r->groups, TYPE(ACL_INT64), "int64"},
        {r->shared, TYPE(ACL_BF16), "bfloat16"},
        {r->weights, TYPE(ACL_FLOAT), "float32"},
        {r->out, TYPE(ACL_FLOAT), "float32"},
    };
    status = check_rules(r, rules, (int)(sizeof rules / sizeof *rules));
    if (status != ACLNN_SUCCESS || is_mixed(r))
        return status;
    if (!is_powers)
        return type_of(r, r->x) == type_of(r, r->weight)
                   ? ACLNN_SUCCESS
                   : refuse_pair(r, "the same one is required of both");
    return (type_of(r, r->x) == ACL_FLOAT4_E2M1) == (type_of(r, r->weight) == ACL_FLOAT4_E2M1)
               ? ACLNN_SUCCESS
               : refuse_pair(r, "both of 8 bits or both of 4 bits are required, or float8_e4m3fn "
                                "beside float4_e2m1 in fractals");
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The shape that the kernel takes is that of the view, or of what a view swaps. */
static aclnnStatus check_scale(const struct routed_product *r, const struct routed_matrices *w,
                               int64_t pairs)
{
    const int64_t columns[] = {w->groups, 1, w->columns};
    const int64_t down[] = {w->groups, pairs, w->columns, 2};
    const int64_t along[] = {w->groups, w->columns, pairs, 2};
    if (!has_powers(r))
        return moe_routed_check_shape(r, r->scale, 3, columns);
    bool is_turned = moe_routed_powers_are_turned(moe_routed_tensor(r, r->scale));
    return moe_routed_check_shape(r, r->scale, 4, is_turned == w->is_flipped ? down : along);
}

static aclnnStatus check_sides(const struct routed_product *r, const struct routed_matrices *w)
{
    int64_t depth = moe_routed_left(r).depth;
    bool is_small = type_of(r, r->x) == ACL_FLOAT4_E2M1;
    if (w->depth != depth || w->depth < 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the matrices of %s have %" PRId64
                      " rows (columns where transposeX2 or the view swaps both); %" PRId64
                      " are required, the columns of %s as memory has it, and one at least",
                      call_name(r->call, r->weight), w->depth, depth, call_name(r->call, r->x));
    if (w->groups > MOST_GROUPS)
        return call_refuse_shape(r->call, r->weight, "at most 1024 groups are allowed");
    if (is_small && (w->depth % 2 != 0 || w->depth == 2 || (!w->is_flipped && w->columns % 2 != 0)))
        return call_refuse_shape(r->call, r->weight,
                                 "of float4 an even number of rows, not 2, and of columns where "
                                 "matrices are not swapped, is required");
    if (is_mixed(r) && (w->depth % MIXED_UNIT != 0 || w->columns % MIXED_UNIT != 0))
        return call_refuse_shape(r->call, r->weight,
                                 "multiples of 32 are required of float4 beside float8");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_shapes(const struct routed_product *r)
{
    const struct routed_matrices w = moe_routed_matrices(r);
    const struct tensor *out = moe_routed_tensor(r, r->out);
    const struct tensor *shared = moe_routed_tensor(r, r->shared);
    int64_t pairs = shape_quotient_up(w.depth, 2 * QUANT_MX_BLOCK);
    const int64_t tokens[] = {moe_routed_left(r).rows, pairs, 2};
    const int64_t numbers[] = {w.groups, w.columns};
    const int64_t results[] = {out->rank == 2 ? out->dims[0] : 0, w.columns};
    const int64_t lines[] = {shared != NULL && shared->rank == 2 ? shared->dims[0] : 0, w.columns};
    aclnnStatus status = check_sides(r, &w);
    if (status == ACLNN_SUCCESS)
        status = check_scale(r, &w, pairs);
    const struct {
        int parameter;
        int32_t rank;
        const int64_t *dims;
    } rules[] = {{r->groups, 1, numbers},
                 {r->weights, 1, tokens},
                 {r->places, 1, tokens},
                 {r->out, 2, results},
                 {r->bias, 2, numbers},
                 {r->shared, 2, lines},
                 {r->tokens, has_powers(r) ? 3 : 1, tokens}};
    for (int i = 0; i < 7 && status == ACLNN_SUCCESS; i++)
        status = moe_routed_check_shape(r, rules[i].parameter, rules[i].rank, rules[i].dims);
    return status;
}

/* ---- Formats --------------------------------------------------------------------------------- */

static aclnnStatus check_formats(const struct routed_product *r)
{
    const int plain[] = {r->x,      r->tokens, r->scale, r->groups, r->weights,
                         r->places, r->out,    r->bias,  r->shared};
    const struct tensor *weight = moe_routed_tensor(r, r->weight);
    bool is_fractal = is_mixed(r) || !has_powers(r);
    bool fits = weight->format == ACL_FORMAT_FRACTAL_NZ ||
                weight->format == ACL_FORMAT_FRACTAL_NZ_C0_32;
    if (is_fractal != fits || (!is_fractal && format_is_fractal(weight->format)))
        return report(
            ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; %s is required with these data types",
            call_name(r->call, r->weight), format_name(weight->format),
            is_fractal ? "ACL_FORMAT_FRACTAL_NZ or ACL_FORMAT_FRACTAL_NZ_C0_32" : "ACL_FORMAT_ND");
    if (is_mixed(r) && weight->storage_rank != weight->rank + FRACTAL_DIMS)
        return call_refuse_shape(r->call, r->weight, "a storage of five dimensions is required");
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 9 && status == ACLNN_SUCCESS; i++)
        if (moe_routed_tensor(r, plain[i]) != NULL)
            status = check_tensor_format(moe_routed_tensor(r, plain[i]),
                                         argument_named(call_name(r->call, plain[i])));
    return status;
}

static int64_t first_shared(const struct routed_product *r)
{
    return r->call->arguments[call_find(r->call, "sharedInputOffset")].integer;
}

/* Whether the shared rows lie in the result. */
static bool has_places(const struct routed_product *r)
{
    const struct tensor *shared = moe_routed_tensor(r, r->shared);
    int64_t first = first_shared(r);
    int64_t rows = moe_routed_tensor(r, r->out)->dims[0];
    return first >= 0 && first <= rows && (shared == NULL || shared->dims[0] <= rows - first);
}

static aclnnStatus refuse_offset(const struct routed_product *r, aclnnStatus status)
{
    const struct tensor *shared = moe_routed_tensor(r, r->shared);
    return report(status,
                  "sharedInputOffset is %" PRId64 "; 0 to %" PRId64
                  " are allowed, the rows of %s less those of %s",
                  first_shared(r),
                  moe_routed_tensor(r, r->out)->dims[0] - (shared == NULL ? 0 : shared->dims[0]),
                  call_name(r->call, r->out), call_name(r->call, r->shared));
}

static aclnnStatus refuse_flipped(const struct routed_product *r, aclnnStatus status)
{
    bool is_turned = moe_routed_left(r).is_turned;
    return report(status, "transposeX1 is %s and %s %s; the other of either is required",
                  is_turned ? "false" : "true", call_name(r->call, r->x),
                  is_turned ? "is a view that swaps what memory has" : "lies as its shape says");
}

aclnnStatus moe_check_routed_factors(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_types(&r);
    if (status == ACLNN_SUCCESS && is_mixed(&r) && moe_routed_left(&r).is_flipped)
        status = refuse_flipped(&r, ACLNN_ERR_PARAM_INVALID);
    if (status == ACLNN_SUCCESS && is_mixed(&r) && !moe_routed_matrices(&r).is_flipped)
        status = refuse_number(
            &r, "transposeX2",
            "true, or a weight whose last two dimensions are swapped in memory,");
    if (status == ACLNN_SUCCESS)
        status = check_shapes(&r);
    bool looks_at_places = is_mixed(&r) && moe_routed_tensor(&r, r.shared) != NULL &&
                           first_shared(&r) >= 0;
    if (status == ACLNN_SUCCESS && looks_at_places && !has_places(&r))
        status = refuse_offset(&r, ACLNN_ERR_PARAM_INVALID);
    return status == ACLNN_SUCCESS ? check_formats(&r) : status;
}

/* Deterministic, the kernel of int8 holds a row at least. */
static aclnnStatus check_held(const struct routed_product *r)
{
    int64_t columns = moe_routed_matrices(r).columns;
    int64_t most = (int64_t)(moe_routed_held_bytes(r->call->soc) / sizeof(float));
    return columns <= most ? ACLNN_SUCCESS
                           : report(ACLNN_ERR_INNER_NULLPTR,
                                    "%s has %" PRId64 " columns; at most %" PRId64
                                    " are allowed where the device is deterministic",
                                    call_name(r->call, r->out), columns, most);
}

/* 561103 for what the tiling refuses. */
aclnnStatus moe_check_routed_factors_kernel(struct call *call)
{
    const struct routed_product r = moe_read_routed_product(call);
    int64_t type = call->arguments[call_find(call, "groupListType")].integer;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    const struct routed_left left = moe_routed_left(&r);
    if (left.is_flipped)
        return refuse_flipped(&r, ACLNN_ERR_INNER_NULLPTR);
    if (type != 0 && type != 1)
        return report(ACLNN_ERR_INNER_NULLPTR, "groupListType is %" PRId64 "; 0 or 1 is required",
                      type);
    if ((!is_mixed(&r) || moe_routed_tensor(&r, r.shared) != NULL) && !has_places(&r))
        return refuse_offset(&r, ACLNN_ERR_INNER_NULLPTR);
    const struct tensor *weight = moe_routed_tensor(&r, r.weight);
    int64_t groups = is_mixed(&r) ? weight->storage_dims[0] : weight->dims[0];
    if (groups != weight->dims[0] || (groups == 0 && !is_mixed(&r)))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "%s has %" PRId64 " groups in memory; %s, is required",
                      call_name(call, r.weight), groups,
                      is_mixed(&r) ? "as many as its shape says" : "one, at least");
    if (!is_mixed(&r) && moe_routed_tensor(&r, r.out)->dims[0] > left.rows)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "%s has %" PRId64 " rows; at most the %" PRId64 " of x are allowed",
                      call_name(call, r.out), moe_routed_tensor(&r, r.out)->dims[0], left.rows);
    return call->deterministic && moe_routed_is_whole(&r) ? check_held(&r) : ACLNN_SUCCESS;
}
