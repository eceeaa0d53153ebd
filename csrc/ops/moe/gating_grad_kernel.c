/* SPDX-License-Identifier: Apache-2.0 */
/* MoeGatingTopKBackward: kernel. All operands are dense; sums are float64. */
#include "ops/moe/gating_grad.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"

/* A token's row; an expert that is read is looked up twice, so its number is kept. */
struct token {
    const any_float *scores;
    const any_float *grad;
    const int32_t *experts;
    int64_t count;
    any_float *result;
};

/* Reads the experts of all tokens once: the program may write to them meanwhile. */
static bool read_experts(const struct work *work, int32_t *experts, struct task_failure *failure)
{
    const struct work_view *given = &work->inputs[2];
    int64_t most = work->inputs[0].dims[1];
    for (int64_t i = 0; i < view_count(given); i++) {
        int64_t expert = index_at(given->address + i * (int64_t)sizeof(int32_t), false);
        if (expert < 0 || expert >= most) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "expertIdx has the expert %" PRId64 "; every expert must be in [0, %" PRId64
                     ")",
                     expert, most);
            return false;
        }
        experts[i] = (int32_t)expert;
    }
    return true;
}

static void go_back(const struct token *t, const struct gating_grad *g)
{
    double total = (double)g->eps;
    double part = 0;
    for (int64_t i = 0; i < t->count; i++)
        total += (double)t->scores[t->experts[i]];
    for (int64_t i = 0; i < t->count; i++)
        part += (double)t->scores[t->experts[i]] / total * (double)g->factor * (double)t->grad[i];
    for (int64_t i = 0; i < t->count; i++) {
        double s = (double)t->scores[t->experts[i]];
        double grad = ((double)g->factor * (double)t->grad[i] - part) / total;
        t->result[t->experts[i]] += (float)(grad * s * (1 - s));
    }
}

static uint64_t gating_grad_scratch(const struct work *work)
{
    return (uint64_t)view_count(&work->inputs[2]) * sizeof(int32_t);
}

static void run_gating_grad(const struct work *work, struct task_failure *failure)
{
    const struct work_view *out = &work->outputs[0];
    int64_t columns = work->inputs[0].dims[1];
    int64_t chosen = work->inputs[1].dims[1];
    int32_t *experts = (int32_t *)(void *)work->scratch;
    if (!read_experts(work, experts, failure))
        return;
    memset(out->address, 0, (size_t)view_count(out) * sizeof(float));
    for (int64_t row = 0; row < out->dims[0]; row++)
        go_back(
            &(struct token){
                (const any_float *)(const void *)work->inputs[0].address + row * columns,
                (const any_float *)(const void *)work->inputs[1].address + row * chosen,
                experts + row * chosen, chosen, (any_float *)(void *)out->address + row * columns},
            work->attributes);
}
const struct l0_run moe_kernel_gating_grad = {
    .scratch_bytes = gating_grad_scratch, .scratch_steers = true, .run = run_gating_grad};
