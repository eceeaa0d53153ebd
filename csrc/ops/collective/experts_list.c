/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens on their way to experts on other ranks and back: lists of L0 operators. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "declared/binary.h"
#include "declared/norm.h"
#include "ops/collective/experts.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "workspace/l0_operators.h"

#define MOST_RESULTS 7
#define DISPATCH_BYTES ((uint64_t)1 << 20) /* on Ascend910B */
#define PAIR_BYTES 512                     /* for each pair of vector cores */
#define CORE_BYTES 10240                   /* for each vector core */
#define EXPERT_BYTES 8                     /* on Ascend910B */
#define MOST_EXPERTS 1024
#define CORES_A_CUBE 2

struct carried {
    struct l0_list *list;
    const struct call *call;
    struct experts_work *work;
    int launched[EXPERTS_OPERANDS + 2]; /* what CANN's kernel reads */
    int launched_count;
    int inputs[EXPERTS_OPERANDS]; /* what the work reads: dense */
    int count;
};

/* Writes a dense result of the work to what the kernel writes, and that to the caller's tensor, in
 * whose layout the work need not write. */
static void store(struct l0_list *list, int numbers, int result, int out)
{
    if (numbers == L0_NONE || result == L0_NONE || out == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &numbers, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}

static int like(struct l0_list *list, int tensor)
{
    const struct l0_tensor t = list->tensors[tensor];
    return l0_new_shaped(list, t.name, t.type, t.dims, t.rank);
}

static void add_input(struct carried *c, enum experts_operand operand, const char *name,
                      const char *other)
{
    int at = collective_experts_find(c->call, name, other);
    const struct tensor *given = at < 0 ? NULL : call_tensor(c->call, at);
    c->work->at[operand] = -1;
    if (given == NULL)
        return;
    int tensor = l0_user_tensor(c->list, call_name(c->call, at), given);
    int copied = l0_contiguous(c->list, tensor);
    c->launched[c->launched_count++] = copied;
    c->work->at[operand] = c->count;
    c->inputs[c->count++] = copied == tensor ? tensor : list_dense_of(c->list, copied, given->type);
}

static bool begin(struct carried *c, struct l0_list *list, const struct call *call)
{
    *c = (struct carried){.list = list, .call = call};
    c->work = l0_take(list, sizeof *c->work);
    if (c->work == NULL)
        return false;
    memset(c->work, 0, sizeof *c->work);
    for (int i = 0; i < EXPERTS_OPERANDS; i++)
        c->work->at[i] = -1;
    c->work->experts = collective_experts_read(call);
    return true;
}

/* A result of the work like one of the caller's; one without elements where it is not wanted. */
static int result_named(struct carried *c, const char *name, const char *other, int *user)
{
    const int64_t nothing[] = {0};
    int at = collective_experts_find(c->call, name, other);
    const struct tensor *given = at < 0 ? NULL : call_tensor(c->call, at);
    *user = L0_NONE;
    if (given == NULL)
        return l0_new_shaped(c->list, name, ACL_FLOAT, nothing, 1);
    *user = l0_user_tensor(c->list, call_name(c->call, at), given);
    return l0_new_shaped(c->list, name, given->type, given->dims, given->rank);
}

static uint64_t vector_cores(const struct call *call)
{
    return (uint64_t)call->soc->ai_cores * CORES_A_CUBE;
}

/* As the tilings of MoeDistributeDispatch and its V2. */
static uint64_t dispatch_workspace(const struct call *call, const struct experts *e)
{
    uint64_t cores = vector_cores(call);
    uint64_t more = call_is_on_910b(call) ? DISPATCH_BYTES
                    : e->has_triples      ? PAIR_BYTES * cores * cores
                                          : 0;
    return L0_SYSTEM_WORKSPACE + more;
}

/* As the tilings of MoeDistributeCombine, its V2 and MoeDistributeCombineAddRmsNorm. */
static uint64_t combine_workspace(const struct call *call, const struct experts *e)
{
    bool is_known = e->count > 0 && e->count <= MOST_EXPERTS;
    uint64_t of_experts = is_known ? (uint64_t)e->count * EXPERT_BYTES : 0;
    uint64_t of_cores = e->has_triples ? CORE_BYTES * vector_cores(call) : 0;
    return L0_SYSTEM_WORKSPACE + (call_is_on_910b(call) ? of_experts : of_cores);
}

void collective_list_dispatch(struct l0_list *list, const struct call *call)
{
    static const char *const names[MOST_RESULTS][2] = {
        {"expandX", "expandXOut"},
        {"dynamicScales", "dynamicScalesOut"},
        {"expandIdx", "assistInfoForCombineOut"},
        {"expertTokenNums", "expertTokenNumsOut"},
        {"epRecvCounts", "epRecvCountsOut"},
        {"tpRecvCounts", "tpRecvCountsOut"},
        {"expandScales", "expandScalesOut"},
    };
    struct carried c;
    int results[MOST_RESULTS];
    int made[MOST_RESULTS];
    int outs[MOST_RESULTS];
    if (!begin(&c, list, call))
        return;
    add_input(&c, EXPERTS_ROWS, "x", "x");
    add_input(&c, EXPERTS_IDS, "expertIds", "expertIds");
    add_input(&c, EXPERTS_SCALES, "scales", "scalesOptional");
    add_input(&c, EXPERTS_MASK, "xActiveMask", "xActiveMaskOptional");
    add_input(&c, EXPERTS_WEIGHTS, "expertScales", "expertScalesOptional");
    for (int i = 0; i < MOST_RESULTS; i++)
        results[i] = result_named(&c, names[i][0], names[i][1], &outs[i]);
    l0_launch_row(list, &l0_MoeDistributeDispatch, c.launched, c.launched_count, 0, results,
                  MOST_RESULTS, NULL);
    l0_kernel_workspace(list, dispatch_workspace(call, &c.work->experts));
    for (int i = 0; i < MOST_RESULTS; i++)
        made[i] = like(list, results[i]);
    l0_step(list, L0_STEP_APPLY, &l0_MoeDistributeDispatch, c.inputs, c.count, made, MOST_RESULTS,
            c.work);
    for (int i = 0; i < MOST_RESULTS; i++)
        store(list, made[i], results[i], outs[i]);
}

/* What both forms of the way back read; gives the tokens, [tokens, columns]. */
static int combined(struct carried *c)
{
    add_input(c, EXPERTS_ROWS, "expandX", "expandX");
    add_input(c, EXPERTS_IDS, "expertIds", "expertIds");
    add_input(c, EXPERTS_COUNTS, "epSendCounts", "epSendCounts");
    add_input(c, EXPERTS_WEIGHTS, "expertScales", "expertScales");
    add_input(c, EXPERTS_MASK, "xActiveMask", "xActiveMaskOptional");
    add_input(c, EXPERTS_SHARED, "sharedExpertXOptional", "-");
    add_input(c, EXPERTS_ORIGINAL, "oriXOptional", "-");
    add_input(c, EXPERTS_ALPHA_1, "constExpertAlpha1Optional", "-");
    add_input(c, EXPERTS_ALPHA_2, "constExpertAlpha2Optional", "-");
    add_input(c, EXPERTS_CONSTANTS, "constExpertVOptional", "-");
    if (c->work->experts.tensor_ranks > 1)
        add_input(c, EXPERTS_TENSOR_COUNTS, "tpSendCounts", "tpSendCountsOptional");
    if (c->list->status != ACLNN_SUCCESS)
        return L0_NONE;
    const int64_t dims[] = {c->work->experts.tokens, c->work->experts.hidden};
    return l0_new_shaped(c->list, "tokens", c->list->tensors[c->inputs[0]].type, dims, 2);
}

void collective_list_combine(struct l0_list *list, const struct call *call)
{
    struct carried c;
    if (!begin(&c, list, call))
        return;
    int at = call_find(call, "x") >= 0 ? call_find(call, "x") : call_find(call, "xOut");
    int out = l0_user_tensor(list, call_name(call, at), call_tensor(call, at));
    int tokens = combined(&c);
    int result = like(list, tokens);
    l0_launch_row(list, &l0_MoeDistributeCombine, c.launched, c.launched_count, 0, &result, 1,
                  NULL);
    l0_kernel_workspace(list, combine_workspace(call, &c.work->experts));
    l0_step(list, L0_STEP_APPLY, &l0_MoeDistributeCombine, c.inputs, c.count, &tokens, 1, c.work);
    if (list->status == ACLNN_SUCCESS)
        store(list, tokens, result, out);
}

void collective_list_combine_norm(struct l0_list *list, const struct call *call, int gamma,
                                  int residual, double epsilon, int y, int rstd, int x)
{
    struct carried c;
    if (gamma == L0_NONE || residual == L0_NONE || y == L0_NONE || rstd == L0_NONE ||
        x == L0_NONE || !begin(&c, list, call))
        return;
    int tokens = combined(&c);
    const struct l0_tensor added = list->tensors[residual];
    uint64_t folded = norm_last_dims(&added, 1);
    int results[] = {like(list, residual), norm_new_statistic(list, residual, folded, ACL_FLOAT),
                     like(list, residual)};
    c.launched[c.launched_count++] = l0_contiguous(list, residual);
    c.launched[c.launched_count++] = l0_contiguous(list, gamma);
    l0_launch_row(list, &l0_MoeDistributeCombineAddRmsNorm, c.launched, c.launched_count, 0,
                  results, 3, NULL);
    l0_kernel_workspace(list, combine_workspace(call, &c.work->experts));
    l0_step(list, L0_STEP_APPLY, &l0_MoeDistributeCombine, c.inputs, c.count, &tokens, 1, c.work);
    if (list->status != ACLNN_SUCCESS)
        return;
    int sums = l0_reshape(list, tokens, added.dims, added.rank);
    int numbers = list_number_of(list, epsilon);
    l0_step(list, L0_STEP_APPLY, &l0_Add, (int[]){sums, residual}, 2, &results[2], 1, NULL);
    norm_fold_rows(list, &l0_RmsNorm, (int[]){results[2], gamma, numbers}, 3, results, 2, folded);
    l0_view_copy(list, results[0], y);
    norm_write_reshaped(list, results[1], rstd);
    l0_view_copy(list, results[2], x);
}
