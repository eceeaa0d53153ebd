/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How tokens choose experts by groups. GroupTopkOperation: of each row, the groups with the highest
 * scores stay; the others become 0. FusedAddTopkDivOperation: the k largest of what stayed.
 */
#include <string.h>

#include "declared/activation.h"
#include "declared/binary.h"
#include "declared/fill.h"
#include "declared/index.h"
#include "declared/reduce.h"
#include "declared/sort.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "atb/plan.h"
#include "workspace/l0.h"

typedef struct atb_group_topk_param param_t;
typedef struct atb_fused_add_topk_div_param fused_t;

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Sums over the last dimension, which goes, or stays as one of 1. */
static atb_view summed(struct single *s, atb_view view, bool keeps)
{
    int64_t last = view->rank - 1;
    int64_t dims[TENSOR_MAX_DIMS];
    if (s->status != ACL_SUCCESS)
        return view;
    memcpy(dims, view->dims, sizeof dims);
    dims[last] = 1;
    atb_view sums = single_temporary(s, ACL_FLOAT, view->rank - !keeps, dims);
    ATB_CALL(ReduceSum, ATB_TENSOR(view),
             {.handle = single_int_array(s, (struct single_ints){1, &last})}, ATB_INTEGER(keeps),
             ATB_INTEGER(ACL_FLOAT), ATB_TENSOR(sums));
    return sums;
}

/* The scores of groups, [rows, groups, members]: the sum of the n largest members. */
static atb_view scores(struct single *s, atb_view groups, int64_t n)
{
    int64_t rows = groups->dims[0];
    atb_view largest = ATB_TEMPORARY(s, ACL_FLOAT, rows, groups->dims[1], n);
    atb_view places = ATB_TEMPORARY(s, ACL_INT64, rows, groups->dims[1], n);
    ATB_CALL(Topk, ATB_TENSOR(groups), ATB_INTEGER(n), ATB_INTEGER(-1), ATB_INTEGER(1),
             ATB_INTEGER(1), ATB_TENSOR(largest), ATB_TENSOR(places));
    return summed(s, largest, false);
}

/* The places of a row's elements, the largest first; of equal ones the one that stands first. */
static atb_view order_of(struct single *s, atb_view rows)
{
    atb_view sorted = single_like(s, rows);
    atb_view order = single_like_of(s, rows, ACL_INT64);
    ATB_CALL(Sort, ATB_TENSOR(rows), ATB_INTEGER(1), ATB_INTEGER(-1), ATB_INTEGER(1),
             ATB_TENSOR(sorted), ATB_TENSOR(order));
    return order;
}

/* Which groups stay, 1 or 0 each. */
static atb_view chosen(struct single *s, atb_view sums, int64_t count)
{
    atb_view order = order_of(s, sums);
    atb_view kept = single_like(s, sums);
    ATB_CALL(InplaceZero, ATB_TENSOR(kept));
    ATB_CALL(InplaceScatterValue, ATB_TENSOR(kept), ATB_INTEGER(-1),
             ATB_TENSOR(single_part(s, order, 1, 0, count)), ATB_SCALAR(1.0), ATB_INTEGER(0));
    return kept;
}

/* groups, [rows, groups, members] of float32, with 0 in those that are not among the `count` best.
 */
static atb_view best_groups(struct single *s, atb_view groups, int64_t n, int64_t count)
{
    if (s->status != ACL_SUCCESS)
        return groups;
    atb_view kept = chosen(s, scores(s, groups, n), count);
    atb_view stays = ATB_TEMPORARY(s, ACL_BOOL, groups->dims[0], groups->dims[1]);
    atb_view zero = ATB_TEMPORARY(s, ACL_FLOAT, 1);
    atb_view result = single_like(s, groups);
    ATB_CALL(InplaceZero, ATB_TENSOR(zero));
    single_copy(s, stays, kept);
    ATB_CALL(SWhere, ATB_TENSOR(ATB_SHAPED(s, stays, groups->dims[0], groups->dims[1], 1)),
             ATB_TENSOR(groups), ATB_TENSOR(zero), ATB_TENSOR(result));
    return result;
}

/* ---- GroupTopkOperation ---------------------------------------------------------------------- */

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

static int32_t check_groups(const struct atb_desc *x, int64_t groups, int64_t n)
{
    int32_t status = atb_check_rank("inTensors[0]", x, 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the rest of the columns of inTensors[0] by groupNum",
                               x->shape.dims[1] % groups, 0);
    return status == ATB_NO_ERROR
               ? atb_require(n <= x->shape.dims[1] / groups, "n is at most the members of a group")
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    out[0] = in[0];
    return check_groups(&in[0], param->group_count, param->sums_largest ? param->n : 1);
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    atb_view x = atb_in(s, 0);
    int64_t rows = x->dims[0];
    int64_t members = x->dims[1] / param->group_count;
    atb_view groups = atb_float(s, ATB_SHAPED(s, x, rows, param->group_count, members));
    atb_view result = best_groups(s, groups, param->sums_largest ? param->n : 1, param->k);
    single_copy(s, ATB_SHAPED(s, atb_out(s, 0), rows, param->group_count, members), result);
}

const struct atb_kind atb_kind_group_topk = {ATB_KIND(GroupTopk, atb_group_topk_param),
                                             .check = check,
                                             .input_count = atb_two,
                                             .output_count = atb_one,
                                             .infer = infer,
                                             .plan = plan};

/* ---- FusedAddTopkDivOperation ---------------------------------------------------------------- */

enum { MOST_MEMBERS = 32, MOST_COPIES = 128, GROUPS_OF_MANY = 8 };

static int32_t fused_check(const void *given)
{
    const fused_t *param = given;
    int32_t status = atb_require(param->group_count >= 1 && param->n >= 1 && param->k >= 1,
                                 "groupNum, n and k are 1 or more");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->groups_kept >= 1 && param->groups_kept <= param->group_count,
                             "groupTopk is 1 to groupNum");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->activation == ATB_ACTIVATION_SIGMOID,
                             "activationType is ACTIVATION_SIGMOID");
    return status;
}

static int fused_input_count(const void *given)
{
    return ((const fused_t *)given)->has_mapping ? 4 : 2;
}

static int32_t check_mapping(const struct atb_desc *in, int64_t experts)
{
    int32_t status = atb_check_rank("inTensors[2]", &in[2], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the size of inTensors[2]", in[2].shape.dims[0], experts);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[3]", &in[3], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of rows of inTensors[3]", in[3].shape.dims[0], experts);
    return status == ATB_NO_ERROR ? atb_require(in[3].shape.dims[1] <= MOST_COPIES,
                                                "inTensors[3] has 128 columns at most")
                                  : status;
}

static int32_t fused_infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const fused_t *param = given;
    int32_t status = check_groups(&in[0], param->group_count, param->n);
    int64_t experts = in[0].shape.dims[1];
    if (status == ATB_NO_ERROR)
        status = atb_require(param->k <= experts, "k is at most the columns of inTensors[0]");
    if (status == ATB_NO_ERROR)
        status = atb_require(experts <= (int64_t)param->group_count * MOST_MEMBERS &&
                                 (param->group_count == GROUPS_OF_MANY || experts <= MOST_MEMBERS),
                             "inTensors[0] has 32 columns at most, or 8 groups of 32 at most");
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the size of inTensors[1]", in[1].shape.dims[0], experts);
    if (status == ATB_NO_ERROR && param->has_mapping)
        status = check_mapping(in, experts);
    out[0] = out[1] = in[0];
    out[0].type = ACL_FLOAT;
    out[1].type = ACL_INT32;
    out[0].shape.dims[1] = out[1].shape.dims[1] = param->k;
    return status;
}

/* Elements of a view by their numbers. */
static atb_view taken(struct single *s, atb_view from, atb_view numbers)
{
    atb_view found = single_like_of(s, numbers, from->type);
    int64_t count = 1;
    for (int32_t i = 0; i < numbers->rank; i++)
        count *= numbers->dims[i];
    int64_t size = 1;
    for (int32_t i = 0; i < from->rank; i++)
        size *= from->dims[i];
    ATB_CALL(IndexSelect, ATB_TENSOR(ATB_SHAPED(s, from, size)), ATB_INTEGER(0),
             ATB_TENSOR(ATB_SHAPED(s, numbers, count)), ATB_TENSOR(ATB_SHAPED(s, found, count)));
    return found;
}

/* A number from 0 to 1 for each token, by the expert that was last in its groups, as ATB's kernel
 * finds one: the rest of 100000007 by that expert's number and 7, over the same. */
static atb_view share_of_token(struct single *s, atb_view last)
{
    atb_view divisor = single_like_of(s, last, ACL_INT64);
    atb_view rest = single_like(s, divisor);
    atb_view share = single_like_of(s, last, ACL_FLOAT);
    ATB_CALL(Adds, ATB_TENSOR(last), {.handle = single_scalar_integer(s, 7)},
             {.handle = single_scalar_integer(s, 1)}, ATB_TENSOR(divisor));
    ATB_CALL(RemainderScalarTensor, {.handle = single_scalar_integer(s, 100000007)},
             ATB_TENSOR(divisor), ATB_TENSOR(rest));
    ATB_CALL(Div, ATB_TENSOR(atb_float(s, rest)), ATB_TENSOR(atb_float(s, divisor)),
             ATB_TENSOR(share));
    return share;
}

/* One of the copies of each expert: column floor(number of copies * share) of its row. */
static atb_view copies_of(struct single *s, atb_view order, int64_t last, atb_view experts)
{
    atb_view share = share_of_token(s, single_part(s, order, 1, last, 1));
    atb_view counts = atb_float(s, taken(s, atb_in(s, 2), experts));
    atb_view column = single_like(s, counts);
    atb_view number = single_like_of(s, counts, ACL_INT64);
    ATB_CALL(Mul, ATB_TENSOR(counts), ATB_TENSOR(share), ATB_TENSOR(column));
    ATB_CALL(Floor, ATB_TENSOR(column), ATB_TENSOR(counts));
    single_copy(s, number, counts);
    ATB_CALL(InplaceAdd, ATB_TENSOR(number), ATB_TENSOR(experts),
             {.handle = single_scalar_integer(s, atb_in(s, 3)->dims[1])});
    return taken(s, atb_in(s, 3), number);
}

/* The weights of the chosen experts: over their sum, times scale, where they are normed. */
static void write_weights(struct single *s, const fused_t *param, atb_view weights)
{
    atb_view normed = single_like(s, weights);
    if (!param->is_normed) {
        single_copy(s, atb_out(s, 0), weights);
        return;
    }
    ATB_CALL(Div, ATB_TENSOR(weights), ATB_TENSOR(summed(s, weights, true)), ATB_TENSOR(normed));
    ATB_CALL(InplaceMuls, ATB_TENSOR(normed), ATB_SCALAR((double)param->scale));
    single_copy(s, atb_out(s, 0), normed);
}

static void fused_plan(struct single *s, const void *given)
{
    const fused_t *param = given;
    atb_view x = atb_float(s, atb_in(s, 0));
    int64_t rows = x->dims[0];
    int64_t members = x->dims[1] / param->group_count;
    atb_view activated = single_like(s, x);
    atb_view sums = single_like(s, x);
    atb_view weights = ATB_TEMPORARY(s, ACL_FLOAT, rows, param->k);
    ATB_CALL(Sigmoid, ATB_TENSOR(x), ATB_TENSOR(activated));
    ATB_CALL(Add, ATB_TENSOR(activated), ATB_TENSOR(atb_float(s, atb_in(s, 1))), ATB_SCALAR(1.0),
             ATB_TENSOR(sums));
    atb_view groups = ATB_SHAPED(s, sums, rows, param->group_count, members);
    atb_view kept = best_groups(s, groups, param->n, param->groups_kept);
    atb_view order = order_of(s, ATB_SHAPED(s, kept, rows, x->dims[1]));
    if (s->status != ACL_SUCCESS)
        return;
    atb_view experts = ATB_TEMPORARY(s, ACL_INT64, rows, param->k);
    single_copy(s, experts, single_part(s, order, 1, 0, param->k));
    ATB_CALL(Gather, ATB_TENSOR(activated), ATB_INTEGER(1), ATB_TENSOR(experts),
             ATB_TENSOR(weights));
    write_weights(s, param, weights);
    single_copy(s, atb_out(s, 1),
                param->has_mapping
                    ? copies_of(s, order, (int64_t)param->groups_kept * members - 1, experts)
                    : experts);
}

const struct atb_kind atb_kind_fused_add_topk_div = {
    ATB_KIND(FusedAddTopkDiv, atb_fused_add_topk_div_param),
    .check = fused_check,
    .input_count = fused_input_count,
    .output_count = atb_two,
    .infer = fused_infer,
    .plan = fused_plan};
