/* SPDX-License-Identifier: Apache-2.0 */
/* GroupTopkOperation: of each row, the groups with the highest scores stay; the others become 0. */
#include "atb/plan.h"
#include "operators.h"

typedef struct atb_group_topk_param param_t;

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->group_count >= 1, "groupNum is 1 or more");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->k >= 1 && param->k <= param->group_count, "k is 1 to groupNum");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->sums_largest <= 1, "groupMultiFlag is 0 or 1");
    if (status == ATB_NO_ERROR && param->sums_largest)
        status = atb_require(param->n >= 1, "n is 1 or more");
    return status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the rest of the columns of inTensors[0] by groupNum",
                               in[0].shape.dims[1] % param->group_count, 0);
    int64_t members = in[0].shape.dims[1] / param->group_count;
    if (status == ATB_NO_ERROR && param->sums_largest)
        status = atb_require(param->n <= members, "n is at most the members of a group");
    out[0] = in[0];
    return status;
}

/* The scores of groups: the largest member, or the sum of the n largest. */
static atb_view scores(struct single *s, const param_t *param, atb_view groups)
{
    int64_t rows = groups->dims[0];
    int64_t n = param->sums_largest ? param->n : 1;
    int64_t last = 2;
    atb_view largest = ATB_TEMPORARY(s, ACL_FLOAT, rows, param->group_count, n);
    atb_view places = ATB_TEMPORARY(s, ACL_INT64, rows, param->group_count, n);
    atb_view sums = ATB_TEMPORARY(s, ACL_FLOAT, rows, param->group_count);
    ATB_CALL(Topk, ATB_TENSOR(groups), ATB_INTEGER(n), ATB_INTEGER(-1), ATB_INTEGER(1),
             ATB_INTEGER(1), ATB_TENSOR(largest), ATB_TENSOR(places));
    ATB_CALL(ReduceSum, ATB_TENSOR(largest),
             {.handle = single_int_array(s, (struct single_ints){1, &last})}, ATB_INTEGER(0),
             ATB_INTEGER(ACL_FLOAT), ATB_TENSOR(sums));
    return sums;
}

/* Which groups stay, 1 or 0 each: those that come first when groups are sorted by score, of equal
 * scores the one that stands first. */
static atb_view chosen(struct single *s, const param_t *param, atb_view sums)
{
    int64_t rows = sums->dims[0];
    atb_view sorted = single_like(s, sums);
    atb_view order = ATB_TEMPORARY(s, ACL_INT64, rows, param->group_count);
    atb_view kept = single_like(s, sums);
    ATB_CALL(Sort, ATB_TENSOR(sums), ATB_INTEGER(1), ATB_INTEGER(-1), ATB_INTEGER(1),
             ATB_TENSOR(sorted), ATB_TENSOR(order));
    ATB_CALL(InplaceZero, ATB_TENSOR(kept));
    ATB_CALL(InplaceScatterValue, ATB_TENSOR(kept), ATB_INTEGER(-1),
             ATB_TENSOR(single_part(s, order, 1, 0, param->k)), ATB_SCALAR(1.0), ATB_INTEGER(0));
    return kept;
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    atb_view x = atb_in(s, 0);
    int64_t rows = x->dims[0];
    int64_t members = x->dims[1] / param->group_count;
    atb_view groups = atb_float(s, ATB_SHAPED(s, x, rows, param->group_count, members));
    atb_view kept = chosen(s, param, scores(s, param, groups));
    atb_view out = ATB_SHAPED(s, atb_out(s, 0), rows, param->group_count, members);
    atb_view stays = ATB_TEMPORARY(s, ACL_BOOL, rows, param->group_count);
    atb_view zero = ATB_TEMPORARY(s, ACL_FLOAT, 1);
    atb_view result = single_like(s, groups);
    ATB_CALL(InplaceZero, ATB_TENSOR(zero));
    single_copy(s, stays, kept);
    ATB_CALL(SWhere, ATB_TENSOR(ATB_SHAPED(s, stays, rows, param->group_count, 1)),
             ATB_TENSOR(groups), ATB_TENSOR(zero), ATB_TENSOR(result));
    single_copy(s, out, result);
}

const struct atb_kind atb_kind_group_topk = {ATB_KIND(GroupTopk, atb_group_topk_param),
                                             .check = check,
                                             .input_count = atb_two,
                                             .output_count = atb_one,
                                             .infer = infer,
                                             .plan = plan};
