/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts of each token: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "workspace/l0_operators.h"

#define COLUMNS 2 /* the dims that are folded, as bits */

static int new_like(struct l0_list *list, const char *name, int like)
{
    const struct l0_tensor shape = list->tensors[like];
    return like == L0_NONE ? L0_NONE : l0_new_shaped(list, name, ACL_FLOAT, shape.dims, 2);
}

static void compute(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    uint64_t folded, int made)
{
    struct l0_fold *fold = folded != 0 ? l0_take(list, sizeof *fold) : NULL;
    if (made == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    if (fold != NULL)
        fold->dims = folded;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &made, 1, fold);
}

/* What experts are chosen by, or a table of them, and the caller's results. */
struct choice {
    int x;
    int bias;
    int ids; /* L0_NONE, as table then: experts are chosen by their scores */
    int table;
    struct moe_gating gating;
    int64_t renorm;
    int64_t norm_type;
    bool is_norm_wanted;
    double factor;
    double eps;
    int y;
    int experts;
    int norm;
};

static void choose(struct l0_list *list, const struct choice *c)
{
    static const struct l0_row *const functions[] = {&l0_MoeSoftmax, &l0_MoeSigmoids,
                                                     &l0_MoeRootsOfSoftplus};
    bool are_parts = c->norm_type != 0 || c->renorm == 1;
    struct moe_gating *gating = l0_take(list, sizeof *gating);
    const int read[] = {moe_dense(list, c->x), moe_dense(list, c->bias), moe_dense(list, c->ids),
                        moe_dense(list, c->table)};
    const int made[] = {moe_like(list, "y", c->y), moe_like(list, "experts", c->experts),
                        moe_like(list, "norm", c->norm)};
    if (list->status != ACLNN_SUCCESS || gating == NULL)
        return;
    *gating = c->gating;
    moe_launch(list, &l0_MoeGatingTopK, read, 4, made, 3);
    int norm = c->is_norm_wanted ? made[2] : new_like(list, "norm", read[0]);
    int scores = read[1] == L0_NONE ? norm : new_like(list, "scores", read[0]);
    int values = new_like(list, "values", made[1]);
    if (norm == L0_NONE || scores == L0_NONE || values == L0_NONE)
        return;
    compute(list, functions[c->norm_type], read, 1, c->norm_type == 0 ? COLUMNS : 0, norm);
    if (read[1] != L0_NONE)
        compute(list, &l0_MoeBiased, (const int[]){norm, read[1]}, 2, 0, scores);
    l0_step(list, L0_STEP_APPLY, &l0_MoeChooseExperts,
            (const int[]){scores, norm, read[2], read[3]}, gating->are_given ? 4 : 2,
            (const int[]){made[1], values}, 2, gating);
    const int inputs[] = {values, list_number_of(list, c->factor), list_number_of(list, c->eps)};
    compute(list, are_parts ? &l0_MoeParts : &l0_MoeTimes, inputs, are_parts ? 3 : 2,
            are_parts ? COLUMNS : 0, made[0]);
    l0_view_copy(list, made[0], c->y);
    l0_view_copy(list, made[1], c->experts);
    moe_return(list, made[2], c->norm);
    if (c->is_norm_wanted)
        list_store_reshaped(list, norm, c->norm);
    else
        moe_store_number(list, 0, c->norm);
}

/* Groups of which some are chosen have no table: the kernel of Ascend910B passes it over, that of
 * Ascend950 refuses it. */
void moe_list_gating_top_k_v2(struct l0_list *list, int x, int biasOptional, int inputIdsOptional,
                              int tid2eidOptional, int64_t kGroup, int64_t groupCount,
                              int64_t groupSelectMode, int64_t renorm, int64_t normType,
                              bool outFlag, double routedScalingFactor, double eps, int yOut,
                              int expertIdxOut, int outOut)
{
    bool is_simple = kGroup == groupCount || groupCount == list->tensors[x].dims[1];
    bool are_given = is_simple && inputIdsOptional != L0_NONE && tid2eidOptional != L0_NONE;
    choose(list, &(struct choice){.x = x,
                                  .bias = biasOptional,
                                  .ids = inputIdsOptional,
                                  .table = tid2eidOptional,
                                  .gating = {groupCount, kGroup, groupSelectMode == 1, are_given},
                                  .renorm = renorm,
                                  .norm_type = normType,
                                  .is_norm_wanted = outFlag,
                                  .factor = routedScalingFactor,
                                  .eps = eps,
                                  .y = yOut,
                                  .experts = expertIdxOut,
                                  .norm = outOut});
}

void moe_list_gating_top_k(struct l0_list *list, int x, int biasOptional, int64_t kGroup,
                           int64_t groupCount, int64_t groupSelectMode, int64_t renorm,
                           int64_t normType, bool outFlag, double routedScalingFactor, double eps,
                           int yOut, int expertIdxOut, int outOut)
{
    moe_list_gating_top_k_v2(list, x, biasOptional, L0_NONE, L0_NONE, kGroup, groupCount,
                             groupSelectMode, renorm, normType, outFlag, routedScalingFactor, eps,
                             yOut, expertIdxOut, outOut);
}
