/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that put elements elsewhere: Concat, Split, Slice, Transpose, Gather, Repeat, Where
 * and Fill. */
#include <inttypes.h>

#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/index.h"
#include "declared/ternary.h"
#include "atb/plan.h"
#include "workspace/l0.h"

static int32_t accept(const void *given)
{
    (void)given;
    return ATB_NO_ERROR;
}

/* ---- Concat ---------------------------------------------------------------------------------- */

static int32_t infer_concat(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_concat_param *param = given;
    int32_t status = atb_check_axis("concatDim", &in[0], param->dim);
    if (status != ATB_NO_ERROR)
        return status;
    int axis = atb_axis(&in[0], param->dim);
    struct atb_desc other = in[1];
    out[0] = in[0];
    if (other.shape.count == in[0].shape.count) {
        out[0].shape.dims[axis] += other.shape.dims[axis];
        other.shape.dims[axis] = in[0].shape.dims[axis];
    }
    return atb_check_same("inTensors[1], but for concatDim,", &other, &in[0]);
}

static void plan_concat(struct single *s, const void *given)
{
    const struct atb_concat_param *param = given;
    atb_view parts[] = {atb_in(s, 0), atb_in(s, 1)};
    ATB_CALL(Cat, {.handle = single_list(s, parts, 2)}, ATB_INTEGER(param->dim),
             ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_concat = {ATB_KIND(Concat, atb_concat_param),
                                         .check = accept,
                                         .input_count = atb_two,
                                         .output_count = atb_one,
                                         .infer = infer_concat,
                                         .plan = plan_concat};

/* ---- Split ----------------------------------------------------------------------------------- */

static int32_t check_split(const void *given)
{
    const struct atb_split_param *param = given;
    int32_t status = atb_require(param->part_count == 2 || param->part_count == 3,
                                 "splitNum is 2 or 3");
    if (status == ATB_NO_ERROR)
        status = ATB_CHECK_LIST("splitSizes", &param->sizes, 0, 3);
    return status == ATB_NO_ERROR ? atb_require(param->sizes.count == 0 ||
                                                    param->sizes.count == (size_t)param->part_count,
                                                "splitSizes is empty or has splitNum members")
                                  : status;
}

static int part_count(const void *given)
{
    return ((const struct atb_split_param *)given)->part_count;
}

static int32_t infer_split(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_split_param *param = given;
    int32_t status = atb_check_axis("splitDim", &in[0], param->dim);
    if (status != ATB_NO_ERROR)
        return status;
    int axis = atb_axis(&in[0], param->dim);
    int64_t size = in[0].shape.dims[axis];
    int64_t sum = 0;
    for (int i = 0; i < param->part_count; i++) {
        out[i] = in[0];
        out[i].shape.dims[axis] = param->sizes.count > 0 ? param->sizes.inside[i]
                                                         : size / param->part_count;
        sum += out[i].shape.dims[axis];
    }
    return atb_check_dim("the sum of the sizes of the parts", sum, size);
}

static void plan_split(struct single *s, const void *given)
{
    const struct atb_split_param *param = given;
    int64_t from = 0;
    for (int i = 0; i < param->part_count; i++) {
        int64_t size = single_dim(s, atb_out(s, i), param->dim);
        single_copy(s, atb_out(s, i), single_part(s, atb_in(s, 0), param->dim, from, size));
        from += size;
    }
}

const struct atb_kind atb_kind_split = {
    ATB_KIND(Split, atb_split_param), .check = check_split, .input_count = atb_one,
    .output_count = part_count,       .infer = infer_split, .plan = plan_split};

/* ---- Slice ----------------------------------------------------------------------------------- */

static int32_t check_slice(const void *given)
{
    const struct atb_slice_param *param = given;
    int32_t status = ATB_CHECK_LIST("offsets", &param->offsets, 1, ATB_MAX_DIM);
    if (status == ATB_NO_ERROR)
        status = ATB_CHECK_LIST("size", &param->sizes, 1, ATB_MAX_DIM);
    return status == ATB_NO_ERROR ? atb_require(param->offsets.count == param->sizes.count,
                                                "offsets and size have as many members")
                                  : status;
}

/* Where the slice begins in a dimension. */
static int64_t slice_from(const struct atb_slice_param *param, uint64_t axis, int64_t size)
{
    int64_t from = param->offsets.inside[axis];
    return from < 0 ? from + size : from;
}

static int32_t infer_slice(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_slice_param *param = given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], param->offsets.count,
                                    param->offsets.count);
    out[0] = in[0];
    for (uint64_t i = 0; i < in[0].shape.count && status == ATB_NO_ERROR; i++) {
        int64_t size = in[0].shape.dims[i];
        int64_t from = slice_from(param, i, size);
        int64_t wanted = param->sizes.inside[i];
        out[0].shape.dims[i] = wanted == -1 ? size - from : wanted;
        status = atb_require(from >= 0 && out[0].shape.dims[i] > 0 &&
                                 from <= size - out[0].shape.dims[i],
                             "offsets and size lie within the tensor");
    }
    return status;
}

static void plan_slice(struct single *s, const void *given)
{
    atb_view part = atb_in(s, 0);
    atb_view out = atb_out(s, 0);
    for (int32_t i = 0; i < out->rank; i++)
        part = single_part(s, part, i, slice_from(given, (uint64_t)i, atb_in(s, 0)->dims[i]),
                           out->dims[i]);
    single_copy(s, out, part);
}

const struct atb_kind atb_kind_slice = {
    ATB_KIND(Slice, atb_slice_param), .check = check_slice, .input_count = atb_one,
    .output_count = atb_one,          .infer = infer_slice, .plan = plan_slice};

/* ---- Transpose ------------------------------------------------------------------------------- */

static int32_t check_transpose(const void *given)
{
    const struct atb_transpose_param *param = given;
    int32_t status = ATB_CHECK_LIST("perm", &param->perm, 1, ATB_MAX_DIM);
    unsigned seen = 0;
    for (size_t i = 0; status == ATB_NO_ERROR && i < param->perm.count; i++)
        if (param->perm.inside[i] >= 0 && param->perm.inside[i] < ATB_MAX_DIM)
            seen |= 1U << param->perm.inside[i];
    return status == ATB_NO_ERROR ? atb_require(seen == (1U << param->perm.count) - 1,
                                                "perm names each dimension once")
                                  : status;
}

static int32_t infer_transpose(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_transpose_param *param = given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], param->perm.count, param->perm.count);
    out[0] = in[0];
    for (size_t i = 0; i < param->perm.count; i++)
        out[0].shape.dims[i] = in[0].shape.dims[param->perm.inside[i]];
    return status;
}

static void plan_transpose(struct single *s, const void *given)
{
    const struct atb_transpose_param *param = given;
    int64_t perm[ATB_MAX_DIM];
    for (size_t i = 0; i < param->perm.count; i++)
        perm[i] = param->perm.inside[i];
    struct single_ints sequence = {(int64_t)param->perm.count, perm};
    single_copy(s, atb_out(s, 0), single_permuted(s, atb_in(s, 0), sequence));
}

const struct atb_kind atb_kind_transpose = {ATB_KIND(Transpose, atb_transpose_param),
                                            .check = check_transpose,
                                            .input_count = atb_one,
                                            .output_count = atb_one,
                                            .infer = infer_transpose,
                                            .plan = plan_transpose};

/* ---- Gather ---------------------------------------------------------------------------------- */

static int32_t check_gather(const void *given)
{
    const struct atb_gather_param *param = given;
    int32_t status = atb_require(param->axis >= 0, "axis is 0 or more");
    return status == ATB_NO_ERROR ? atb_only(param->batch_dims == 0, "batchDims is 0") : status;
}

static int32_t infer_gather(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_gather_param *param = given;
    int32_t status = atb_check_axis("axis", &in[0], param->axis);
    uint64_t rank = in[0].shape.count - 1 + in[1].shape.count;
    if (status == ATB_NO_ERROR)
        status = atb_require(rank <= ATB_MAX_DIM, "the result has up to 8 dimensions");
    if (status != ATB_NO_ERROR)
        return status;
    out[0] = in[0];
    out[0].shape.count = rank;
    for (uint64_t i = 0; i < rank; i++) {
        uint64_t axis = (uint64_t)param->axis;
        uint64_t inner = i - axis;
        if (i >= axis && inner < in[1].shape.count)
            out[0].shape.dims[i] = in[1].shape.dims[inner];
        else if (i > axis)
            out[0].shape.dims[i] = in[0].shape.dims[i - in[1].shape.count + 1];
    }
    return ATB_NO_ERROR;
}

static void plan_gather(struct single *s, const void *given)
{
    const struct atb_gather_param *param = given;
    ATB_CALL(GatherV2, ATB_TENSOR(atb_in(s, 0)), ATB_INTEGER(param->axis), ATB_TENSOR(atb_in(s, 1)),
             ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_gather = {ATB_KIND(Gather, atb_gather_param),
                                         .check = check_gather,
                                         .input_count = atb_two,
                                         .output_count = atb_one,
                                         .infer = infer_gather,
                                         .plan = plan_gather};

/* ---- Repeat ---------------------------------------------------------------------------------- */

static int32_t check_repeat(const void *given)
{
    const struct atb_repeat_param *param = given;
    int32_t status = ATB_CHECK_LIST("multiples", &param->multiples, 1, ATB_MAX_DIM);
    for (size_t i = 0; status == ATB_NO_ERROR && i < param->multiples.count; i++)
        status = atb_require(param->multiples.inside[i] > 0, "multiples are above 0");
    return status;
}

static int32_t infer_repeat(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_repeat_param *param = given;
    uint64_t rank = param->multiples.count;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 1, rank);
    if (status != ATB_NO_ERROR)
        return status;
    uint64_t more = rank - in[0].shape.count;
    out[0] = in[0];
    out[0].shape.count = rank;
    for (uint64_t i = 0; i < rank; i++)
        out[0].shape.dims[i] = param->multiples.inside[i] *
                               (i < more ? 1 : in[0].shape.dims[i - more]);
    return ATB_NO_ERROR;
}

static void plan_repeat(struct single *s, const void *given)
{
    const struct atb_repeat_param *param = given;
    struct single_ints multiples = {(int64_t)param->multiples.count, param->multiples.inside};
    ATB_CALL(Repeat, ATB_TENSOR(atb_in(s, 0)), {.handle = single_int_array(s, multiples)},
             ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_repeat = {ATB_KIND(Repeat, atb_repeat_param),
                                         .check = check_repeat,
                                         .input_count = atb_one,
                                         .output_count = atb_one,
                                         .infer = infer_repeat,
                                         .plan = plan_repeat};

/* ---- Where ----------------------------------------------------------------------------------- */

static int32_t infer_where(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    out[0] = in[1].shape.count >= in[2].shape.count ? in[1] : in[2];
    const struct atb_desc *narrow = in[1].shape.count >= in[2].shape.count ? &in[2] : &in[1];
    uint64_t more = out[0].shape.count - narrow->shape.count;
    for (uint64_t i = 0; i < narrow->shape.count; i++)
        if (out[0].shape.dims[more + i] == 1)
            out[0].shape.dims[more + i] = narrow->shape.dims[i];
    return ATB_NO_ERROR;
}

/* Any number but 0 is true; a mask of atb is int8 or uint8. */
static atb_view truth(struct single *s, atb_view view)
{
    atb_view found = single_like_of(s, view, ACL_BOOL);
    single_copy(s, found, view);
    return found;
}

static void plan_where(struct single *s, const void *given)
{
    (void)given;
    ATB_CALL(SWhere, ATB_TENSOR(truth(s, atb_in(s, 0))), ATB_TENSOR(atb_in(s, 1)),
             ATB_TENSOR(atb_in(s, 2)), ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_where = {
    ATB_KIND(Where, atb_where_param), .check = accept,      .input_count = atb_three,
    .output_count = atb_one,          .infer = infer_where, .plan = plan_where};

/* ---- Fill ------------------------------------------------------------------------------------ */

static int32_t check_fill(const void *given)
{
    const struct atb_fill_param *param = given;
    int32_t status = ATB_CHECK_LIST("value", &param->value, 1, 1);
    return status == ATB_NO_ERROR
               ? ATB_CHECK_LIST("outDim", &param->dims, param->has_mask ? 0 : 1, ATB_MAX_DIM)
               : status;
}

static int fill_input_count(const void *given)
{
    return ((const struct atb_fill_param *)given)->has_mask ? 2 : 0;
}

static int32_t infer_fill(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_fill_param *param = given;
    if (param->has_mask) {
        out[0] = in[0];
        return ATB_NO_ERROR;
    }
    out[0].type = ACL_FLOAT16;
    out[0].format = ACL_FORMAT_ND;
    out[0].shape.count = param->dims.count;
    for (size_t i = 0; i < param->dims.count; i++)
        out[0].shape.dims[i] = param->dims.inside[i];
    return ATB_NO_ERROR;
}

static void plan_fill(struct single *s, const void *given)
{
    const struct atb_fill_param *param = given;
    double value = (double)param->value.inside[0];
    atb_view out = atb_out(s, 0);
    if (param->has_mask) {
        single_into(s, out, atb_in(s, 0));
        ATB_CALL(InplaceMaskedFillScalar, ATB_TENSOR(out), ATB_TENSOR(truth(s, atb_in(s, 1))),
                 ATB_SCALAR(value));
    } else {
        ATB_CALL(InplaceFillScalar, ATB_TENSOR(out), ATB_SCALAR(value));
    }
}

const struct atb_kind atb_kind_fill = {
    ATB_KIND(Fill, atb_fill_param), .check = check_fill, .input_count = fill_input_count,
    .output_count = atb_one,        .infer = infer_fill, .plan = plan_fill};
