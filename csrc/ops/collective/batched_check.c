/* SPDX-License-Identifier: Apache-2.0 */
/* Products of experts' rows between exchanges of two communicators: checks. */
#include "ops/collective/batched.h"

#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"

#define MOST_SIDE 65535
#define MOST_EXPERTS 512
#define MOST_OWN_EXPERTS 32
#define MOST_RANKS 32
#define ACTIVATIONS 5

aclnnStatus collective_check_bias_of_halves(struct call *call, int bias, int x)
{
    const struct tensor *given = call_tensor(call, bias);
    aclDataType wanted = call_tensor(call, x)->type == ACL_BF16 ? ACL_FLOAT : ACL_FLOAT16;
    return given == NULL || given->type == wanted
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                        call_name(call, bias), data_type_name(given->type), data_type_name(wanted));
}

static aclnnStatus refuse_integer(const struct call *call, int at, const char *allowed)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required", call_name(call, at),
                  call->arguments[at].integer, allowed);
}

aclnnStatus collective_check_shared_dim(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    return given == 0 || given == 1 ? ACLNN_SUCCESS : refuse_integer(call, integer, "0 or 1");
}

aclnnStatus collective_check_activation(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    return given >= 0 && given < ACTIVATIONS ? ACLNN_SUCCESS
                                             : refuse_integer(call, integer, "0 to 4");
}

aclnnStatus collective_check_ranks_of_two(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    return given >= 1 && given <= MOST_RANKS && (given & (given - 1)) == 0
               ? ACLNN_SUCCESS
               : refuse_integer(call, integer, "1, 2, 4, 8, 16 or 32");
}

/* ---- Communicators --------------------------------------------------------------------------- */

aclnnStatus collective_check_both_groups(struct call *call, int groupEp, int groupTp,
                                         int epWorldSize, int tpWorldSize)
{
    aclnnStatus status = collective_find_sized(call, groupEp, epWorldSize, COLLECTIVE_FIRST, 1);
    return status == ACLNN_SUCCESS
               ? collective_find_sized(call, groupTp, tpWorldSize, COLLECTIVE_SECOND, 1)
               : status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus check_three(struct call *call, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        int at = call_find(call, names[i]);
        const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
        aclnnStatus status = given == NULL ? ACLNN_SUCCESS : check_rank(call, at, 3, 3);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

/* [experts, columns] or with 1 in between. */
static aclnnStatus check_bias(struct call *call, int64_t experts, int64_t columns)
{
    int at = call_find(call, "biasOptional");
    const struct tensor *bias = call_tensor(call, at);
    if (bias == NULL || ((bias->rank == 2 || (bias->rank == 3 && bias->dims[1] == 1)) &&
                         bias->dims[0] == experts && bias->dims[bias->rank - 1] == columns))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, at,
                             "the experts of a rank, and the columns of the result, are "
                             "required");
}

static aclnnStatus check_sides(struct call *call, const char *name, int64_t first, int64_t second,
                               int64_t third)
{
    int at = call_find(call, name);
    const int64_t dims[] = {first, second, third};
    return call_tensor(call, at) == NULL
               ? ACLNN_SUCCESS
               : call_shape_is(call, at, dims, 3, false, "what follows from x and weight");
}

/* The ranges of the kernels. */
static aclnnStatus check_ranges(struct call *call, int64_t experts, int64_t own, int64_t rows)
{
    int weight = call_find(call, "weight");
    const struct tensor *matrices = call_tensor(call, weight);
    if (own < 1 || own > MOST_OWN_EXPERTS || experts < 2 || experts > MOST_EXPERTS || rows < 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "there are %" PRId64 " experts, of which a rank has %" PRId64 ", and %" PRId64
                      " rows of each; 2 to 512, 1 to 32, and 1 or more are "
                      "required",
                      experts, own, rows);
    for (int i = 1; i < 3; i++)
        if (matrices->dims[i] < 1 || matrices->dims[i] > MOST_SIDE)
            return call_refuse_shape(call, weight, "1 to 65535 rows and columns are required");
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_gathered_experts(struct call *call)
{
    static const char *const names[] = {"x", "weight", "y1Out", "y2OutOptional", "y3OutOptional"};
    aclnnStatus status = check_three(call, names, 5);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *weight = call_tensor(call, call_find(call, "weight"));
    const struct batched_sizes s = batched_gathered(call);
    if (weight->dims[0] * s.ep != x->dims[0] || batched_all_columns(&s) != weight->dims[1])
        return call_refuse_shape(call, call_find(call, "weight"),
                                 "the experts of x over the ranks of groupEp, and as many rows as "
                                 "x has columns on the ranks of groupTp, are required");
    int64_t rows = batched_all_rows(&s);
    status = check_sides(call, "y1Out", s.experts, rows, weight->dims[2]);
    if (status == ACLNN_SUCCESS)
        status = check_bias(call, s.experts, weight->dims[2]);
    if (status == ACLNN_SUCCESS)
        status = check_sides(call, "y2OutOptional", s.experts, rows, weight->dims[1]);
    if (status == ACLNN_SUCCESS)
        status = check_sides(call, "y3OutOptional", s.experts, rows, weight->dims[2]);
    if (status == ACLNN_SUCCESS && collective_integer(call, "actType") == 0 &&
        call_tensor(call, call_find(call, "y3OutOptional")) != NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "y3OutOptional is given and actType 0; y1Out is the product then");
    return status == ACLNN_SUCCESS ? check_ranges(call, x->dims[0], s.experts, s.rows) : status;
}

aclnnStatus collective_check_scattered_experts(struct call *call)
{
    static const char *const names[] = {"x", "weight", "out"};
    aclnnStatus status = check_three(call, names, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *weight = call_tensor(call, call_find(call, "weight"));
    const struct tensor *out = call_tensor(call, call_find(call, "out"));
    const struct batched_sizes s = batched_scattered(call);
    if (weight->dims[0] != x->dims[0] || weight->dims[1] != x->dims[2] ||
        weight->dims[2] != batched_all_columns(&s))
        return call_refuse_shape(call, call_find(call, "weight"),
                                 "the experts of x, as many rows as x has columns, and the columns "
                                 "of out on the ranks of groupTp, are required");
    if (out->dims[0] != s.experts * s.ep || x->dims[1] != batched_all_rows(&s))
        return call_refuse_shape(call, call_find(call, "out"),
                                 "the experts of all ranks, and each rank's rows of x, are "
                                 "required");
    status = check_bias(call, s.experts, s.columns);
    return status == ACLNN_SUCCESS ? check_ranges(call, out->dims[0], s.experts, s.rows) : status;
}
