/* SPDX-License-Identifier: Apache-2.0 */
/* Operations along dimensions: Reduce, Softmax, Cumsum and Sort. */
#include "declared/reduce.h"
#include "declared/scan.h"
#include "declared/softmax.h"
#include "declared/sort.h"
#include "atb/plan.h"
#include "workspace/l0.h"

/* ---- Reduce ---------------------------------------------------------------------------------- */

static int32_t check_reduce(const void *given)
{
    const struct atb_reduce_param *param = given;
    int32_t status = atb_require(param->type >= ATB_REDUCE_MAX && param->type <= ATB_REDUCE_SUM,
                                 "reduceType is REDUCE_MAX (1) to REDUCE_SUM (3)");
    return status == ATB_NO_ERROR ? ATB_CHECK_LIST("axis", &param->axes, 1, ATB_MAX_DIM) : status;
}

static int32_t infer_reduce(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_reduce_param *param = given;
    int32_t status = ATB_NO_ERROR;
    unsigned gone = 0;
    for (size_t i = 0; i < param->axes.count && status == ATB_NO_ERROR; i++) {
        status = atb_check_axis("a member of axis", &in[0], param->axes.inside[i]);
        if (status == ATB_NO_ERROR)
            gone |= 1U << atb_axis(&in[0], param->axes.inside[i]);
    }
    out[0] = in[0];
    out[0].shape.count = 0;
    for (uint64_t i = 0; i < in[0].shape.count; i++)
        if (!(gone >> i & 1))
            out[0].shape.dims[out[0].shape.count++] = in[0].shape.dims[i];
    return status;
}

static void plan_reduce(struct single *s, const void *given)
{
    const struct atb_reduce_param *param = given;
    struct single_ints list = {(int64_t)param->axes.count, param->axes.inside};
    const aclIntArray *axes = single_int_array(s, list);
    atb_view x = atb_in(s, 0);
    atb_view y = atb_out(s, 0);
    if (param->type == ATB_REDUCE_SUM)
        ATB_CALL(ReduceSum, ATB_TENSOR(x), {.handle = axes}, ATB_INTEGER(0), ATB_INTEGER(y->type),
                 ATB_TENSOR(y));
    else if (param->type == ATB_REDUCE_MAX)
        ATB_CALL(Amax, ATB_TENSOR(x), {.handle = axes}, ATB_INTEGER(0), ATB_TENSOR(y));
    else
        ATB_CALL(Amin, ATB_TENSOR(x), {.handle = axes}, ATB_INTEGER(0), ATB_TENSOR(y));
}

const struct atb_kind atb_kind_reduce = {ATB_KIND(Reduce, atb_reduce_param),
                                         .check = check_reduce,
                                         .input_count = atb_one,
                                         .output_count = atb_one,
                                         .infer = infer_reduce,
                                         .plan = plan_reduce};

/* ---- Softmax --------------------------------------------------------------------------------- */

static int32_t check_softmax(const void *given)
{
    const struct atb_softmax_param *param = given;
    return ATB_CHECK_LIST("axes", &param->axes, 1, ATB_MAX_DIM);
}

static int32_t infer_softmax(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_softmax_param *param = given;
    int32_t status = ATB_NO_ERROR;
    out[0] = in[0];
    for (size_t i = 0; i < param->axes.count && status == ATB_NO_ERROR; i++) {
        status = atb_check_axis("a member of axes", &in[0], param->axes.inside[i]);
        if (status == ATB_NO_ERROR)
            status = atb_require(atb_axis(&in[0], param->axes.inside[i]) ==
                                     atb_axis(&in[0], param->axes.inside[0]) + (int)i,
                                 "axes are dimensions side by side");
    }
    return status;
}

/* Dimensions side by side are one. */
static void plan_softmax(struct single *s, const void *given)
{
    const struct atb_softmax_param *param = given;
    atb_view x = atb_in(s, 0);
    int64_t first = single_axis(s, x, param->axes.inside[0]);
    int64_t past = first + (int64_t)param->axes.count;
    int64_t dims[3] = {1, 1, 1};
    for (int32_t i = 0; i < x->rank; i++)
        dims[i < first ? 0 : i < past ? 1 : 2] *= x->dims[i];
    ATB_CALL(Softmax, ATB_TENSOR(ATB_SHAPED(s, x, dims[0], dims[1], dims[2])), ATB_INTEGER(1),
             ATB_TENSOR(ATB_SHAPED(s, atb_out(s, 0), dims[0], dims[1], dims[2])));
}

const struct atb_kind atb_kind_softmax = {ATB_KIND(Softmax, atb_softmax_param),
                                          .check = check_softmax,
                                          .input_count = atb_one,
                                          .output_count = atb_one,
                                          .infer = infer_softmax,
                                          .plan = plan_softmax};

/* ---- Cumsum ---------------------------------------------------------------------------------- */

static int32_t check_cumsum(const void *given)
{
    const struct atb_cumsum_param *param = given;
    int32_t status = ATB_CHECK_LIST("axes", &param->axes, 1, 1);
    return status == ATB_NO_ERROR ? atb_only(!param->is_exclusive && !param->is_reversed,
                                             "exclusive and reverse are false")
                                  : status;
}

static int32_t infer_cumsum(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_cumsum_param *param = given;
    out[0] = in[0];
    return atb_check_axis("the member of axes", &in[0], param->axes.inside[0]);
}

static void plan_cumsum(struct single *s, const void *given)
{
    const struct atb_cumsum_param *param = given;
    atb_view y = atb_out(s, 0);
    ATB_CALL(Cumsum, ATB_TENSOR(atb_in(s, 0)), ATB_INTEGER(param->axes.inside[0]),
             ATB_INTEGER(y->type), ATB_TENSOR(y));
}

const struct atb_kind atb_kind_cumsum = {ATB_KIND(Cumsum, atb_cumsum_param),
                                         .check = check_cumsum,
                                         .input_count = atb_one,
                                         .output_count = atb_one,
                                         .infer = infer_cumsum,
                                         .plan = plan_cumsum};

/* ---- Sort ------------------------------------------------------------------------------------ */

static int32_t check_sort(const void *given)
{
    const struct atb_sort_param *param = given;
    int32_t status = ATB_CHECK_LIST("num", &param->count, 1, 1);
    return status == ATB_NO_ERROR ? atb_require(param->count.inside[0] > 0, "num is above 0")
                                  : status;
}

static int32_t infer_sort(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_sort_param *param = given;
    out[0] = in[0];
    out[0].shape.dims[in[0].shape.count - 1] = param->count.inside[0];
    out[1] = out[0];
    out[1].type = ACL_INT32;
    return atb_require(param->count.inside[0] <= atb_dim(&in[0], -1),
                       "num is at most the last size of the tensor");
}

static void plan_sort(struct single *s, const void *given)
{
    const struct atb_sort_param *param = given;
    atb_view places = single_like_of(s, atb_out(s, 1), ACL_INT64);
    ATB_CALL(Topk, ATB_TENSOR(atb_in(s, 0)), ATB_INTEGER(param->count.inside[0]), ATB_INTEGER(-1),
             ATB_INTEGER(1), ATB_INTEGER(1), ATB_TENSOR(atb_out(s, 0)), ATB_TENSOR(places));
    single_copy(s, atb_out(s, 1), places);
}

const struct atb_kind atb_kind_sort = {
    ATB_KIND(Sort, atb_sort_param), .check = check_sort, .input_count = atb_one,
    .output_count = atb_two,        .infer = infer_sort, .plan = plan_sort};
